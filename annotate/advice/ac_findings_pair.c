/* ac_findings_pair.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "advice/ac_findings_pair.h"

#include "base/an_base_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "an.findings"

double ac_findings_percent(const ac_findings *findings, const ac_finding *finding)
{
   if (finding == NULL || findings->all <= 0)
      return 0;
   /* What false sharing costs comes on top of what one core was simulated to take. */
   long double all = findings->all + (finding->is_most ? finding->cycles : 0);
   return (double)(100 * finding->cycles / all);
}

static bool is_one(const ac_finding *a, const ac_finding *b)
{
   return a->kind == b->kind && a->function != NULL && b->function != NULL
          && strcmp(a->function, b->function) == 0
          && (a->file == NULL || b->file == NULL
                 ? a->file == b->file
                 : strcmp(an_base_name(a->file), an_base_name(b->file)) == 0);
}

/* The two that are one and gain most nearly the same; false: there are none. */
static bool find_nearest(const ac_findings_pair *pair, const size_t *old_of,
                         const bool *is_taken, size_t *new, size_t *old)
{
   long double nearest = 0;
   bool is_found = false;
   for (size_t i = 0; i < pair->new->n; i++)
      for (size_t k = 0; k < pair->old->n && old_of[i] == SIZE_MAX; k++) {
         long double distance = fabsl(pair->old->of[k].cycles - pair->new->of[i].cycles);
         if (is_taken[k] || !is_one(&pair->old->of[k], &pair->new->of[i])
             || (is_found && distance >= nearest))
            continue;
         is_found = true;
         nearest = distance;
         *new = i;
         *old = k;
      }
   return is_found;
}

/* In percent of OLD's cycles, so that what is the same is no change. */
static double change_of(const ac_findings_pair *pair, const ac_finding_pair *of)
{
   long double all = pair->old->all > 0 ? pair->old->all : pair->new->all;
   long double change = (of->new == NULL ? 0 : of->new->cycles)
                        - (of->old == NULL ? 0 : of->old->cycles);
   return all > 0 ? (double)(100 * change / all) : 0;
}

const char *ac_finding_pair_state(const ac_findings_pair *pair, const ac_finding_pair *of)
{
   return of->old == NULL            ? "new"
          : of->new == NULL          ? "gone"
          : change_of(pair, of) >= 0 ? "grew"
                                     : "shrank";
}

static int compare_pairs(const void *a, const void *b, void *context)
{
   const ac_findings_pair *pair = context;
   const ac_finding_pair *x = a, *y = b;
   double of_x = fabs(change_of(pair, x)), of_y = fabs(change_of(pair, y));
   if (of_x != of_y)
      return of_x > of_y ? -1 : 1;
   /* Lists are in an order of their own. */
   if ((x->new == NULL) != (y->new == NULL))
      return x->new == NULL ? 1 : -1;
   const ac_finding *f = x->new == NULL ? x->old : x->new;
   const ac_finding *g = x->new == NULL ? y->old : y->new;
   return (f > g) - (f < g);
}

static void list_pairs(ac_findings_pair *pair, const size_t *old_of, const bool *is_taken,
                       double share)
{
   for (size_t i = 0; i < pair->new->n; i++) {
      const ac_finding *old = old_of[i] == SIZE_MAX ? NULL : &pair->old->of[old_of[i]];
      const ac_finding_pair of = { old, &pair->new->of[i] };
      if (old == NULL || fabs(change_of(pair, &of)) >= share)
         pair->of[pair->n++] = of;
      else
         pair->n_same++;
   }
   for (size_t i = 0; i < pair->old->n; i++)
      if (!is_taken[i])
         pair->of[pair->n++] = (ac_finding_pair){ &pair->old->of[i], NULL };
}

void ac_findings_pair_open(ac_findings_pair *pair, const tk_alloc *alloc,
                           const ac_findings *old, const ac_findings *new, double share)
{
   *pair = (ac_findings_pair){ .old = old, .new = new };
   bool *is_taken = tk_get(alloc, LABEL, (old->n + 1) * sizeof *is_taken);
   size_t *old_of = tk_get(alloc, LABEL, (new->n + 1) * sizeof *old_of);
   pair->of = tk_get(alloc, LABEL, (old->n + new->n + 1) * sizeof *pair->of);
   memset(is_taken, 0, (old->n + 1) * sizeof *is_taken);
   for (size_t i = 0; i < new->n; i++)
      old_of[i] = SIZE_MAX;
   for (size_t i = 0, k = 0; find_nearest(pair, old_of, is_taken, &i, &k);
        is_taken[k] = true)
      old_of[i] = k;
   list_pairs(pair, old_of, is_taken, share);
   qsort_r(pair->of, pair->n, sizeof *pair->of, compare_pairs, pair);
}
