/* an_metric.h -- the metrics of a profile: its events, and formulas of events.

   A value is a long double, which holds each int64_t exactly on the machines
   that Valgrind supports.  Sums, differences and whole multiples of counts are
   exact up to 2^64.  A value can be larger than an int64_t.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_METRIC_H
#define AN_METRIC_H

#include "counts/an_formula.h"
#include "counts/an_profile.h"

/* An event or a formula; never changes. */
typedef struct an_metric {
   const char *name;
   const char *formula_text; /* as it was given; for an event, its name */
   const char *title; /* "estimated cycles", for example; NULL: not built in */
   bool is_event;
   /* private: */
   size_t event; /* its index, if it is one */
   an_formula formula;
   an_step steps[];
} an_metric;

/* The metrics of one profile: its events, the built-in metrics of these, and the
   user's.  Names are unique; an event hides a built-in metric of its name. */
typedef struct an_metrics an_metrics;

/* The events of the profile and the built-in metrics.
   `weights` is NULL or "NAME=NUMBER,...": the weights of Ir, L1m, LLm and Bm
   in CEst, by default 1, 10, 100 and 10.  Parts that the profile lacks are left
   out.  If it has the events Cx, Cf, Cd and Cb, CEst is their sum; `weights` asks for
   the weighted sum.  NULL with *error set, line 0, if `weights` is malformed or memory
   ran out.  `alloc` is borrowed; the profile may be freed afterwards. */
an_metrics *an_metrics_new(const tk_alloc *alloc, const an_profile *profile,
                           const char *weights, an_error *error);
void an_metrics_free(an_metrics *metrics);

/* Adds the metric "NAME=FORMULA".  A formula has + - * / ( ), a minus before
   an operand, decimal numbers (1e3, too) and names of known metrics; blanks are
   ignored.  A name is a letter or "_", then letters, digits, "_" and ".";
   formulas cannot use events with other names.  A built-in metric of that name
   is replaced and pointers to it become invalid; metrics computed from it keep
   its formula.  False, with *error set, line 0, and nothing added, if the name
   or formula is malformed, an event or earlier definition has the name, the
   formula is too long (with the metrics in it written out) or nested too
   deeply, or memory ran out. */
bool an_metrics_define(an_metrics *metrics, const char *definition,
                       an_error *error);

/* What messages call one of them: at first "event or metric".  `noun` is
   borrowed. */
void an_metrics_set_noun(an_metrics *metrics, const char *noun);
const char *an_metrics_noun(const an_metrics *metrics);

/* An event that is a part of CEst as the tool estimated it: Cx, Cf, Cd or Cb. */
bool an_metric_is_own_cycles(const an_metric *metric);

/* ---- Looking up.  Results live as long as the metrics. ---- */

/* The metric with this name, or NULL. */
const an_metric *an_metrics_find(const an_metrics *metrics, an_span name);

/* All metrics: the events in the profile's order, then built-in metrics, then
   the user's in the order of definition. */
size_t an_metrics_n(const an_metrics *metrics);
const an_metric *an_metrics_at(const an_metrics *metrics, size_t index);

/* Whether the formula is a sum of events with whole coefficients, without a
   division.  Values are then whole numbers that add up, so percentages of a
   total make sense. */
static inline bool an_metric_is_whole(const an_metric *metric)
{
   return metric->formula.is_whole;
}

/* The value for counts, one per event of the profile.  NAN where the formula
   divides by 0 (0 / 0, too) or exceeds a long double.  Never infinite or -0. */
long double an_metric_value(const an_metric *metric, const int64_t *counts);

/* Whether its value depends on the event. */
bool an_metric_uses(const an_metric *metric, size_t event);

/* ---- Measures: what a column of a report shows ---- */

/* A metric, or for a pair of profiles (an_combine.h) its value before, its value
   after, or the change. */
typedef enum an_aspect { AN_VALUE, AN_BEFORE, AN_AFTER, AN_CHANGE } an_aspect;

typedef struct an_measure {
   const an_metric *metric;
   an_aspect aspect;
   size_t n_events; /* of one side of a pair; counts after begin there */
} an_measure;

typedef struct an_measures {
   an_measure *of;
   size_t n; /* at least 1 */
   bool any; /* a threshold is reached if any of them does; else by the first */
} an_measures;

/* NAN where the metric divides by 0. */
static inline long double an_measure_value(const an_measure *m,
                                           const int64_t *counts)
{
   const int64_t *after = counts + m->n_events;
   switch (m->aspect) {
   case AN_VALUE:
   case AN_BEFORE: return an_metric_value(m->metric, counts);
   case AN_AFTER:  return an_metric_value(m->metric, after);
   case AN_CHANGE: break;
   }
   return an_metric_value(m->metric, after)
          - an_metric_value(m->metric, counts);
}

/* What percentages refer to: the program's total; for changes its total before,
   or after if before is 0. */
static inline long double an_measure_base(const an_measure *m,
                                          const int64_t *totals)
{
   an_measure side = *m;
   if (m->aspect == AN_CHANGE)
      side.aspect = AN_BEFORE;
   long double base = an_measure_value(&side, totals);
   if (m->aspect == AN_CHANGE && base == 0)
      side.aspect = AN_AFTER;
   return side.aspect == AN_AFTER ? an_measure_value(&side, totals) : base;
}

#endif
