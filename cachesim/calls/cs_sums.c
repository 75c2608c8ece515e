/* cs_sums.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_sums.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"

/* ---- The walk --------------------------------------------------------- */

cs_walk cs_walk_from_root(const cs_sums *sums)
{
   return (cs_walk){ .sums = sums };
}

static bool enter(cs_walk *walk, uint32_t edge)
{
   const cs_tree *tree = walk->sums->tree;
   if (!TK_ARRAY_ROOM(tree->alloc, "cs.sums.walk", walk->steps, walk->depth,
                      walk->capacity)) {
      walk->has_failed = true;
      return false;
   }
   cs_walk_step *step = &walk->steps[walk->depth++];
   bool is_folded = cs_edge_is_folded(tree->edges[edge]);
   *step = (cs_walk_step){ .edge = edge, .next = CS_NO_EDGE };
   if (!is_folded) {
      step->next = walk->sums->first[edge];
      for (uint32_t e = 0; e < tree->n_counts; e++)
         step->counts[e] = tree->edges[edge]->callee->counts[e];
   }
   walk->is_leaving = false;
   return true;
}

/* Adds what was left to its caller. */
static void go_up(cs_walk *walk)
{
   const cs_walk_step *left = cs_walk_last(walk);
   walk->depth--;
   if (walk->depth == 0)
      return;
   cs_walk_step *caller = cs_walk_last(walk);
   for (uint32_t e = 0; e < walk->sums->tree->n_counts; e++)
      caller->counts[e] = tk_count_add(caller->counts[e], left->counts[e]);
}

bool cs_walk_go(cs_walk *walk)
{
   bool goes_on;
   if (walk->steps == NULL)
      return enter(walk, walk->sums->tree->root->index);
   if (walk->is_leaving)
      go_up(walk);
   goes_on = walk->depth > 0;
   if (goes_on) {
      cs_walk_step *step = cs_walk_last(walk);
      uint32_t edge = step->next;
      if (edge == CS_NO_EDGE) {
         walk->is_leaving = true;
      } else {
         step->next = walk->sums->next[edge];
         goes_on = enter(walk, edge);
      }
   }
   if (!goes_on)
      tk_put(walk->sums->tree->alloc, walk->steps);
   return goes_on;
}

/* ---- Arcs ------------------------------------------------------------- */

/* The function that an edge is called from. */
static const cs_function *caller_of(const cs_edge *edge)
{
   return edge->caller == NULL ? NULL : edge->caller->function;
}

static uint32_t find_arc(const cs_sums *sums, const tk_table *table, uint64_t hash,
                         const cs_edge *edge)
{
   size_t at = 0;
   uint32_t i;
   while ((i = tk_table_next(table, hash, &at)) != TK_TABLE_NONE) {
      const cs_arc *arc = &sums->arcs[i];
      if (arc->caller == caller_of(edge) && arc->line == edge->line
          && arc->callee == edge->callee->function)
         break;
   }
   return i;
}

/* Finds or adds the arc of an edge. */
static bool add_to_arc(cs_sums *sums, tk_table *table, uint32_t i)
{
   const cs_edge *edge = sums->tree->edges[i];
   uint64_t hash = tk_hash_word((uintptr_t)caller_of(edge));
   hash = tk_hash_word(hash ^ (uintptr_t)edge->line);
   hash = tk_hash_word(hash ^ (uintptr_t)edge->callee->function);
   uint32_t arc = find_arc(sums, table, hash, edge);
   if (arc == TK_TABLE_NONE) {
      if (!TK_ARRAY_ROOM(sums->alloc, "cs.sums.arcs", sums->arcs, sums->n_arcs,
                         sums->max_arcs)
          || !tk_table_reserve(table))
         return false;
      arc = (uint32_t)sums->n_arcs++;
      sums->arcs[arc] = (cs_arc){ .caller = caller_of(edge), .line = edge->line,
                                  .callee = edge->callee->function };
      tk_table_add(table, hash, arc);
   }
   sums->arc_of[i] = arc;
   sums->arcs[arc].n_calls = tk_count_add(sums->arcs[arc].n_calls, edge->n_calls);
   return true;
}

static bool make_arcs(cs_sums *sums)
{
   tk_table table = { .alloc = sums->alloc, .label = "cs.sums.table" };
   bool ok = true;
   for (size_t i = 0; ok && i < sums->tree->n_edges; i++)
      ok = add_to_arc(sums, &table, (uint32_t)i);
   tk_table_fini(&table);
   return ok;
}

/* ---- Children --------------------------------------------------------- */

