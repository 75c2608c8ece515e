/* hp_graph.h -- who refers to which block: the heap as a graph, at one moment; pure.

   Vertices are the live blocks, numbered by address, and behind them the roots: places
   outside of the heap that hold pointers, such as a variable or a frame of a stack.  An
   edge is a word in one vertex's memory that points into a block.  Every word at a
   multiple of its size is taken for a pointer that could be one ("conservative", as in
   Boehm and Weiser, "Garbage collection in an uncooperative environment", 1988).

   A word that points to a block's start counts for more than one that points into its
   middle, which any number can do by chance.  Those pointers into the middle that
   compilers and libraries keep count as if they were to the start; they are the ones that
   memcheck's manual lists (--leak-check-heuristics).

   Memory is read once to find roots and once for edges: linear in its size.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "owners/hp_block_map.h"

/* Of the program whose heap it is. */
typedef struct hp_memory {
   void *context;
   /* The words at `start`, which is a multiple of their size.  *n: how many are wanted,
      at least 1; set to how many of them are there.  NULL: *n words cannot be read. */
   const uintptr_t *(*words)(void *context, uintptr_t start, size_t *n);
   /* Could an object's first word have this value: does it point to a table of virtual
      functions? */
   bool (*is_vtable)(void *context, uintptr_t word);
   /* Was the word at the address never written since its block was allocated
      (hp_stale.h)?  Can be NULL. */
   bool (*is_stale)(void *context, uintptr_t address);
} hp_memory;

/* A place outside of the heap that holds pointers into it. */
typedef struct hp_root {
   uintptr_t start, end; /* its bytes; exclusive */
   uintptr_t base;       /* that offsets in it count from */
   uint32_t key;         /* what it is: the caller's number; several can have one */
   uint8_t rank;         /* roots of lower rank own what they reach (hp_dominators.h) */
   bool is_frame;        /* of a stack: only some of its words are variables */
   bool is_allocators;   /* pointers into the middle of blocks are to free memory behind
                            them, and count for nothing */
} hp_root;

/* Where roots are. */
typedef struct hp_roots {
   void *context;
   /* The root that the word at `address` belongs to, which points to a block: its start
      is at or before the address, its end behind it.  Other words may be of other
      roots. */
   void (*find)(void *context, uintptr_t address, hp_root *root);
} hp_roots;

enum { HP_EDGES_CHUNK = 1 << 16 };

/* An edge to a block; the highest bit says that no word points to its start. */
typedef uint32_t hp_edge;

#define HP_EDGE_INTERIOR ((hp_edge)1 << 31)

typedef struct hp_graph {
   const tk_alloc *alloc;
   const hp_memory *memory;
   hp_block_map map;
   uint32_t n_blocks, n_roots, n; /* vertices: blocks, roots, and their sum */
   hp_root *roots;
   /* Of each vertex, the number of its first edge; [n] is the number of all. */
   uint32_t *first_edge;
   uint32_t n_edges;
   /* Private: */
   hp_edge **chunks;
   size_t n_chunks, max_chunks, max_roots;
} hp_graph;

/* The graph without roots and edges.  All pointers are borrowed. */
void hp_graph_init(hp_graph *graph, const tk_blocks *blocks, const hp_memory *memory,
                   const tk_alloc *alloc);
void hp_graph_free(hp_graph *graph);

/* Finds the roots between two addresses.  Blocks in there are left out: memory in which
   the program's own allocator hands them out. */
void hp_graph_search(hp_graph *graph, uintptr_t start, uintptr_t end,
                     const hp_roots *roots);

/* A root by itself, which may hold no pointer. */
void hp_graph_add_root(hp_graph *graph, const hp_root *root);

/* Finds all edges, when all roots are known. */
void hp_graph_connect(hp_graph *graph);

/* Adds an edge of the vertex n, which is being added: a root without memory.
   hp_graph_end_root ends it. */
void hp_graph_add_edge(hp_graph *graph, hp_edge edge);
void hp_graph_end_root(hp_graph *graph, const hp_root *root);

static inline hp_edge hp_graph_edge(const hp_graph *graph, uint32_t number)
{
   return graph->chunks[number / HP_EDGES_CHUNK][number % HP_EDGES_CHUNK];
}

static inline uint32_t hp_edge_to(hp_edge edge)
{
   return edge & ~HP_EDGE_INTERIOR;
}

static inline bool hp_graph_is_root(const hp_graph *graph, uint32_t vertex)
{
   return vertex >= graph->n_blocks;
}

static inline uintptr_t hp_graph_start(const hp_graph *graph, uint32_t vertex)
{
   return hp_graph_is_root(graph, vertex) ? graph->roots[vertex - graph->n_blocks].start
                                          : graph->map.starts[vertex];
}

static inline uintptr_t hp_graph_end(const hp_graph *graph, uint32_t vertex)
{
   return hp_graph_is_root(graph, vertex) ? graph->roots[vertex - graph->n_blocks].end
                                          : hp_block_map_end(&graph->map, vertex);
}

/* Calls `call` for each word of the vertex that is an edge: where it is, and to what;
   a word that repeats the edge before it, too. */
typedef void hp_graph_call(void *context, uint32_t vertex, uintptr_t address,
                           hp_edge edge);
void hp_graph_each_word(hp_graph *graph, uint32_t vertex, hp_graph_call *call,
                        void *context);
