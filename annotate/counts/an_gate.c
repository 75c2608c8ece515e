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
   gate->n_unknown += check->is_unknown;
   return AN_OK;
}

/* The counts of a subject, of the first profile and then of the second. */
static const int64_t *counts_of(const an_gate *gate, an_gate_subject of,
                                size_t index)
{
   switch (of) {
   case AN_GATE_REGION:
      return an_profile_region(gate->of.regions, index)->counts;
   case AN_GATE_FUNCTION:
      return an_profile_function(gate->of.pair, index)->totals;
   case AN_GATE_PROGRAM:
   case AN_GATE_CALLS:
      break;
   }
   return an_profile_totals(gate->of.pair);
}

static an_limit_scope scope_of(const an_gate *gate, an_gate_subject of,
                               size_t index)
{
   if (of != AN_GATE_REGION)
      return of == AN_GATE_PROGRAM ? AN_LIMIT_OF_TOTAL : AN_LIMIT_OF_ROW;
   const an_region *region = an_profile_region(gate->of.regions, index);
   return region->count > 0 && region->count_before > 0 ? AN_LIMIT_OF_TOTAL
                                                        : AN_LIMIT_OF_ROW;
}

static an_check hold(const an_gate *gate, const an_limit *limit,
                     an_gate_subject of, size_t index)
{
   const int64_t *counts = counts_of(gate, of, index);
   const an_profile *pair
      = of == AN_GATE_REGION ? gate->of.regions : gate->of.pair;
   size_t n_events = an_profile_n_events(pair) / 2;
   an_check check = {
      .limit = limit, .of = of, .index = index,
      .before = an_metric_value(limit->metric, counts),
      .after = an_metric_value(limit->metric, counts + n_events),
   };
   check.is_exceeded = an_limit_exceeded(limit, scope_of(gate, of, index),
                                         check.before, check.after);
   return check;
}

/* ---- Functions ---- */

static int compare_changes(const void *a, const void *b)
{
   const an_check *x = a, *y = b;
   long double of_x = x->after - x->before, of_y = y->after - y->before;
   if (of_x != of_y)
      return of_x > of_y ? -1 : 1;
   return (x->index > y->index) - (x->index < y->index);
}

/* Adds the functions that exceed the limit. */
static an_status hold_functions(an_gate *gate, const an_limit *limit)
{
   size_t first = gate->n;
   size_t n = an_profile_n_functions(gate->of.pair);
   an_status status = AN_OK;
   for (size_t i = 0; i < n && status == AN_OK; i++) {
      an_check check = hold(gate, limit, AN_GATE_FUNCTION, i);
      if (check.is_exceeded)
         status = add(gate, &check);
   }
   if (gate->n > first)
      qsort(gate->checks + first, gate->n - first, sizeof *gate->checks,
            compare_changes);
   return status;
}

/* ---- Regions ---- */

static bool names_same(const an_limits *limits, const an_limit *limit)
{
   for (size_t i = 0; i < limits->n; i++)
      if (limits->limits[i].metric == limit->metric
          && limits->limits[i].is_budget == limit->is_budget)
         return true;
   return false;
}

/* Whether later limits on this region name the same metric. */
static bool is_replaced(const an_gate_case *of, size_t i, const an_limit *limit,
                        const char *path, const char *name)
{
   for (i++; i < of->n_of_regions; i++)
      if (names_same(&of->of_regions[i].limits, limit)
          && an_region_limits_choose(&of->of_regions[i], path, name))
         return true;
   return false;
}

static an_status hold_region(an_gate *gate, size_t region, const char *path)
{
   const an_gate_case *of = &gate->of;
   const char *name = an_profile_region(of->regions, region)->name;
   an_status status = AN_OK;
   for (size_t i = 0; i < of->n_of_regions; i++) {
      const an_limits *limits = &of->of_regions[i].limits;
      if (!an_region_limits_choose(&of->of_regions[i], path, name))
         continue;
      for (size_t k = 0; k < limits->n && status == AN_OK; k++) {
         const an_limit *limit = &limits->limits[k];
         if (is_replaced(of, i, limit, path, name))
            continue;
         an_check check = hold(gate, limit, AN_GATE_REGION, region);
         status = add(gate, &check);
      }
   }
   return status;
}

