/* ac_suggest_making.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_suggest_making.h"

#include "base/an_number.h"
#include "base/tk_count.h"

#include <string.h>

/* What each part more must gain of a rule's gain: it is work to write. */
static const double PART = 0.05;

void ac_suggest_add(ac_suggest_making *k, const ac_suggested_rule *rule)
{
   for (size_t i = 0; i < k->n; i++)
      if (strcmp(k->rules[i].actions, rule->actions) == 0)
         return;
   if (k->n < AC_SUGGEST_RULES_MOST)
      k->rules[k->n++] = *rule;
}

void ac_suggest_set_gain(const ac_suggest_making *k, ac_suggested_rule *rule,
                         long double cycles, double left)
{
   double own = (double)ac_data_misses(k->view, k->object->counts);
   rule->gain = k->stakes->all > 0 ? (double)(cycles / k->stakes->all) : -1;
   rule->misses = 1 - left;
   rule->all_misses = (1 - left) * own / (double)k->stakes->misses;
}

static double rank_of(const ac_suggested_rule *rule)
{
   uint32_t more = rule->n_parts > 2 ? rule->n_parts - 2 : 0;
   double gain = rule->gain >= 0 ? rule->gain : rule->all_misses;
   return gain * (1 - PART * (more < 10 ? more : 10));
}

int ac_suggest_compare(const void *a, const void *b)
{
   const ac_suggested_rule *x = a, *y = b;
   return an_real_compare(rank_of(y), rank_of(x))
      ?: tk_compare_signed(y->transfers, x->transfers)
      ?: tk_compare(x->n_parts, y->n_parts)
      ?: strcmp(x->actions, y->actions);
}
