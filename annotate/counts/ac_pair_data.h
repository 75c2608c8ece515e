/* ac_pair_data.h -- the data objects of a pair of profiles (ac_combine.h).

   Which data objects of two builds are one is for an ac_data_matching to say
   (advice/ac_data_match.h).  Those of one side that it takes for one are added up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_align.h"
#include "counts/ac_data.h"

/* What the pair calls a function of one side, interned, and where its lines are in it
   (ac_aligned_line). */
typedef struct ac_pair_function {
   const char *file, *name;
   const ac_aligned *lines;
} ac_pair_function;

/* Of a function of one side, by its index. */
typedef ac_pair_function ac_pair_naming(void *context, const ac_profile *own,
                                        size_t function);

/* Gives each data object of both sides (OLD, NEW) a number: equal ones are one object. */
typedef void ac_data_matching(const tk_alloc *alloc, const ac_data *const sides[2],
                              uint32_t *const numbers[2]);

/* Gives the pair its data objects if both sides have some, with the same events.  They
   have twice the events: the counts of `before`, then those of `after`.  All else is from
   `after`, or from `before` if `after` does not have the object.  `name` says
   where functions and their lines are.  Sharing is of both, if both have it
   (ac_sharing.h): then one side may lack events, and the pair has none.  The pair's
   functions are added, but it is not finished. */
void ac_pair_data(ac_profile *to, const ac_profile *before, const ac_profile *after,
                  ac_data_matching *match, ac_pair_naming *name, void *context);
