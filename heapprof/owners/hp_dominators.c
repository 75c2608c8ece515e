/* hp_dominators.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "owners/hp_dominators.h"

#define LABEL "hp.owners.dominators"

enum { NO_RANK = 255 };

typedef struct {
   hp_dominators *of;
   const hp_graph *graph;
   const uint8_t *leaks;
   uint8_t *ranks; /* of vertices, that reach them; NO_RANK: none yet */
   uint32_t *parent;
   uint32_t *semi, *label, *path;
} finder;

static uint32_t *get_numbers(const tk_alloc *alloc, size_t n)
{
   return tk_get(alloc, LABEL, (n + 1) * sizeof(uint32_t));
}

/* ---- The search ------------------------------------------------------------------ */

static void enter(finder *f, uint32_t vertex, uint32_t parent, uint8_t rank)
{
   uint32_t number = f->of->n++;
   f->of->vertex[number] = vertex;
   f->of->number[vertex] = number;
   f->parent[number] = parent;
   f->ranks[vertex] = rank;
}

/* From a root, whatever no root has reached yet.  `next`, of each number on the way, is
   the edge to follow then. */
static void search_from(finder *f, uint32_t root, uint8_t rank, uint32_t *next)
{
   const hp_graph *graph = f->graph;
   uint32_t at = f->of->n;
   enter(f, root, 0, rank);
   next[at] = graph->first_edge[root];
   while (at != 0) {
      uint32_t vertex = f->of->vertex[at];
      if (next[at] == graph->first_edge[vertex + 1]) {
         at = f->parent[at];
         continue;
      }
      hp_edge edge = hp_graph_edge(graph, next[at]++);
      uint32_t to = hp_edge_to(edge);
      if (f->ranks[to] != NO_RANK || !hp_leaks_keeps(f->leaks, edge))
         continue;
      uint32_t number = f->of->n;
      enter(f, to, at, rank);
      next[number] = graph->first_edge[to];
      at = number;
   }
}

static uint8_t rank_of(const hp_root *root)
{
   return root->rank > HP_MOST_RANK ? HP_MOST_RANK : root->rank;
}

static void search(finder *f)
{
   const hp_graph *graph = f->graph;
   bool is_used[HP_MOST_RANK + 1] = { false };
   f->of->n = 1;
   f->parent[0] = f->of->vertex[0] = 0;
   for (uint32_t v = 0; v < graph->n; v++) {
      f->ranks[v] = NO_RANK;
      f->of->number[v] = 0;
   }
   for (uint32_t v = 0; v < graph->n_blocks; v++)
      if (hp_block_map_is_pool(&graph->map, v))
         search_from(f, v, 0, f->semi);
   for (uint32_t i = 0; i < graph->n_roots; i++)
      is_used[rank_of(&graph->roots[i])] = true;
   for (uint32_t rank = 0; rank <= HP_MOST_RANK; rank++)
      for (uint32_t i = 0; is_used[rank] && i < graph->n_roots; i++)
         if (rank_of(&graph->roots[i]) == rank)
            search_from(f, graph->n_blocks + i, (uint8_t)rank, f->semi);
}

/* ---- Edges, by where they lead --------------------------------------------------- */

static bool counts(const finder *f, uint32_t from, hp_edge edge)
{
   return f->ranks[from] == f->ranks[hp_edge_to(edge)] && hp_leaks_keeps(f->leaks, edge);
}

