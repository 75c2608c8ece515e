/* an_limits.h -- how much more one run may have than another.

   Limits are "NAME=LIMIT,...".  NAME is a metric, or @all: every event that
   is not named itself.  LIMIT is "R%", an increase relative to the old value,
   or "N", an absolute one, or both as "R%|N", in either order.  R and N are
   decimal numbers up to 1e18; after N may come K, M, G or T (powers of 1000)
   or Ki, Mi, Gi or Ti (of 1024), and then B.  "NAME<=N" is a budget: a limit
   of the new value itself, whatever the old one was.
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
   bool is_budget; /* `absolute`, which alone it has, is of the new value */
   long double relative_percent, absolute;
} an_limit;

typedef struct an_limits {
   an_limit *limits; /* as given, then those of @all in the events' order */
   size_t n; /* each metric at most once, and once more with a budget; 0 if
                @all found none */
} an_limits;

/* Reads limits.  False, with *error set, line 0, and limits->limits NULL, if
   they are malformed, name no metric or one twice, or memory ran out.  The
   caller frees limits->limits with tk_put. */
bool an_limits_parse(an_limits *limits, const tk_alloc *alloc,
                     const an_metrics *metrics, const char *text,
                     an_error *error);

/* Whether the increase is greater than any of the limits given, or the new value
   than the budget, unless it is NAN.  Of increases: what has
   not increased, or is NAN in either run, exceeds nothing; any increase from
   0 exceeds a relative limit.  Relative increases of values below 0 are
   relative to their magnitude. */
bool an_limit_exceeded(const an_limit *limit, long double old_value,
                       long double new_value);

/* Room that an_limit_format needs. */
enum { AN_LIMIT_B = 2 * AN_DECIMAL_B };

/* Writes the limit, without the name, at `to`: "5%", "1000", "5%|1000",
   "<=1000". */
void an_limit_format(char *to, const an_limit *limit);

#endif
