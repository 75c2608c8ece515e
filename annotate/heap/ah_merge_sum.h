/* ah_merge_sum.h -- adds up heap profiles; pure.

   Sites with the same path become one.  Frames are equal if their text, which
   has the address, and their file are.  The order of the profiles does not
   matter: the sum is sorted, and values that cannot be added up are the largest
   one, texts the first in the alphabet.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

typedef struct ah_sum ah_sum;

/* `alloc` is borrowed. */
ah_sum *ah_sum_new(const tk_alloc *alloc);

/* Adds a profile, compatible with the others (ah_profile.h) and by heapprof
   if they are; nothing of it is needed after.  If a sum does not fit (an_overflow.h),
   this sum is of no use. */
void ah_sum_add(ah_sum *sum, const ah_profile *profile);

/* Whether an_processes_overlap of the profiles so far: the sum would be wrong. */
bool ah_sum_overlaps(const ah_sum *sum);

/* What further profiles must be compatible with; NULL before the first. */
const ah_profile *ah_sum_first(const ah_sum *sum);

/* To be called last: the sum of at least one profile, owned by `sum`.  Its
   peak is the sum of all peaks, an upper bound for the processes together; its time is
   0 if there are several.  It has no timeline and no snapshots. */
ah_profile *ah_sum_finish(ah_sum *sum);
