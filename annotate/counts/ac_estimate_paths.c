/* ac_estimate_paths.c -- a tree of paths, from the calls by none down.

   A path first has all that flows into it; then its callees take their parts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_estimate_private.h"

#include "base/tk_array.h"

#include <string.h>

enum {
   MOST_PATHS = 100000,
   MOST_DEPTH = 999,             /* readers of paths walk up each */
   MOST_WORK = 32 * 1024 * 1024, /* numbers that are looked at */
   PART_OF_WORK = 4,             /* one way into a cycle may take so much of the rest */
};

#define NO_ENTRY UINT32_MAX

typedef struct {
   ac_call_node node;
   uint32_t function;
   uint32_t entry; /* of the cycle that it is in, or NO_ENTRY */
   uint32_t depth;
} path;

typedef struct {
   const ac_estimate_of *e;
   path *paths; /* [0] is the root */
   int64_t *flows;
   size_t n, room, flows_room;
   ac_cycle_entry *entries;
   uint32_t *entry_of; /* of each function; NO_ENTRY: none yet */
   size_t n_entries, entries_room, work;
   int64_t *shown;       /* rows by function: what its paths have */
   int64_t *flow, *part; /* a row each: of the path, and of its callee */
   size_t n_pruned;      /* callees of the path */
} tree;

/* ---- Nodes ---- */

static void add_node(tree *t, path new, const int64_t *flow)
{
   size_t n_events = t->e->n_events;
   TK_ARRAY_ROOM(t->e->alloc, AN_LABEL, t->paths, t->n, t->room);
   TK_ARRAY_ROOM_FOR(n_events, t->e->alloc, AN_LABEL, t->flows, t->n * n_events,
                     t->flows_room);
   t->paths[t->n] = new;
   memcpy(t->flows + t->n++ * n_events, flow, n_events * sizeof *flow);
}

/* Takes t->part from the flow of the parent. */
static void add_child(tree *t, path child)
{
   int64_t *from = t->flows + child.node.parent * t->e->n_events;
   for (size_t i = 0; i < t->e->n_events; i++)
      from[i] = ac_estimate_minus(from[i], t->part[i]);
   add_node(t, child, t->part);
}

static void add_path(tree *t, path child)
{
   int64_t *shown = ac_estimate_row(t->e, t->shown, child.function);
   ac_estimate_add(shown, t->part, t->e->n_events);
   add_child(t, child);
}

/* Calls of a function that is on the path: they cost nothing there. */
static void add_folded(tree *t, uint32_t parent, uint32_t arc, int64_t n_calls)
{
   memset(t->part, 0, t->e->n_events * sizeof *t->part);
   add_child(t, (path){ .node = { .kind = AC_CALL_FOLDED,
                                  .parent = parent,
                                  .what = arc,
                                  .n_calls = n_calls } });
}

/* What the callees have that were left out: all but `self`.  Without such callees it
   comes from rounding. */
static void add_pruned(tree *t, uint32_t parent, const int64_t *self)
{
   const int64_t *left = t->flows + parent * t->e->n_events;
   bool is_any = false;
   for (size_t i = 0; i < t->e->n_events; i++) {
      t->part[i] = left[i] > self[i] ? ac_estimate_minus(left[i], self[i]) : 0;
      is_any |= t->part[i] > 0;
   }
   if (is_any && t->n_pruned > 0)
      add_child(t, (path){ .node = { .kind = AC_CALL_PRUNED,
                                     .parent = parent,
                                     .what = AC_NO_CALL,
                                     .n_calls = (int64_t)t->n_pruned } });
}

/* ---- Which callees ---- */

/* Whether a path with t->part can be seen. */
static bool is_large(const tree *t)
{
   for (size_t i = 0; i < t->e->n_events; i++)
      if (t->part[i] >= t->e->least[i])
         return true;
   return false;
}

static bool is_full(const tree *t)
{
   return t->n >= MOST_PATHS || t->work >= MOST_WORK;
}

/* Sets *entry for a path that comes to the function from outside of its cycle; false: it
   is left out. */
static bool enter_cycle(tree *t, uint32_t function, uint32_t *entry)
{
   const ac_estimate_of *e = t->e;
   *entry = NO_ENTRY;
   if (!ac_estimate_is_cycle(e, function))
      return true;
   if (t->entry_of[function] == NO_ENTRY) {
      if (is_full(t))
         return false;
      TK_ARRAY_ROOM(e->alloc, AN_LABEL, t->entries, t->n_entries, t->entries_room);
      t->work += ac_cycle_entry_open(e, function, (MOST_WORK - t->work) / PART_OF_WORK,
                                     &t->entries[t->n_entries]);
      t->entry_of[function] = (uint32_t)t->n_entries++;
   }
   *entry = t->entry_of[function];
   return true;
}

