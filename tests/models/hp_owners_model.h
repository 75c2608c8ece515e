/* hp_owners_model.h -- random heaps in real memory, whose pointers the test chose itself,
   and what follows from the definitions: leaks, dominators, shortest chains.

   A heap is an array of words.  Blocks lie in its first part, roots in its second.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_OWNERS_MODEL_H
#define HP_OWNERS_MODEL_H

#include "owners/hp_dominators.h"
#include "owners/hp_owners.h"
#include "unit_alloc.h"

enum { WORD_B = sizeof(uintptr_t), ROOT_WORDS = 4, N_SITES = 5 };

typedef struct {
   uint32_t to;
   bool is_interior;
} model_edge;

typedef struct {
   size_t at, n_words;
   model_edge *edges;
   size_t n_edges;
   uint32_t index; /* of a block's record; a root's key */
   uint8_t rank;
} model_vertex;

static struct {
   unit_alloc memory;
   uintptr_t *words;
   size_t n_words, root_words; /* roots begin there */
   uint32_t n_blocks, n;       /* vertices: blocks by address, then roots */
   model_vertex *vertices;
   tk_blocks blocks;
   hp_graph graph;
} heap;

/* ---- Making it --------------------------------------------------------------------- */

static const uintptr_t *read_words(void *context, uintptr_t start, size_t *n)
{
   size_t at = (start - (uintptr_t)heap.words) / WORD_B;
   (void)context;
   if (start < (uintptr_t)heap.words || at >= heap.n_words) {
      *n = 1;
      return NULL;
   }
   if (*n > 7)
      *n = 7; /* memory comes in pieces */
   return heap.words + at;
}

static bool is_no_vtable(void *context, uintptr_t word)
{
   (void)context;
   (void)word;
   return false;
}

static const hp_memory memory_of_heap = { .words = read_words,
                                          .is_vtable = is_no_vtable };

static uintptr_t start_of(uint32_t vertex)
{
   return (uintptr_t)(heap.words + heap.vertices[vertex].at);
}

static void find_model_root(void *context, uintptr_t address, hp_root *root)
{
   (void)context;
   for (uint32_t v = heap.n_blocks; v < heap.n; v++) {
      uintptr_t start = start_of(v);
      if (address - start < heap.vertices[v].n_words * WORD_B) {
         *root = (hp_root){ .start = start,
                            .end = start + heap.vertices[v].n_words * WORD_B,
                            .base = start,
                            .key = heap.vertices[v].index,
                            .rank = heap.vertices[v].rank };
         return;
      }
   }
   abort();
}

/* An empty heap of so many blocks, of `least` to `most` words, and roots. */
static void heap_begin(unit_random *random, uint32_t n_blocks, uint32_t n_roots,
                       uint32_t least, uint32_t most)
{
   heap.n_blocks = n_blocks;
   heap.n = n_blocks + n_roots;
   heap.vertices = calloc(heap.n, sizeof *heap.vertices);
   size_t at = 0;
   for (uint32_t v = 0; v < heap.n; v++) {
      model_vertex *vertex = &heap.vertices[v];
      if (v == n_blocks)
         heap.root_words = at;
      at += v < n_blocks ? 1 + unit_random_below(random, 3) : 0;
      vertex->at = at;
      vertex->n_words = v < n_blocks ? least + unit_random_below(random, most + 1 - least)
                                     : ROOT_WORDS;
      vertex->edges = calloc(vertex->n_words, sizeof *vertex->edges);
      vertex->index = v - n_blocks + 1;
      at += vertex->n_words;
   }
   if (n_roots == 0)
      heap.root_words = at;
   heap.n_words = at;
   heap.words = calloc(at + 1, WORD_B);
   unit_alloc_init(&heap.memory);
   tk_blocks_init(&heap.blocks, &heap.memory.alloc);
   for (uint32_t i = 0; i < n_blocks; i++) {
      /* Records are in another order than addresses. */
      uint32_t v = i % 2 == 0 ? i / 2 : n_blocks - 1 - i / 2;
      uint32_t index = tk_blocks_add(&heap.blocks, start_of(v), TK_LAYER_HEAP);
      tk_block *block = tk_blocks_at(&heap.blocks, index);
      block->size_B = heap.vertices[v].n_words * WORD_B;
      block->site = v % N_SITES;
      heap.vertices[v].index = index;
   }
}

