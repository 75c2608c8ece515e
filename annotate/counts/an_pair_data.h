/* an_pair_data.h -- the data objects of a pair of profiles (an_combine.h).

   Data objects of two builds are one if their names say so: heap objects have the same
   functions on their paths, variables the same symbol in a binary of the same name,
   stacks the same function, mappings the same file.  A file counts by its last component
   except a mapping's.  Lines and addresses, which move, do not count; those of one side
   that differ in nothing else are added up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PAIR_DATA_H
#define AN_PAIR_DATA_H

#include "counts/an_profile.h"

/* The interned name, in the pair, of a function of one side; NULL if memory ran out. */
typedef const char *an_pair_name(void *context, const an_profile *own,
                                 const char *name);

/* Gives the pair its data objects if both sides have some, with the same events.  They
   have twice the events: the counts of `before`, then those of `after`.  All else is from
   `after`, or from `before` if `after` does not have the object.  The pair's functions
   are added, but it is not finished. */
an_status an_pair_data(an_profile *to, const an_profile *before,
                       const an_profile *after, an_pair_name *name, void *context);

#endif
