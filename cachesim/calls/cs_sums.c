/* cs_sums.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_sums.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"

/* A node's own counts, and those of the code inlined into it. */
static void add_node(uint64_t *sums, const cs_tree *tree, const cs_node *node)
{
   uint64_t room[CS_N_EVENTS];
   uint32_t n = tree->n_counts;
   tk_count_add_all(sums, cs_tree_read(tree, node, room), n);
   for (const cs_part *part = cs_node_parts(node); part != NULL; part = part->next)
      tk_count_add_all(sums, part->counts, n);
}

/* ---- The walk --------------------------------------------------------- */

cs_walk cs_walk_from_root(const cs_sums *sums)
{
   cs_walk walk = { .sums = sums };
   tk_arena_init(&walk.memory, sums->alloc, "cs.sums.walk");
   return walk;
}

/* Makes room for one more step.  Each depth has its counts, which are used again. */
static cs_walk_step *new_step(cs_walk *walk)
{
   const cs_tree *tree = walk->sums->tree;
   TK_ARRAY_ROOM(tree->alloc, "cs.sums.walk", walk->steps, walk->depth, walk->capacity);
   cs_walk_step *step = &walk->steps[walk->depth];
   if (walk->depth == walk->deepest) {
      step->counts = cs_source_new_counts(&walk->memory, 2 * tree->n_counts);
      step->pruned = step->counts + tree->n_counts;
      walk->deepest++;
   }
   tk_count_clear_all(step->counts, 2 * tree->n_counts);
   return step;
}

static void enter_edge(cs_walk *walk, uint32_t edge)
{
   const cs_tree *tree = walk->sums->tree;
   cs_walk_step *step = new_step(walk);
   walk->depth++;
   const cs_edge *entered = cs_tree_edge(tree, edge);
   step->edge = edge;
   step->next = CS_NO_EDGE;
   step->n_pruned = 0;
   if (!entered->is_folded) {
      step->next = walk->sums->first[edge];
      add_node(step->counts, tree, cs_edge_callee(entered));
   }
   walk->is_leaving = false;
}

/* Adds what was left to its caller. */
static void go_up(cs_walk *walk)
{
   const cs_walk_step *left = cs_walk_last(walk);
   walk->depth--;
   if (walk->depth == 0)
      return;
   cs_walk_step *caller = cs_walk_last(walk);
   tk_count_add_all(caller->counts, left->counts, walk->sums->tree->n_counts);
}

static bool go_on(cs_walk *walk)
{
   if (walk->is_leaving)
      go_up(walk);
   if (walk->depth == 0)
      return false;
   cs_walk_step *step = cs_walk_last(walk);
   uint32_t edge = step->next;
   if (edge == CS_NO_EDGE) {
      walk->is_leaving = true;
      return true;
   }
   step->next = walk->sums->next[edge];
   enter_edge(walk, edge);
   return true;
}

bool cs_walk_go(cs_walk *walk)
{
   if (walk->steps == NULL) {
      enter_edge(walk, walk->sums->tree->root->in.number);
      return true;
   }
   if (go_on(walk))
      return true;
   tk_put(walk->sums->tree->alloc, walk->steps);
   tk_arena_free(&walk->memory);
   return false;
}

/* ---- Arcs ------------------------------------------------------------- */

/* The function that an edge is called from. */
static const cs_function *caller_of(const cs_edge *edge)
{
   return edge->caller == NULL ? NULL : edge->caller->in.function;
}

static uint32_t find_arc(const cs_sums *sums, const tk_table *table, uint64_t hash,
                         const cs_edge *edge)
{
   TK_TABLE_EACH(i, table, hash) {
      const cs_arc *arc = &sums->arcs[i];
      if (arc->caller == caller_of(edge) && arc->line == edge->line
          && arc->callee == edge->function)
         return (uint32_t)i;
   }
   return TK_TABLE_NONE;
}

