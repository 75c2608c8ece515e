/* ac_read_regions.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_regions.h"

#include "counts/ac_note.h"

#include <inttypes.h>

/* "PARENT COUNT NAME": the parent is the number of an earlier region, from 1,
   or 0 for none. */
bool ac_read_region(ac_reader *r, an_span rest)
{
   ac_read_regions *regions = r->region_notes;
   int64_t parent, count;
   if (regions->region.name != NULL)
      return ac_note_fail_place(r);
   if (!ac_note_number(r, &rest, &parent) || !ac_note_number(r, &rest, &count))
      return false;
   if (parent != 0 && !ac_note_check(r, parent, "region", regions->n))
      return false;
   regions->region = (ac_region){
      .name = ac_note_text(r, rest),
      .parent = parent == 0 ? AC_NO_REGION : regions->indices[parent - 1],
      .count = count,
   };
   regions->parent = (size_t)parent;
   return regions->region.name != NULL;
}

static void note_region(ac_reader *r, size_t index)
{
   ac_read_regions *regions = r->region_notes;
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
   ac_read_regions *regions = r->region_notes;
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

bool ac_read_region_counts(ac_reader *r, an_span rest)
{
   ac_read_regions *regions = r->region_notes;
   size_t index = 0;
   if (regions->region.name == NULL)
      return ac_note_fail_place(r);
   if (!ac_reader_counts(r, rest, r->counts) || !check_region(r))
      return false;
   regions->region.counts = (int64_t *)ac_reader_row(r, r->counts);
   ac_profile_add_region(r->profile, &regions->region, &index);
   regions->region.name = NULL;
   note_region(r, index);
   return true;
}

bool ac_read_regions_end(ac_reader *r)
{
   return r->region_notes->region.name == NULL
          || ac_reader_fail(r, "the last region has no \"#: counts\" line");
}

void ac_read_regions_free(ac_reader *r)
{
   tk_put(r->alloc, r->region_notes->indices);
   tk_put(r->alloc, r->region_notes->counts);
}
