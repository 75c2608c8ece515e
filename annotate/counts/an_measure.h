/* an_measure.h -- what a column of a report shows: a metric, or for a pair of
   profiles (an_combine.h) its value before, its value after, or the change.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_MEASURE_H
#define AN_MEASURE_H

#include "counts/an_metric.h"

typedef enum an_aspect { AN_VALUE, AN_BEFORE, AN_AFTER, AN_CHANGE } an_aspect;

typedef struct an_measure {
   const an_metric *metric;
   an_aspect aspect;
   size_t n_events; /* of one side of a pair; counts after begin there */
} an_measure;

typedef struct an_measures {
   an_measure *of;
   size_t n; /* at least 1 */
} an_measures;

/* NAN where the metric divides by 0. */
static inline long double an_measure_value(const an_measure *m,
                                           const int64_t *counts)
{
   const int64_t *after = counts + m->n_events;
   switch (m->aspect) {
   case AN_VALUE:
   case AN_BEFORE: return an_metric_value(m->metric, counts);
   case AN_AFTER:  return an_metric_value(m->metric, after);
   case AN_CHANGE: break;
   }
   return an_metric_value(m->metric, after)
          - an_metric_value(m->metric, counts);
}

/* What percentages refer to: the program's total; for changes its total before,
   or after if before is 0. */
static inline long double an_measure_base(const an_measure *m,
                                          const int64_t *totals)
{
   an_measure side = *m;
   if (m->aspect == AN_CHANGE)
      side.aspect = AN_BEFORE;
   long double base = an_measure_value(&side, totals);
   if (m->aspect == AN_CHANGE && base == 0)
      side.aspect = AN_AFTER;
   return side.aspect == AN_AFTER ? an_measure_value(&side, totals) : base;
}

#endif
