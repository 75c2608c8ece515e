/* ah_merge_regions.h -- regions of several heap profiles added up; pure.

   Regions with the same path of names become one: counts and what was
   allocated are summed, of peak and growth there is the largest.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_MERGE_REGIONS_H
#define AH_MERGE_REGIONS_H

#include "base/an_error.h"
#include "heap/ah_profile.h"

typedef struct ah_regions ah_regions;

/* NULL if memory ran out.  `alloc` is borrowed. */
ah_regions *ah_regions_new(const tk_alloc *alloc);
void ah_regions_free(ah_regions *regions);

/* Adds those of a profile, which is no longer needed then. */
an_status ah_regions_add(ah_regions *regions, const ah_profile *from);

/* Puts them into the profile, sorted by their paths, so that each comes after
   its parent; to be called last.  False if memory ran out. */
bool ah_regions_finish(const ah_regions *regions, ah_profile *to);

#endif
