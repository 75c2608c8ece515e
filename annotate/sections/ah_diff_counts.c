/* ah_diff_counts.c -- two heap profiles as pairs of counts: their call paths, which
   limits can be held against, and their regions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_diff_report.h"

#include "base/an_alloc.h"
#include "base/an_overflow.h"
#include "counts/ac_combine.h"

#include <stdlib.h>
#include <string.h>

/* Begins a profile whose events are the names, `times` over. */
static ac_profile *new_profile(const tk_alloc *alloc, const char *const *names, size_t n,
                               size_t times)
{
   ac_profile *profile = ac_profile_new(alloc);
   ac_profile_set_command(profile, "", 0);
   for (size_t i = 0; i < times * n; i++)
      ac_profile_add_text(profile, AC_EVENT, names[i % n], strlen(names[i % n]));
   return profile;
}

ac_metrics *ah_diff_metrics(const tk_alloc *alloc, const char *const *names, size_t n)
{
   an_error error;
   ac_profile *profile = new_profile(alloc, names, n, 1);
   ac_metrics *metrics = ac_metrics_new(alloc, profile, NULL, &error);
   ac_metrics_set_noun(metrics, "value");
   return metrics;
}

/* ---- Call paths ---- */

/* "xmalloc < parse < main", for free(). */
static char *name_of(const an_frame *frames, size_t n)
{
   char *text;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   for (size_t i = 0; i < n; i++)
      fprintf(out, "%s%s", i > 0 ? " < " : "", frames[i].function);
   if (n == 0)
      fputs(AN_UNKNOWN, out);
   an_memstream_close(out);
   return text;
}

static void begin_function(ac_profile *pair, const char *file, const char *name)
{
   file = ac_profile_intern(pair, file, strlen(file));
   name = ac_profile_intern(pair, name, strlen(name));
   ac_profile_begin(pair, file, name);
}

static void add_path(ac_profile *pair, const ah_paths *paths, const tk_alloc *alloc,
                     uint32_t path)
{
   size_t n;
   an_frame *frames = ah_paths_frames(paths, alloc, path, &n);
   char *name = name_of(frames, n);
   begin_function(pair, n == 0 || frames->file == NULL ? AN_UNKNOWN : frames->file, name);
   ac_profile_add(pair, n == 0 ? 0 : frames->line, ah_paths_values(paths, path));
   free(name);
   tk_put(alloc, frames);
}

void ah_diff_pair(ah_diff *diff, const tk_alloc *alloc, size_t by, bool with_paths)
{
   const ah_paths *paths = &diff->paths;
   ac_profile *pair = new_profile(alloc, paths->names, paths->n_values, AH_SIDES);
   for (uint32_t i = 0; i < paths->n && with_paths; i++)
      add_path(pair, paths, alloc, i);
   if (paths->n == 0 || !with_paths) {
      begin_function(pair, AN_UNKNOWN, AN_UNKNOWN);
      ac_profile_add(pair, 0, paths->totals);
   }
   ac_profile_finish(pair);
   diff->pair = pair;
   diff->by = by;
   ah_paths_sort(&diff->paths, by);
}

/* ---- Regions ---- */

/* Values of live bytes come last: copies and events have none. */
const char *const ah_region_names[AH_REGION_VALUES] = { "total", "blocks", "peak",
                                                        "growth" };

size_t ah_region_n_values(const ah_diff *diff)
{
   for (size_t side = 0; side < AH_SIDES; side++)
      if (!diff->profiles[side]->has_lifetimes)
         return 2;
   return AH_REGION_VALUES;
}

/* As counts without lines: the first n values of each region. */
static ac_profile *regions_of(const ah_profile *from, const tk_alloc *alloc, size_t n)
{
   ac_profile *to = new_profile(alloc, ah_region_names, n, 1);
   size_t *indices = tk_get(alloc, AN_LABEL, (from->n_regions + 1) * sizeof *indices);
   for (size_t i = 0; i < from->n_regions; i++) {
      const ah_region *region = &from->regions[i];
      int64_t counts[AH_REGION_VALUES] = { region->total.bytes, region->total.blocks,
                                           region->peak, region->growth };
      ac_region added = {
         .name = ac_profile_intern(to, region->name, strlen(region->name)),
         .parent = region->parent < 0 ? AC_NO_REGION : indices[region->parent],
         .count = region->count,
         .counts = counts,
      };
      ac_profile_add_region(to, &added, &indices[i]);
   }
   ac_profile_finish(to);
   return to;
}

static ac_profile *pair_regions(const ah_diff *diff, const tk_alloc *alloc)
{
   size_t n = ah_region_n_values(diff);
   ac_profile *old = regions_of(diff->profiles[AH_OLD], alloc, n);
   ac_profile *new = regions_of(diff->profiles[AH_NEW], alloc, n);
   ac_profile *pair = ac_combine_pair(alloc, old, new, NULL, NULL);
   return pair;
}

/* ---- Both ---- */

bool ah_diff_open(ah_diff *diff, const tk_alloc *alloc)
{
   diff->regions = pair_regions(diff, alloc);
   if (an_overflow_take())
      return false;
   ah_paths_open(&diff->paths, alloc, diff->profiles);
   diff->metrics = ah_diff_metrics(alloc, diff->paths.names, diff->paths.n_values);
   diff->region_metrics = ah_diff_metrics(alloc, ah_region_names,
                                          ah_region_n_values(diff));
   return true;
}
