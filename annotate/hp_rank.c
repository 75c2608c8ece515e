/* hp_rank.c -- the allocation sites that matter.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "hp_rank.h"

#include <stdlib.h>

static const struct {
   const char *name, *title;
} sorts[HP_N_SORTS] = {
   [HP_SORT_PEAK] = { "peak", "bytes at the peak" },
   [HP_SORT_TOTAL] = { "total", "bytes in all" },
   [HP_SORT_LIVE] = { "live", "their own maximum of live bytes" },
   [HP_SORT_BLOCKS] = { "blocks", "blocks in all" },
   [HP_SORT_LIFETIME] = { "lifetime", "sum of the blocks' lifetimes" },
   [HP_SORT_TEMPORARY] = { "temporary", "temporary blocks" },
   [HP_SORT_LEAKED] = { "leaked", "bytes at the end" },
};

const char *hp_sort_name(hp_sort sort)
{
   return sorts[sort].name;
}

const char *hp_sort_title(hp_sort sort)
{
   return sorts[sort].title;
}

bool hp_sort_is_told(hp_sort sort, const hp_profile *profile)
{
   if (sort == HP_SORT_TEMPORARY)
      return profile->is_heapprof;
   return sort == HP_SORT_TOTAL || sort == HP_SORT_BLOCKS
          || profile->has_lifetimes;
}

int64_t hp_sort_value(hp_sort sort, const hp_site *site)
{
   switch (sort) {
   case HP_SORT_PEAK:      return site->at_peak.bytes;
   case HP_SORT_TOTAL:     return site->total.bytes;
   case HP_SORT_LIVE:      return site->max.bytes;
   case HP_SORT_BLOCKS:    return site->total.blocks;
   case HP_SORT_LIFETIME:  return site->lifetime;
   case HP_SORT_TEMPORARY: return site->temporary.blocks;
   default:                return site->at_end.bytes;
   }
}

long double hp_sort_total(hp_sort sort, const hp_profile *profile)
{
   long double total = 0;
   for (size_t i = 0; i < profile->n_sites; i++)
      total += hp_sort_value(sort, &profile->sites[i]);
   return total;
}

typedef struct {
   hp_sort sort;
   const hp_site *sites;
} ordering;

static int compare(const void *a, const void *b, void *context)
{
   const ordering *by = context;
   uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
   const hp_site *x = &by->sites[i], *y = &by->sites[j];
   int64_t p = hp_sort_value(by->sort, x), q = hp_sort_value(by->sort, y);
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
   ordering by = { sort, profile->sites };
   long double least
      = hp_sort_total(sort, profile) * (long double)threshold / 100;
   *n = 0;
   /* One more than needed: there may be no site. */
   *sites = tk_get(alloc, "hp.rank", (profile->n_sites + 1) * sizeof **sites);
   if (*sites == NULL)
      return false;
   for (size_t i = 0; i < profile->n_sites; i++) {
      int64_t value = hp_sort_value(sort, &profile->sites[i]);
      if (threshold <= 0 || (value > 0 && value >= least))
         (*sites)[(*n)++] = (uint32_t)i;
   }
   qsort_r(*sites, *n, sizeof **sites, compare, &by);
   return true;
}