/* Writes a pointer into the next free word of a vertex; does nothing if there is none. */
static void heap_point(uint32_t from, uint32_t to, bool is_interior)
{
   model_vertex *vertex = &heap.vertices[from];
   if (vertex->n_edges == vertex->n_words)
      return;
   heap.words[vertex->at + vertex->n_edges] = start_of(to) + is_interior;
   vertex->edges[vertex->n_edges++] = (model_edge){ to, is_interior };
}

static void heap_fill(unit_random *random, uint32_t n_edges)
{
   for (uint32_t i = 0; i < n_edges; i++)
      heap_point(unit_random_below(random, heap.n),
                 unit_random_below(random, heap.n_blocks),
                 unit_random_below(random, 4) == 0);
}

static void heap_connect(void)
{
   const hp_roots roots = { .find = find_model_root };
   hp_graph_init(&heap.graph, &heap.blocks, &memory_of_heap, &heap.memory.alloc);
   hp_graph_search(&heap.graph, (uintptr_t)(heap.words + heap.root_words),
                   (uintptr_t)(heap.words + heap.n_words), &roots);
   hp_graph_connect(&heap.graph);
}

static void heap_end(void)
{
   for (uint32_t v = 0; v < heap.n; v++)
      free(heap.vertices[v].edges);
   free(heap.vertices);
   free(heap.words);
   tk_blocks_fini(&heap.blocks);
   if (heap.memory.n_live != 0)
      abort();
}

static uint32_t site_of_record(void *context, uint32_t record)
{
   (void)context;
   return tk_blocks_at(&heap.blocks, record)->site;
}

static bool never_varies(void *context, uint32_t site)
{
   (void)context;
   (void)site;
   return false;
}

/* Some records, by chance of their numbers. */
static bool is_idle_record(void *context, uint32_t record)
{
   (void)context;
   return record % 3 == 0;
}

static const hp_owners_sites sites_of_heap = {
   .n = N_SITES, .site = site_of_record, .varies = never_varies, .is_idle = is_idle_record
};

/* The model's number of a vertex of the graph, which has no roots without pointers. */
static uint32_t model_of(uint32_t vertex)
{
   if (vertex < heap.n_blocks)
      return vertex;
   for (uint32_t v = heap.n_blocks; v < heap.n; v++)
      if (heap.graph.roots[vertex - heap.n_blocks].start == start_of(v))
         return v;
   abort();
}

/* ---- What follows ----------------------------------------------------------------- */

/* Marks what the marked vertices lead to, without `without`; by pointers to starts alone,
   or all. */
static void model_reach(bool *is_marked, uint32_t without, bool starts_only)
{
   bool changes = true;
   while (changes) {
      changes = false;
      for (uint32_t v = 0; v < heap.n; v++)
         for (size_t i = 0; is_marked[v] && v != without && i < heap.vertices[v].n_edges;
              i++) {
            model_edge edge = heap.vertices[v].edges[i];
            if (edge.to == without || is_marked[edge.to]
                || (starts_only && edge.is_interior))
               continue;
            is_marked[edge.to] = changes = true;
         }
   }
}

static bool *model_roots(void)
{
   bool *is_marked = calloc(heap.n, sizeof *is_marked);
   for (uint32_t v = heap.n_blocks; v < heap.n; v++)
      is_marked[v] = true;
   return is_marked;
}

