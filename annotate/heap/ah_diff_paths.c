/* ah_diff_paths.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_diff_paths.h"

#include "base/tk_array.h"
#include "base/tk_strings.h"
#include "heap/ah_path.h"
#include "paths/an_name.h"
#include "paths/an_paths_join.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "hp.paths"

/* The sites of a path on one side. */
typedef struct {
   uint32_t first, n;
} sites_of;

typedef struct {
   sites_of sites[AH_SIDES];
   uint32_t steps; /* number in ah_paths.joined */
} path_of;

struct ah_paths {
   const tk_alloc *alloc;
   const ah_value *const *values;
   size_t n_values;
   an_paths_joined joined;
   size_t n;
   path_of *of;   /* by number of path */
   int64_t *sums; /* 2 * n_values each */
   size_t of_capacity, sums_capacity;
   const ah_profile *profiles[AH_SIDES];
   size_t by; /* number of the value to sort by */
};

ah_paths *ah_paths_new(const tk_alloc *alloc, const ah_value *const *values,
                       size_t n_values)
{
   ah_paths *paths = tk_get(alloc, LABEL, sizeof *paths);
   *paths = (ah_paths){ .alloc = alloc, .values = values, .n_values = n_values };
   an_paths_joined_open(&paths->joined, alloc);
   return paths;
}

void ah_paths_free(ah_paths *paths)
{
   if (paths == NULL)
      return;
   an_paths_joined_close(&paths->joined);
   tk_put(paths->alloc, paths->of);
   tk_put(paths->alloc, paths->sums);
   tk_put(paths->alloc, paths);
}

/* ---- Paths ---- */

/* Makes room for one more path, all 0. */
static void reserve_path(ah_paths *paths)
{
   size_t n = paths->n, sums_B = 2 * paths->n_values * sizeof *paths->sums;
   TK_ARRAY_ROOM(paths->alloc, LABEL, paths->of, n, paths->of_capacity);
   tk_array_reserve(paths->alloc, LABEL, &paths->sums, n, 1, &paths->sums_capacity,
                    sums_B);
   paths->of[n] = (path_of){ .steps = (uint32_t)n };
   memset((char *)paths->sums + n * sums_B, 0, sums_B);
}

static void add_site(ah_paths *paths, ah_side side, uint32_t number)
{
   const ah_profile *profile = paths->profiles[side];
   const ah_site *site = &profile->sites[number];
   size_t start = ah_path_start(profile, site, true);
   reserve_path(paths);
   uint32_t at = an_paths_joined_add(
      &paths->joined, side, (an_path){ site->frames + start, site->n_frames - start });
   paths->n = tk_strings_count(paths->joined.paths);
   sites_of *sites = &paths->of[at].sites[side];
   if (sites->n++ == 0)
      sites->first = number;
   int64_t *sums = paths->sums + (2 * (size_t)at + side) * paths->n_values;
   for (size_t i = 0; i < paths->n_values; i++)
      sums[i] += ah_value_of(paths->values[i], site); /* as in the totals */
}

void ah_paths_add(ah_paths *paths, const ah_profile *profile, ah_side side)
{
   paths->profiles[side] = profile;
   an_paths_joined_begin(&paths->joined, side, profile->frames, profile->n_frames);
   for (size_t i = 0; i < profile->n_sites; i++)
      add_site(paths, side, (uint32_t)i);
}

/* ---- Joining ---- */

static void add_path(ah_paths *paths, uint32_t to, uint32_t from)
{
   size_t n = 2 * paths->n_values;
   for (size_t i = 0; i < n; i++)
      paths->sums[to * n + i] += paths->sums[from * n + i];
   for (int side = 0; side < AH_SIDES; side++) {
      sites_of *sites = &paths->of[to].sites[side];
      const sites_of *more = &paths->of[from].sites[side];
      if (sites->n == 0)
         sites->first = more->first;
      sites->n += more->n;
   }
}

/* Adds up the paths, and keeps the wholes. */
static void merge_paths(ah_paths *paths, const uint32_t *into)
{
   size_t n = 0, sums_B = 2 * paths->n_values * sizeof *paths->sums;
   for (uint32_t i = 0; i < paths->n; i++)
      if (into[i] != i)
         add_path(paths, into[i], i);
   for (uint32_t i = 0; i < paths->n; i++)
      if (into[i] == i) {
         paths->of[n] = paths->of[i];
         memmove((char *)paths->sums + n++ * sums_B, (char *)paths->sums + i * sums_B,
                 sums_B);
      }
   paths->n = n;
}

void ah_paths_join(ah_paths *paths)
{
   an_paths_join(&paths->joined);
   merge_paths(paths, paths->joined.into);
}

/* ---- Reading ---- */

size_t ah_paths_n(const ah_paths *paths)
{
   return paths->n;
}

const int64_t *ah_paths_values(const ah_paths *paths, uint32_t path)
{
   return paths->sums + 2 * (size_t)path * paths->n_values;
}

bool ah_paths_step(const ah_paths *paths, uint32_t path, ah_step *step)
{
   ah_side side = paths->of[path].sites[AH_NEW].n > 0 ? AH_NEW : AH_OLD;
   const sites_of *sites = &paths->of[path].sites[side];
   const ah_profile *profile = paths->profiles[side];
   const ah_site *site = &profile->sites[sites->first];
   const uint32_t *step_of = paths->joined.step_of[side];
   size_t at = step->next;
   if (at == 0)
      at = ah_path_start(profile, site, true);
   if (at == site->n_frames)
      return false;
   const an_frame *frame = &profile->frames[site->frames[at]];
   *step = (ah_step){ frame->function,
                      frame->file,
                      frame->object,
                      sites->n == 1 ? frame->line : 0,
                      an_name_is_of_library(frame),
                      at + 1 };
   while (step->next < site->n_frames
          && step_of[site->frames[step->next]] == step_of[site->frames[at]])
      step->next++;
   return true;
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
   const uint32_t *of_x = tk_strings_bytes(paths->joined.paths, paths->of[x].steps, &n_x);
   const uint32_t *of_y = tk_strings_bytes(paths->joined.paths, paths->of[y].steps, &n_y);
   for (n = 0; n < n_x / sizeof *of_x && n < n_y / sizeof *of_y; n++) {
      size_t key_x, key_y;
      const char *a = an_match_key(paths->joined.match, of_x[n], &key_x);
      const char *b = an_match_key(paths->joined.match, of_y[n], &key_y);
      int order = memcmp(a, b, key_x < key_y ? key_x : key_y);
      if (order != 0)
         return order;
   }
   return (n_x > n_y) - (n_x < n_y);
}

static int compare_paths(const void *a, const void *b, void *context)
{
   const ah_paths *paths = context;
   uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
   int order = compare_changes(paths, x, y, paths->by);
   for (size_t i = 0; order == 0 && i < paths->n_values; i++)
      order = compare_changes(paths, x, y, i);
   return order != 0 ? order : compare_names(paths, x, y);
}

uint32_t *ah_paths_sort(const ah_paths *paths, size_t by)
{
   size_t n = ah_paths_n(paths);
   ah_paths sorted = *paths;
   sorted.by = by;
   uint32_t *order = tk_get(paths->alloc, LABEL, (n + 1) * sizeof *order);
   for (size_t i = 0; i < n; i++)
      order[i] = (uint32_t)i;
   qsort_r(order, n, sizeof *order, compare_paths, &sorted);
   return order;
}
