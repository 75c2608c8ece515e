/* graphs.c -- breadth-first search, trees, and a priority queue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

/* ---- Breadth-first search in a grid of SIDE * SIDE vertices ------------- */

enum { SIDE = 500, N_VERTICES = SIDE * SIDE, UNSEEN = UINT32_MAX };

typedef struct edge {
   struct edge *next;
   uint32_t to;
} edge;

static uint32_t *starts, *targets, *distances, *queue, *label_of;
static edge **lists;

/* The vertices beside vertex v, by place in the grid; how many they are. */
static size_t beside(uint32_t v, uint32_t found[4])
{
   size_t n = 0;
   if (v % SIDE > 0)
      found[n++] = v - 1;
   if (v % SIDE < SIDE - 1)
      found[n++] = v + 1;
   if (v >= SIDE)
      found[n++] = v - SIDE;
   if (v < N_VERTICES - SIDE)
      found[n++] = v + SIDE;
   return n;
}

static void set_up_searches(void)
{
   distances = truth_new(N_VERTICES * sizeof *distances);
   queue = truth_new(N_VERTICES * sizeof *queue);
}

/* place_of[label] is a vertex's place in the grid. */
static void make_arrays(const uint32_t *place_of)
{
   starts = truth_new((N_VERTICES + 1) * sizeof *starts);
   targets = truth_new(4 * N_VERTICES * sizeof *targets);
   label_of = truth_new(N_VERTICES * sizeof *label_of);
   for (uint32_t label = 0; label < N_VERTICES; label++)
      label_of[place_of[label]] = label;
   for (uint32_t label = 0; label < N_VERTICES; label++) {
      uint32_t places[4];
      size_t n = beside(place_of[label], places);
      starts[label + 1] = starts[label] + (uint32_t)n;
      for (size_t i = 0; i < n; i++)
         targets[starts[label] + i] = label_of[places[i]];
   }
}

static void set_up_arrays_in_order(void) { make_arrays(truth_ordered(N_VERTICES)); }
static void set_up_arrays_shuffled(void) { make_arrays(truth_shuffled(N_VERTICES)); }

static void set_up_lists_shuffled(void)
{
   set_up_arrays_shuffled();
   size_t n_edges = starts[N_VERTICES];
   edge *edges = truth_new(n_edges * sizeof *edges);
   const uint32_t *order = truth_shuffled(n_edges);
   lists = truth_new(N_VERTICES * sizeof *lists);
   for (size_t label = 0; label < N_VERTICES; label++)
      for (size_t i = starts[label + 1]; i-- > starts[label];) {
         edge *e = &edges[order[i]];
         e->to = targets[i];
         e->next = lists[label];
         lists[label] = e;
      }
}

static void begin_at_corner(void)
{
   for (size_t i = 0; i < N_VERTICES; i++)
      distances[i] = UNSEEN;
   queue[0] = label_of[0];
   distances[queue[0]] = 0;
}

static uint64_t sum_of_distances(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_VERTICES; i++)
      sum += distances[i];
   return sum;
}

static uint64_t search_arrays(void)
{
   begin_at_corner();
   for (size_t first = 0, end = 1; first < end; first++) {
      uint32_t from = queue[first];
      for (uint32_t i = starts[from]; i < starts[from + 1]; i++)
         if (distances[targets[i]] == UNSEEN) {
            distances[targets[i]] = distances[from] + 1;
            queue[end++] = targets[i];
         }
   }
   return sum_of_distances();
}

static uint64_t search_lists(void)
{
   begin_at_corner();
   for (size_t first = 0, end = 1; first < end; first++) {
      uint32_t from = queue[first];
      for (const edge *e = lists[from]; e != NULL; e = e->next)
         if (distances[e->to] == UNSEEN) {
            distances[e->to] = distances[from] + 1;
            queue[end++] = e->to;
         }
   }
   return sum_of_distances();
}

/* ---- Binary trees, and trees whose nodes have many keys ----------------- */

enum { N_KEYS = 1 << 20, N_IN_NODE = 15, N_FINDS = 1 << 15 };

typedef struct tree {
   struct tree *children[2];
   uint64_t key;
} tree;

typedef struct wide {
   uint32_t keys[N_IN_NODE];
   uint32_t n;
   struct wide *children[N_IN_NODE + 1]; /* NULL in leaves */
} wide;

static tree *trees, *root;
static wide *wides, *wide_root;
static size_t n_wides;
static const uint32_t *node_order;
static uint32_t *wanted;

static void set_up_finds(void)
{
   wanted = truth_new(N_FINDS * sizeof *wanted);
   for (size_t i = 0; i < N_FINDS; i++)
      wanted[i] = (uint32_t)truth_random_below(N_KEYS);
}

