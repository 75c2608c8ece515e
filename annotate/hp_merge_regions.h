/* hp_merge_regions.h -- regions of several heap profiles added up; pure.

   Regions with the same path of names become one: counts and what was
   allocated are summed, of peak and growth there is the largest.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_MERGE_REGIONS_H
#define HP_MERGE_REGIONS_H

#include "an_profile.h"
#include "hp_profile.h"

typedef struct hp_regions hp_regions;

/* NULL if memory ran out.  `alloc` is borrowed. */
hp_regions *hp_regions_new(const tk_alloc *alloc);
void hp_regions_free(hp_regions *regions);

/* Adds those of a profile, which is no longer needed then. */
an_status hp_regions_add(hp_regions *regions, const hp_profile *from);

/* Puts them into the profile, sorted by their paths, so that each comes after
   its parent; to be called last.  False if memory ran out. */
bool hp_regions_finish(const hp_regions *regions, hp_profile *to);

#endif