/* Finds or adds the arc of an edge. */
static void add_to_arc(cs_sums *sums, tk_table *table, uint32_t i)
{
   const cs_edge *edge = cs_tree_edge(sums->tree, i);
   uint64_t hash = tk_hash_word((uintptr_t)caller_of(edge));
   hash = tk_hash_word(hash ^ (uintptr_t)edge->line);
   hash = tk_hash_word(hash ^ (uintptr_t)edge->function);
   uint32_t arc = find_arc(sums, table, hash, edge);
   if (arc == TK_TABLE_NONE) {
      TK_ARRAY_ROOM(sums->alloc, "cs.sums.arcs", sums->arcs, sums->n_arcs,
                    sums->max_arcs);
      arc = (uint32_t)sums->n_arcs++;
      sums->arcs[arc] = (cs_arc){ .caller = caller_of(edge),
                                  .line = edge->line,
                                  .callee = edge->function };
      tk_table_add(table, hash, arc);
   }
   sums->arc_of[i] = arc;
   sums->arcs[arc].n_calls = tk_count_add(sums->arcs[arc].n_calls, edge->n_calls);
}

static void make_arcs(cs_sums *sums)
{
   tk_table table = { .alloc = sums->alloc, .label = "cs.sums.table" };
   for (size_t i = 0; i < sums->tree->n_edges; i++)
      add_to_arc(sums, &table, (uint32_t)i);
   tk_table_fini(&table);
}

/* ---- Children --------------------------------------------------------- */

/* Calls keep their order: edges come in it, so the lists are made from the end. */
static void make_lists(cs_sums *sums)
{
   const cs_tree *tree = sums->tree;
   for (size_t i = 0; i < tree->n_edges; i++)
      sums->first[i] = CS_NO_EDGE;
   for (size_t i = tree->n_edges; i-- > 0;) {
      const cs_edge *edge = cs_tree_edge(tree, i);
      if (edge->caller == NULL)
         continue;
      uint32_t caller = edge->caller->in.number;
      sums->next[i] = sums->first[caller];
      sums->first[caller] = (uint32_t)i;
   }
}

/* ---- Sums ------------------------------------------------------------- */

