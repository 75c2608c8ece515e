/* ah_rank.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_rank.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "hp.rank"

/* ---- Paths ---- */

static int compare_frames(const an_frame *x, const an_frame *y)
{
   int order = an_frame_compare(x, y);
   return order != 0 ? order : strcmp(x->text, y->text);
}

int ah_rank_paths(const ah_profile *profile, uint32_t a, uint32_t b)
{
   const ah_site *x = &profile->sites[a], *y = &profile->sites[b];
   for (size_t i = 0; i < x->n_frames && i < y->n_frames; i++) {
      int order = x->frames[i] == y->frames[i]
                     ? 0
                     : compare_frames(&profile->frames[x->frames[i]],
                                      &profile->frames[y->frames[i]]);
      if (order != 0)
         return order;
   }
   if (x->n_frames != y->n_frames)
      return x->n_frames < y->n_frames ? -1 : 1;
   return (a > b) - (a < b);
}

/* ---- Sites ---- */

long double ah_sort_total(ah_sort sort, const ah_profile *profile)
{
   long double total = 0;
   for (size_t i = 0; i < profile->n_sites; i++)
      total += ah_value_of(&ah_values[sort], &profile->sites[i]);
   return total;
}

/* A site, and what it is sorted by next: sites are too large to be read for each
   comparison. */
typedef struct {
   int64_t value;
   uint32_t site;
} ranked;

static int compare_values(const void *a, const void *b)
{
   const ranked *x = a, *y = b;
   return (x->value < y->value) - (x->value > y->value);
}

static int compare_sites(const void *a, const void *b, void *profile)
{
   return ah_rank_paths(profile, ((const ranked *)a)->site, ((const ranked *)b)->site);
}

/* How many entries, from the first on, have its value. */
static size_t n_equal(const ranked *entries, size_t n)
{
   size_t k = 1;
   while (k < n && entries[k].value == entries[0].value)
      k++;
   return k;
}

/* Of entries of one value: by the bytes allocated, and by path where these are equal,
   too.  Comparing paths takes the longest, so it is left to the end. */
static void sort_equal(ranked *entries, size_t n, const ah_profile *profile)
{
   for (size_t i = 0; i < n; i++)
      entries[i].value = profile->sites[entries[i].site].total.bytes;
   qsort(entries, n, sizeof *entries, compare_values);
   for (size_t i = 0, k; i < n; i += k) {
      k = n_equal(entries + i, n - i);
      qsort_r(entries + i, k, sizeof *entries, compare_sites, (void *)profile);
   }
}

bool ah_rank_sort(ah_sort sort, const tk_alloc *alloc, const ah_profile *profile,
                  uint32_t *sites, size_t n)
{
   ranked *entries = tk_get(alloc, LABEL, (n + 1) * sizeof *entries);
   if (entries == NULL)
      return false;
   for (size_t i = 0; i < n; i++) {
      int64_t value = ah_value_of(&ah_values[sort], &profile->sites[sites[i]]);
      entries[i] = (ranked){ value, sites[i] };
   }
   qsort(entries, n, sizeof *entries, compare_values);
   for (size_t i = 0, k; i < n; i += k) {
      k = n_equal(entries + i, n - i);
      sort_equal(entries + i, k, profile);
   }
   for (size_t i = 0; i < n; i++)
      sites[i] = entries[i].site;
   tk_put(alloc, entries);
   return true;
}

static int compare_ranks(ah_sort sort, const ah_profile *profile, uint32_t a, uint32_t b)
{
   const ah_site *x = &profile->sites[a], *y = &profile->sites[b];
   int64_t value_of_x = ah_value_of(&ah_values[sort], x);
   int64_t value_of_y = ah_value_of(&ah_values[sort], y);
   if (value_of_x != value_of_y)
      return value_of_x > value_of_y ? -1 : 1;
   if (x->total.bytes != y->total.bytes)
      return x->total.bytes > y->total.bytes ? -1 : 1;
   return ah_rank_paths(profile, a, b);
}

void ah_rank_first(ah_sort sort, const ah_profile *profile, uint32_t *sites, size_t n)
{
   for (size_t i = 1; i < n; i++)
      if (compare_ranks(sort, profile, sites[i], sites[0]) < 0) {
         uint32_t first = sites[i];
         sites[i] = sites[0];
         sites[0] = first;
      }
}

/* ---- What is listed ---- */

typedef struct {
   ah_sort values[AH_VALUES]; /* by any of which a site is listed */
   long double least[AH_VALUES];
   size_t n;
   bool has_threshold;
} listing;

/* Adds up all values in one walk: sites are too many to walk over them for each. */
static void find_least(listing *by, const ah_profile *profile, double threshold)
{
   for (size_t i = 0; i < profile->n_sites && by->has_threshold; i++)
      for (size_t k = 0; k < by->n; k++)
         by->least[k] += ah_value_of(&ah_values[by->values[k]], &profile->sites[i]);
   for (size_t k = 0; k < by->n; k++)
      by->least[k] = by->least[k] * (long double)threshold / 100;
}

static bool is_listed(const listing *by, const ah_site *site)
{
   for (size_t i = 0; i < by->n && by->has_threshold; i++) {
      int64_t value = ah_value_of(&ah_values[by->values[i]], site);
      if (value > 0 && value >= by->least[i])
         return true;
   }
   return !by->has_threshold;
}

static bool rank(const listing *listed, ah_sort sort, const tk_alloc *alloc,
                 const ah_profile *profile, uint32_t **sites, size_t *n)
{
   *n = 0;
   /* One more, since there can be no site. */
   *sites = tk_get(alloc, LABEL, (profile->n_sites + 1) * sizeof **sites);
   if (*sites == NULL)
      return false;
   for (size_t i = 0; i < profile->n_sites; i++)
      if (is_listed(listed, &profile->sites[i]))
         (*sites)[(*n)++] = (uint32_t)i;
   if (ah_rank_sort(sort, alloc, profile, *sites, *n))
      return true;
   tk_put(alloc, *sites);
   *sites = NULL;
   return false;
}

bool ah_rank(ah_sort sort, const tk_alloc *alloc, const ah_profile *profile,
             double threshold, uint32_t **sites, size_t *n)
{
   listing by = { .values = { sort }, .n = 1, .has_threshold = threshold > 0 };
   find_least(&by, profile, threshold);
   return rank(&by, sort, alloc, profile, sites, n);
}

bool ah_rank_by_any(ah_sort sort, const tk_alloc *alloc, const ah_profile *profile,
                    double threshold, uint32_t **sites, size_t *n)
{
   listing by = { .has_threshold = threshold > 0 };
   for (size_t i = 0; i < AH_VALUES; i++)
      if (ah_value_is_known(&ah_values[i], profile))
         by.values[by.n++] = (ah_sort)i;
   find_least(&by, profile, threshold);
   return rank(&by, sort, alloc, profile, sites, n);
}