/* What a lost block leads to, but for what is known to be indirectly lost. */
static void model_lose(uint32_t block, uint8_t *leaks)
{
   bool *is_marked = calloc(heap.n, sizeof *is_marked), changes = true;
   is_marked[block] = true;
   leaks[block] = HP_LEAK_DEFINITE;
   while (changes) {
      changes = false;
      for (uint32_t v = 0; v < heap.n_blocks; v++)
         for (size_t i = 0; is_marked[v] && i < heap.vertices[v].n_edges; i++) {
            uint32_t to = heap.vertices[v].edges[i].to;
            if (to == block || (leaks[to] != HP_LEAKS && leaks[to] != HP_LEAK_DEFINITE))
               continue;
            is_marked[to] |= leaks[to] == HP_LEAKS;
            leaks[to] = HP_LEAK_INDIRECT;
            changes = true;
         }
   }
   free(is_marked);
}

/* The kind of each block, by memcheck's manual, and in its order. */
static void model_leaks(uint8_t *leaks)
{
   bool *by_starts = model_roots(), *by_any = model_roots();
   model_reach(by_starts, UINT32_MAX, true);
   model_reach(by_any, UINT32_MAX, false);
   for (uint32_t v = 0; v < heap.n; v++)
      leaks[v] = by_starts[v] ? HP_LEAK_REACHABLE
                 : by_any[v]  ? HP_LEAK_POSSIBLE
                              : HP_LEAKS;
   for (uint32_t v = 0; v < heap.n; v++)
      if (leaks[v] == HP_LEAKS)
         model_lose(v, leaks);
   free(by_starts);
   free(by_any);
}

/* Takes away the edges that do not keep their block. */
static void model_keep(void)
{
   uint8_t *leaks = malloc(heap.n);
   model_leaks(leaks);
   for (uint32_t v = 0; v < heap.n; v++) {
      size_t n = 0;
      for (size_t i = 0; i < heap.vertices[v].n_edges; i++) {
         model_edge edge = heap.vertices[v].edges[i];
         if (!edge.is_interior || leaks[edge.to] != HP_LEAK_REACHABLE)
            heap.vertices[v].edges[n++] = edge;
      }
      heap.vertices[v].n_edges = n;
   }
   free(leaks);
}

/* What each vertex dominates: what is not reached without it. */
static bool *model_dominated(uint32_t by)
{
   bool *is_reached = model_roots(), *without = model_roots();
   model_reach(is_reached, UINT32_MAX, false);
   without[by] = false;
   model_reach(without, by, false);
   for (uint32_t v = 0; v < heap.n; v++)
      is_reached[v] = is_reached[v] && !without[v];
   free(without);
   return is_reached;
}

/* Takes away the edges that count for nothing: each vertex is of the lowest rank that
   reaches it. */
static void model_rank(void)
{
   uint8_t *ranks = calloc(heap.n, 1);
   for (int rank = 3; rank >= 0; rank--) {
      bool *is_marked = calloc(heap.n, sizeof *is_marked);
      for (uint32_t v = heap.n_blocks; v < heap.n; v++)
         is_marked[v] = heap.vertices[v].rank == rank;
      model_reach(is_marked, UINT32_MAX, false);
      for (uint32_t v = 0; v < heap.n; v++)
         if (is_marked[v])
            ranks[v] = (uint8_t)rank;
      free(is_marked);
   }
   for (uint32_t v = 0; v < heap.n; v++) {
      size_t n = 0;
      for (size_t i = 0; i < heap.vertices[v].n_edges; i++)
         if (ranks[v] == ranks[heap.vertices[v].edges[i].to])
            heap.vertices[v].edges[n++] = heap.vertices[v].edges[i];
      heap.vertices[v].n_edges = n;
   }
   free(ranks);
}

/* How many edges lead from a root to each vertex; UINT32_MAX: none do. */
static uint32_t *model_distances(void)
{
   uint32_t *distances = calloc(heap.n, sizeof *distances);
   for (uint32_t v = 0; v < heap.n; v++)
      distances[v] = v < heap.n_blocks ? UINT32_MAX : 0;
   for (uint32_t distance = 0; distance < heap.n; distance++)
      for (uint32_t v = 0; v < heap.n; v++)
         for (size_t i = 0; distances[v] == distance && i < heap.vertices[v].n_edges; i++)
            if (distances[heap.vertices[v].edges[i].to] == UINT32_MAX)
               distances[heap.vertices[v].edges[i].to] = distance + 1;
   return distances;
}

#endif
