/* ac_limits.h -- how much a metric may increase from one profile to another.

   Limits are "NAME=LIMIT,...".  NAME is a metric, or @all: every event that
   is not named.  LIMIT is "R%", an increase relative to the old value, "N", an
   absolute increase, or one of each: "R%|N", of which neither may be exceeded;
   "R%&N", which is exceeded only by what exceeds both; or "R%>N", the same, but
   new rows never exceed it.  R and N are decimal numbers
   from -1e18 to 1e18; a negative one demands a decrease.  N can have a unit: K, M,
   G or T (powers of 1000) or Ki, Mi, Gi or Ti (of 1024), with or without B.
   "NAME<=N" is a budget: a limit on the new value, whatever the old one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "counts/ac_metric.h"

#include <stdbool.h>

typedef struct ac_limit {
   const ac_metric *metric;         /* borrowed from the metrics */
   bool has_relative, has_absolute; /* at least one */
   bool needs_both;                 /* "&" and ">": exceeded only if both are */
   bool skips_new;                  /* ">": new rows have no percentage to exceed */
   bool is_budget;                  /* `absolute`, its only limit, is on the new value */
   long double relative_percent, absolute;
   const char *text; /* as it was written, without the metric: "5%|40MiB" or
                        "<=64MiB" */
} ac_limit;

typedef struct ac_limits {
   ac_limit *limits; /* as given, then those of @all in the events' order */
   size_t n;         /* a metric has at most one limit and one budget; 0 if @all has
                no events left */
} ac_limits;

/* Reads limits.  Malformed ones, an unknown metric, or a metric given twice:
   false, with *error set, line 0, and limits->limits NULL. */
bool ac_limits_parse(ac_limits *limits, const tk_alloc *alloc, const ac_metrics *metrics,
                     const char *text, an_error *error);

/* What a limit is held against: the sum of a whole, or one row of many, which can be
   new or gone. */
typedef enum ac_limit_scope { AC_LIMIT_OF_TOTAL, AC_LIMIT_OF_ROW } ac_limit_scope;

/* Whether one of the limits is on the metric of this one, and of its kind. */
bool ac_limits_have(const ac_limits *limits, const ac_limit *limit);

/* Whether the new value exceeds the budget, or the increase the limit.  NAN exceeds
   nothing.  Percentages are of the old value's magnitude.  Any increase of a total
   from 0 exceeds every percentage.  A row that was 0 is held against the absolute
   part alone; it exceeds nothing if there is none, or if the limit skips new rows.
   A row that shrank to 0 exceeds no limit on increases. */
bool ac_limit_exceeded(const ac_limit *limit, ac_limit_scope scope, long double old_value,
                       long double new_value);
