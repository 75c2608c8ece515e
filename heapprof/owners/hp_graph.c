/* hp_graph.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "owners/hp_graph.h"

#include "base/tk_array.h"

#define LABEL "hp.owners.graph"

enum { WORD_B = sizeof(uintptr_t) };

void hp_graph_init(hp_graph *graph, const tk_blocks *blocks, const hp_memory *memory,
                   const tk_alloc *alloc)
{
   *graph = (hp_graph){ .alloc = alloc, .memory = memory };
   hp_block_map_make(&graph->map, blocks, alloc);
   graph->n = graph->n_blocks = graph->map.n;
}

void hp_graph_free(hp_graph *graph)
{
   for (size_t i = 0; i < graph->n_chunks; i++)
      tk_put(graph->alloc, graph->chunks[i]);
   tk_put(graph->alloc, graph->chunks);
   tk_put(graph->alloc, graph->first_edge);
   tk_put(graph->alloc, graph->roots);
   hp_block_map_free(&graph->map);
   *graph = (hp_graph){ .alloc = graph->alloc };
}

/* ---- Pointers into the middle ---------------------------------------------- */

/* The word at an address; 0 if it cannot be read. */
static uintptr_t word_at(const hp_graph *graph, uintptr_t address)
{
   size_t n = 1;
   const uintptr_t *word = graph->memory->words(graph->memory->context, address, &n);
   return word == NULL ? 0 : *word;
}

/* std::string before C++11: length, capacity and a count of references precede the
   characters, and a zero follows them. */
static bool is_string(const hp_graph *graph, uintptr_t start, uintptr_t size_B,
                      uintptr_t offset)
{
   if (offset != 3 * WORD_B || size_B < 3 * WORD_B + 1)
      return false;
   uintptr_t length = word_at(graph, start), capacity = word_at(graph, start + WORD_B);
   return length <= capacity && size_B - 3 * WORD_B - 1 == capacity;
}

/* A length of 64 bits, which says how many bytes follow: sqlite's and others'. */
static bool is_length64(const hp_graph *graph, uintptr_t start, uintptr_t size_B,
                        uintptr_t offset)
{
   if (offset != sizeof(uint64_t) || size_B < sizeof(uint64_t))
      return false;
   uint64_t length = word_at(graph, start);
   if (WORD_B < sizeof length)
      length |= (uint64_t)word_at(graph, start + WORD_B) << 32;
   return length == size_B - sizeof length;
}

/* new[] of objects with destructors: their number precedes them. */
static bool is_new_array(const hp_graph *graph, uintptr_t start, uintptr_t size_B,
                         uintptr_t offset)
{
   if (offset != WORD_B || size_B < WORD_B)
      return false;
   uintptr_t n = word_at(graph, start);
   return n > 0 && (size_B - WORD_B) % n == 0;
}

/* A pointer to a later base of an object: both it and the object begin with a pointer to
   a table of virtual functions. */
static bool is_later_base(const hp_graph *graph, uintptr_t start, uintptr_t size_B,
                          uintptr_t offset)
{
   const hp_memory *memory = graph->memory;
   return start % WORD_B == 0 && offset % WORD_B == 0 && offset <= size_B - WORD_B
          && size_B >= WORD_B && memory->is_vtable(memory->context, word_at(graph, start))
          && memory->is_vtable(memory->context, word_at(graph, start + offset));
}

/* The edge that a word is which points into a block. */
static hp_edge edge_to(const hp_graph *graph, uint32_t block, uintptr_t word)
{
   uintptr_t start = graph->map.starts[block];
   if (word == start)
      return block;
   uintptr_t size_B = hp_block_map_end(&graph->map, block) - start, offset = word - start;
   bool is_kept = start % WORD_B == 0
                  && (is_string(graph, start, size_B, offset)
                      || is_length64(graph, start, size_B, offset)
                      || is_new_array(graph, start, size_B, offset)
                      || is_later_base(graph, start, size_B, offset));
   return is_kept ? block : block | HP_EDGE_INTERIOR;
}

/* ---- Reading memory --------------------------------------------------------- */

/* What is done with a word that points into a block.  It returns the address at which to
   go on, behind the word's own. */
typedef uintptr_t word_call(void *context, uintptr_t address, uint32_t block,
                            uintptr_t word);

static bool is_stale(const hp_memory *memory, uintptr_t address)
{
   return memory->is_stale != NULL && memory->is_stale(memory->context, address);
}

static void read_range(hp_graph *graph, uintptr_t start, uintptr_t end, word_call *call,
                       void *context)
{
   const hp_memory *memory = graph->memory;
   start = (start + WORD_B - 1) & -(uintptr_t)WORD_B;
   while (start < end && end - start >= WORD_B) {
      size_t n = (end - start) / WORD_B;
      const uintptr_t *words = memory->words(memory->context, start, &n);
      uintptr_t next = start + n * WORD_B;
      for (size_t i = 0; words != NULL && i < n; i++) {
         uint32_t block = hp_block_map_find(&graph->map, words[i]);
         uintptr_t at = start + i * WORD_B;
         if (block == HP_NO_BLOCK || is_stale(memory, at))
            continue;
         uintptr_t to = call(context, at, block, words[i]);
         if (to >= next) {
            next = (to + WORD_B - 1) & -(uintptr_t)WORD_B;
            break;
         }
         i = (to + WORD_B - 1 - start) / WORD_B - 1;
      }
      start = next;
   }
}

