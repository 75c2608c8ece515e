/* ah_rank.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_rank.h"

#include <stdlib.h>
#include <string.h>

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

typedef struct {
   const ah_value *value;
   const ah_profile *profile;
} ordering;

static int compare(const void *a, const void *b, void *context)
{
   const ordering *by = context;
   uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
   const ah_site *x = &by->profile->sites[i], *y = &by->profile->sites[j];
   int64_t p = ah_value_of(by->value, x), q = ah_value_of(by->value, y);
   if (p == q) {
      p = x->total.bytes;
      q = y->total.bytes;
   }
   if (p != q)
      return p > q ? -1 : 1;
   return ah_rank_paths(by->profile, i, j);
}

/* ---- What is listed ---- */

typedef struct {
   ah_sort values[AH_VALUES]; /* by any of which a site is listed */
   long double least[AH_VALUES];
   size_t n;
   bool has_threshold;
} listing;

static void list_by(listing *by, ah_sort value, const ah_profile *profile,
                    double threshold)
{
   by->values[by->n] = value;
   by->least[by->n++]
      = ah_sort_total(value, profile) * (long double)threshold / 100;
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
   ordering by = { &ah_values[sort], profile };
   *n = 0;
   /* One more, since there can be no site. */
   *sites = tk_get(alloc, "hp.rank", (profile->n_sites + 1) * sizeof **sites);
   if (*sites == NULL)
      return false;
   for (size_t i = 0; i < profile->n_sites; i++)
      if (is_listed(listed, &profile->sites[i]))
         (*sites)[(*n)++] = (uint32_t)i;
   qsort_r(*sites, *n, sizeof **sites, compare, &by);
   return true;
}

bool ah_rank(ah_sort sort, const tk_alloc *alloc, const ah_profile *profile,
             double threshold, uint32_t **sites, size_t *n)
{
   listing by = { .has_threshold = threshold > 0 };
   list_by(&by, sort, profile, threshold);
   return rank(&by, sort, alloc, profile, sites, n);
}

bool ah_rank_by_any(ah_sort sort, const tk_alloc *alloc, const ah_profile *profile,
                    double threshold, uint32_t **sites, size_t *n)
{
   listing by = { .has_threshold = threshold > 0 };
   for (size_t i = 0; i < AH_VALUES; i++)
      if (ah_value_is_known(&ah_values[i], profile))
         list_by(&by, (ah_sort)i, profile, threshold);
   return rank(&by, sort, alloc, profile, sites, n);
}