static void open_edge(cs_sums *sums, uint32_t i)
{
   const cs_edge *edge = cs_tree_edge(sums->tree, i);
   const cs_function *function = edge->function;
   cs_source_enter(&sums->source, edge->line);
   if (!edge->is_folded) {
      uint64_t room[CS_N_EVENTS];
      const cs_node *node = cs_edge_callee(edge);
      cs_source_node(&sums->source, node, cs_tree_read(sums->tree, node, room));
   }
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

static void close_edge(cs_sums *sums, uint32_t i, const uint64_t *counts)
{
   const cs_edge *edge = cs_tree_edge(sums->tree, i);
   cs_arc *arc = &sums->arcs[sums->arc_of[i]];
   sums->share[i] = cs_sums_share(sums, edge->n_calls, counts);
   cs_source_leave(&sums->source, edge->line, counts);
   if (--arc->n_open == 0)
      tk_count_add_all(arc->counts, counts, sums->tree->n_counts);
   if (edge->function == NULL)
      return;
   cs_inclusive *function = &sums->functions[edge->function->number];
   function->n_calls = tk_count_add(function->n_calls, edge->n_calls);
   if (--function->n_open == 0)
      tk_count_add_all(function->counts, counts, sums->tree->n_counts);
}

void cs_sums_total(const cs_tree *tree, uint64_t totals[CS_N_EVENTS])
{
   for (size_t i = 0; i < tree->n_edges; i++)
      if (!cs_tree_edge(tree, i)->is_folded)
         add_node(totals, tree, cs_edge_callee(cs_tree_edge(tree, i)));
}

static void sum_up(cs_sums *sums)
{
   cs_sums_total(sums->tree, sums->totals);
   cs_walk walk = cs_walk_from_root(sums);
   while (cs_walk_go(&walk)) {
      const cs_walk_step *step = cs_walk_last(&walk);
      if (walk.is_leaving)
         close_edge(sums, step->edge, step->counts);
      else
         open_edge(sums, step->edge);
   }
}

static uint32_t *new_array(const tk_alloc *alloc, size_t n)
{
   return tk_get(alloc, "cs.sums", n * sizeof(uint32_t));
}

/* ---- Code ------------------------------------------------------------- */

/* Lists all code, and what the source lines and inlined functions are. */
static void make_source(cs_sums *sums, const cs_summed *of)
{
   cs_source *source = &sums->source;
   cs_source_init(source, sums->alloc, sums->tree->n_counts, of->n_codes);
   for (uint32_t i = 0; i < of->n_functions; i++)
      for (const cs_code *c = of->functions[i]->codes; c != NULL; c = c->next) {
         sums->codes[c->number] = c;
         cs_source_add_code(source, c);
      }
   for (size_t i = 0; i < sums->n_arcs; i++)
      cs_source_add_call(source, sums->arcs[i].line);
   for (size_t i = 0; i < of->n_lines; i++)
      cs_source_add_line(source, of->lines[i]);
}

/* Inlined code has a higher number than the code around it. */
static void share_codes(cs_sums *sums)
{
   uint32_t n = sums->tree->n_counts;
   uint64_t *all = tk_get(sums->alloc, "cs.sums",
                          ((size_t)sums->n_codes * n + 1) * sizeof *all);
   for (size_t i = 0; i < sums->n_codes; i++)
      for (uint32_t e = 0; e < n; e++)
         all[i * n + e] = sums->source.self[i][e];
   for (size_t i = 0; i < sums->n_arcs; i++) {
      const tk_line *line = sums->arcs[i].line;
      const cs_code *code = line == NULL ? NULL : line->at.part;
      if (code != NULL)
         tk_count_add_all(&all[(size_t)code->number * n], sums->arcs[i].counts, n);
   }
   for (uint32_t i = sums->n_codes; i-- > 0;) {
      const cs_code *outer = sums->codes[i]->outer;
      const uint64_t *counts = &all[(size_t)i * n];
      sums->code_share[i] = cs_sums_share(sums, 0, counts);
      if (outer != NULL)
         tk_count_add_all(&all[(size_t)outer->number * n], counts, n);
   }
   tk_put(sums->alloc, all);
}

/* ---- All -------------------------------------------------------------- */

/* Gives functions and arcs their counts. */
static void make_counts(cs_sums *sums, uint32_t n_functions)
{
   uint32_t n = sums->tree->n_counts;
   for (uint32_t i = 0; i < n_functions; i++)
      sums->functions[i] = (cs_inclusive){ .counts = cs_source_new_counts(&sums->memory,
                                                                          n) };
   for (size_t i = 0; i < sums->n_arcs; i++)
      sums->arcs[i].counts = cs_source_new_counts(&sums->memory, n);
}

void cs_sums_init(cs_sums *sums, const cs_summed *of)
{
   const cs_tree *tree = of->tree;
   *sums = (cs_sums){ .alloc = of->alloc, .tree = tree, .n_codes = of->n_codes };
   tk_arena_init(&sums->memory, of->alloc, "cs.sums.counts");
   sums->functions = tk_get(of->alloc, "cs.sums",
                            (of->n_functions + 1) * sizeof *sums->functions);
   sums->codes = tk_get(of->alloc, "cs.sums", (of->n_codes + 1) * sizeof *sums->codes);
   sums->arc_of = new_array(of->alloc, tree->n_edges);
   sums->first = new_array(of->alloc, tree->n_edges);
   sums->next = new_array(of->alloc, tree->n_edges);
   sums->share = new_array(of->alloc, tree->n_edges);
   sums->code_share = new_array(of->alloc, of->n_codes + 1);
   make_arcs(sums);
   make_lists(sums);
   make_counts(sums, of->n_functions);
   make_source(sums, of);
   sum_up(sums);
   cs_source_finish(&sums->source);
   share_codes(sums);
}

void cs_sums_fini(cs_sums *sums)
{
   tk_put(sums->alloc, sums->arcs);
   tk_put(sums->alloc, sums->functions);
   tk_put(sums->alloc, sums->arc_of);
   tk_put(sums->alloc, sums->first);
   tk_put(sums->alloc, sums->next);
   tk_put(sums->alloc, sums->share);
   tk_put(sums->alloc, sums->codes);
   tk_put(sums->alloc, sums->code_share);
   tk_arena_free(&sums->memory);
   cs_source_fini(&sums->source);
}
