/* ac_pair_data.h -- the data objects of a pair of profiles (ac_combine.h).

   Which data objects of two builds are one is for an ac_data_matching to say
   (advice/ac_data_match.h).  Those of one side that it takes for one are added up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_align.h"
#include "counts/ac_data.h"

/* The interned name, in the pair, of a function of one side. */
typedef const char *ac_pair_name(void *context, const ac_profile *own, const char *name);

/* Gives each data object of both sides (OLD, NEW) a number: equal ones are one object. */
typedef void ac_data_matching(const tk_alloc *alloc, const ac_data *const sides[2],
                              uint32_t *const numbers[2]);

/* Gives the pair its data objects if both sides have some, with the same events.  They
   have twice the events: the counts of `before`, then those of `after`.  All else is from
   `after`, or from `before` if `after` does not have the object.  Lines of `before` are
   where `align`, which may be NULL, says that they are.  Sharing is of both, if both have
   it (ac_sharing.h): then one side may lack events, and the pair has none.  The pair's
   functions are added, but it is not finished. */
void ac_pair_data(ac_profile *to, const ac_profile *before, const ac_profile *after,
                  const ac_align *align, ac_data_matching *match, ac_pair_name *name,
                  void *context);