/* Each number's edges in, twice the same way: counted, and filled in. */
static void turn_edges(finder *f)
{
   hp_dominators *of = f->of;
   const hp_graph *graph = f->graph;
   uint32_t *first = of->first_in, sum = 0;
   for (uint32_t i = 0; i <= of->n; i++)
      first[i] = 0;
   for (uint32_t i = 1; i < of->n; i++) {
      uint32_t from = of->vertex[i];
      first[i] += f->parent[i] == 0;
      for (uint32_t e = graph->first_edge[from]; e < graph->first_edge[from + 1]; e++) {
         hp_edge edge = hp_graph_edge(graph, e);
         first[of->number[hp_edge_to(edge)]] += counts(f, from, edge);
      }
   }
   for (uint32_t i = 0; i <= of->n; i++) {
      sum += first[i];
      first[i] = sum; /* behind its last; filled in from there to the first */
   }
   of->edges_in = get_numbers(of->alloc, sum);
   for (uint32_t i = of->n - 1; i > 0; i--) {
      uint32_t from = of->vertex[i];
      if (f->parent[i] == 0)
         of->edges_in[--first[i]] = 0;
      for (uint32_t e = graph->first_edge[from]; e < graph->first_edge[from + 1]; e++) {
         hp_edge edge = hp_graph_edge(graph, e);
         if (counts(f, from, edge))
            of->edges_in[--first[of->number[hp_edge_to(edge)]]] = i;
      }
   }
}

/* ---- Dominators ------------------------------------------------------------------ */

/* The number with the least semidominator on the tree's path from `number` up to, but
   without, those that are not linked yet: numbers below `linked`.  Shortens the path:
   f->parent is where it goes on. */
static uint32_t least_on_path(finder *f, uint32_t number, uint32_t linked)
{
   uint32_t n = 0;
   for (uint32_t i = number; f->parent[i] >= linked; i = f->parent[i])
      f->path[n++] = i;
   while (n-- > 0) {
      uint32_t i = f->path[n], up = f->parent[i];
      if (f->semi[f->label[up]] < f->semi[f->label[i]])
         f->label[i] = f->label[up];
      f->parent[i] = f->parent[up];
   }
   return f->label[number];
}

static void find_semidominators(finder *f)
{
   hp_dominators *of = f->of;
   for (uint32_t i = 0; i < of->n; i++) {
      f->semi[i] = f->label[i] = i;
      of->above[i] = f->parent[i];
   }
   for (uint32_t i = of->n - 1; i > 0; i--)
      for (uint32_t e = of->first_in[i]; e < of->first_in[i + 1]; e++) {
         uint32_t from = of->edges_in[e];
         uint32_t semi = from <= i ? from : f->semi[least_on_path(f, from, i + 1)];
         if (semi < f->semi[i])
            f->semi[i] = semi;
      }
}

/* The nearest common ancestor of the parent and the semidominator. */
static void find_immediate(finder *f)
{
   uint32_t *above = f->of->above;
   for (uint32_t i = 1; i < f->of->n; i++)
      while (above[i] > f->semi[i])
         above[i] = above[above[i]];
}

void hp_dominators_find(hp_dominators *of, const hp_graph *graph, const uint8_t *leaks)
{
   const tk_alloc *alloc = graph->alloc;
   *of = (hp_dominators){ .alloc = alloc,
                          .vertex = get_numbers(alloc, graph->n),
                          .number = get_numbers(alloc, graph->n) };
   finder f = { .of = of,
                .graph = graph,
                .leaks = leaks,
                .ranks = tk_get(alloc, LABEL, (size_t)graph->n + 1),
                .parent = get_numbers(alloc, graph->n),
                .semi = get_numbers(alloc, graph->n) };
   search(&f);
   of->first_in = get_numbers(alloc, (size_t)of->n + 1);
   turn_edges(&f);
   f.label = get_numbers(alloc, of->n);
   f.path = get_numbers(alloc, of->n);
   of->above = get_numbers(alloc, of->n);
   find_semidominators(&f);
   find_immediate(&f);
   tk_put(alloc, f.ranks);
   tk_put(alloc, f.parent);
   tk_put(alloc, f.semi);
   tk_put(alloc, f.label);
   tk_put(alloc, f.path);
}

void hp_dominators_free(hp_dominators *dominators)
{
   const tk_alloc *alloc = dominators->alloc;
   tk_put(alloc, dominators->vertex);
   tk_put(alloc, dominators->number);
   tk_put(alloc, dominators->above);
   tk_put(alloc, dominators->first_in);
   tk_put(alloc, dominators->edges_in);
   *dominators = (hp_dominators){ .alloc = alloc };
}
