/* an_pair_data.h -- the data objects of a pair of profiles (an_combine.h).

   Which data objects of two builds are one is for an an_data_matching to say
   (data/an_data_match.h).  Those of one side that it takes for one are added up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PAIR_DATA_H
#define AN_PAIR_DATA_H

#include "counts/an_data.h"

/* The interned name, in the pair, of a function of one side; NULL if memory ran out. */
typedef const char *an_pair_name(void *context, const an_profile *own,
                                 const char *name);

/* Gives each data object of both sides (OLD, NEW) a number: equal ones are one object.
   False if memory ran out. */
typedef bool an_data_matching(const tk_alloc *alloc, const an_data *const sides[2],
                              uint32_t *const numbers[2]);

/* Gives the pair its data objects if both sides have some, with the same events.  They
   have twice the events: the counts of `before`, then those of `after`.  All else is from
   `after`, or from `before` if `after` does not have the object.  Sharing is of both, if
   both have it (an_sharing.h).  The pair's functions are added, but it is not
   finished. */
an_status an_pair_data(an_profile *to, const an_profile *before,
                       const an_profile *after, an_data_matching *match,
                       an_pair_name *name, void *context);

#endif
