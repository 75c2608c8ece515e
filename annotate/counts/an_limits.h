/* an_limits.h -- how much a metric may increase from one profile to another.

   Limits are "NAME=LIMIT,...".  NAME is a metric, or @all: every event that
   is not named.  LIMIT is "R%", an increase relative to the old value, "N", an
   absolute increase, or both, "R%|N" or "N|R%".  R and N are decimal numbers
   up to 1e18.  N can have a unit: K, M, G or T (powers of 1000) or Ki, Mi, Gi
   or Ti (of 1024), with or without B.  "NAME<=N" is a budget: a limit on the
   new value, whatever the old one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_LIMITS_H
#define AN_LIMITS_H

#include "base/an_decimal.h"
#include "base/an_error.h"
#include "counts/an_metric.h"

#include <stdbool.h>

typedef struct an_limit {
   const an_metric *metric; /* borrowed from the metrics */
   bool has_relative, has_absolute; /* at least one */
   bool is_budget; /* `absolute`, its only limit, is on the new value */
   long double relative_percent, absolute;
} an_limit;

typedef struct an_limits {
   an_limit *limits; /* as given, then those of @all in the events' order */
   size_t n; /* a metric has at most one limit and one budget; 0 if @all has
                no events left */
} an_limits;

/* Reads limits.  Malformed ones, an unknown metric, a metric given twice, or no
   memory: false, with *error set, line 0, and limits->limits NULL.  The caller
   frees limits->limits with tk_put. */
bool an_limits_parse(an_limits *limits, const tk_alloc *alloc,
                     const an_metrics *metrics, const char *text,
                     an_error *error);

/* Whether the new value exceeds the budget, or the increase either of the
   limits.  NAN exceeds nothing, nor does a decrease exceed a limit.  Any
   increase from 0 exceeds a relative limit.  Increases of negative values are
   relative to their magnitude. */
bool an_limit_exceeded(const an_limit *limit, long double old_value,
                       long double new_value);

/* The room that an_limit_format needs. */
enum { AN_LIMIT_B = 2 * AN_DECIMAL_B };

/* Writes the limit at `to`, without the metric: "5%", "1000", "5%|1000" or
   "<=1000". */
void an_limit_format(char *to, const an_limit *limit);

#endif
