/* ac_asm_pair.h -- which instructions of two listings of a function are the same; pure.

   They are by their text: a build that moves code changes addresses, and what refers to
   them.  Where several fit, an_align.h decides.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/ac_asm.h"

/* An instruction of either listing, or of both. */
typedef struct ac_asm_pair_row {
   size_t old, new; /* rows, or AC_ASM_NONE */
   int64_t *counts; /* as of a pair of profiles: OLD's, then NEW's, one per event each */
} ac_asm_pair_row;

typedef struct ac_asm_pair {
   const ac_asm *old, *new; /* NULL: the function is only in the other profile */
   ac_asm_pair_row *rows;   /* in the order of both; what only OLD has comes first */
   size_t n;
   int64_t *counts; /* of the whole function, likewise */
   /* private: */
   const tk_alloc *alloc;
   int64_t *all;
} ac_asm_pair;

/* Both listings are borrowed; one of them can be NULL.  Their profiles have the same
   events. */
void ac_asm_pair_open(ac_asm_pair *pair, const tk_alloc *alloc, const ac_asm *old,
                      const ac_asm *new);