/* Whether the path has the function since it came into the cycle. */
static bool is_on_path(const tree *t, size_t at, uint32_t function)
{
   uint32_t entry = t->paths[at].entry;
   if (entry == NO_ENTRY)
      return t->paths[at].function == function;
   while (t->paths[at].function != function
          && t->paths[at].function != t->entries[entry].function)
      at = t->paths[at].node.parent;
   return t->paths[at].function == function;
}

/* ---- Callees ---- */

static int64_t wholes_of(const tree *t, const path *of, size_t event)
{
   return ac_estimate_row(t->e, t->e->wholes, of->function)[event];
}

/* The part of one event that the path gives to an arc's calls, or, without an arc, costs
   itself. */
static int64_t part_of(const tree *t, const path *of, const ac_flow *arc, size_t event)
{
   const ac_estimate_of *e = t->e;
   int64_t flow = t->flow[event];
   int64_t counts = arc != NULL ? arc->counts[event]
                                : ac_estimate_self(e, of->function)[event];
   if (of->entry == NO_ENTRY)
      return ac_estimate_part(counts, flow, wholes_of(t, of, event));
   const ac_cycle_entry *entry = &t->entries[of->entry];
   size_t at = (e->place[of->function] - e->first[of->function]) * e->n_events + event;
   double whole = entry->wholes[at];
   double part = arc != NULL ? ac_cycle_entry_flow(e, entry, arc, event)
                             : entry->through[at] * (double)counts;
   return part <= 0 || flow <= 0 ? 0
          : part >= whole        ? flow
                                 : (int64_t)((double)flow * (part / whole) + 0.5);
}

/* Cuts the i-th of t->part; some is left out then. */
static void limit_part(tree *t, size_t i, int64_t most)
{
   if (t->part[i] <= most)
      return;
   t->part[i] = most > 0 ? most : 0;
   t->n_pruned++;
}

/* Sets t->part to the part that the path has of the arc: at most what it has left, and
   what other paths have left of the function, and of the calls. */
static void take_part(tree *t, uint32_t at, const ac_flow *arc)
{
   const ac_estimate_of *e = t->e;
   const int64_t *left = t->flows + at * e->n_events;
   const int64_t *most = ac_estimate_row(e, e->inclusive, arc->callee);
   const int64_t *shown = ac_estimate_row(e, t->shown, arc->callee);
   for (size_t i = 0; i < e->n_events; i++) {
      t->part[i] = part_of(t, &t->paths[at], arc, i);
      if (t->part[i] > left[i])
         t->part[i] = left[i];
      const int64_t *of_arc = arc->is_inner ? arc->raw : arc->counts;
      limit_part(t, i, ac_estimate_minus(most[i], shown[i]));
      limit_part(t, i, ac_estimate_minus(of_arc[i], arc->shown[i]));
   }
}

/* How many of the arc's calls the path makes: its part of the first event that the
   function costs. */
static int64_t calls_of(const tree *t, const path *of, const ac_flow *arc)
{
   const ac_estimate_of *e = t->e;
   int64_t n_calls = *ac_keyed_numbers(&e->sums->arcs, arc->index);
   size_t first = 0;
   while (first + 1 < e->n_events && wholes_of(t, of, first) == 0)
      first++;
   double part = (double)t->flow[first] / (double)wholes_of(t, of, first);
   if (of->entry != NO_ENTRY) {
      const ac_cycle_entry *entry = &t->entries[of->entry];
      size_t at = (e->place[of->function] - e->first[of->function]) * e->n_events + first;
      part = (double)t->flow[first] * entry->through[at] / entry->wholes[at];
   }
   return part >= 0 && part < 1 ? (int64_t)((double)n_calls * part + 0.5) : n_calls;
}

static void call(tree *t, uint32_t at, const ac_flow *arc)
{
   const path of = t->paths[at];
   path child = { .function = arc->callee, .entry = of.entry, .depth = of.depth + 1 };
   int64_t n_calls = calls_of(t, &of, arc);
   take_part(t, at, arc);
   if (arc->is_inner && is_on_path(t, at, arc->callee)) {
      add_folded(t, at, arc->index, n_calls);
      return;
   }
   if (!is_large(t) || (!arc->is_inner && !enter_cycle(t, arc->callee, &child.entry))) {
      t->n_pruned++;
      return;
   }
   ac_estimate_add(arc->shown, t->part, t->e->n_events);
   child.node = (ac_call_node){
      .kind = AC_CALL_PATH, .parent = at, .what = arc->index, .n_calls = n_calls
   };
   add_path(t, child);
}

