/* ah_diff_regions.c -- the regions of two heap profiles as a pair of counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_diff_report.h"

#include <string.h>

/* Values of live bytes come last: copies and events have none. */
const char *const ah_region_names[AH_REGION_VALUES] = { "total", "blocks", "peak",
                                                        "growth" };

static void values_of(const ah_region *region, int64_t values[AH_REGION_VALUES])
{
   values[0] = region->total.bytes;
   values[1] = region->total.blocks;
   values[2] = region->peak;
   values[3] = region->growth;
}

size_t ah_region_n_values(const ah_diff *diff)
{
   for (size_t side = 0; side < AH_SIDES; side++)
      if (!diff->profiles[side]->has_lifetimes)
         return 2;
   return AH_REGION_VALUES;
}

/* Adds the regions of one side; `indices` has room for the pair's index of each. */
static void add_side(ac_profile *pair, const ah_diff *diff, ah_side side, size_t *indices)
{
   const ah_profile *from = diff->profiles[side];
   size_t n = ah_region_n_values(diff);
   for (size_t i = 0; i < from->n_regions; i++) {
      const ah_region *region = &from->regions[i];
      int64_t values[AH_REGION_VALUES], counts[2 * AH_REGION_VALUES] = { 0 };
      values_of(region, values);
      memcpy(counts + (side == AH_NEW ? n : 0), values, n * sizeof *values);
      ac_region added = {
         .name = ac_profile_intern(pair, region->name, strlen(region->name)),
         .parent = region->parent < 0 ? AC_NO_REGION : indices[region->parent],
         .count = side == AH_NEW ? region->count : 0,
         .count_before = side == AH_OLD ? region->count : 0,
         .counts = counts,
      };
      ac_profile_add_region(pair, &added, &indices[i]);
   }
}

static void add_all(ac_profile *pair, const ah_diff *diff, const tk_alloc *alloc)
{
   size_t n_values = ah_region_n_values(diff), n_most = 1;
   ac_profile_set_command(pair, "", 0);
   for (size_t i = 0; i < 2 * n_values; i++) {
      const char *name = ah_region_names[i % n_values];
      ac_profile_add_text(pair, AC_EVENT, name, strlen(name));
   }
   for (size_t side = 0; side < AH_SIDES; side++)
      n_most += diff->profiles[side]->n_regions;
   size_t *indices = tk_get(alloc, "hp.regions", n_most * sizeof *indices);
   add_side(pair, diff, AH_NEW, indices);
   add_side(pair, diff, AH_OLD, indices);
   tk_put(alloc, indices);
   ac_profile_finish(pair);
}

ac_profile *ah_diff_regions(const ah_diff *diff, const tk_alloc *alloc)
{
   ac_profile *pair = ac_profile_new(alloc);
   add_all(pair, diff, alloc);
   return pair;
}
