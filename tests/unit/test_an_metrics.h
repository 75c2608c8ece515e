/* test_an_metrics.h -- metrics of events with known counts, for the tests of metrics and
   formulas.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AN_METRICS_H
#define TEST_AN_METRICS_H

#include "test_an_common.h"

#include "counts/ac_metric.h"

#include <math.h>

static const char metrics_all_events[] =
   "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim";

/* The event with index i counts this often. */
static const int64_t metrics_counts[] = { 1000, 1, 2,  300, 40,  5, 60,
                                          7,    8, 90, 10,  110, 12 };

static inline ac_profile *metrics_profile_of(const char *events)
{
   char text[256];
   snprintf(text, sizeof text, "cmd: x\nevents: %s\nsummary: 0\n", events);
   return test_good_profile(text);
}

/* The metrics; their profile is freed. */
static inline ac_metrics *metrics_of(const char *events, const char *weights)
{
   ac_profile *profile = metrics_profile_of(events);
   an_error error;
   ac_metrics *metrics = ac_metrics_new(test_alloc(), profile, weights, &error);
   if (metrics == NULL)
      fail_msg("%s", error.message);
   return metrics;
}

static inline const ac_metric *metrics_find(const ac_metrics *metrics, const char *name)
{
   return ac_metrics_find(metrics, an_span_of(name));
}

static inline void metrics_define(ac_metrics *metrics, const char *definition)
{
   an_error error;
   if (!ac_metrics_define(metrics, definition, &error))
      fail_msg("%s", error.message);
}

static inline void metrics_check(const ac_metrics *metrics, const char *name,
                                 long double expected)
{
   const ac_metric *metric = metrics_find(metrics, name);
   assert_non_null(metric);
   long double value = ac_metric_value(metric, metrics_counts);
   if (value != expected || signbit(value) != signbit(expected))
      fail_msg("%s: expected %.20Lg, found %.20Lg", name, expected, value);
}

static inline void metrics_refuse(ac_metrics *metrics, const char *definition,
                                  const char *message)
{
   an_error error = { .line = 1 };
   size_t n = ac_metrics_n(metrics);
   assert_false(ac_metrics_define(metrics, definition, &error));
   assert_int_equal(error.line, 0);
   assert_string_equal(error.message, message);
   assert_int_equal(ac_metrics_n(metrics), n);
}

#endif