/* Calls keep their order: edges come in it, so the lists are made from the end. */
static void make_lists(cs_sums *sums)
{
   const cs_tree *tree = sums->tree;
   for (size_t i = 0; i < tree->n_edges; i++)
      sums->first[i] = CS_NO_EDGE;
   for (size_t i = tree->n_edges; i-- > 0;) {
      const cs_edge *edge = tree->edges[i];
      if (edge->caller == NULL)
         continue;
      uint32_t caller = edge->caller->index;
      sums->next[i] = sums->first[caller];
      sums->first[caller] = (uint32_t)i;
   }
}

/* ---- Sums ------------------------------------------------------------- */

static void add(uint64_t *sums, const uint64_t *counts, uint32_t n)
{
   for (uint32_t e = 0; e < n; e++)
      sums[e] = tk_count_add(sums[e], counts[e]);
}

static void open(cs_sums *sums, uint32_t i)
{
   const cs_function *function = sums->tree->edges[i]->callee->function;
   sums->arcs[sums->arc_of[i]].n_open++;
   if (function != NULL)
      sums->functions[function->number].n_open++;
}

uint32_t cs_sums_share(const cs_sums *sums, uint64_t n_calls, const uint64_t *counts)
{
   uint64_t largest = 0, all = n_calls;
   for (uint32_t e = 0; e < sums->tree->n_counts; e++) {
      uint64_t unit = sums->totals[e] / CS_SHARE_ONE + 1;
      all |= counts[e];
      if (counts[e] / unit > largest)
         largest = counts[e] / unit;
   }
   if (largest == 0)
      return all != 0;
   return largest < CS_SHARE_ONE ? (uint32_t)largest : CS_SHARE_ONE;
}

static void close(cs_sums *sums, uint32_t i, const uint64_t *counts)
{
   const cs_edge *edge = sums->tree->edges[i];
   cs_arc *arc = &sums->arcs[sums->arc_of[i]];
   sums->share[i] = cs_sums_share(sums, edge->n_calls, counts);
   if (--arc->n_open == 0)
      add(arc->counts, counts, sums->tree->n_counts);
   if (edge->callee->function == NULL)
      return;
   cs_inclusive *function = &sums->functions[edge->callee->function->number];
   function->n_calls = tk_count_add(function->n_calls, edge->n_calls);
   if (--function->n_open == 0)
      add(function->counts, counts, sums->tree->n_counts);
}

static bool sum_up(cs_sums *sums)
{
   const cs_tree *tree = sums->tree;
   for (size_t i = 0; i < tree->n_edges; i++)
      if (!cs_edge_is_folded(tree->edges[i]))
         add(sums->totals, tree->edges[i]->callee->counts, tree->n_counts);
   cs_walk walk = cs_walk_from_root(sums);
   while (cs_walk_go(&walk)) {
      const cs_walk_step *step = cs_walk_last(&walk);
      if (walk.is_leaving)
         close(sums, step->edge, step->counts);
      else
         open(sums, step->edge);
   }
   return !walk.has_failed;
}

static uint32_t *new_array(const tk_alloc *alloc, size_t n)
{
   return tk_get(alloc, "cs.sums", n * sizeof(uint32_t));
}

bool cs_sums_init(cs_sums *sums, const cs_tree *tree, uint32_t n_functions,
                  const tk_alloc *alloc)
{
   *sums = (cs_sums){ .alloc = alloc, .tree = tree };
   sums->functions =
      tk_get(alloc, "cs.sums", (n_functions + 1) * sizeof *sums->functions);
   sums->arc_of = new_array(alloc, tree->n_edges);
   sums->first = new_array(alloc, tree->n_edges);
   sums->next = new_array(alloc, tree->n_edges);
   sums->share = new_array(alloc, tree->n_edges);
   if (sums->functions != NULL && sums->arc_of != NULL && sums->first != NULL
       && sums->next != NULL && sums->share != NULL && make_arcs(sums)) {
      for (uint32_t i = 0; i < n_functions; i++)
         sums->functions[i] = (cs_inclusive){ .n_calls = 0 };
      make_lists(sums);
      if (sum_up(sums))
         return true;
   }
   cs_sums_fini(sums);
   return false;
}

void cs_sums_fini(cs_sums *sums)
{
   tk_put(sums->alloc, sums->arcs);
   tk_put(sums->alloc, sums->functions);
   tk_put(sums->alloc, sums->arc_of);
   tk_put(sums->alloc, sums->first);
   tk_put(sums->alloc, sums->next);
   tk_put(sums->alloc, sums->share);
}
