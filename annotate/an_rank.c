/* an_rank.c -- the files or functions that matter, largest first.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "an_rank.h"

#include <stdlib.h>

static uint64_t size_of_count(int64_t count)
{
   return count < 0 ? 0 - (uint64_t)count : (uint64_t)count;
}

static bool reaches(int64_t count, int64_t total, double threshold)
{
   double share = 0;
   if (total != 0)
      share = (double)size_of_count(count) * 100.0
              / (double)size_of_count(total);
   return share >= threshold;
}

static int compare(const void *a, const void *b, void *context)
{
   const an_ranked *x = a, *y = b;
   const an_selection *sort = context;
   for (size_t i = 0; i < sort->n; i++) {
      uint64_t of_x = size_of_count(x->totals[sort->events[i]]);
      uint64_t of_y = size_of_count(y->totals[sort->events[i]]);
      if (of_x != of_y)
         return of_x > of_y ? -1 : 1;
   }
   /* The profile's order is that of names. */
   return x->index < y->index ? -1 : 1;
}

/* Filters and sorts the n entries that ranking holds. */
static void rank(an_ranking *ranking, size_t n, const an_profile *profile,
                 const an_selection *sort, double threshold)
{
   size_t event = sort->events[0];
   int64_t total = an_profile_totals(profile)[event];
   for (size_t i = 0; i < n; i++)
      if (reaches(ranking->entries[i].totals[event], total, threshold))
         ranking->entries[ranking->n++] = ranking->entries[i];
   qsort_r(ranking->entries, ranking->n, sizeof *ranking->entries, compare,
           (void *)sort);
}

static an_status allocate(an_ranking *ranking, const tk_alloc *alloc, size_t n)
{
   /* One more than needed: there may be none. */
   ranking->n = 0;
   ranking->entries
      = tk_get(alloc, "an.rank", (n + 1) * sizeof *ranking->entries);
   return ranking->entries == NULL ? AN_NO_MEMORY : AN_OK;
}

an_status an_rank_files(an_ranking *ranking, const tk_alloc *alloc,
                        const an_profile *profile, const an_selection *sort,
                        double threshold)
{
   size_t n = an_profile_n_files(profile);
   if (allocate(ranking, alloc, n) != AN_OK)
      return AN_NO_MEMORY;
   for (size_t i = 0; i < n; i++)
      ranking->entries[i]
         = (an_ranked){ i, an_profile_file(profile, i)->totals };
   rank(ranking, n, profile, sort, threshold);
   return AN_OK;
}

an_status an_rank_functions(an_ranking *ranking, const tk_alloc *alloc,
                            const an_profile *profile,
                            const an_selection *sort, double threshold)
{
   size_t n = an_profile_n_functions(profile);
   if (allocate(ranking, alloc, n) != AN_OK)
      return AN_NO_MEMORY;
   for (size_t i = 0; i < n; i++)
      ranking->entries[i]
         = (an_ranked){ i, an_profile_function(profile, i)->totals };
   rank(ranking, n, profile, sort, threshold);
   return AN_OK;
}
