/* an_regions.h -- the regions of a profile, which the program has named
   (cachesim.h), by their path of nesting.

   They are of the whole program: no choice of functions or files changes them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_REGIONS_H
#define AN_REGIONS_H

#include "counts/an_profile.h"

#define AN_NO_REGION SIZE_MAX

typedef struct an_region {
   const char *name;
   size_t parent;   /* its index, below the own one; or AN_NO_REGION */
   int64_t count;   /* times entered */
   int64_t *counts; /* one per event, inner regions included */
} an_region;

size_t an_profile_n_regions(const an_profile *profile);
const an_region *an_profile_region(const an_profile *profile, size_t index);

/* Adds to the region of that name (interned) in that parent, whose index is
   told.  After the events are known. */
an_status an_profile_add_region(an_profile *profile, const an_region *region,
                                size_t *index);

#endif
