/* ac_outer_calls.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_outer_calls.h"

#include "base/an_number.h"
#include "base/tk_array.h"
#include "counts/ac_costs.h"

#include <string.h>

/* A walk through the tree of call paths.  A call is *inner* if its function was running
   already and its arc was not: the arc's inclusive cost has it, but the outer call's
   arc does, too. */
typedef struct {
   ac_outer_calls *outer;
   const ac_calls *calls;
   uint32_t *first, *next;           /* of each node: a child, a sibling */
   uint32_t *open_calls, *open_arcs; /* of functions and arcs on the path: how many */
   bool *is_recursive;               /* of arcs: has it inner calls? */
   int64_t *sums;                    /* a row for each inner call on the path */
   size_t n_sums, sums_room;
} walk;

/* ---- The tree ---- */

static void *get_zeros(const tk_alloc *alloc, size_t n, size_t size_B)
{
   return tk_get_zeroed(alloc, AN_LABEL, (n + 1) * size_B);
}

/* The root is no child, so 0 is no node here. */
static void link_children(const walk *w)
{
   for (uint32_t i = w->calls->n_nodes; i-- > 1;) {
      uint32_t parent = w->calls->nodes[i].parent;
      w->next[i] = w->first[parent];
      w->first[parent] = i;
   }
}

/* The arc of a call that has a caller, or NULL. */
static const ac_arc *arc_of(const walk *w, uint32_t node)
{
   uint32_t what = w->calls->nodes[node].what;
   if (w->calls->nodes[node].kind != AC_CALL_PATH || what == AC_NO_CALL)
      return NULL;
   const ac_arc *arc = &w->calls->arcs[what];
   return arc->caller == AC_NO_CALL ? NULL : arc;
}

static int64_t *last_sums(const walk *w)
{
   return w->sums + (w->n_sums - 1) * w->outer->n_events;
}

static void push_sums(walk *w)
{
   size_t n_events = w->outer->n_events;
   TK_ARRAY_ROOM_FOR(n_events, w->outer->alloc, AN_LABEL, w->sums, w->n_sums * n_events,
                     w->sums_room);
   w->n_sums++;
   memset(last_sums(w), 0, n_events * sizeof *w->sums);
}

static bool is_inner(const walk *w, const ac_arc *arc)
{
   return w->open_calls[arc->callee] > 0 && w->open_arcs[arc - w->calls->arcs] == 0;
}

static void enter_node(walk *w, uint32_t node)
{
   const ac_arc *arc = arc_of(w, node);
   if (arc != NULL) {
      if (is_inner(w, arc))
         push_sums(w);
      w->open_calls[arc->callee]++;
      w->open_arcs[arc - w->calls->arcs]++;
   }
   if (w->calls->nodes[node].kind == AC_CALL_FOLDED)
      w->is_recursive[w->calls->nodes[node].what] = true;
   if (w->n_sums > 0)
      an_number_add(last_sums(w), w->calls->nodes[node].self, w->outer->n_events);
}

static void leave_node(walk *w, uint32_t node)
{
   const ac_arc *arc = arc_of(w, node);
   if (arc == NULL)
      return;
   size_t at = (size_t)(arc - w->calls->arcs), n_events = w->outer->n_events;
   w->open_calls[arc->callee]--;
   w->open_arcs[at]--;
   if (!is_inner(w, arc))
      return;
   const int64_t *sums = last_sums(w);
   w->is_recursive[at] = true;
   for (size_t e = 0; e < n_events; e++)
      w->outer->counts[at * n_events + e] -= sums[e];
   if (--w->n_sums > 0)
      an_number_add(last_sums(w), sums, w->outer->n_events);
}

static void take_inner_calls(walk *w)
{
   link_children(w);
   for (uint32_t node = 0; w->calls->n_nodes > 0;) {
      enter_node(w, node);
      if (w->first[node] != 0) {
         node = w->first[node];
         continue;
      }
      while (node != 0 && w->next[node] == 0) {
         leave_node(w, node);
         node = w->calls->nodes[node].parent;
      }
      if (node == 0)
         break;
      leave_node(w, node);
      node = w->next[node];
   }
}

