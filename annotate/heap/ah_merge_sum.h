/* ah_merge_sum.h -- heap profiles added up, one after the other; pure.

   Sites with the same path become one.  Frames are the same if their text,
   which has the address, and their file are.  Whatever order the profiles come
   in, the sum is the same: it is sorted, and of what cannot be added up it
   has the largest or, of text, the first in the alphabet.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_MERGE_SUM_H
#define AH_MERGE_SUM_H

#include "base/an_error.h"
#include "heap/ah_profile.h"

typedef struct ah_sum ah_sum;

/* NULL if memory ran out.  `alloc` is borrowed. */
ah_sum *ah_sum_new(const tk_alloc *alloc);
void ah_sum_free(ah_sum *sum);

/* Adds a profile that is like the others (ah_like.h), and by heapprof if
   they are; it is no longer needed then.  After an error nothing but _free is
   left to do. */
an_status ah_sum_add(ah_sum *sum, const ah_profile *profile);

/* What is to be like: the kind of the first profile; NULL before that. */
const ah_profile *ah_sum_kind(const ah_sum *sum);

/* The sum of at least one profile, to be called last; owned by `sum`.  NULL if
   memory ran out.  The peak is the sum of all peaks, an upper bound of what
   the processes had at any one time; of more than one profile it has no time:
   0.  It has no timeline and no snapshots. */
const ah_profile *ah_sum_finish(ah_sum *sum);

#endif