/* A balanced tree of the keys from low to high - 1. */
static tree *new_tree(uint32_t low, uint32_t high)
{
   if (low == high)
      return NULL;
   uint32_t middle = low + (high - low) / 2;
   tree *t = &trees[node_order[middle]];
   t->key = middle;
   t->children[0] = new_tree(low, middle);
   t->children[1] = new_tree(middle + 1, high);
   return t;
}

static void set_up_tree(const uint32_t *order)
{
   trees = truth_new(N_KEYS * sizeof *trees);
   node_order = order;
   root = new_tree(0, N_KEYS);
}

static void set_up_tree_in_order(void) { set_up_tree(truth_ordered(N_KEYS)); }
static void set_up_tree_shuffled(void) { set_up_tree(truth_shuffled(N_KEYS)); }

static wide *new_wide(uint32_t low, uint32_t high)
{
   wide *w = &wides[n_wides++];
   w->n = high - low < N_IN_NODE ? high - low : N_IN_NODE;
   if (w->n == high - low) {
      for (uint32_t i = 0; i < w->n; i++)
         w->keys[i] = low + i;
      return w;
   }
   uint32_t from = low;
   for (uint32_t i = 0; i <= N_IN_NODE; i++) {
      uint32_t end = low + (high - low) / 16 * (i + 1);
      if (i < N_IN_NODE)
         w->keys[i] = end;
      else
         end = high;
      w->children[i] = new_wide(from, end);
      from = end + 1;
   }
   return w;
}

static void set_up_wide_tree(void)
{
   wides = truth_new(N_KEYS / 4 * sizeof *wides);
   wide_root = new_wide(0, N_KEYS);
}

static uint64_t find_in_tree(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_FINDS; i++) {
      const tree *t = root;
      while (t->key != wanted[i])
         t = t->children[t->key < wanted[i]];
      sum = truth_mix(sum, t->key);
   }
   return sum;
}

static uint64_t find_in_wide_tree(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_FINDS; i++) {
      const wide *w = wide_root;
      uint32_t at = 0;
      for (;;) {
         for (at = 0; at < w->n && w->keys[at] < wanted[i];)
            at++;
         if (at < w->n && w->keys[at] == wanted[i])
            break;
         w = w->children[at];
      }
      sum = truth_mix(sum, w->keys[at]);
   }
   return sum;
}

/* ---- A priority queue: a heap of two, four or eight children a node ------ */

enum { N_QUEUED = 1 << 18, N_CHANGES = 1 << 16, HEAP_SKIP = 8 };

static uint32_t *heap, *heap_at_first;

static inline void sift_down(size_t arity, uint32_t key)
{
   size_t at = 0;
   for (;;) {
      size_t child = at * arity + 1, least = child;
      if (child + arity > N_QUEUED)
         break;
      for (size_t i = child + 1; i < child + arity; i++)
         if (heap[i] < heap[least])
            least = i;
      if (heap[least] >= key)
         break;
      heap[at] = heap[least];
      at = least;
   }
   heap[at] = key;
}

static void set_up_heap(void)
{
   heap = truth_ordered(N_QUEUED + HEAP_SKIP); /* sorted: a heap of any arity */
   heap_at_first = truth_ordered(N_QUEUED);
   for (size_t i = 0; i < N_QUEUED; i++)
      heap[i] = heap_at_first[i] = (uint32_t)i * 64;
}

/* Takes the least of the queue and puts a later one in its place, many times. */
static inline uint64_t change_queue(size_t arity)
{
   uint64_t sum = 0;
   uint32_t state = 1;
   __builtin_memcpy(heap, heap_at_first, N_QUEUED * sizeof *heap);
   for (size_t i = 0; i < N_CHANGES; i++) {
      state = state * 1664525u + 1013904223u;
      sum = truth_mix(sum, heap[0]);
      sift_down(arity, heap[0] + (state >> 7));
   }
   return sum;
}

static uint64_t queue_of_two(void) { return change_queue(2); }
static uint64_t queue_of_four(void) { return change_queue(4); }
static uint64_t queue_of_eight(void) { return change_queue(8); }

const truth_kernel truth_graphs[] = {
   { "breadth-first", true, 4, set_up_searches,
     { { "arrays-in-order", search_arrays, set_up_arrays_in_order },
       { "arrays-shuffled", search_arrays, set_up_arrays_shuffled },
       { "lists-shuffled", search_lists, set_up_lists_shuffled } } },
   { "tree", true, 3, set_up_finds,
     { { "in-order", find_in_tree, set_up_tree_in_order },
       { "shuffled", find_in_tree, set_up_tree_shuffled },
       { "wide", find_in_wide_tree, set_up_wide_tree } } },
   { "priority-queue", true, 8, set_up_heap,
     { { "two", queue_of_two }, { "four", queue_of_four },
       { "eight", queue_of_eight } } },
   { 0 },
};