/* ---- Paths that are not in the file ---- */

/* Takes from an arc what the arcs of its function have too much. */
static void cap_counts(int64_t *counts, int64_t *excess, size_t n_events)
{
   for (size_t e = 0; e < n_events; e++) {
      int64_t less = counts[e] < 0           ? counts[e]
                     : excess[e] <= 0        ? 0
                     : excess[e] < counts[e] ? excess[e]
                                             : counts[e];
      counts[e] -= less;
      excess[e] -= less;
   }
}

/* Paths of small share are pruned from the file, so their inner calls are not known: what
   is too much for that reason is taken from the function's recursive arcs. */
static void cap_all(const walk *w)
{
   const ac_calls *calls = w->calls;
   size_t n = w->outer->n_events;
   int64_t *excess = get_zeros(w->outer->alloc, calls->n_functions * n, sizeof *excess);
   for (uint32_t i = 0; i < calls->n_functions; i++)
      for (size_t e = 0; e < n; e++)
         excess[i * n + e] = -calls->functions[i].inclusive[e];
   for (uint32_t i = 0; i < calls->n_arcs; i++)
      if (calls->arcs[i].caller != AC_NO_CALL)
         an_number_add(excess + calls->arcs[i].callee * n, w->outer->counts + i * n,
                       w->outer->n_events);
   for (uint32_t i = 0; i < calls->n_arcs; i++)
      if (w->is_recursive[i])
         cap_counts(w->outer->counts + i * n, excess + calls->arcs[i].callee * n, n);
}

/* Estimated paths have no function twice: any arc within a cycle is recursive. */
static void mark_cycles(const walk *w)
{
   const ac_calls *calls = w->calls;
   uint32_t *cycle = get_zeros(w->outer->alloc, calls->n_functions, sizeof *cycle);
   size_t n;
   ac_cycles_find(calls, w->outer->alloc, cycle, &n, NULL);
   for (uint32_t i = 0; i < calls->n_arcs; i++) {
      const ac_arc *arc = &calls->arcs[i];
      w->is_recursive[i] = arc->caller == arc->callee
                           || (arc->caller != AC_NO_CALL && cycle[arc->caller] > 0
                               && cycle[arc->caller] == cycle[arc->callee]);
   }
}

/* ---- The whole ---- */

static void fill_counts(walk *w)
{
   const ac_calls *calls = w->calls;
   size_t row_B = w->outer->n_events * sizeof *w->outer->counts;
   for (uint32_t i = 0; i < calls->n_arcs; i++)
      memcpy(w->outer->counts + i * w->outer->n_events, calls->arcs[i].inclusive, row_B);
   if (calls->is_estimated)
      mark_cycles(w);
   else
      take_inner_calls(w);
   cap_all(w);
}

void ac_outer_calls_open(ac_outer_calls *outer, const tk_alloc *alloc,
                         const ac_calls *calls, size_t n_events)
{
   walk w = {
      .outer = outer,
      .calls = calls,
      .first = get_zeros(alloc, calls->n_nodes, sizeof *w.first),
      .next = get_zeros(alloc, calls->n_nodes, sizeof *w.next),
      .open_calls = get_zeros(alloc, calls->n_functions, sizeof *w.open_calls),
      .open_arcs = get_zeros(alloc, calls->n_arcs, sizeof *w.open_arcs),
      .is_recursive = get_zeros(alloc, calls->n_arcs, sizeof *w.is_recursive),
   };
   *outer = (ac_outer_calls){ .counts = get_zeros(alloc, calls->n_arcs * n_events,
                                                  sizeof *outer->counts),
                              .n_events = n_events,
                              .alloc = alloc };
   fill_counts(&w);
}
