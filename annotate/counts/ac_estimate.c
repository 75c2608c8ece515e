/* ac_estimate.c -- flows and inclusive costs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_estimate_private.h"

#include "base/an_pool.h"
#include "counts/ac_costs.h"

#include <stdlib.h>
#include <string.h>

enum { PATHS_OF_ALL = 50000 }; /* a path needs this part of all */

static int64_t larger(int64_t a, int64_t b)
{
   return a > b ? a : b;
}

static void *zeros(const ac_estimate_of *e, size_t n, size_t item_B)
{
   return tk_get_zeroed(e->alloc, AN_LABEL, (n + 1) * item_B);
}

/* ---- The arcs ---- */

static double weight_of(const ac_estimate_of *e, const int64_t *counts)
{
   static const double LEAST = 1e-30; /* calls that cost nothing are calls */
   double weight = LEAST;
   for (size_t i = 0; i < e->n_events; i++)
      if (e->totals[i] > 0)
         weight += (double)counts[i] / (double)e->totals[i];
   return weight;
}

static bool reaches(const ac_estimate_of *e, const int64_t *counts)
{
   for (size_t i = 0; i < e->n_events; i++)
      if (counts[i] >= e->least[i])
         return true;
   return false;
}

static ac_flow arc_at(const ac_estimate_of *e, size_t i)
{
   const uint64_t *key = ac_keyed_key(&e->sums->arcs, i);
   const int64_t *raw = ac_keyed_numbers(&e->sums->arcs, i) + 1;
   return (ac_flow){ .index = (uint32_t)i,
                     .caller = ac_keyed_high(key[0]),
                     .callee = ac_keyed_high(key[1]),
                     .is_large = reaches(e, raw),
                     .weight = weight_of(e, raw),
                     .raw = raw };
}

static int compare_arcs(const void *a, const void *b)
{
   const ac_flow *x = a, *y = b;
   return tk_compare(x->caller, y->caller)
      ?: y->is_large - x->is_large
      ?: (x->weight < y->weight) - (x->weight > y->weight)
      ?: tk_compare(x->index, y->index);
}

static void list_arcs(ac_estimate_of *e)
{
   size_t n_all = e->sums->arcs.n, n = 0;
   e->arcs = zeros(e, n_all, sizeof *e->arcs);
   e->first_arc = zeros(e, e->n + 1, sizeof *e->first_arc);
   for (size_t i = 0; i < n_all; i++) {
      e->arcs[n] = arc_at(e, i);
      if (e->arcs[n].caller != AC_NO_CALL)
         e->first_arc[e->arcs[n++].caller + 1]++;
   }
   for (uint32_t f = 0; f < e->n; f++)
      e->first_arc[f + 1] += e->first_arc[f];
   qsort(e->arcs, n, sizeof *e->arcs, compare_arcs);
   int64_t *rows = zeros(e, 2 * n * e->n_events, sizeof *rows);
   for (size_t i = 0; i < n; i++) {
      e->arcs[i].counts = rows + 2 * i * e->n_events;
      e->arcs[i].shown = e->arcs[i].counts + e->n_events;
   }
}

/* ---- Cycles ---- */

/* Callees first, functions of a cycle together. */
static void find_order(ac_estimate_of *e)
{
   uint32_t n_arcs = e->first_arc[e->n];
   ac_arc *arcs = zeros(e, n_arcs, sizeof *arcs);
   uint32_t *cycle = zeros(e, e->n, sizeof *cycle);
   size_t n_cycles;
   for (uint32_t i = 0; i < n_arcs; i++)
      arcs[i] = (ac_arc){ .caller = e->arcs[i].caller, .callee = e->arcs[i].callee };
   const ac_calls calls = { .arcs = arcs, .n_arcs = n_arcs, .n_functions = e->n };
   e->order = zeros(e, e->n, sizeof *e->order);
   e->place = zeros(e, e->n, sizeof *e->place);
   e->first = zeros(e, e->n, sizeof *e->first);
   e->end = zeros(e, e->n, sizeof *e->end);
   ac_cycles_find(&calls, e->alloc, cycle, &n_cycles, e->order);
   for (uint32_t first = 0, end; first < e->n; first = end) {
      uint32_t of = cycle[e->order[first]];
      for (end = first + 1; of != 0 && end < e->n && cycle[e->order[end]] == of; end++)
         ;
      for (uint32_t i = first; i < end; i++) {
         uint32_t f = e->order[i];
         e->place[f] = i;
         e->first[f] = first;
         e->end[f] = end;
      }
   }
   for (uint32_t i = 0; i < n_arcs; i++)
      e->arcs[i].is_inner = e->first[e->arcs[i].caller] == e->first[e->arcs[i].callee];
}

