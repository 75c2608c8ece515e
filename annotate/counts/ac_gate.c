/* ac_gate.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "counts/ac_gate.h"

#include "base/an_number.h"
#include "base/tk_array.h"
#include "base/tk_count.h"

#include <stdlib.h>
#include <string.h>

static void add_check(ac_gate *gate, const ac_check *check)
{
   TK_ARRAY_ADD(gate->alloc, AN_LABEL, gate->checks, gate->n, gate->capacity, *check);
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

/* By interned name, and then by index. */
static int compare_names(const void *a, const void *b, void *context)
{
   size_t i = *(const size_t *)a, k = *(const size_t *)b;
   return tk_compare((uintptr_t)ac_profile_function(context, i)->name,
                     (uintptr_t)ac_profile_function(context, k)->name)
             ?: tk_compare(i, k);
}

/* All parts of a function: its own lines, and those of what is inlined into it, are in
   several files.  Likewise functions of one name in several. */
typedef struct {
   const size_t *parts;
   size_t n;
   int64_t *counts; /* their sum */
} whole;

static void sum_parts(const ac_gate *gate, whole *of)
{
   size_t n_counts = ac_profile_n_events(gate->of.pair);
   memset(of->counts, 0, n_counts * sizeof *of->counts);
   for (size_t i = 0; i < of->n; i++)
      an_number_add(of->counts, ac_profile_function(gate->of.pair, of->parts[i])->totals,
                    n_counts);
}

/* A function that only NEW has is no increase in percent of itself: it is held against
   the program's. */
static bool exceeds_as_new(const ac_gate *gate, const ac_check *check)
{
   const ac_limit *limit = check->limit;
   if (check->before != 0 || !limit->has_relative || limit->relative_percent < 0
       || limit->skips_new || !ac_metric_is_whole(limit->metric))
      return false;
   long double all = ac_metric_value(limit->metric, ac_profile_totals(gate->of.pair));
   bool is_large = check->after * 100 > limit->relative_percent * all;
   return is_large && (!limit->needs_both || check->after > limit->absolute);
}

/* What a part has more counts as far as the whole function has more: the rest came from
   other files. */
static bool exceeds_as_part(const ac_check *part, const ac_check *whole_of)
{
   long double more = part->after - part->before;
   long double of_whole = whole_of->after - whole_of->before;
   if (part->before == 0 || !ac_metric_is_whole(part->limit->metric))
      return false;
   return ac_limit_exceeded(part->limit, AC_LIMIT_OF_ROW, part->before,
                            part->before + (more < of_whole ? more : of_whole));
}

/* Adds the function if it exceeds the limit as a whole, with the place of the part that
   changed most; or else the parts that do. */
static void hold_function(ac_gate *gate, const ac_limit *limit, const whole *of)
{
   size_t n_events = ac_profile_n_events(gate->of.pair) / 2;
   ac_check all = { .limit = limit, .of = AC_GATE_FUNCTION, .index = of->parts[0] };
   all.before = ac_metric_value(limit->metric, of->counts);
   all.after = ac_metric_value(limit->metric, of->counts + n_events);
   all.is_exceeded = ac_limit_exceeded(limit, AC_LIMIT_OF_ROW, all.before, all.after)
                     || exceeds_as_new(gate, &all);
   long double most = 0;
   for (size_t i = 0; i < of->n; i++) {
      ac_check part = hold_limit(gate, limit, AC_GATE_FUNCTION, of->parts[i]);
      if (all.is_exceeded && (i == 0 || part.after - part.before > most)) {
         most = part.after - part.before;
         all.index = of->parts[i];
      }
      part.is_exceeded = !all.is_exceeded && of->n > 1 && exceeds_as_part(&part, &all);
      if (part.is_exceeded)
         add_check(gate, &part);
   }
   if (all.is_exceeded)
      add_check(gate, &all);
   else if (limit->metric->is_event && (all.before == 0) != (all.after == 0))
      *(all.before == 0 ? &gate->n_new : &gate->n_gone) += 1;
}

/* Adds the functions that exceed the limit. */
static void hold_functions(ac_gate *gate, const ac_limit *limit, const size_t *order)
{
   size_t first = gate->n, n = ac_profile_n_functions(gate->of.pair);
   size_t size_B = (ac_profile_n_events(gate->of.pair) + 1) * sizeof(int64_t);
   whole of = { .counts = tk_get(gate->alloc, AN_LABEL, size_B) };
   gate->n_new = gate->n_gone = 0;
   for (size_t i = 0; i < n; i += of.n) {
      const char *name = ac_profile_function(gate->of.pair, order[i])->name;
      of.parts = &order[i];
      for (of.n = 0; i + of.n < n; of.n++)
         if (ac_profile_function(gate->of.pair, order[i + of.n])->name != name)
            break;
      sum_parts(gate, &of);
      hold_function(gate, limit, &of);
   }
   if (gate->n > first)
      qsort(gate->checks + first, gate->n - first, sizeof *gate->checks, compare_changes);
}

static void hold_all_functions(ac_gate *gate)
{
   const ac_limits *limits = gate->of.functions;
   size_t n = ac_profile_n_functions(gate->of.pair);
   if (limits->n == 0)
      return;
   size_t *order = tk_get(gate->alloc, AN_LABEL, (n + 1) * sizeof *order);
   for (size_t i = 0; i < n; i++)
      order[i] = i;
   qsort_r(order, n, sizeof *order, compare_names, (void *)gate->of.pair);
   for (size_t i = 0; i < limits->n; i++)
      hold_functions(gate, &limits->limits[i], order);
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

/* Whether the function or path that a limit names is not in one of the profiles, and the
   limit does not skip that.  An absolute limit holds what is new. */
static bool is_missing(const ac_limit *limit, const ac_check *check,
                       long double most_before, long double most_after)
{
   bool is_gone = check->before != 0 && most_after == 0;
   bool is_new = check->after != 0 && most_before == 0;
   return !limit->skips_new
          && (is_gone || (is_new && limit->has_relative && !limit->has_absolute));
}

/* Whether the limit is exceeded whatever the files left out, or kept. */
static ac_check hold_row(const ac_gate *gate, const ac_limit *limit,
                         const ac_gate_row *row, bool is_named)
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
   check.is_missing = is_named && is_missing(limit, &check, before, after);
   check.is_exceeded = check.is_missing
                       || exceeds_limit(limit, check.before, check.after);
   if (check.is_missing)
      return check;
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
   bool is_named = !calls->are_all && calls->noun == NULL;
   for (size_t i = 0; i < calls->n_rows; i++) {
      ac_check check = hold_row(gate, limit, &calls->rows[i], is_named);
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
   hold_all_functions(gate);
}
