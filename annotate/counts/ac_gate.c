/* ac_gate.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_gate.h"

#include "base/tk_array.h"

#include <stdlib.h>

#define LABEL "an.gate"

static void add_check(ac_gate *gate, const ac_check *check)
{
   TK_ARRAY_ROOM(gate->alloc, LABEL, gate->checks, gate->n, gate->capacity);
   gate->checks[gate->n++] = *check;
   gate->n_exceeded += check->is_exceeded;
   gate->n_unknown += check->is_unknown;
}

/* The counts of a subject, of the first profile and then of the second. */
static const int64_t *counts_of(const ac_gate *gate, ac_gate_subject of, size_t index)
{
   switch (of) {
   case AC_GATE_REGION: return ac_profile_region(gate->of.regions, index)->counts;
   case AC_GATE_FUNCTION: return ac_profile_function(gate->of.pair, index)->totals;
   case AC_GATE_PROGRAM:
   case AC_GATE_CALLS: break;
   }
   return ac_profile_totals(gate->of.pair);
}

static ac_limit_scope scope_of(const ac_gate *gate, ac_gate_subject of, size_t index)
{
   if (of != AC_GATE_REGION)
      return of == AC_GATE_PROGRAM ? AC_LIMIT_OF_TOTAL : AC_LIMIT_OF_ROW;
   const ac_region *region = ac_profile_region(gate->of.regions, index);
   return region->count > 0 && region->count_before > 0 ? AC_LIMIT_OF_TOTAL
                                                        : AC_LIMIT_OF_ROW;
}

static ac_check hold_limit(const ac_gate *gate, const ac_limit *limit, ac_gate_subject of,
                           size_t index)
{
   const int64_t *counts = counts_of(gate, of, index);
   const ac_profile *pair = of == AC_GATE_REGION ? gate->of.regions : gate->of.pair;
   size_t n_events = ac_profile_n_events(pair) / 2;
   ac_check check = {
      .limit = limit,
      .of = of,
      .index = index,
      .before = ac_metric_value(limit->metric, counts),
      .after = ac_metric_value(limit->metric, counts + n_events),
   };
   check.is_exceeded = ac_limit_exceeded(limit, scope_of(gate, of, index), check.before,
                                         check.after);
   return check;
}

/* ---- Functions ---- */

static int compare_changes(const void *a, const void *b)
{
   const ac_check *x = a, *y = b;
   long double of_x = x->after - x->before, of_y = y->after - y->before;
   if (of_x != of_y)
      return of_x > of_y ? -1 : 1;
   return (x->index > y->index) - (x->index < y->index);
}

/* Adds the functions that exceed the limit. */
static void hold_functions(ac_gate *gate, const ac_limit *limit)
{
   size_t first = gate->n;
   size_t n = ac_profile_n_functions(gate->of.pair);
   for (size_t i = 0; i < n; i++) {
      ac_check check = hold_limit(gate, limit, AC_GATE_FUNCTION, i);
      if (check.is_exceeded)
         add_check(gate, &check);
   }
   if (gate->n > first)
      qsort(gate->checks + first, gate->n - first, sizeof *gate->checks, compare_changes);
}

/* ---- Regions ---- */

/* Whether later limits on this region name the same metric. */
static bool is_replaced(const ac_gate_case *of, size_t i, const ac_limit *limit,
                        const char *path, const char *name)
{
   for (i++; i < of->n_of_regions; i++)
      if (ac_limits_have(&of->of_regions[i].limits, limit)
          && ac_region_limits_choose(&of->of_regions[i], path, name))
         return true;
   return false;
}

static void hold_region(ac_gate *gate, size_t region, const char *path)
{
   const ac_gate_case *of = &gate->of;
   const char *name = ac_profile_region(of->regions, region)->name;
   for (size_t i = 0; i < of->n_of_regions; i++) {
      const ac_limits *limits = &of->of_regions[i].limits;
      if (!ac_region_limits_choose(&of->of_regions[i], path, name))
         continue;
      for (size_t k = 0; k < limits->n; k++) {
         const ac_limit *limit = &limits->limits[k];
         if (is_replaced(of, i, limit, path, name))
            continue;
         ac_check check = hold_limit(gate, limit, AC_GATE_REGION, region);
         add_check(gate, &check);
      }
   }
}

static void hold_regions(ac_gate *gate)
{
   if (gate->of.n_of_regions == 0)
      return;
   size_t n = ac_profile_n_regions(gate->of.regions);
   for (size_t i = 0; i < n; i++) {
      char *path = ac_region_path(gate->of.regions, gate->alloc, i);
      hold_region(gate, i, path);
   }
}

/* ---- Calls ---- */

static bool exceeds_limit(const ac_limit *limit, long double before, long double after)
{
   bool is_row = before == 0 || after == 0;
   return ac_limit_exceeded(limit, is_row ? AC_LIMIT_OF_ROW : AC_LIMIT_OF_TOTAL, before,
                            after);
}

/* Whether the limit is exceeded whatever the files left out, or kept. */
static ac_check hold_row(const ac_gate *gate, const ac_limit *limit,
                         const ac_gate_row *row)
{
   size_t n_events = ac_profile_n_events(gate->of.pair) / 2;
   ac_check check = {
      .limit = limit,
      .of = AC_GATE_CALLS,
      .before = ac_metric_value(limit->metric, row->counts),
      .after = ac_metric_value(limit->metric, row->counts + n_events),
   };
   long double before = ac_metric_value(limit->metric, row->at_most);
   long double after = ac_metric_value(limit->metric, row->at_most + n_events);
   check.is_exceeded = exceeds_limit(limit, check.before, check.after);
   check.is_unknown = exceeds_limit(limit, before, check.after) != check.is_exceeded
                      || exceeds_limit(limit, check.before, after) != check.is_exceeded
                      || exceeds_limit(limit, before, after) != check.is_exceeded;
   return check;
}

/* Holds the limit for each function; counts those that are too small for the files. */
static void hold_rows(ac_gate *gate, size_t index, const ac_limit *limit)
{
   const ac_gate_calls *calls = &gate->of.calls[index];
   size_t first = gate->n;
   for (size_t i = 0; i < calls->n_rows; i++) {
      ac_check check = hold_row(gate, limit, &calls->rows[i]);
      check.index = i;
      check.calls = index;
      if (calls->are_all && check.is_unknown)
         gate->n_unchecked++;
      else if (!calls->are_all || check.is_exceeded)
         add_check(gate, &check);
   }
   if (calls->are_all && gate->n > first)
      qsort(gate->checks + first, gate->n - first, sizeof *gate->checks, compare_changes);
}

static void hold_calls(ac_gate *gate)
{
   for (size_t i = 0; i < gate->of.n_calls; i++) {
      const ac_limits *limits = gate->of.calls[i].limits;
      for (size_t k = 0; k < limits->n; k++)
         hold_rows(gate, i, &limits->limits[k]);
   }
}

/* ---- The whole ---- */

void ac_gate_hold(ac_gate *gate, const tk_alloc *alloc, const ac_gate_case *of)
{
   *gate = (ac_gate){ .of = *of, .alloc = alloc };
   for (size_t i = 0; i < of->totals->n; i++) {
      ac_check check = hold_limit(gate, &of->totals->limits[i], AC_GATE_PROGRAM, 0);
      add_check(gate, &check);
   }
   hold_regions(gate);
   hold_calls(gate);
   for (size_t i = 0; i < of->functions->n; i++)
      hold_functions(gate, &of->functions->limits[i]);
}
