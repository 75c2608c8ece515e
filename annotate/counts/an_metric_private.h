/* an_metric_private.h -- how metrics are added; for an_metric.c, which keeps
   them, and an_builtin.c, which adds the built-in ones.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_METRIC_PRIVATE_H
#define AN_METRIC_PRIVATE_H

#include "base/an_span.h"
#include "counts/an_metric.h"

typedef struct an_definition {
   an_span name, formula;
   const char *title; /* not NULL: the metric is built in */
   const char *text;  /* for messages; holds the formula */
} an_definition;

/* No metrics yet; NULL: memory ran out. */
an_metrics *an_metrics_empty(const tk_alloc *alloc);

an_status an_metrics_add_event(an_metrics *metrics, const char *name,
                               size_t event);

/* Adds the metric.  *defined is false if the formula has an error, which is
   recorded unless `error` is NULL; the status is AN_OK then, too. */
an_status an_metrics_add(an_metrics *metrics, const an_definition *definition,
                         an_error *error, bool *defined);

#endif
