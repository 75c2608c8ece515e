/* ah_groups.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "heap/ah_groups.h"

#include "heap/ah_merge_parts.h"
#include "heap/ah_rank.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "hp.groups"

/* ---- Order ---- */

static int compare_numbers(int64_t a, int64_t b)
{
   return (a > b) - (a < b);
}

typedef struct {
   const ah_profile *profile;
   const ah_groups *groups;
} context;

/* Inlined functions have a frame for each caller: lines are compared.  Frames without
   a line are the same only at one address. */
static int compare_places(const context *c, int64_t a, int64_t b)
{
   const an_frame *frames = c->profile->frames;
   bool a_has = a >= 0 && frames[a].line > 0;
   bool b_has = b >= 0 && frames[b].line > 0;
   if (a_has && b_has)
      return an_frame_compare(&frames[a], &frames[b]);
   return a_has != b_has ? (a_has ? -1 : 1) : compare_numbers(a, b);
}

/* 0: the sites are of one group. */
static int compare_keys(const context *c, uint32_t a, uint32_t b)
{
   const ah_groups *g = c->groups;
   int order = ty_type_compare(g->types[a], g->types[b]);
   return order != 0 || g->types[a] != NULL
             ? order : compare_places(c, g->places[a], g->places[b]);
}

static int compare_sites(const void *a, const void *b, void *of)
{
   return compare_keys(of, *(const uint32_t *)a, *(const uint32_t *)b);
}

static int compare_groups(const void *a, const void *b, void *profile)
{
   const ah_group *x = a, *y = b;
   int order = compare_numbers(y->peak_B, x->peak_B);
   return order != 0 ? order
                     : ah_rank_paths(profile, x->sites[0], y->sites[0]);
}

/* ---- Groups ---- */

/* A number of its own for a site without such a frame. */
static int64_t place_of(const ah_profile *profile, size_t site)
{
   const ah_site *s = &profile->sites[site];
   size_t own = ah_owner_frame(profile, s);
   return own < s->n_frames ? s->frames[own] : -1 - (int64_t)site;
}

/* Looking for a type takes up to a millisecond. */
enum { MOST_TYPED = 1000 };

/* Of heaps without lifetimes, the maximum is 0. */
static int64_t size_of(const ah_site *site)
{
   return site->max.bytes > 0 ? site->max.bytes : site->total.bytes;
}

static int compare_sizes(const void *a, const void *b)
{
   return compare_numbers(*(const int64_t *)b, *(const int64_t *)a);
}

/* Sites that are smaller are too many to look for their types.  `sizes` is room for
   all. */
static int64_t least_typed(const ah_profile *profile, int64_t *sizes)
{
   if (profile->n_sites <= MOST_TYPED)
      return 0;
   for (size_t i = 0; i < profile->n_sites; i++)
      sizes[i] = size_of(&profile->sites[i]);
   qsort(sizes, profile->n_sites, sizeof *sizes, compare_sizes);
   return sizes[MOST_TYPED - 1];
}

static void find_types(ah_groups *groups, const ah_profile *profile,
                       ah_type_function *type_of, ty_types *types, size_t *n)
{
   int64_t least = least_typed(profile, groups->places); /* set below */
   for (size_t i = 0; i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      ah_owner owner = ah_owner_of(profile, site);
      groups->is_of_program[i] = owner == AH_OWNER_PROGRAM;
      groups->places[i] = place_of(profile, i);
      groups->types[i] = NULL;
      if (owner == AH_OWNER_LIBRARY)
         continue;
      if (type_of != NULL && size_of(site) >= least)
         groups->types[i] = type_of(types, profile, site);
      groups->sites[(*n)++] = (uint32_t)i;
   }
}

/* Puts n sites into groups; neither is sorted yet. */
static void divide(ah_groups *groups, const ah_profile *profile, size_t n)
{
   context c = { profile, groups };
   uint32_t *sites = groups->sites;
   qsort_r(sites, n, sizeof *sites, compare_sites, &c);
   for (size_t i = 0; i < n; i++) {
      if (i == 0 || compare_keys(&c, sites[i - 1], sites[i]) != 0)
         groups->groups[groups->n++]
            = (ah_group){ groups->types[sites[i]], &sites[i], 0, 0 };
      ah_group *group = &groups->groups[groups->n - 1];
      group->n++;
      if (!ah_count_add(&group->peak_B,
                        profile->sites[sites[i]].at_peak.bytes))
         group->peak_B = INT64_MAX;
   }
   tk_put(groups->alloc, groups->places);
   groups->places = NULL;
}

static bool sort(ah_groups *groups, const ah_profile *profile)
{
   uint32_t *sites = groups->sites;
   for (size_t i = 0; i < groups->n; i++) {
      size_t n = groups->groups[i].n;
      if (!ah_rank_sort(AH_SORT_PEAK, groups->alloc, profile, sites, n))
         return false;
      sites += n;
   }
   qsort_r(groups->groups, groups->n, sizeof *groups->groups, compare_groups,
           (void *)profile);
   return true;
}

bool ah_groups_make(ah_groups *groups, const tk_alloc *alloc,
                    const ah_profile *profile, ah_type_function *type_of,
                    ty_types *types)
{
   size_t n = profile->n_sites + 1; /* there can be no site */
   *groups = (ah_groups){
      .alloc = alloc,
      .groups = tk_get(alloc, LABEL, n * sizeof *groups->groups),
      .types = tk_get(alloc, LABEL, n * sizeof *groups->types),
      .is_of_program = tk_get(alloc, LABEL, n * sizeof *groups->is_of_program),
      .sites = tk_get(alloc, LABEL, n * sizeof *groups->sites),
      .places = tk_get(alloc, LABEL, n * sizeof *groups->places),
   };
   if (groups->groups == NULL || groups->types == NULL
       || groups->is_of_program == NULL || groups->sites == NULL
       || groups->places == NULL) {
      ah_groups_free(groups);
      return false;
   }
   n = 0;
   find_types(groups, profile, type_of, types, &n);
   divide(groups, profile, n);
   bool ok = sort(groups, profile);
   if (!ok)
      ah_groups_free(groups);
   return ok;
}

void ah_groups_free(ah_groups *groups)
{
   tk_put(groups->alloc, groups->groups);
   tk_put(groups->alloc, groups->types);
   tk_put(groups->alloc, groups->is_of_program);
   tk_put(groups->alloc, groups->sites);
   tk_put(groups->alloc, groups->places);
   *groups = (ah_groups){ .alloc = groups->alloc };
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
