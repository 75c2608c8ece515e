/* ah_diff_paths.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_diff_paths.h"

#include "heap/ah_path.h"

#include <stdlib.h>
#include <string.h>

enum { NONE = UINT32_MAX };

/* The sites of a path. */
typedef struct ah_path_sites {
   uint32_t steps;           /* the number in `joined` of the path that stands for it */
   uint32_t first[AH_SIDES]; /* site of a side with these steps, or NONE */
   size_t n[AH_SIDES];
} path_sites;

/* ---- Paths ---- */

/* Adds the paths of a side; returns their numbers, by site. */
static uint32_t *add_side(ah_paths *paths, ah_side side)
{
   const ah_profile *profile = paths->profiles[side];
   uint32_t *numbers = tk_get(paths->alloc, AN_LABEL,
                              (profile->n_sites + 1) * sizeof *numbers);
   an_paths_joined_begin(&paths->joined, side, profile->frames, profile->n_frames);
   for (size_t i = 0; i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      size_t start = ah_path_start(profile, site, true);
      const an_path path = { site->frames + start, site->n_frames - start };
      numbers[i] = an_paths_joined_add(&paths->joined, side, path);
   }
   return numbers;
}

/* Makes a path, of no sites yet, for each that is joined with none before it; returns
   which, by their numbers. */
static uint32_t *make_paths(ah_paths *paths)
{
   size_t n = tk_strings_count(paths->joined.paths);
   uint32_t *path_of = tk_get(paths->alloc, AN_LABEL, (n + 1) * sizeof *path_of);
   paths->sites = tk_get(paths->alloc, AN_LABEL, (n + 1) * sizeof *paths->sites);
   for (uint32_t i = 0; i < n; i++) {
      if (paths->joined.into[i] != i)
         continue;
      path_of[i] = (uint32_t)paths->n;
      paths->sites[paths->n++] = (path_sites){ .steps = i, .first = { NONE, NONE } };
   }
   paths->sums = tk_get_zeroed(
      paths->alloc, AN_LABEL, (2 * paths->n_values * paths->n + 1) * sizeof *paths->sums);
   return path_of;
}

static void add_site(ah_paths *paths, ah_side side, uint32_t site, uint32_t path,
                     bool has_steps)
{
   path_sites *sites = &paths->sites[path];
   size_t first = side * paths->n_values;
   int64_t *sums = paths->sums + 2 * (size_t)path * paths->n_values + first;
   sites->n[side]++;
   if (has_steps && sites->first[side] == NONE)
      sites->first[side] = site;
   for (size_t i = 0; i < paths->n_values; i++) {
      const ah_value *of = paths->values[i];
      const ah_profile *profile = paths->profiles[side];
      int64_t value = of->of == AH_VALUE_AT ? ah_value_at(of, &profile->at[site])
                                            : ah_value_of(of, &profile->sites[site]);
      sums[i] += value; /* fits, as the totals do */
      paths->totals[first + i] += value;
   }
}

static void find_value(ah_paths *paths, const ah_value *value, const char *name)
{
   if (!ah_value_is_known(value, paths->profiles[AH_OLD])
       || !ah_value_is_known(value, paths->profiles[AH_NEW]))
      return;
   paths->names[paths->n_values] = name;
   paths->values[paths->n_values++] = value;
}

static void find_values(ah_paths *paths)
{
   for (ah_sort i = AH_AT_BYTES; i <= AH_AT_BLOCKS; i++)
      find_value(paths, &ah_values[i], ah_values[i].report.name);
   for (size_t i = 0; i < AH_VALUES; i++)
      find_value(paths, &ah_values[i], ah_values[i].name);
}

/* What the totals have of sites that a moment does not list. */
static void add_rest(ah_paths *paths, ah_side side)
{
   for (size_t i = 0; i < paths->n_values; i++)
      if (paths->values[i]->of == AH_VALUE_AT)
         paths->totals[side * paths->n_values + i] += ah_value_at(
            paths->values[i], &paths->profiles[side]->at_rest);
}

