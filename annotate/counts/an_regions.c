/* an_regions.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_regions.h"

#include "base/tk_array.h"
#include "counts/an_profile_private.h"

#include <string.h>

#define LABEL "an.regions"

size_t an_profile_n_regions(const an_profile *profile)
{
   return profile->n_regions;
}

const an_region *an_profile_region(const an_profile *profile, size_t index)
{
   return &profile->regions[index];
}

/* The index of the region with this name and parent, or n_regions. */
static size_t find(const an_profile *profile, const an_region *region)
{
   size_t i = 0;
   while (i < profile->n_regions
          && (profile->regions[i].name != region->name
              || profile->regions[i].parent != region->parent))
      i++;
   return i;
}

/* Adds a region with this name and parent; its counts are 0. */
static an_status add_empty(an_profile *profile, const an_region *region)
{
   size_t counts_B = profile->texts[AN_EVENT].n * sizeof *region->counts;
   if (!TK_ARRAY_ROOM(profile->alloc, LABEL, profile->regions,
                      profile->n_regions, profile->regions_capacity))
      return AN_NO_MEMORY;
   int64_t *counts = tk_get(profile->alloc, LABEL, counts_B);
   if (counts == NULL)
      return AN_NO_MEMORY;
   memset(counts, 0, counts_B);
   profile->regions[profile->n_regions++] = (an_region){
      .name = region->name, .parent = region->parent, .counts = counts,
   };
   return AN_OK;
}

an_status an_profile_add_region(an_profile *profile, const an_region *region,
                                size_t *index)
{
   *index = find(profile, region);
   if (*index == profile->n_regions) {
      an_status status = add_empty(profile, region);
      if (status != AN_OK)
         return status;
   }
   an_region *sum = &profile->regions[*index];
   if (__builtin_add_overflow(sum->count, region->count, &sum->count))
      return AN_OVERFLOW;
   for (size_t e = 0; e < profile->texts[AN_EVENT].n; e++)
      if (__builtin_add_overflow(sum->counts[e], region->counts[e],
                                 &sum->counts[e]))
         return AN_OVERFLOW;
   return AN_OK;
}
