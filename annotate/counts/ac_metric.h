/* ac_metric.h -- the metrics of a profile: its events, and formulas of events.

   A value is a long double, which holds each int64_t exactly on the machines
   that Valgrind supports.  Sums, differences and whole multiples of counts are
   exact up to 2^64.  A value can be larger than an int64_t.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_formula.h"
#include "counts/ac_profile.h"

/* An event or a formula; never changes. */
typedef struct ac_metric {
   const char *name;
   const char *formula_text; /* as it was given; for an event, its name */
   const char *title;        /* "estimated cycles", for example; NULL: not built in */
   bool is_event;
   /* private: */
   size_t event; /* its index, if it is one */
   ac_formula formula;
   ac_step steps[];
} ac_metric;

/* The metrics of one profile: its events, the built-in metrics of these, and the
   user's.  Names are unique; an event hides a built-in metric of its name. */
typedef struct ac_metrics ac_metrics;

/* The events of the profile and the built-in metrics.
   `weights` is NULL or "NAME=NUMBER,...": the weights of Ir, L1m, LLm and Bm
   in CEst, by default 1, 10, 100 and 10.  Parts that the profile lacks are left
   out.  If it has the events Cx, Cf, Cd and Cb, CEst is their sum; `weights` asks for
   the weighted sum.  NULL with *error set, line 0, if `weights` is malformed.
   `alloc` is borrowed; the profile may be freed afterwards. */
ac_metrics *ac_metrics_new(const tk_alloc *alloc, const ac_profile *profile,
                           const char *weights, an_error *error);

/* Adds the metric "NAME=FORMULA".  A formula has + - * / ( ), a minus before
   an operand, decimal numbers (1e3, too) and names of known metrics; blanks are
   ignored.  A name is a letter or "_", then letters, digits, "_" and ".";
   formulas cannot use events with other names.  A built-in metric of that name
   is replaced and pointers to it become invalid; metrics computed from it keep
   its formula.  False, with *error set, line 0, and nothing added, if the name
   or formula is malformed, an event or earlier definition has the name, or the
   formula is too long (with the metrics in it written out) or nested too
   deeply. */
bool ac_metrics_define(ac_metrics *metrics, const char *definition, an_error *error);

/* What messages call one of them: at first "event or metric".  `noun` is
   borrowed. */
void ac_metrics_set_noun(ac_metrics *metrics, const char *noun);
const char *ac_metrics_noun(const ac_metrics *metrics);

/* An event that is a part of CEst as the tool estimated it: Cx, Cf, Cd or Cb. */
bool ac_metric_is_own_cycles(const ac_metric *metric);

/* ---- Looking up.  Results live as long as the metrics. ---- */

/* The metric with this name, or NULL. */
const ac_metric *ac_metrics_find(const ac_metrics *metrics, an_span name);

/* All metrics: the events in the profile's order, then built-in metrics, then
   the user's in the order of definition. */
size_t ac_metrics_n(const ac_metrics *metrics);
const ac_metric *ac_metrics_at(const ac_metrics *metrics, size_t index);

/* Whether the formula is a sum of events with whole coefficients, without a
   division.  Values are then whole numbers that add up, so percentages of a
   total make sense. */
static inline bool ac_metric_is_whole(const ac_metric *metric)
{
   return metric->formula.is_whole;
}

/* Whether no part of a row can have more of it than the row, if no count is negative: a
   sum of events without a minus. */
bool ac_metric_grows(const ac_metric *metric);

/* The value for counts, one per event of the profile.  NAN where the formula
   divides by 0 (0 / 0, too) or exceeds a long double.  Never infinite or -0. */
long double ac_metric_value(const ac_metric *metric, const int64_t *counts);

/* Whether its value depends on the event. */
bool ac_metric_uses(const ac_metric *metric, size_t event);

/* ---- Measures: what a column of a report shows ---- */

/* A metric, or for a pair of profiles (ac_combine.h) its value before, its value
   after, or the change. */
typedef enum ac_aspect { AC_VALUE, AC_BEFORE, AC_AFTER, AC_CHANGE } ac_aspect;

typedef struct ac_measure {
   const ac_metric *metric;
   ac_aspect aspect;
   size_t n_events; /* of one side of a pair; counts after begin there */
} ac_measure;

typedef struct ac_measures {
   ac_measure *of;
   size_t n; /* at least 1 */
   bool any; /* a threshold is reached if any of them does; else by the first */
} ac_measures;

/* NAN where the metric divides by 0. */
static inline long double ac_measure_value(const ac_measure *m, const int64_t *counts)
{
   const int64_t *after = counts + m->n_events;
   switch (m->aspect) {
   case AC_VALUE:
   case AC_BEFORE: return ac_metric_value(m->metric, counts);
   case AC_AFTER: return ac_metric_value(m->metric, after);
   case AC_CHANGE: break;
   }
   return ac_metric_value(m->metric, after) - ac_metric_value(m->metric, counts);
}

/* What percentages refer to: the program's total; for changes its total before,
   or after if before is 0. */
static inline long double ac_measure_base(const ac_measure *m, const int64_t *totals)
{
   ac_measure side = *m;
   if (m->aspect == AC_CHANGE)
      side.aspect = AC_BEFORE;
   long double base = ac_measure_value(&side, totals);
   if (m->aspect == AC_CHANGE && base == 0)
      side.aspect = AC_AFTER;
   return side.aspect == AC_AFTER ? ac_measure_value(&side, totals) : base;
}
