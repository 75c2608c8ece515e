/* an_metric.h -- what can be shown of a profile: its events, and metrics
   that are computed from them.

   A value is a long double, which holds every int64_t exactly on the
   machines that Valgrind runs on: counts and their sums, differences and
   whole multiples stay exact up to 2^64.  It may be larger than an int64_t.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_METRIC_H
#define AN_METRIC_H

#include "base/an_error.h"
#include "counts/an_profile.h"

#include <stdbool.h>

/* One event or derived metric; does not change. */
typedef struct an_metric an_metric;

/* The metrics of one profile: each event, the built-in ones whose events are
   there, and the user's.  Each name is there once: where a profile has an
   event with the name of a built-in metric, it is the event. */
typedef struct an_metrics an_metrics;

/* The events of the profile and what is built in.  `weights` are those of the
   built-in CEst, estimated cycles: NULL, or "NAME=NUMBER,..." with names
   among Ir, L1m, LLm and Bm; what is not named keeps its own, 1, 10, 100 and
   10, and what the profile does not have is left out.  NULL with *error set,
   line 0, if `weights` are malformed or memory ran out.  `alloc` is borrowed,
   `profile` is no longer needed afterwards. */
an_metrics *an_metrics_new(const tk_alloc *alloc, const an_profile *profile,
                           const char *weights, an_error *error);
void an_metrics_free(an_metrics *metrics);

/* Adds the metric "NAME=FORMULA".  A formula has + - * / ( ), a minus before
   an operand, decimal numbers (1e3, too), and names of metrics that are
   there already; blanks do not matter.  A name is a letter or "_", then
   letters, digits, "_" and "."; events that are called otherwise cannot be
   used.  A built-in metric of that name is replaced, and what was found of it
   no longer valid; metrics that are computed from it stay as they are.  False,
   with *error set, line 0, and nothing added, after a wrong name or formula, a
   name that an event has or that was defined before, a formula that is too long (once
   the metrics in it are written out) or nested too deeply, or no memory. */
bool an_metrics_define(an_metrics *metrics, const char *definition,
                       an_error *error);

/* ---- Looking up.  Results live as long as the metrics. ---- */

/* The metric of that name, or NULL. */
const an_metric *an_metrics_find(const an_metrics *metrics, const char *name,
                                 size_t length);

/* All, by index: the events first, in the profile's order, then built-in
   metrics, then the user's in the order of definition. */
size_t an_metrics_n(const an_metrics *metrics);
const an_metric *an_metrics_at(const an_metrics *metrics, size_t index);

const char *an_metric_name(const an_metric *metric);

/* Its formula as it was given, for events the name. */
const char *an_metric_formula(const an_metric *metric);

/* What it is, "estimated cycles"; NULL if it is not built in. */
const char *an_metric_title(const an_metric *metric);

bool an_metric_is_event(const an_metric *metric);

/* Whether the formula adds up events by whole coefficients, without any
   division: values are then whole numbers, and that of a whole is the sum of
   those of its parts, so that shares of a total make sense. */
bool an_metric_is_whole(const an_metric *metric);

/* The value for counts, one per event of the profile: NAN where the formula
   divides by 0, whatever it divides, or is beyond a long double.  Never
   infinite, nor -0. */
long double an_metric_value(const an_metric *metric, const int64_t *counts);

#endif
