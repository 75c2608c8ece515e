/* ac_values.h -- the values of metrics, as formats of whole numbers hold them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_choose.h"
#include "paths/an_stacks.h"

/* The value of a metric that is whole; what no int64_t can hold becomes the nearest
   that can. */
static inline int64_t ac_values_whole(const ac_metric *metric, const int64_t *counts)
{
   long double value = ac_metric_value(metric, counts);
   if (value >= (long double)INT64_MAX)
      return INT64_MAX;
   return value <= (long double)INT64_MIN ? INT64_MIN : (int64_t)value;
}

/* Gives the stacks, whose kinds are the events, the metrics as kinds; all are whole.
   The metrics live longer. */
void ac_values_choose(an_stacks *stacks, const ac_choice *show);
