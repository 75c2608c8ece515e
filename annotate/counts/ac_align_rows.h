/* ac_align_rows.h -- which lines of a function are the same in two profiles, without its
   source; pure.

   Code that was not edited keeps the distances of its lines, and often their counts.  So
   for a pair of lines speak equal counts, an equal distance to the line before, and to
   the line behind: two of these at least, as one may be equal by chance.  Chosen are the
   pairs, ascending on both sides, for which most speaks in sum.  With another input,
   counts change and some become equal by chance, but the distances remain; after an edit,
   distances change at one place, but the counts remain.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"

#include <stddef.h>
#include <stdint.h>

/* Lines that ascend, and numbers of their counts: equal ones are equal. */
typedef struct ac_align_lines {
   uint32_t *lines, *counts;
   size_t n;
} ac_align_lines;

#define AC_ALIGN_NO_ROW UINT32_MAX

/* Sets to[i] to the index of OLD's i-th line in NEW, or to AC_ALIGN_NO_ROW.  Functions of
   too many lines have none. */
void ac_align_rows(const tk_alloc *alloc, const ac_align_lines *old,
                   const ac_align_lines *new, uint32_t *to);