static an_status hold_regions(an_gate *gate)
{
   an_status status = AN_OK;
   if (gate->of.n_of_regions == 0)
      return AN_OK;
   size_t n = an_profile_n_regions(gate->of.regions);
   for (size_t i = 0; i < n && status == AN_OK; i++) {
      char *path = an_region_path(gate->of.regions, gate->alloc, i);
      status = path == NULL ? AN_NO_MEMORY : hold_region(gate, i, path);
      tk_put(gate->alloc, path);
   }
   return status;
}

/* ---- Calls ---- */

static bool exceeds(const an_limit *limit, long double before, long double after)
{
   bool is_row = before == 0 || after == 0;
   return an_limit_exceeded(limit, is_row ? AN_LIMIT_OF_ROW : AN_LIMIT_OF_TOTAL,
                            before, after);
}

/* Whether the limit is exceeded whatever the files left out, or kept. */
static an_check hold_row(const an_gate *gate, const an_limit *limit,
                         const an_gate_row *row)
{
   size_t n_events = an_profile_n_events(gate->of.pair) / 2;
   an_check check = {
      .limit = limit, .of = AN_GATE_CALLS,
      .before = an_metric_value(limit->metric, row->counts),
      .after = an_metric_value(limit->metric, row->counts + n_events),
   };
   long double before = an_metric_value(limit->metric, row->at_most);
   long double after = an_metric_value(limit->metric, row->at_most + n_events);
   check.is_exceeded = exceeds(limit, check.before, check.after);
   check.is_unknown = exceeds(limit, before, check.after) != check.is_exceeded
                      || exceeds(limit, check.before, after) != check.is_exceeded
                      || exceeds(limit, before, after) != check.is_exceeded;
   return check;
}

/* Of all functions, many are too small for the files: those are counted. */
static an_status hold_rows(an_gate *gate, size_t index, const an_limit *limit)
{
   const an_gate_calls *calls = &gate->of.calls[index];
   size_t first = gate->n;
   an_status status = AN_OK;
   for (size_t i = 0; i < calls->n_rows && status == AN_OK; i++) {
      an_check check = hold_row(gate, limit, &calls->rows[i]);
      check.index = i;
      check.calls = index;
      if (calls->are_all && check.is_unknown)
         gate->n_unchecked++;
      else if (!calls->are_all || check.is_exceeded)
         status = add(gate, &check);
   }
   if (calls->are_all && gate->n > first)
      qsort(gate->checks + first, gate->n - first, sizeof *gate->checks,
            compare_changes);
   return status;
}

static an_status hold_calls(an_gate *gate)
{
   an_status status = AN_OK;
   for (size_t i = 0; i < gate->of.n_calls; i++) {
      const an_limits *limits = gate->of.calls[i].limits;
      for (size_t k = 0; k < limits->n && status == AN_OK; k++)
         status = hold_rows(gate, i, &limits->limits[k]);
   }
   return status;
}

/* ---- The whole ---- */

an_status an_gate_hold(an_gate *gate, const tk_alloc *alloc,
                       const an_gate_case *of)
{
   *gate = (an_gate){ .of = *of, .alloc = alloc };
   an_status status = AN_OK;
   for (size_t i = 0; i < of->totals->n && status == AN_OK; i++) {
      an_check check = hold(gate, &of->totals->limits[i], AN_GATE_PROGRAM, 0);
      status = add(gate, &check);
   }
   if (status == AN_OK)
      status = hold_regions(gate);
   if (status == AN_OK)
      status = hold_calls(gate);
   for (size_t i = 0; i < of->functions->n && status == AN_OK; i++)
      status = hold_functions(gate, &of->functions->limits[i]);
   if (status != AN_OK)
      an_gate_free(gate);
   return status;
}

void an_gate_free(an_gate *gate)
{
   tk_put(gate->alloc, gate->checks);
   gate->checks = NULL;
   gate->n = gate->n_exceeded = gate->n_unknown = gate->n_unchecked = 0;
}
