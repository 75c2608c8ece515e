/* ac_findings_pair.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "advice/ac_findings_pair.h"

#include "base/an_base_name.h"
#include "paths/an_match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double ac_findings_percent(const ac_findings *findings, const ac_finding *finding)
{
   return finding == NULL || findings->all <= 0
             ? 0
             : (double)(100 * finding->cycles / findings->all);
}

typedef struct {
   const ac_findings *old, *new;
   const ac_align *align;             /* NULL: lines are where they were */
   const an_match *match;             /* of functions */
   uint32_t *old_number, *new_number; /* in the match, by finding */
   size_t *old_of;                    /* by finding of NEW; SIZE_MAX: none */
   bool *is_taken;                    /* by finding of OLD */
   double share;                      /* a change that is listed, in percent of OLD */
} pairing;

/* Whether OLD's line is where NEW's is. */
static bool is_same_line(const pairing *p, const ac_finding *old, const ac_finding *new)
{
   if (old->file == NULL || new->file == NULL || old->line == 0)
      return false;
   const ac_aligned *file = p->align == NULL ? NULL : ac_align_find(p->align, old->file);
   const char *name = file == NULL ? old->file : ac_aligned_name(file);
   return strcmp(name, new->file) == 0 && ac_aligned_line(file, old->line) == new->line;
}

/* Whether they are in one function, or of one object if they are in none. */
static bool is_same_function(const pairing *p, size_t old, size_t new)
{
   const ac_finding *x = &p->old->of[old], *y = &p->new->of[new];
   if (x->function != NULL || y->function != NULL)
      return x->function != NULL && y->function != NULL
             && an_match_of(p->match, p->old_number[old])
                   == an_match_of(p->match, p->new_number[new]);
   return x->object != NULL && y->object != NULL
          && strcmp(x->object->label, y->object->label) == 0;
}

static bool is_same_idiom(const ac_finding *x, const ac_finding *y)
{
   return x->idiom == y->idiom
          || (x->idiom != NULL && y->idiom != NULL && strcmp(x->idiom, y->idiom) == 0);
}

/* Code that moved to another function of its file gains what it did, but for a change
   that is too small to list. */
static bool is_moved(const pairing *p, const ac_finding *old, const ac_finding *new)
{
   return old->file != NULL
          && new->file != NULL &&strcmp(an_base_name(old->file), an_base_name(new->file))
                == 0
          && fabsl(old->cycles - new->cycles) * 100 < p->share * p->old->all;
}

/* What makes two findings of one kind the same one, the surest first. */
typedef enum {
   BY_LINE,
   BY_FUNCTION,
   BY_GAIN,
   WAYS,
} way;

static bool are_same(const pairing *p, way by, size_t old, size_t new)
{
   const ac_finding *x = &p->old->of[old], *y = &p->new->of[new];
   return by == BY_LINE       ? is_same_line(p, x, y)
          : by == BY_FUNCTION ? is_same_function(p, old, new)
                              : is_moved(p, x, y);
}

/* The two of one kind that gain most nearly the same of those that are the same; false:
   there are none. */
static bool find_nearest(const pairing *p, way by, size_t *new, size_t *old)
{
   long double nearest = 0;
   bool is_found = false;
   for (size_t i = 0; i < p->new->n; i++)
      for (size_t k = 0; k < p->old->n && p->old_of[i] == SIZE_MAX; k++) {
         const ac_finding *x = &p->old->of[k], *y = &p->new->of[i];
         long double distance = fabsl(x->cycles - y->cycles);
         if (p->is_taken[k] || x->kind != y->kind || !is_same_idiom(x, y)
             || (is_found && distance >= nearest) || !are_same(p, by, k, i))
            continue;
         is_found = true;
         nearest = distance;
         *new = i;
         *old = k;
      }
   return is_found;
}

static void pair_nearest(pairing *p, way by)
{
   for (size_t i = 0, k = 0; find_nearest(p, by, &i, &k); p->is_taken[k] = true)
      p->old_of[i] = k;
}

static uint32_t *number_functions(const tk_alloc *alloc, an_match *match, unsigned side,
                                  const ac_findings *findings)
{
   uint32_t *numbers = tk_get(alloc, AN_LABEL, (findings->n + 1) * sizeof *numbers);
   for (size_t i = 0; i < findings->n; i++) {
      const ac_finding *f = &findings->of[i];
      numbers[i] = f->function == NULL
                      ? 0
                      : an_match_add(match, side, f->function, f->file, NULL);
   }
   return numbers;
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
                           const ac_findings *old, const ac_findings *new,
                           const ac_align *align, double share)
{
   an_match *match = an_match_new(alloc);
   pairing p = {
      .old = old,
      .new = new,
      .align = align,
      .match = match,
      .old_number = number_functions(alloc, match, AN_OF_OLD, old),
      .new_number = number_functions(alloc, match, AN_OF_NEW, new),
      .old_of = tk_get(alloc, AN_LABEL, (new->n + 1) * sizeof *p.old_of),
      .is_taken = tk_get_zeroed(alloc, AN_LABEL, old->n + 1),
      .share = share,
   };
   *pair = (ac_findings_pair){ .old = old, .new = new };
   pair->of = tk_get(alloc, AN_LABEL, (old->n + new->n + 1) * sizeof *pair->of);
   memset(p.old_of, 0xff, (new->n + 1) * sizeof *p.old_of);
   an_match_join(match);
   for (way by = BY_LINE; by < WAYS; by++)
      pair_nearest(&p, by);
   list_pairs(pair, p.old_of, p.is_taken, share);
   qsort_r(pair->of, pair->n, sizeof *pair->of, compare_pairs, pair);
}
