/* ah_groups.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "heap/ah_groups.h"

#include "heap/ah_merge_parts.h"
#include "heap/ah_rank.h"

#include <stdlib.h>
#include <string.h>

/* ---- Order ---- */

/* Inlined functions have a frame for each caller: lines are compared.  Frames without
   a line are the same only at one address. */
static int compare_places(const void *a, const void *b, void *frames)
{
   uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
   const an_frame *of_x = (const an_frame *)frames + x;
   const an_frame *of_y = (const an_frame *)frames + y;
   bool x_has = of_x->line > 0, y_has = of_y->line > 0;
   if (x_has && y_has)
      return an_frame_compare(of_x, of_y);
   return y_has - x_has ?: tk_compare(x, y);
}

/* 0: the sites are of one group. */
static int compare_keys(const ah_groups *g, uint32_t a, uint32_t b)
{
   int order = ty_type_compare(g->types[a], g->types[b]);
   return order != 0 || g->types[a] != NULL ? order
                                            : tk_compare(g->places[a], g->places[b]);
}

static int compare_sites(const void *a, const void *b, void *groups)
{
   return compare_keys(groups, *(const uint32_t *)a, *(const uint32_t *)b);
}

static int compare_groups(const void *a, const void *b, void *profile)
{
   const ah_group *x = a, *y = b;
   return tk_compare_signed(y->peak_B, x->peak_B)
             ?: ah_rank_paths(profile, x->sites[0], y->sites[0]);
}

/* ---- Groups ---- */

/* Equal places get one number: sites are compared by numbers then. */
static void rank_places(uint32_t *ranks, const tk_alloc *alloc, const ah_profile *profile)
{
   size_t n = profile->n_frames;
   uint32_t rank = 0, *frames = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *frames);
   for (size_t i = 0; i < n; i++)
      frames[i] = (uint32_t)i;
   qsort_r(frames, n, sizeof *frames, compare_places, profile->frames);
   for (size_t i = 0; i < n; i++) {
      if (i > 0 && compare_places(&frames[i - 1], &frames[i], profile->frames) != 0)
         rank++;
      ranks[frames[i]] = rank;
   }
}

/* Looking for a type takes up to a millisecond. */
enum { MOST_TYPED = 1000 };

/* The size of a site; the total where the maximum is 0, as it is without lifetimes. */
static int64_t size_of(const ah_site *site)
{
   return site->max.bytes > 0 ? site->max.bytes : site->total.bytes;
}

/* Puts a size into a heap in place of the least, which is first. */
static void replace_least(int64_t *heap, int64_t size)
{
   size_t at = 0, child;
   while ((child = 2 * at + 1) < MOST_TYPED) {
      child += child + 1 < MOST_TYPED && heap[child + 1] < heap[child];
      if (heap[child] >= size)
         break;
      heap[at] = heap[child];
      at = child;
   }
   heap[at] = size;
}

/* Sites that are smaller are too many to look for their types. */
static int64_t least_typed(const ah_profile *profile)
{
   int64_t heap[MOST_TYPED] = { 0 }; /* of the largest sizes */
   for (size_t i = 0; i < profile->n_sites; i++) {
      int64_t size = size_of(&profile->sites[i]);
      if (size > heap[0])
         replace_least(heap, size);
   }
   return heap[0];
}

typedef struct {
   const ah_profile *profile;
   ah_owners owners;
   uint32_t *ranks; /* of each frame's place */
} places;

static void open_places(places *p, const tk_alloc *alloc, const ah_profile *profile)
{
   *p = (places){ .profile = profile };
   p->ranks = tk_get(alloc, AN_LABEL, (profile->n_frames + 1) * sizeof *p->ranks);
   rank_places(p->ranks, alloc, profile);
   ah_owners_open(&p->owners, alloc, profile);
}

static void find_types(ah_groups *groups, const places *p, ah_type_function *type_of,
                       ty_types *types, size_t *n)
{
   const ah_profile *profile = p->profile;
   int64_t least = least_typed(profile);
   for (size_t i = 0; i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      size_t own;
      ah_owner owner = ah_owner_of(&p->owners, site, &own);
      groups->is_of_program[i] = owner == AH_OWNER_PROGRAM;
      /* Without such a frame, a number of its own. */
      groups->places[i] = own < site->n_frames ? (int64_t)p->ranks[site->frames[own]]
                                               : -1 - (int64_t)i;
      groups->types[i] = NULL;
      if (owner == AH_OWNER_LIBRARY)
         continue;
      if (type_of != NULL && size_of(site) >= least)
         groups->types[i] = type_of(types, profile, site);
      groups->sites[(*n)++] = (uint32_t)i;
   }
}

/* Puts n sites into groups; neither is sorted yet. */
static void divide_sites(ah_groups *groups, const ah_profile *profile, size_t n)
{
   uint32_t *sites = groups->sites;
   qsort_r(sites, n, sizeof *sites, compare_sites, groups);
   for (size_t i = 0; i < n; i++) {
      if (i == 0 || compare_keys(groups, sites[i - 1], sites[i]) != 0)
         groups->groups[groups->n++] = (ah_group){ groups->types[sites[i]], &sites[i], 0,
                                                   0 };
      ah_group *group = &groups->groups[groups->n - 1];
      group->n++;
      if (!ah_count_add(&group->peak_B, profile->sites[sites[i]].at_peak.bytes))
         group->peak_B = INT64_MAX;
   }
   groups->places = NULL;
}

static void sort_groups(ah_groups *groups, const ah_profile *profile)
{
   uint32_t *sites = groups->sites;
   for (size_t i = 0; i < groups->n; i++) {
      ah_rank_first(AH_SORT_PEAK, profile, sites, groups->groups[i].n);
      sites += groups->groups[i].n;
   }
   qsort_r(groups->groups, groups->n, sizeof *groups->groups, compare_groups,
           (void *)profile);
}

void ah_groups_make(ah_groups *groups, const tk_alloc *alloc, const ah_profile *profile,
                    ah_type_function *type_of, ty_types *types)
{
   size_t n = profile->n_sites + 1; /* there can be no site */
   *groups = (ah_groups){
      .groups = tk_get(alloc, AN_LABEL, n * sizeof *groups->groups),
      .types = tk_get(alloc, AN_LABEL, n * sizeof *groups->types),
      .is_of_program = tk_get(alloc, AN_LABEL, n * sizeof *groups->is_of_program),
      .sites = tk_get(alloc, AN_LABEL, n * sizeof *groups->sites),
      .places = tk_get(alloc, AN_LABEL, n * sizeof *groups->places),
   };
   places p;
   open_places(&p, alloc, profile);
   n = 0;
   find_types(groups, &p, type_of, types, &n);
   divide_sites(groups, profile, n);
   sort_groups(groups, profile);
}

bool ah_group_sum(ah_site *sum, ah_rare *rare, const ah_profile *profile,
                  const uint32_t *sites, size_t n)
{
   *rare = ah_rare_none;
   *sum = (ah_site){ .rare = rare };
   for (size_t i = 0; i < n; i++)
      if (!ah_site_add_amounts(sum, &profile->sites[sites[i]]))
         return false;
   return true;
}