void ah_paths_open(ah_paths *paths, const tk_alloc *alloc,
                   const ah_profile *const profiles[AH_SIDES])
{
   *paths = (ah_paths){ .alloc = alloc,
                        .profiles = { profiles[AH_OLD], profiles[AH_NEW] } };
   find_values(paths);
   an_paths_joined_open(&paths->joined, alloc);
   uint32_t *numbers[AH_SIDES] = { add_side(paths, AH_OLD), add_side(paths, AH_NEW) };
   an_paths_join(&paths->joined);
   uint32_t *path_of = make_paths(paths);
   for (ah_side side = AH_OLD; side < AH_SIDES; side++) {
      for (uint32_t i = 0; i < profiles[side]->n_sites; i++) {
         uint32_t number = numbers[side][i], whole = paths->joined.into[number];
         add_site(paths, side, i, path_of[whole], number == whole);
      }
      add_rest(paths, side);
   }
}

/* ---- Reading ---- */

const int64_t *ah_paths_values(const ah_paths *paths, uint32_t path)
{
   return paths->sums + 2 * (size_t)path * paths->n_values;
}

an_frame *ah_paths_frames(const ah_paths *paths, const tk_alloc *alloc, uint32_t path,
                          size_t *n)
{
   const path_sites *sites = &paths->sites[path];
   ah_side side = sites->n[AH_NEW] > 0 ? AH_NEW : AH_OLD;
   const ah_profile *profile = paths->profiles[side];
   const ah_site *site = &profile->sites[sites->first[side]];
   uint32_t last = NONE;
   an_frame *frames = tk_get(alloc, AN_LABEL, (site->n_frames + 1) * sizeof *frames);
   *n = 0;
   for (size_t i = ah_path_start(profile, site, true); i < site->n_frames; i++) {
      uint32_t step = paths->joined.step_of[side][site->frames[i]];
      if (step == last)
         continue;
      an_frame *frame = &frames[(*n)++];
      *frame = profile->frames[site->frames[i]];
      frame->address = 0;
      frame->line = sites->n[side] == 1 ? frame->line : 0;
      last = step;
   }
   return frames;
}

/* ---- Sorting ---- */

static int64_t change_of(const ah_paths *paths, uint32_t path, size_t value)
{
   const int64_t *old = ah_paths_values(paths, path);
   return old[paths->n_values + value] - old[value];
}

static int compare_changes(const ah_paths *paths, uint32_t x, uint32_t y, size_t value)
{
   int64_t of_x = llabs(change_of(paths, x, value));
   int64_t of_y = llabs(change_of(paths, y, value));
   return (of_x < of_y) - (of_x > of_y);
}

/* Compares paths like strcmp, by the keys of their steps. */
static int compare_names(const ah_paths *paths, uint32_t x, uint32_t y)
{
   size_t n_x, n_y, n;
   const an_paths_joined *joined = &paths->joined;
   const uint32_t *of_x = tk_strings_bytes(joined->paths, paths->sites[x].steps, &n_x);
   const uint32_t *of_y = tk_strings_bytes(joined->paths, paths->sites[y].steps, &n_y);
   for (n = 0; n < n_x / sizeof *of_x && n < n_y / sizeof *of_y; n++) {
      size_t key_x, key_y;
      const char *a = an_match_key(joined->match, of_x[n], &key_x);
      const char *b = an_match_key(joined->match, of_y[n], &key_y);
      int order = memcmp(a, b, key_x < key_y ? key_x : key_y);
      if (order != 0)
         return order;
   }
   return tk_compare(n_x, n_y);
}

typedef struct {
   const ah_paths *paths;
   size_t by;
} sorting;

static int compare_paths(const void *a, const void *b, void *context)
{
   const sorting *s = context;
   uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
   int order = compare_changes(s->paths, x, y, s->by);
   for (size_t i = 0; order == 0 && i < s->paths->n_values; i++)
      order = compare_changes(s->paths, x, y, i);
   return order ?: compare_names(s->paths, x, y);
}

void ah_paths_sort(ah_paths *paths, size_t by)
{
   paths->order = tk_get(paths->alloc, AN_LABEL, (paths->n + 1) * sizeof *paths->order);
   for (size_t i = 0; i < paths->n; i++)
      paths->order[i] = (uint32_t)i;
   qsort_r(paths->order, paths->n, sizeof *paths->order, compare_paths,
           &(sorting){ paths, by });
}
