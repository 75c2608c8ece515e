/* an_regions.h -- the regions of a profile, which the program names by client
   requests (cachesim.h).

   The same name within another region is a region of its own.  Regions count
   the whole program: filters of files and functions do not change them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_REGIONS_H
#define AN_REGIONS_H

#include "counts/an_profile.h"

#define AN_NO_REGION SIZE_MAX

typedef struct an_region {
   const char *name;
   size_t parent;   /* index, lower than the region's own, or AN_NO_REGION */
   int64_t count;   /* how often it was entered */
   int64_t *counts; /* one per event, with those of inner regions */
} an_region;

size_t an_profile_n_regions(const an_profile *profile);
const an_region *an_profile_region(const an_profile *profile, size_t index);

/* Adds `region` to the one of the same name (interned) and parent, and sets
   *index to that one's index.  The profile must have its events. */
an_status an_profile_add_region(an_profile *profile, const an_region *region,
                                size_t *index);

#endif
