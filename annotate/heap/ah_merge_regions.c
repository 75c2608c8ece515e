/* ah_merge_regions.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_merge_parts.h"

#include "base/an_overflow.h"
#include "base/tk_array.h"
#include "base/tk_strings.h"

#include <stdlib.h>
#include <string.h>

struct ah_regions {
   const tk_alloc *alloc;
   tk_strings *names;
   tk_strings *paths; /* keys: the parent's number, and the name */
   ah_region *of;     /* by number of paths */
   size_t capacity;
};

ah_regions *ah_regions_new(const tk_alloc *alloc)
{
   ah_regions *regions = tk_get(alloc, AN_LABEL, sizeof *regions);
   *regions = (ah_regions){ .alloc = alloc,
                            .names = tk_strings_new(alloc),
                            .paths = tk_strings_new(alloc) };
   return regions;
}

/* ---- Adding ---- */

/* The number of a path, added if it is new. */
static uint32_t number_path(ah_regions *regions, int64_t parent, const char *text)
{
   const char *name = tk_strings_intern(regions->names, text, strlen(text));
   size_t n = tk_strings_count(regions->paths);
   TK_ARRAY_ROOM(regions->alloc, AN_LABEL, regions->of, n, regions->capacity);
   const uint64_t path[2] = { (uint64_t)parent, (uintptr_t)name };
   uint32_t number = tk_strings_number(regions->paths, path, sizeof path);
   if (number == n)
      regions->of[number] = (ah_region){ .name = name, .parent = parent };
   return number;
}

static bool add_values(ah_region *to, const ah_region *from)
{
   if (from->peak > to->peak)
      to->peak = from->peak;
   if (from->growth > to->growth)
      to->growth = from->growth;
   return ah_count_add(&to->count, from->count) && ah_amount_add(&to->total, from->total);
}

/* numbers[] becomes the sum's number for each region of the profile. */
static void add_all(ah_regions *regions, const ah_profile *from, uint32_t *numbers)
{
   for (size_t i = 0; i < from->n_regions; i++) {
      const ah_region *region = &from->regions[i];
      int64_t parent = region->parent;
      if (parent >= 0)
         parent = numbers[parent];
      numbers[i] = number_path(regions, parent, region->name);
      an_overflow_note(!add_values(&regions->of[numbers[i]], region));
   }
}

void ah_regions_add(ah_regions *regions, const ah_profile *from)
{
   uint32_t *numbers = tk_get(regions->alloc, AN_LABEL,
                              (from->n_regions + 1) * sizeof *numbers);
   add_all(regions, from, numbers);
   tk_put(regions->alloc, numbers);
}

/* ---- Sorting ---- */

static size_t depth_of(const ah_region *of, int64_t number)
{
   size_t depth = 0;
   for (; number >= 0; number = of[number].parent)
      depth++;
   return depth;
}

/* Compares names from the outermost region in; a region comes after its parent. */
static int compare_regions(const void *a, const void *b, void *context)
{
   const ah_region *of = context;
   int64_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
   size_t depth_x = depth_of(of, x), depth_y = depth_of(of, y);
   for (size_t i = depth_y; i < depth_x; i++)
      x = of[x].parent;
   for (size_t i = depth_x; i < depth_y; i++)
      y = of[y].parent;
   if (x == y)
      return tk_compare(depth_x, depth_y);
   while (of[x].parent != of[y].parent) {
      x = of[x].parent;
      y = of[y].parent;
   }
   return strcmp(of[x].name, of[y].name);
}

/* order[] lists the old numbers; new_numbers[] becomes the new ones. */
static void copy_sorted(const ah_regions *regions, ah_profile *to, const uint32_t *order,
                        uint32_t *new_numbers)
{
   for (size_t i = 0; i < to->n_regions; i++) {
      ah_region region = regions->of[order[i]];
      new_numbers[order[i]] = (uint32_t)i;
      if (region.parent >= 0)
         region.parent = new_numbers[region.parent];
      region.name = ah_profile_intern(to, region.name, strlen(region.name));
      to->regions[i] = region;
   }
}

void ah_regions_finish(const ah_regions *regions, ah_profile *to)
{
   size_t n = tk_strings_count(regions->paths);
   uint32_t *order = tk_get(regions->alloc, AN_LABEL, (2 * n + 1) * sizeof *order);
   to->regions = ah_profile_get(to, n, sizeof *to->regions);
   to->n_regions = n;
   for (size_t i = 0; i < n; i++)
      order[i] = (uint32_t)i;
   if (n > 1)
      qsort_r(order, n, sizeof *order, compare_regions, regions->of);
   copy_sorted(regions, to, order, order + n);
   tk_put(regions->alloc, order);
}