/* Whether a callee can have a path. */
static bool is_kept(const tree *t, const path *of, const ac_flow *arc)
{
   return arc->is_large && of->depth < MOST_DEPTH && !is_full(t);
}

static bool is_entry(const tree *t, const path *of)
{
   return of->entry != NO_ENTRY && t->entries[of->entry].function == of->function;
}

/* Large arcs come first. */
static void expand(tree *t, uint32_t at)
{
   const ac_estimate_of *e = t->e;
   const path of = t->paths[at];
   const ac_flow *arc = e->arcs + e->first_arc[of.function],
                 *end = e->arcs + e->first_arc[of.function + 1];
   memcpy(t->flow, t->flows + at * e->n_events, e->n_events * sizeof *t->flow);
   t->n_pruned = is_entry(t, &of) && t->entries[of.entry].has_rest;
   for (; arc < end && is_kept(t, &of, arc); arc++, t->work += e->n_events)
      call(t, at, arc);
   t->n_pruned += (size_t)(end - arc);
   for (size_t i = 0; i < e->n_events; i++)
      t->flow[i] = part_of(t, &of, NULL, i);
   add_pruned(t, at, t->flow);
}

/* ---- Calls by none ---- */

/* The arc of calls of the function by none, which cost t->part. */
static uint32_t root_arc(const tree *t, uint32_t function)
{
   ac_keyed *arcs = &t->e->sums->arcs;
   const uint64_t key[] = { ac_keyed_pair(AC_NO_CALL, AC_NO_CALL),
                            ac_keyed_pair(function, 0), ac_keyed_word(NULL) };
   uint32_t index = ac_keyed_find(arcs, key);
   for (size_t i = 0; i < t->e->n_events; i++) {
      int64_t more = ac_estimate_minus(t->part[i], ac_keyed_numbers(arcs, index)[1 + i]);
      ac_keyed_add(arcs, index, 1 + i, &more, 1);
   }
   return index;
}

static bool is_zero(const int64_t *counts, size_t n)
{
   size_t i = 0;
   while (i < n && counts[i] == 0)
      i++;
   return i == n;
}

static void begin_path(tree *t, uint32_t function)
{
   const ac_estimate_of *e = t->e;
   path child = { .function = function };
   memcpy(t->part, ac_estimate_row(e, e->from_none, function),
          e->n_events * sizeof *t->part);
   if (is_zero(t->part, e->n_events))
      return;
   if (!is_large(t) || !enter_cycle(t, function, &child.entry)) {
      t->n_pruned++;
      return;
   }
   uint32_t arc = root_arc(t, function);
   child.node = (ac_call_node){ .kind = AC_CALL_PATH,
                                .what = arc,
                                .n_calls = *ac_keyed_numbers(&e->sums->arcs, arc) };
   add_path(t, child);
}

static void begin_paths(tree *t)
{
   const ac_estimate_of *e = t->e;
   add_node(
      t,
      (path){
         .node = { .kind = AC_CALL_PATH, .parent = AC_NO_CALL, .what = AC_NO_CALL } },
      e->totals);
   for (uint32_t f = 0; f < e->n; f++)
      begin_path(t, f);
   memset(t->flow, 0, e->n_events * sizeof *t->flow);
   add_pruned(t, 0, t->flow);
}

/* ---- The whole ---- */

static void give_paths(const tree *t)
{
   ac_keyed *nodes = &t->e->sums->nodes;
   for (size_t i = 0; i < t->n; i++) {
      const ac_call_node *node = &t->paths[i].node;
      const uint64_t key[] = { ac_keyed_pair(node->parent, node->what), node->kind };
      uint32_t index = ac_keyed_append(nodes, key);
      ac_keyed_add(nodes, index, 0, &node->n_calls, 1);
      ac_keyed_add(nodes, index, 1, t->flows + i * t->e->n_events, t->e->n_events);
   }
}

void ac_estimate_paths(ac_estimate_of *e)
{
   const tk_alloc *alloc = e->alloc;
   size_t row_B = e->n_events * sizeof(int64_t);
   tree t = {
      .e = e,
      .entry_of = tk_get(alloc, AN_LABEL, e->n * sizeof *t.entry_of),
      .shown = tk_get_zeroed(alloc, AN_LABEL, e->n * row_B),
      .flow = tk_get(alloc, AN_LABEL, row_B),
      .part = tk_get(alloc, AN_LABEL, row_B),
   };
   memset(t.entry_of, 0xff, e->n * sizeof *t.entry_of);
   begin_paths(&t);
   for (uint32_t at = 1; at < t.n; at++)
      if (t.paths[at].node.kind == AC_CALL_PATH)
         expand(&t, at);
   give_paths(&t);
}