/* ---- Callers ---- */

/* Calls that bring flow from outside of a function, or of its cycle. */
typedef struct {
   const int64_t *raw;
   int64_t *to;
} inflow;

typedef struct {
   int64_t *all;    /* rows by function: all its calls */
   inflow *inflows; /* of one function or cycle */
   size_t n_inflows;
} callers;

static void sort_by_callee(ac_estimate_of *e, const callers *c)
{
   uint32_t n_arcs = e->first_arc[e->n];
   uint32_t *next = zeros(e, e->n, sizeof *next);
   for (uint32_t i = 0; i < n_arcs; i++)
      e->first_caller[e->arcs[i].callee + 1]++;
   for (uint32_t f = 0; f < e->n; f++) {
      e->first_caller[f + 1] += e->first_caller[f];
      next[f] = e->first_caller[f];
   }
   for (uint32_t i = 0; i < n_arcs; i++) {
      uint32_t callee = e->arcs[i].callee;
      e->callers[next[callee]++] = i;
      ac_estimate_add(ac_estimate_row(e, c->all, callee), e->arcs[i].raw, e->n_events);
   }
}

static void list_callers(ac_estimate_of *e, callers *c)
{
   uint32_t n_arcs = e->first_arc[e->n];
   *c = (callers){
      .all = zeros(e, e->n * e->n_events, sizeof *c->all),
      .inflows = zeros(e, n_arcs, sizeof *c->inflows),
   };
   e->callers = zeros(e, n_arcs, sizeof *e->callers);
   e->first_caller = zeros(e, e->n + 1, sizeof *e->first_caller);
   sort_by_callee(e, c);
}

static void list_inflows(const ac_estimate_of *e, callers *c, uint32_t first,
                         uint32_t end)
{
   c->n_inflows = 0;
   for (uint32_t k = first; k < end; k++) {
      uint32_t f = e->order[k];
      for (uint32_t i = e->first_caller[f]; i < e->first_caller[f + 1]; i++) {
         const ac_flow *arc = &e->arcs[e->callers[i]];
         if (!arc->is_inner)
            c->inflows[c->n_inflows++] = (inflow){ arc->raw, arc->counts };
      }
   }
}

/* The function of a cycle that was called by none: the one that costs most more than its
   calls. */
static uint32_t find_root(const ac_estimate_of *e, const callers *c, uint32_t first,
                          uint32_t end)
{
   uint32_t best = e->order[first];
   double most = 0;
   for (uint32_t k = first; k < end && end - first > 1; k++) {
      uint32_t f = e->order[k];
      double more = weight_of(e, ac_estimate_self(e, f))
                    - weight_of(e, ac_estimate_row(e, c->all, f));
      for (uint32_t i = e->first_arc[f]; i < e->first_arc[f + 1]; i++)
         more += e->arcs[i].weight;
      if (k == first || more > most) {
         best = f;
         most = more;
      }
   }
   return best;
}

/* ---- Flows ---- */

/* What a function, or a cycle, costs with its calls: as they flow, and as the file says
   it. */
static void sum_whole(const ac_estimate_of *e, uint32_t first, uint32_t end)
{
   int64_t *whole = ac_estimate_row(e, e->wholes, e->order[first]);
   int64_t *most = ac_estimate_row(e, e->most, e->order[first]);
   for (uint32_t k = first; k < end; k++) {
      uint32_t f = e->order[k];
      ac_estimate_add(whole, ac_estimate_self(e, f), e->n_events);
      ac_estimate_add(most, ac_estimate_self(e, f), e->n_events);
      for (uint32_t i = e->first_arc[f]; i < e->first_arc[f + 1]; i++) {
         ac_estimate_add(whole, e->arcs[i].counts, e->n_events);
         if (!e->arcs[i].is_inner)
            ac_estimate_add(most, e->arcs[i].raw, e->n_events);
      }
   }
   for (uint32_t k = first + 1; k < end; k++)
      memcpy(ac_estimate_row(e, e->wholes, e->order[k]), whole,
             e->n_events * sizeof *whole);
}

/* One event flows to the callers: what their calls cost, or their part of the whole.
   *calls is what they cost.  Returns what no call has. */
