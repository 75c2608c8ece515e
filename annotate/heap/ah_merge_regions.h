/* ah_merge_regions.h -- adds up the regions of heap profiles; pure.

   Regions with the same path of names become one.  Counts and amounts are
   summed; peak and growth are the largest.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_MERGE_REGIONS_H
#define AH_MERGE_REGIONS_H

#include "base/an_error.h"
#include "heap/ah_profile.h"

typedef struct ah_regions ah_regions;

/* NULL if memory ran out.  `alloc` is borrowed. */
ah_regions *ah_regions_new(const tk_alloc *alloc);
void ah_regions_free(ah_regions *regions);

/* Adds the regions of a profile, which can be freed after. */
an_status ah_regions_add(ah_regions *regions, const ah_profile *from);

/* To be called last: puts the regions into the profile, sorted by their paths,
   each after its parent.  False if memory ran out. */
bool ah_regions_finish(const ah_regions *regions, ah_profile *to);

#endif
