/* ac_suggest_pages.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_layout_names.h"
#include "advice/ac_suggest_finders.h"

#include <math.h>
#include <string.h>

enum { LEAST_B = 1 << 20 }; /* half a huge page */

/* Of page walks, what huge pages leave. */
static const double LEFT = 0.1;

/* The best rule with huge pages, which save what it leaves of the walks. */
static void add_to_best(ac_suggest_making *k, const ac_suggested_rule *best, double walks)
{
   ac_words words = { .text = NULL };
   ac_suggested_rule rule = *best;
   double left = best->misses > 0 ? 1 - best->misses : 1;
   rule.gain += (1 - LEFT) * walks * left;
   ac_words_add(&words, "%s; huge", best->actions);
   rule.actions = ac_words_keep(&words, &k->out->arena);
   ac_words_add(&words, "%s; and fewer page walks", best->why);
   rule.why = ac_words_keep(&words, &k->out->arena);
   ac_suggest_add(k, &rule);
}

void ac_suggest_pages(ac_suggest_making *k)
{
   const ac_data_object *o = k->object;
   const ac_suggested_rule *best = NULL;
   int64_t bytes = o->of->kind == AC_DATA_HEAP ? o->bytes : o->of->size_B;
   if (k->stakes->all <= 0 || bytes < LEAST_B)
      return;
   double walks = (double)(k->stakes->of[k->index].cycles[AC_WAIT_WALKS]
                           / k->stakes->all);
   if (walks * 100 * (1 - LEFT) < AC_SUGGEST_CYCLES_PERCENT)
      return;
   for (size_t i = 0; i < k->n; i++)
      if (best == NULL || k->rules[i].gain > best->gain)
         best = &k->rules[i];
   if (best != NULL && best->gain * 100 >= AC_SUGGEST_CYCLES_PERCENT)
      add_to_best(k, best, walks);
   const ac_suggested_rule alone = {
      .actions = "huge",
      .why = "fewer page walks",
      .gain = (1 - LEFT) * walks,
      .misses = NAN,
      .all_misses = 0,
      .n_parts = 1,
      .is_plain = k->lack != NULL,
   };
   ac_suggest_add(k, &alone);
}
