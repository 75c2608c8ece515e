/* ac_read_regions.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_regions.h"

#include "counts/ac_notes.h"

#include <inttypes.h>

bool ac_read_region(ac_reader *r, const ac_fields *f)
{
   ac_read_regions *regions = &r->notes->regions;
   if (regions->region.name != NULL)
      return ac_note_fail_place(r);
   regions->parent = (size_t)f->n[0];
   regions->region = (ac_region){
      .name = f->text,
      .parent = f->n[0] == 0 ? AC_NO_REGION : regions->indices[f->n[0] - 1],
      .count = f->n[1],
   };
   return true;
}

static void note_region(ac_reader *r, size_t index)
{
   ac_read_regions *regions = &r->notes->regions;
   AC_NOTE_ROOM(r, regions->indices, regions->n, regions->capacity);
   for (size_t e = 0; e < r->n_events; e++) {
      size_t at = regions->n * r->n_events + e;
      AC_NOTE_ROOM(r, regions->counts, at, regions->counts_capacity);
      regions->counts[at] = r->counts[e];
   }
   regions->indices[regions->n++] = index;
}

/* A region has what the regions in it have, each by itself, and at most what all lines
   have; but a sum of profiles can leave out lines, and has the regions whole. */
static bool check_region(ac_reader *r)
{
   ac_read_regions *regions = &r->notes->regions;
   int64_t *outer = regions->parent == 0
                       ? NULL
                       : regions->counts + (regions->parent - 1) * r->n_events;
   for (size_t e = 0; outer != NULL && e < r->n_events; e++) {
      if (r->counts[e] > outer[e] && r->sums[e] < INT64_MAX)
         return ac_reader_fail(
            r, "the region around it has only %" PRId64 " %s besides, not %" PRId64,
            outer[e], r->events[e], r->counts[e]);
      outer[e] = r->counts[e] > outer[e] ? 0 : outer[e] - r->counts[e];
   }
   return r->is_sum || ac_reader_check_part(r, 1);
}

bool ac_read_region_counts(ac_reader *r, const ac_fields *f)
{
   (void)f;
   ac_read_regions *regions = &r->notes->regions;
   size_t index = 0;
   if (regions->region.name == NULL)
      return ac_note_fail_place(r);
   if (!check_region(r))
      return false;
   regions->region.counts = (int64_t *)ac_reader_row(r, r->counts);
   ac_profile_add_region(r->profile, &regions->region, &index);
   regions->region.name = NULL;
   note_region(r, index);
   return true;
}

bool ac_read_regions_end(ac_reader *r)
{
   return r->notes->regions.region.name == NULL
          || ac_reader_fail(r, "the last region has no \"#: counts\" line");
}
