/* an_rank.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "counts/an_rank.h"

#include <math.h>
#include <stdlib.h>

long double an_rank_size(const an_measure *measure, const int64_t *totals)
{
   long double value = an_measure_value(measure, totals);
   return isnan(value) ? -1 : fabsl(value);
}

/* In double, like the threshold: exactly 0.1 percent reaches 0.1. */
bool an_rank_reaches(const an_measure *measure, const int64_t *totals,
                     const int64_t *program_totals, double threshold)
{
   if (threshold <= 0)
      return true;
   long double base = fabsl(an_measure_base(measure, program_totals));
   double share = 0;
   if (base > 0)
      share = (double)(an_rank_size(measure, totals) * 100 / base);
   return share >= threshold;
}

/* How many of the measures decide. */
static size_t n_decisive(const an_measures *sort)
{
   return sort->any ? sort->n : 1;
}

bool an_rank_keeps(const an_measures *sort, const int64_t *totals,
                   const int64_t *program_totals, double threshold)
{
   for (size_t i = 0; i < n_decisive(sort); i++)
      if (an_rank_reaches(&sort->of[i], totals, program_totals, threshold))
         return true;
   return false;
}

bool an_rank_keeps_part(const an_measures *sort, const int64_t *totals,
                        const int64_t *program_totals, double threshold)
{
   for (size_t i = 0; i < n_decisive(sort); i++)
      if (!sort->of[i].metric->is_event || sort->of[i].aspect == AN_CHANGE)
         return true;
   return an_rank_keeps(sort, totals, program_totals, threshold);
}

static int compare(const void *a, const void *b, void *context)
{
   const an_ranked *x = a, *y = b;
   const an_measures *sort = context;
   for (size_t i = 0; i < sort->n; i++) {
      long double of_x = an_rank_size(&sort->of[i], x->totals);
      long double of_y = an_rank_size(&sort->of[i], y->totals);
      if (of_x != of_y)
         return of_x > of_y ? -1 : 1;
   }
   /* The profile has them in the order of names. */
   return x->index < y->index ? -1 : 1;
}

void an_rank(an_ranking *ranking, const int64_t *program_totals,
             const an_measures *sort, double threshold)
{
   size_t n = ranking->n;
   ranking->n = 0;
   for (size_t i = 0; i < n; i++)
      if (an_rank_keeps(sort, ranking->entries[i].totals, program_totals, threshold))
         ranking->entries[ranking->n++] = ranking->entries[i];
   qsort_r(ranking->entries, ranking->n, sizeof *ranking->entries, compare,
           (void *)sort);
}

static an_status allocate(an_ranking *ranking, const tk_alloc *alloc, size_t n)
{
   /* One more than needed: there can be none. */
   ranking->n = 0;
   ranking->entries
      = tk_get(alloc, "an.rank", (n + 1) * sizeof *ranking->entries);
   return ranking->entries == NULL ? AN_NO_MEMORY : AN_OK;
}

an_status an_rank_files(an_ranking *ranking, const tk_alloc *alloc,
                        const an_profile *profile, const an_measures *sort,
                        double threshold)
{
   size_t n = an_profile_n_files(profile);
   if (allocate(ranking, alloc, n) != AN_OK)
      return AN_NO_MEMORY;
   for (; ranking->n < n; ranking->n++)
      ranking->entries[ranking->n] = (an_ranked){
         ranking->n, an_profile_file(profile, ranking->n)->totals };
   an_rank(ranking, an_profile_totals(profile), sort, threshold);
   return AN_OK;
}

an_status an_rank_functions(an_ranking *ranking, const tk_alloc *alloc,
                            const an_profile *profile, const an_file *of,
                            const an_measures *sort, double threshold)
{
   size_t first = of == NULL ? 0 : of->first_function;
   size_t n = of == NULL ? an_profile_n_functions(profile) : of->n_functions;
   if (allocate(ranking, alloc, n) != AN_OK)
      return AN_NO_MEMORY;
   for (; ranking->n < n; ranking->n++)
      ranking->entries[ranking->n] = (an_ranked){
         first + ranking->n,
         an_profile_function(profile, first + ranking->n)->totals };
   an_rank(ranking, an_profile_totals(profile), sort, threshold);
   return AN_OK;
}
