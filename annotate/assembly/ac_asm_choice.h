/* ac_asm_choice.h -- which functions have instructions, and which of them is meant; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_ASM_CHOICE_H
#define AC_ASM_CHOICE_H

#include "counts/ac_instrs.h"
#include "counts/ac_metric.h"

#include <stdbool.h>

/* Code of one symbol in one object, of all its lines. */
typedef struct ac_asm_function {
   size_t object;
   const char *function; /* interned */
   int64_t *counts;      /* one per event */
} ac_asm_function;

typedef struct ac_asm_choice {
   ac_asm_function *of; /* most of the measure first */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   int64_t *counts;
} ac_asm_choice;

/* The functions of a profile with instructions; of those that a measure sorts.
   AN_NO_MEMORY leaves nothing to close. */
an_status ac_asm_choice_open(ac_asm_choice *choice, const tk_alloc *alloc,
                             const ac_profile *profile, const ac_measure *sort);
void ac_asm_choice_close(ac_asm_choice *choice);

/* What is asked for: the costliest function of a name, which can lack its parameters; or
   the one that has most of a source line, FILE:LINE, where the file can lack directories.
   NULL: there is none. */
const ac_asm_function *ac_asm_choose(const ac_asm_choice *choice,
                                     const ac_profile *profile, const char *asked,
                                     const ac_measure *sort);

/* Whether `asked` is a source line: its file, as a span, and line. */
bool ac_asm_is_line(const char *asked, an_span *file, uint32_t *line);

/* Whether an instruction is of that line. */
bool ac_asm_has_line(const ac_instr *instr, an_span file, uint32_t line);

#endif
