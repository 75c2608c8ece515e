/* an_values.h -- the values of metrics, as formats of whole numbers hold them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_VALUES_H
#define AN_VALUES_H

#include "counts/an_choose.h"
#include "paths/an_stacks.h"

/* The value of a metric that is whole; what no int64_t can hold becomes the nearest
   that can. */
static inline int64_t an_values_whole(const an_metric *metric, const int64_t *counts)
{
   long double value = an_metric_value(metric, counts);
   if (value >= (long double)INT64_MAX)
      return INT64_MAX;
   return value <= (long double)INT64_MIN ? INT64_MIN : (int64_t)value;
}

/* Gives the stacks, whose kinds are the events, the metrics as kinds; all are whole.
   The metrics live longer.  False, with the stacks unchanged, if memory ran out. */
bool an_values_choose(an_stacks *stacks, const an_choice *show);

#endif
