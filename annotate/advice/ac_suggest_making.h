/* ac_suggest_making.h -- the rules for one data object, in the making; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_suggest.h"

enum { AC_SUGGEST_RULES_MOST = 12 };

typedef struct ac_suggest_making {
   ac_suggestions *out;
   const ac_data_report *report;
   const ac_data_view *view;
   const ac_stakes *stakes;
   uint32_t index;
   const ac_data_object *object;
   ac_suggested_rule rules[AC_SUGGEST_RULES_MOST];
   size_t n;
   const char *lack; /* why fields have no rule; NULL: nothing is known against it */
} ac_suggest_making;

/* The order of rules, the best first, for qsort.  Of those that gain about as much, the
   simplest is the best. */
int ac_suggest_compare(const void *a, const void *b);

/* Adds a rule, unless there is one with these actions, or no room.  Its texts are in the
   arena of `out`. */
void ac_suggest_add(ac_suggest_making *making, const ac_suggested_rule *rule);

/* Fills in what a rule gains: `cycles` of the program's, and what is left of the object's
   first-level misses. */
void ac_suggest_set_gain(const ac_suggest_making *making, ac_suggested_rule *rule,
                         long double cycles, double left);