/* Reads a range without the blocks in it; `block` is the first that can be. */
static void read_around(hp_graph *graph, uintptr_t start, uintptr_t end, uint32_t block,
                        word_call *call, void *context)
{
   const hp_block_map *map = &graph->map;
   for (; block < map->n && map->starts[block] < end; block++) {
      uintptr_t block_end = hp_block_map_end(map, block);
      if (map->starts[block] > start)
         read_range(graph, start, map->starts[block], call, context);
      if (block_end > start)
         start = block_end;
   }
   if (start < end)
      read_range(graph, start, end, call, context);
}

static void read_vertex(hp_graph *graph, uint32_t vertex, word_call *call, void *context)
{
   uintptr_t start = hp_graph_start(graph, vertex), end = hp_graph_end(graph, vertex);
   if (!hp_graph_is_root(graph, vertex))
      read_around(graph, start, end, vertex + 1, call, context);
   else
      read_around(graph, start, end, hp_block_map_from(&graph->map, start), call,
                  context);
}

/* ---- Roots -------------------------------------------------------------------- */

typedef struct {
   hp_graph *graph;
   const hp_roots *roots;
   uintptr_t start, end;
} search;

void hp_graph_add_root(hp_graph *graph, const hp_root *root)
{
   if (graph->n >= HP_EDGE_INTERIOR - 2)
      tk_refuse(graph->alloc, LABEL);
   TK_ARRAY_ROOM(graph->alloc, LABEL, graph->roots, graph->n_roots, graph->max_roots);
   graph->roots[graph->n_roots++] = *root;
   graph->n++;
}

static uintptr_t find_root(void *context, uintptr_t address, uint32_t block,
                           uintptr_t word)
{
   search *s = context;
   hp_root root;
   (void)block;
   (void)word;
   s->roots->find(s->roots->context, address, &root);
   /* Never two roots for one word. */
   if (root.start < s->start)
      root.start = s->start;
   if (root.end > s->end)
      root.end = s->end;
   if (root.end < address + WORD_B)
      root.end = address + WORD_B;
   s->start = root.end;
   hp_graph_add_root(s->graph, &root);
   return root.end;
}

void hp_graph_search(hp_graph *graph, uintptr_t start, uintptr_t end,
                     const hp_roots *roots)
{
   search s = { .graph = graph, .roots = roots, .start = start, .end = end };
   read_around(graph, start, end, hp_block_map_from(&graph->map, start), find_root, &s);
}

/* ---- Edges --------------------------------------------------------------------- */

typedef struct {
   hp_graph *graph;
   uint32_t vertex;
   bool ignores_interior;
   hp_graph_call *call;
   void *context;
} connection;

void hp_graph_add_edge(hp_graph *graph, hp_edge edge)
{
   if (graph->n_edges / HP_EDGES_CHUNK == graph->n_chunks) {
      if (graph->n_edges > UINT32_MAX - 2 * HP_EDGES_CHUNK)
         tk_refuse(graph->alloc, LABEL);
      TK_ARRAY_ROOM(graph->alloc, LABEL, graph->chunks, graph->n_chunks,
                    graph->max_chunks);
      hp_edge *chunk = tk_get(graph->alloc, LABEL, HP_EDGES_CHUNK * sizeof *chunk);
      graph->chunks[graph->n_chunks++] = chunk;
   }
   graph->chunks[graph->n_edges / HP_EDGES_CHUNK][graph->n_edges % HP_EDGES_CHUNK] = edge;
   graph->n_edges++;
}

static uintptr_t add_word(void *context, uintptr_t address, uint32_t block,
                          uintptr_t word)
{
   connection *c = context;
   hp_graph *graph = c->graph;
   hp_edge edge = edge_to(graph, block, word);
   uint32_t first = graph->first_edge[c->vertex];
   bool is_repeated = graph->n_edges > first
                      && hp_graph_edge(graph, graph->n_edges - 1) == edge;
   if (!is_repeated && !(c->ignores_interior && (edge & HP_EDGE_INTERIOR) != 0))
      hp_graph_add_edge(graph, edge);
   return address + WORD_B;
}

static bool ignores_interior(const hp_graph *graph, uint32_t vertex)
{
   return hp_graph_is_root(graph, vertex)
          && graph->roots[vertex - graph->n_blocks].is_allocators;
}

void hp_graph_connect(hp_graph *graph)
{
   connection c = { .graph = graph };
   /* Room for a root that is added later. */
   graph->first_edge = tk_get(graph->alloc, LABEL,
                              ((size_t)graph->n + 2) * sizeof *graph->first_edge);
   for (uint32_t v = 0; v < graph->n; v++) {
      graph->first_edge[v] = graph->n_edges;
      c.vertex = v;
      c.ignores_interior = ignores_interior(graph, v);
      read_vertex(graph, v, add_word, &c);
   }
   graph->first_edge[graph->n] = graph->n_edges;
}

void hp_graph_end_root(hp_graph *graph, const hp_root *root)
{
   hp_graph_add_root(graph, root);
   graph->first_edge[graph->n] = graph->n_edges;
}

static uintptr_t report_word(void *context, uintptr_t address, uint32_t block,
                             uintptr_t word)
{
   connection *c = context;
   hp_edge edge = edge_to(c->graph, block, word);
   if (!(c->ignores_interior && (edge & HP_EDGE_INTERIOR) != 0))
      c->call(c->context, c->vertex, address, edge);
   return address + WORD_B;
}

void hp_graph_each_word(hp_graph *graph, uint32_t vertex, hp_graph_call *call,
                        void *context)
{
   connection c = { .graph = graph,
                    .vertex = vertex,
                    .ignores_interior = ignores_interior(graph, vertex),
                    .call = call,
                    .context = context };
   read_vertex(graph, vertex, report_word, &c);
}
