/* hp_leaks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "owners/hp_leaks.h"

#define LABEL "hp.owners.leaks"

enum { UNREACHED = HP_LEAKS };

typedef struct {
   const hp_graph *graph;
   uint8_t *leaks, *in_ring;
   uint32_t *waiting; /* vertices whose edges are still to be followed */
   uint32_t n_waiting;
} finder;

static void reach(finder *f, uint32_t vertex, hp_leak leak)
{
   f->leaks[vertex] = (uint8_t)leak;
   f->waiting[f->n_waiting++] = vertex;
}

/* By pointers to starts alone. */
static void follow_starts(finder *f)
{
   const hp_graph *graph = f->graph;
   while (f->n_waiting > 0) {
      uint32_t vertex = f->waiting[--f->n_waiting];
      for (uint32_t i = graph->first_edge[vertex]; i < graph->first_edge[vertex + 1];
           i++) {
         hp_edge edge = hp_graph_edge(graph, i);
         if ((edge & HP_EDGE_INTERIOR) == 0 && f->leaks[edge] == UNREACHED)
            reach(f, edge, HP_LEAK_REACHABLE);
      }
   }
}

/* What else a vertex refers to is possibly lost, as is all that this leads to. */
static void follow_all(finder *f, uint32_t from)
{
   const hp_graph *graph = f->graph;
   f->waiting[f->n_waiting++] = from;
   while (f->n_waiting > 0) {
      uint32_t vertex = f->waiting[--f->n_waiting];
      for (uint32_t i = graph->first_edge[vertex]; i < graph->first_edge[vertex + 1];
           i++) {
         uint32_t to = hp_edge_to(hp_graph_edge(graph, i));
         if (f->leaks[to] == UNREACHED)
            reach(f, to, HP_LEAK_POSSIBLE);
      }
   }
}

static void lose(finder *f, uint32_t block)
{
   const hp_graph *graph = f->graph;
   reach(f, block, HP_LEAK_DEFINITE);
   while (f->n_waiting > 0) {
      uint32_t vertex = f->waiting[--f->n_waiting];
      for (uint32_t i = graph->first_edge[vertex]; i < graph->first_edge[vertex + 1];
           i++) {
         uint32_t to = hp_edge_to(hp_graph_edge(graph, i));
         if (to == block && vertex != block)
            f->in_ring[to / 8] |= (uint8_t)(1 << to % 8);
         else if (f->leaks[to] == UNREACHED)
            reach(f, to, HP_LEAK_INDIRECT);
         else if (f->leaks[to] == HP_LEAK_DEFINITE && to != block)
            f->leaks[to] = HP_LEAK_INDIRECT; /* what it leads to is, already */
      }
   }
}

static void find(finder *f)
{
   const hp_graph *graph = f->graph;
   for (uint32_t v = 0; v < graph->n; v++)
      f->leaks[v] = UNREACHED;
   for (uint32_t v = 0; v < (graph->n + 7) / 8; v++)
      f->in_ring[v] = 0;
   for (uint32_t v = 0; v < graph->n; v++)
      if (hp_graph_is_root(graph, v) || hp_block_map_is_pool(&graph->map, v))
         reach(f, v, HP_LEAK_REACHABLE);
   follow_starts(f);
   for (uint32_t v = 0; v < graph->n; v++)
      if (f->leaks[v] == HP_LEAK_REACHABLE)
         follow_all(f, v);
   for (uint32_t v = 0; v < graph->n; v++)
      if (f->leaks[v] == UNREACHED)
         lose(f, v);
}

void hp_leaks_find(const hp_graph *graph, uint8_t **leaks, uint8_t **in_ring)
{
   const tk_alloc *alloc = graph->alloc;
   finder f = {
      .graph = graph,
      .leaks = tk_get(alloc, LABEL, graph->n),
      .in_ring = tk_get(alloc, LABEL, graph->n / 8 + 1),
      .waiting = tk_get(alloc, LABEL, ((size_t)graph->n + 1) * sizeof *f.waiting),
   };
   find(&f);
   tk_put(alloc, f.waiting);
   *leaks = f.leaks;
   *in_ring = f.in_ring;
}
