/* ac_asm_choice.h -- which functions have instructions, and which of them is meant; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/ac_asm.h"
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

/* The functions of a profile with instructions; of those that a measure sorts. */
void ac_asm_choice_open(ac_asm_choice *choice, const tk_alloc *alloc,
                        const ac_profile *profile, const ac_measure *sort);

/* What is asked for: the costliest function of a name, which can lack its parameters; the
   one that has most of a source line, FILE:LINE, where the file can lack directories; or
   that which most of an inlined function is in, as far as that is known.  `lines` becomes
   the source lines that are meant, if not all; NULL: there is none. */
void ac_asm_choose(const ac_asm_choice *choice, const ac_profile *profile,
                   const char *asked, const ac_measure *sort,
                   const ac_asm_function **found, ac_asm_lines *lines);

/* Whether `asked` is a source line, and which; it borrows the text. */
bool ac_asm_is_line(const char *asked, ac_asm_lines *lines);

/* Whether an instruction is of one of the lines. */
bool ac_asm_is_of_lines(const ac_instr *instr, const ac_asm_lines *lines);
