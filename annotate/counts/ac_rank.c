/* ac_rank.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "counts/ac_rank.h"

#include <math.h>
#include <stdlib.h>

long double ac_rank_size(const ac_measure *measure, const int64_t *totals)
{
   long double value = ac_measure_value(measure, totals);
   return isnan(value) ? -1 : fabsl(value);
}

/* In double, like the threshold: exactly 0.1 percent reaches 0.1. */
bool ac_rank_reaches(const ac_measure *measure, const int64_t *totals,
                     const int64_t *program_totals, double threshold)
{
   if (threshold <= 0)
      return true;
   long double base = fabsl(ac_measure_base(measure, program_totals));
   double share = 0;
   if (base > 0)
      share = (double)(ac_rank_size(measure, totals) * 100 / base);
   return share >= threshold;
}

/* How many of the measures decide. */
static size_t n_decisive(const ac_measures *sort)
{
   return sort->any ? sort->n : 1;
}

bool ac_rank_keeps(const ac_measures *sort, const int64_t *totals,
                   const int64_t *program_totals, double threshold)
{
   for (size_t i = 0; i < n_decisive(sort); i++)
      if (ac_rank_reaches(&sort->of[i], totals, program_totals, threshold))
         return true;
   return false;
}

bool ac_rank_keeps_part(const ac_measures *sort, const int64_t *totals,
                        const int64_t *program_totals, double threshold)
{
   for (size_t i = 0; i < n_decisive(sort); i++)
      if (!ac_metric_grows(sort->of[i].metric) || sort->of[i].aspect == AC_CHANGE)
         return true;
   return ac_rank_keeps(sort, totals, program_totals, threshold);
}

static int compare_entries(const void *a, const void *b, void *context)
{
   const ac_ranked *x = a, *y = b;
   const ac_measures *sort = context;
   if (x->size != y->size)
      return x->size > y->size ? -1 : 1;
   for (size_t i = 1; i < sort->n; i++) {
      long double of_x = ac_rank_size(&sort->of[i], x->totals);
      long double of_y = ac_rank_size(&sort->of[i], y->totals);
      if (of_x != of_y)
         return of_x > of_y ? -1 : 1;
   }
   /* The profile has them in the order of names. */
   return x->index < y->index ? -1 : 1;
}

void ac_rank(ac_ranking *ranking, const int64_t *program_totals, const ac_measures *sort,
             double threshold)
{
   size_t n = ranking->n;
   ranking->n = 0;
   for (size_t i = 0; i < n; i++)
      if (ac_rank_keeps(sort, ranking->entries[i].totals, program_totals, threshold)) {
         ac_ranked *entry = &ranking->entries[ranking->n++];
         *entry = ranking->entries[i];
         entry->size = ac_rank_size(&sort->of[0], entry->totals);
      }
   qsort_r(ranking->entries, ranking->n, sizeof *ranking->entries, compare_entries,
           (void *)sort);
}

static void allocate_entries(ac_ranking *ranking, const tk_alloc *alloc, size_t n)
{
   /* One more than needed: there can be none. */
   ranking->n = 0;
   ranking->entries = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *ranking->entries);
}

void ac_rank_files(ac_ranking *ranking, const tk_alloc *alloc, const ac_profile *profile,
                   const ac_measures *sort, double threshold)
{
   size_t n = ac_profile_n_files(profile);
   allocate_entries(ranking, alloc, n);
   for (; ranking->n < n; ranking->n++)
      ranking->entries[ranking->n] = AC_RANKED(
         ranking->n, ac_profile_file(profile, ranking->n)->totals);
   ac_rank(ranking, ac_profile_totals(profile), sort, threshold);
}

void ac_rank_functions(ac_ranking *ranking, const tk_alloc *alloc,
                       const ac_profile *profile, const ac_file *of,
                       const ac_measures *sort, double threshold)
{
   size_t first = of == NULL ? 0 : of->first_function;
   size_t n = of == NULL ? ac_profile_n_functions(profile) : of->n_functions;
   allocate_entries(ranking, alloc, n);
   for (; ranking->n < n; ranking->n++)
      ranking->entries[ranking->n] = AC_RANKED(
         first + ranking->n, ac_profile_function(profile, first + ranking->n)->totals);
   ac_rank(ranking, ac_profile_totals(profile), sort, threshold);
}
