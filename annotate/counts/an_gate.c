/* an_gate.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_gate.h"

#include "base/tk_array.h"

#include <stdlib.h>

#define LABEL "an.gate"

static an_status add(an_gate *gate, const an_check *check)
{
   if (!TK_ARRAY_ROOM(gate->alloc, LABEL, gate->checks, gate->n, gate->capacity))
      return AN_NO_MEMORY;
   gate->checks[gate->n++] = *check;
   gate->n_exceeded += check->is_exceeded;
   return AN_OK;
}

static an_check hold(const an_gate *gate, const an_limit *limit,
                     size_t function)
{
   bool is_program = function == AN_GATE_PROGRAM;
   const int64_t *counts = is_program
      ? an_profile_totals(gate->pair)
      : an_profile_function(gate->pair, function)->totals;
   size_t n_events = an_profile_n_events(gate->pair) / 2;
   an_check check = {
      .limit = limit, .function = function,
      .before = an_metric_value(limit->metric, counts),
      .after = an_metric_value(limit->metric, counts + n_events),
   };
   check.is_exceeded = an_limit_exceeded(
      limit, is_program ? AN_LIMIT_OF_TOTAL : AN_LIMIT_OF_ROW, check.before,
      check.after);
   return check;
}

static int compare_changes(const void *a, const void *b)
{
   const an_check *x = a, *y = b;
   long double of_x = x->after - x->before, of_y = y->after - y->before;
   if (of_x != of_y)
      return of_x > of_y ? -1 : 1;
   return (x->function > y->function) - (x->function < y->function);
}

/* Adds the functions that exceed the limit. */
static an_status hold_functions(an_gate *gate, const an_limit *limit)
{
   size_t first = gate->n;
   size_t n = an_profile_n_functions(gate->pair);
   an_status status = AN_OK;
   for (size_t i = 0; i < n && status == AN_OK; i++) {
      an_check check = hold(gate, limit, i);
      if (check.is_exceeded)
         status = add(gate, &check);
   }
   if (gate->n > first)
      qsort(gate->checks + first, gate->n - first, sizeof *gate->checks,
            compare_changes);
   return status;
}

an_status an_gate_hold(an_gate *gate, const tk_alloc *alloc,
                       const an_profile *pair, const an_limits *totals,
                       const an_limits *functions)
{
   an_status status = AN_OK;
   *gate = (an_gate){ .pair = pair, .alloc = alloc,
                      .n_function_limits = functions->n };
   for (size_t i = 0; i < totals->n && status == AN_OK; i++) {
      an_check check = hold(gate, &totals->limits[i], AN_GATE_PROGRAM);
      status = add(gate, &check);
   }
   for (size_t i = 0; i < functions->n && status == AN_OK; i++)
      status = hold_functions(gate, &functions->limits[i]);
   if (status != AN_OK)
      an_gate_free(gate);
   return status;
}

void an_gate_free(an_gate *gate)
{
   tk_put(gate->alloc, gate->checks);
   gate->checks = NULL;
   gate->n = gate->n_exceeded = 0;
}
