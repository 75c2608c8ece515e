/* hp_chains.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "owners/hp_chains.h"

#include "base/tk_array.h"

#define LABEL "hp.owners.chains"

enum { NONE = UINT32_MAX };

typedef struct {
   hp_owners *owners;
   hp_graph *graph;
   const uint8_t *leaks;
   const hp_owners_sites *sites;
   uint32_t *from;    /* of each vertex, by which it is reached; its own number: a root */
   uint32_t *queue;   /* vertices, as they are reached */
   uint32_t *nearest; /* of each site, the first block that is reached, or NONE */
   uint32_t n_queue;
} finder;

static uint32_t site_of(const finder *f, uint32_t block)
{
   return f->sites->site(f->sites->context, f->graph->map.records[block]);
}

/* ---- The search ------------------------------------------------------------------ */

static void reach(finder *f, uint32_t vertex, uint32_t from)
{
   f->from[vertex] = from;
   f->queue[f->n_queue++] = vertex;
   if (hp_graph_is_root(f->graph, vertex))
      return;
   uint32_t site = site_of(f, vertex);
   if (site < f->sites->n && f->nearest[site] == NONE)
      f->nearest[site] = vertex;
}

/* Blocks that are also reached otherwise have no way by what is lost. */
static bool is_lost(const hp_root *root)
{
   return root->key == HP_KEY_LOST;
}

static void reach_roots(finder *f)
{
   const hp_graph *graph = f->graph;
   bool is_used[UINT8_MAX + 1] = { false };
   for (uint32_t i = 0; i < graph->n_roots; i++)
      is_used[graph->roots[i].rank] = true;
   for (uint32_t v = 0; v < graph->n_blocks; v++)
      if (hp_block_map_is_pool(&graph->map, v))
         reach(f, v, v);
   for (uint32_t rank = 0; rank <= UINT8_MAX; rank++)
      for (uint32_t i = 0; is_used[rank] && i < graph->n_roots; i++)
         if (graph->roots[i].rank == rank && !is_lost(&graph->roots[i]))
            reach(f, graph->n_blocks + i, graph->n_blocks + i);
}

/* From the i-th vertex of the queue on; returns how many there are at the end. */
static uint32_t follow_edges(finder *f, uint32_t i)
{
   const hp_graph *graph = f->graph;
   for (; i < f->n_queue; i++) {
      uint32_t vertex = f->queue[i];
      for (uint32_t e = graph->first_edge[vertex]; e < graph->first_edge[vertex + 1];
           e++) {
         hp_edge edge = hp_graph_edge(graph, e);
         uint32_t to = hp_edge_to(edge);
         if (f->from[to] == NONE && hp_leaks_keeps(f->leaks, edge))
            reach(f, to, vertex);
      }
   }
   return i;
}

static void search(finder *f)
{
   const hp_graph *graph = f->graph;
   for (uint32_t v = 0; v < graph->n; v++)
      f->from[v] = NONE;
   for (uint32_t site = 0; site < f->sites->n; site++)
      f->nearest[site] = NONE;
   reach_roots(f);
   uint32_t i = follow_edges(f, 0);
   for (uint32_t root = 0; root < graph->n_roots; root++)
      if (is_lost(&graph->roots[root]))
         reach(f, graph->n_blocks + root, graph->n_blocks + root);
   follow_edges(f, i);
}

/* ---- Chains ------------------------------------------------------------------------ */

typedef struct {
   const uint8_t *leaks;
   uint32_t to;
   uintptr_t address; /* of the first word that refers to it; 0: none yet */
} reference;

static void note_reference(void *context, uint32_t vertex, uintptr_t address,
                           hp_edge edge)
{
   reference *r = context;
   (void)vertex;
   if (hp_edge_to(edge) == r->to && r->address == 0 && hp_leaks_keeps(r->leaks, edge))
      r->address = address;
}

static int64_t offset_of(finder *f, uint32_t vertex, uint32_t to)
{
   hp_graph *graph = f->graph;
   reference r = { .leaks = f->leaks, .to = to };
   hp_graph_each_word(graph, vertex, note_reference, &r);
   uintptr_t base = hp_graph_is_root(graph, vertex)
                       ? graph->roots[vertex - graph->n_blocks].base
                       : graph->map.starts[vertex];
   return r.address == 0 ? HP_NO_OFFSET : (int64_t)(r.address - base);
}

/* The step at a vertex that leads to the next one, or NONE. */
static void add_step(finder *f, uint32_t vertex, uint32_t next)
{
   hp_owners *owners = f->owners;
   const hp_graph *graph = f->graph;
   bool is_root = hp_graph_is_root(graph, vertex);
   TK_ARRAY_ROOM(owners->alloc, LABEL, owners->steps, owners->n_steps, owners->max_steps);
   owners->steps[owners->n_steps++] = (hp_step){
      .is_root = is_root,
      .what = is_root ? graph->roots[vertex - graph->n_blocks].key : site_of(f, vertex),
      .offset = next == NONE ? HP_NO_OFFSET : offset_of(f, vertex, next),
   };
}

/* The way to a block, backwards in the queue, which is free now. */
static void add_chain(finder *f, uint32_t site)
{
   hp_owners *owners = f->owners;
   uint32_t n = 0, first = (uint32_t)owners->n_steps;
   TK_ARRAY_ROOM(owners->alloc, LABEL, owners->chains, owners->n_chains,
                 owners->max_chains);
   uint32_t vertex = f->nearest[site];
   f->queue[n++] = vertex;
   for (; f->from[vertex] != vertex; vertex = f->from[vertex])
      f->queue[n++] = f->from[vertex];
   for (uint32_t i = n; i-- > 0;) {
      bool is_cut = n > HP_MOST_STEPS && i == n - HP_MOST_STEPS / 2;
      add_step(f, f->queue[i], i == 0 || is_cut ? NONE : f->queue[i - 1]);
      if (is_cut)
         i = HP_MOST_STEPS / 2;
   }
   owners->chains[owners->n_chains++] =
      (hp_chain){ .site = site, .first = first, .n = (uint32_t)owners->n_steps - first };
}

void hp_chains_find(hp_owners *owners, hp_graph *graph, const uint8_t *leaks,
                    const hp_owners_sites *sites)
{
   const tk_alloc *alloc = owners->alloc;
   size_t n = (size_t)graph->n + 1;
   finder f = { .owners = owners,
                .graph = graph,
                .leaks = leaks,
                .sites = sites,
                .from = tk_get(alloc, LABEL, n * sizeof *f.from),
                .queue = tk_get(alloc, LABEL, n * sizeof *f.queue),
                .nearest = tk_get(alloc, LABEL,
                                  ((size_t)sites->n + 1) * sizeof *f.nearest) };
   search(&f);
   for (uint32_t site = 0; site < sites->n; site++)
      if (f.nearest[site] != NONE)
         add_chain(&f, site);
   tk_put(alloc, f.from);
   tk_put(alloc, f.queue);
   tk_put(alloc, f.nearest);
}
