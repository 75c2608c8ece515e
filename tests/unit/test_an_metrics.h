/* test_an_metrics.h -- metrics of events with known counts, for the tests of metrics and
   formulas.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AN_METRICS_H
#define TEST_AN_METRICS_H

#include "test_an_common.h"

#include "counts/an_metric.h"

#include <math.h>

static const char metrics_all_events[]
   = "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim";

/* The event with index i counts this often. */
static const int64_t metrics_counts[] = { 1000, 1,  2,  300, 40,  5, 60,
                                          7,    8,  90, 10,  110, 12 };

static inline an_profile *metrics_profile_of(const tk_alloc *alloc, const char *events)
{
   char text[256];
   snprintf(text, sizeof text, "cmd: x\nevents: %s\nsummary: 0\n", events);
   return test_good_profile(alloc, text);
}

/* The metrics; their profile is freed. */
static inline an_metrics *metrics_of(const tk_alloc *alloc, const char *events,
                                     const char *weights)
{
   an_profile *profile = metrics_profile_of(alloc, events);
   an_error error;
   an_metrics *metrics = an_metrics_new(alloc, profile, weights, &error);
   an_profile_free(profile);
   if (metrics == NULL)
      fail_msg("%s", error.message);
   return metrics;
}

static inline const an_metric *metrics_find(const an_metrics *metrics, const char *name)
{
   return an_metrics_find(metrics, an_span_of(name));
}

static inline void metrics_define(an_metrics *metrics, const char *definition)
{
   an_error error;
   if (!an_metrics_define(metrics, definition, &error))
      fail_msg("%s", error.message);
}

static inline void metrics_check(const an_metrics *metrics, const char *name,
                                 long double expected)
{
   const an_metric *metric = metrics_find(metrics, name);
   assert_non_null(metric);
   long double value = an_metric_value(metric, metrics_counts);
   if (value != expected || signbit(value) != signbit(expected))
      fail_msg("%s: expected %.20Lg, found %.20Lg", name, expected, value);
}

static inline void metrics_refuse(an_metrics *metrics, const char *definition,
                                  const char *message)
{
   an_error error = { .line = 1 };
   size_t n = an_metrics_n(metrics);
   assert_false(an_metrics_define(metrics, definition, &error));
   assert_int_equal(error.line, 0);
   assert_string_equal(error.message, message);
   assert_int_equal(an_metrics_n(metrics), n);
}

#endif
