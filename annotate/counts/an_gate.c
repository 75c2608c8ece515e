/* an_gate.c -- which limits a pair of profiles exceeds.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_gate.h"

#include "base/tk_array.h"

#include <math.h>
#include <stdlib.h>

#define LABEL "an.verdict"

static an_status add(an_gate *v, const an_finding *finding)
{
   if (!TK_ARRAY_ROOM(v->alloc, LABEL, v->findings, v->n, v->capacity))
      return AN_NO_MEMORY;
   v->findings[v->n++] = *finding;
   v->n_exceeded += finding->is_exceeded;
   return AN_OK;
}

static an_finding hold(const an_gate *v, const an_limit *limit,
                       size_t function)
{
   const int64_t *counts = function == AN_GATE_PROGRAM
      ? an_profile_totals(v->pair)
      : an_profile_function(v->pair, function)->totals;
   size_t n_events = an_profile_n_events(v->pair) / 2;
   an_finding finding = {
      .limit = limit, .function = function,
      .before = an_metric_value(limit->metric, counts),
      .after = an_metric_value(limit->metric, counts + n_events),
   };
   finding.is_exceeded
      = an_limit_exceeded(limit, finding.before, finding.after);
   return finding;
}

static int compare_changes(const void *a, const void *b)
{
   const an_finding *x = a, *y = b;
   long double of_x = x->after - x->before, of_y = y->after - y->before;
   if (of_x != of_y)
      return of_x > of_y ? -1 : 1;
   return (x->function > y->function) - (x->function < y->function);
}

/* Those functions that exceed one limit. */
static an_status hold_functions(an_gate *v, const an_limit *limit)
{
   size_t first = v->n;
   an_status status = AN_OK;
   size_t n = an_profile_n_functions(v->pair);
   for (size_t i = 0; i < n && status == AN_OK; i++) {
      an_finding finding = hold(v, limit, i);
      if (finding.is_exceeded)
         status = add(v, &finding);
   }
   if (v->n > first)
      qsort(v->findings + first, v->n - first, sizeof *v->findings,
            compare_changes);
   return status;
}

an_status an_gate_reach(an_gate *verdict, const tk_alloc *alloc,
                           const an_profile *pair, const an_limits *totals,
                           const an_limits *functions)
{
   an_status status = AN_OK;
   *verdict = (an_gate){ .pair = pair, .alloc = alloc,
                            .n_function_limits = functions->n };
   for (size_t i = 0; i < totals->n && status == AN_OK; i++) {
      an_finding finding
         = hold(verdict, &totals->limits[i], AN_GATE_PROGRAM);
      status = add(verdict, &finding);
   }
   for (size_t i = 0; i < functions->n && status == AN_OK; i++)
      status = hold_functions(verdict, &functions->limits[i]);
   if (status != AN_OK)
      an_gate_free(verdict);
   return status;
}

void an_gate_free(an_gate *verdict)
{
   tk_put(verdict->alloc, verdict->findings);
   verdict->findings = NULL;
   verdict->n = verdict->n_exceeded = 0;
}
