/* hp_rank.c -- the allocation sites that matter.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "hp_rank.h"

#include <stdlib.h>

long double hp_sort_total(hp_sort sort, const hp_profile *profile)
{
   long double total = 0;
   for (size_t i = 0; i < profile->n_sites; i++)
      total += hp_value_of(&hp_values[sort], &profile->sites[i]);
   return total;
}

typedef struct {
   const hp_value *value;
   const hp_site *sites;
} ordering;

static int compare(const void *a, const void *b, void *context)
{
   const ordering *by = context;
   uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
   const hp_site *x = &by->sites[i], *y = &by->sites[j];
   int64_t p = hp_value_of(by->value, x), q = hp_value_of(by->value, y);
   if (p == q) {
      p = x->total.bytes;
      q = y->total.bytes;
   }
   if (p != q)
      return p > q ? -1 : 1;
   return i < j ? -1 : i > j;
}

bool hp_rank(hp_sort sort, const tk_alloc *alloc, const hp_profile *profile,
             double threshold, uint32_t **sites, size_t *n)
{
   ordering by = { &hp_values[sort], profile->sites };
   long double least
      = hp_sort_total(sort, profile) * (long double)threshold / 100;
   *n = 0;
   /* One more than needed: there may be no site. */
   *sites = tk_get(alloc, "hp.rank", (profile->n_sites + 1) * sizeof **sites);
   if (*sites == NULL)
      return false;
   for (size_t i = 0; i < profile->n_sites; i++) {
      int64_t value = hp_value_of(by.value, &profile->sites[i]);
      if (threshold <= 0 || (value > 0 && value >= least))
         (*sites)[(*n)++] = (uint32_t)i;
   }
   qsort_r(*sites, *n, sizeof **sites, compare, &by);
   return true;
}
