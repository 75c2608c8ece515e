/* an_values.h -- the values of metrics, as formats of whole numbers hold them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_VALUES_H
#define AN_VALUES_H

#include "counts/an_metric.h"

/* The value of a metric that is whole; what no int64_t can hold becomes the nearest
   that can. */
static inline int64_t an_values_whole(const an_metric *metric, const int64_t *counts)
{
   long double value = an_metric_value(metric, counts);
   if (value >= (long double)INT64_MAX)
      return INT64_MAX;
   return value <= (long double)INT64_MIN ? INT64_MIN : (int64_t)value;
}

#endif