static int64_t flow_out(const callers *c, int64_t whole, size_t event,
                        unsigned __int128 *calls)
{
   unsigned __int128 all = 0, seen = 0;
   int64_t given = 0;
   for (size_t i = 0; i < c->n_inflows; i++)
      all += (uint64_t)larger(c->inflows[i].raw[event], 0);
   bool fits = all <= (uint64_t)whole;
   *calls = all;
   for (size_t i = 0; i < c->n_inflows; i++) {
      seen += (uint64_t)larger(c->inflows[i].raw[event], 0);
      int64_t until = fits ? (int64_t)seen
                           : (int64_t)((long double)whole * (long double)seen
                                       / (long double)all);
      if (!fits && (seen == all || until > whole))
         until = whole;
      c->inflows[i].to[event] = until - given;
      given = until;
   }
   return whole - given;
}

/* Callees come first. */
static void find_flows(const ac_estimate_of *e, callers *c)
{
   for (uint32_t first = 0, end; first < e->n; first = end) {
      end = e->end[e->order[first]];
      sum_whole(e, first, end);
      list_inflows(e, c, first, end);
      const int64_t *whole = ac_estimate_row(e, e->wholes, e->order[first]);
      uint32_t root = find_root(e, c, first, end);
      int64_t *rest = ac_estimate_row(e, e->from_none, root);
      int64_t *most = ac_estimate_row(e, e->most, e->order[first]);
      for (size_t event = 0; event < e->n_events; event++) {
         unsigned __int128 calls;
         int64_t left = flow_out(c, whole[event], event, &calls);
         ac_estimate_add(&rest[event], &left, 1);
         if (calls > (uint64_t)most[event])
            most[event] = calls < INT64_MAX ? (int64_t)calls : INT64_MAX;
         if (most[event] > e->totals[event])
            most[event] = larger(e->totals[event], whole[event]);
      }
   }
}

/* ---- Inclusive costs ---- */

/* Of a function in a cycle: all its calls, but at least itself and what it calls outside,
   and at most what the cycle costs. */
static void bound_function(const ac_estimate_of *e, const callers *c, uint32_t f)
{
   int64_t *to = ac_estimate_row(e, e->inclusive, f);
   const int64_t *most = ac_estimate_row(e, e->most, e->order[e->first[f]]);
   int64_t *calls = ac_estimate_row(e, c->all, f);
   if (!ac_estimate_is_cycle(e, f)) {
      memcpy(to, most, e->n_events * sizeof *to);
      return;
   }
   ac_estimate_add(to, ac_estimate_self(e, f), e->n_events);
   for (uint32_t i = e->first_arc[f]; i < e->first_arc[f + 1]; i++)
      ac_estimate_add(to, e->arcs[i].counts, e->n_events);
   ac_estimate_add(calls, ac_estimate_row(e, e->from_none, f), e->n_events);
   for (size_t i = 0; i < e->n_events; i++) {
      to[i] = larger(to[i], calls[i]);
      if (to[i] > most[i])
         to[i] = most[i];
   }
}

/* ---- The whole ---- */

static void open_estimate(ac_estimate_of *e)
{
   size_t n_rows = e->n * e->n_events;
   e->least = zeros(e, e->n_events, sizeof *e->least);
   for (size_t i = 0; i < e->n_events; i++)
      e->least[i] = larger(e->totals[i] / PATHS_OF_ALL, 1);
   e->wholes = zeros(e, n_rows, sizeof *e->wholes);
   e->most = zeros(e, n_rows, sizeof *e->most);
   e->from_none = zeros(e, n_rows, sizeof *e->from_none);
   e->inclusive = zeros(e, n_rows, sizeof *e->inclusive);
}

static void set_inclusive(const ac_estimate_of *e)
{
   for (uint32_t f = 0; f < e->n; f++) {
      int64_t *row = ac_estimate_row(e, e->inclusive, f);
      const int64_t *had = ac_keyed_numbers(&e->sums->functions, f) + 1;
      for (size_t i = 0; i < e->n_events; i++)
         row[i] = ac_estimate_minus(row[i], had[i]);
      ac_keyed_add(&e->sums->functions, f, 1, row, e->n_events);
   }
}

void ac_estimate(ac_call_sums *sums, const int64_t *totals)
{
   an_pool *pool = an_pool_new(sums->alloc);
   callers c;
   ac_estimate_of e = { .sums = sums,
                        .alloc = an_pool_alloc(pool),
                        .totals = totals,
                        .n_events = sums->n_events,
                        .n = (uint32_t)sums->functions.n };
   open_estimate(&e);
   list_arcs(&e);
   find_order(&e);
   list_callers(&e, &c);
   find_flows(&e, &c);
   for (uint32_t f = 0; f < e.n; f++)
      bound_function(&e, &c, f);
   ac_estimate_paths(&e);
   set_inclusive(&e);
   an_pool_free(pool);
}
