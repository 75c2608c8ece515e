/* an_tree.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "paths/an_tree.h"

#include "base/an_number.h"
#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"
#include "paths/an_stack_fold.h"

#include <stdlib.h>
#include <string.h>

/* A path and its callers: all frames from the root to here. */
struct an_trie_node {
   uint32_t parent;      /* the root is its own */
   uint32_t key;         /* 0: the root; else the frame's rank and 1 */
   uint32_t depth;       /* frames from the root to here */
   uint32_t child, next; /* the first child, and the next of the parent's; 0: none */
   uint32_t n_active;    /* paths with a weight that end here or below */
};

/* Bottom-up: a path with a weight, and the callers of it that a tree has passed. */
struct an_run {
   uint32_t end; /* the node where it ends */
   uint32_t at;  /* `depth` callers up from there */
   uint32_t depth;
   uint32_t key; /* of `at` */
};

/* ---- Frames ---- */

static int compare_frames(const void *a, const void *b, void *context)
{
   const an_frame *table = context;
   return an_frame_compare_shown(&table[*(const uint32_t *)a],
                                 &table[*(const uint32_t *)b]);
}

/* tree->frames holds all frames at first, then one for each rank. */
static void rank_frames(an_tree *tree, size_t n)
{
   void *table = (void *)tree->table;
   size_t n_ranks = 0;
   for (size_t i = 0; i < n; i++)
      tree->frames[i] = (uint32_t)i;
   qsort_r(tree->frames, n, sizeof *tree->frames, compare_frames, table);
   for (size_t i = 0; i < n; i++) {
      uint32_t frame = tree->frames[i];
      if (n_ranks == 0 || compare_frames(&tree->frames[n_ranks - 1], &frame, table) != 0)
         tree->frames[n_ranks++] = frame;
      tree->ranks[frame] = (uint32_t)(n_ranks - 1);
   }
}

/* ---- The trie ---- */

/* The nearest node from *at upwards that has the key; false: there is none. */
static bool climb_to(const an_tree *tree, uint32_t *at, uint32_t key)
{
   uint32_t node = *at;
   while (node != AN_TREE_ROOT && tree->nodes[node].key != key)
      node = tree->nodes[node].parent;
   if (node != AN_TREE_ROOT)
      *at = node;
   return node != AN_TREE_ROOT;
}

static uint32_t add_node(an_tree *tree, uint32_t parent, uint32_t key)
{
   TK_ARRAY_ROOM(tree->alloc, AN_LABEL, tree->nodes, tree->n_nodes, tree->capacity);
   struct an_trie_node *above = &tree->nodes[parent];
   tree->nodes[tree->n_nodes] = (struct an_trie_node){
      .parent = parent, .key = key, .depth = above->depth + 1, .next = above->child
   };
   above->child = (uint32_t)tree->n_nodes;
   return (uint32_t)tree->n_nodes++;
}

/* Bottom-up, deep recursion is folded as an_stack_fold.h does it: a tree of paths n deep
   has n * n / 2 nodes. */
uint32_t an_tree_child(an_tree *tree, uint32_t caller, uint32_t frame)
{
   uint32_t key = tree->ranks[frame] + 1;
   uint64_t hash = tk_hash_word((uint64_t)caller << 32 | key);
   if (tree->direction == AN_BOTTOM_UP && tree->nodes[caller].depth >= AN_STACK_MOST
       && climb_to(tree, &caller, key)) {
      tree->is_folded = true;
      return caller;
   }
   TK_TABLE_EACH(i, &tree->table_of_nodes, hash)
      if (tree->nodes[i].parent == caller && tree->nodes[i].key == key)
         return (uint32_t)i;
   uint32_t added = add_node(tree, caller, key);
   tk_table_add(&tree->table_of_nodes, hash, added);
   return added;
}

void an_tree_add(an_tree *tree, uint32_t node)
{
   TK_ARRAY_ADD(tree->alloc, AN_LABEL, tree->ends, tree->n_paths, tree->ends_capacity,
                node);
}

void an_tree_open(an_tree *tree, const tk_alloc *alloc, const an_frame *frames,
                  size_t n_frames, size_t n_values, an_direction direction)
{
   *tree = (an_tree){ .alloc = alloc,
                      .direction = direction,
                      .table = frames,
                      .n_values = n_values,
                      .table_of_nodes = { .alloc = alloc, .label = AN_LABEL } };
   tree->ranks = tk_get(alloc, AN_LABEL, (n_frames + 1) * sizeof *tree->ranks);
   tree->frames = tk_get(alloc, AN_LABEL, (n_frames + 1) * sizeof *tree->frames);
   TK_ARRAY_ROOM(alloc, AN_LABEL, tree->nodes, 0, tree->capacity);
   tree->nodes[tree->n_nodes++] = (struct an_trie_node){ .parent = AN_TREE_ROOT };
   rank_frames(tree, n_frames);
}

/* ---- Weights ---- */

/* Top-down: what the paths have that end at the node, which is what its children do not
   have.  Few nodes are looked at, so this is not stored for all. */
static void find_own(const an_tree *tree, uint32_t at, int64_t *own)
{
   size_t n = tree->n_values;
   memcpy(own, tree->values + at * n, n * sizeof *own);
   for (uint32_t i = tree->nodes[at].child; i != 0; i = tree->nodes[i].next)
      for (size_t k = 0; k < n; k++)
         own[k] -= tree->values[i * n + k];
}

/* Top-down: to the values of each node those of its children. */
static void add_children(an_tree *tree)
{
   size_t n = tree->n_values;
   for (size_t i = tree->n_nodes; i-- > 1;)
      an_number_add(tree->values + tree->nodes[i].parent * n, tree->values + i * n, n);
   memcpy(tree->of_root, tree->values, n * sizeof *tree->of_root);
   find_own(tree, 0, tree->of_root + n);
}

/* Bottom-up: the nodes where paths with a weight end. */
static void list_runs(an_tree *tree)
{
   size_t n = tree->n_values;
   tree->n_run = 0;
   for (uint32_t i = 0; i < tree->n_nodes; i++) {
      an_number_add(tree->of_root, tree->values + i * n, n);
      if (tree->nodes[i].n_active > 0)
         tree->run[tree->n_run++] = (struct an_run){ .end = i };
   }
   memcpy(tree->of_root + n, tree->of_root, n * sizeof *tree->of_root);
}

/* Room for the weights of all nodes, which no table has to find any more. */
static void finish_tree(an_tree *tree)
{
   size_t n = tree->n_values;
   tree->values = tk_get(tree->alloc, AN_LABEL,
                         (tree->n_nodes * n + 1) * sizeof *tree->values);
   tree->of_root = tk_get(tree->alloc, AN_LABEL, (2 * n + 1) * sizeof *tree->of_root);
   tree->run = tree->direction == AN_TOP_DOWN
                  ? NULL
                  : tk_get(tree->alloc, AN_LABEL, tree->n_nodes * sizeof *tree->run);
}

void an_tree_weigh(an_tree *tree, const int64_t *values)
{
   size_t n = tree->n_values;
   if (tree->values == NULL)
      finish_tree(tree);
   memset(tree->values, 0, tree->n_nodes * n * sizeof *tree->values);
   memset(tree->of_root, 0, 2 * n * sizeof *tree->of_root);
   for (size_t i = 0; i < tree->n_nodes; i++)
      tree->nodes[i].n_active = 0;
   for (size_t i = 0; i < tree->n_paths; i++) {
      an_number_add(tree->values + tree->ends[i] * n, values + i * n, n);
      tree->nodes[tree->ends[i]].n_active += !an_number_all_zero(values + i * n, n);
   }
   if (tree->direction == AN_BOTTOM_UP)
      list_runs(tree);
   else
      add_children(tree);
   for (size_t i = tree->n_nodes; i-- > 1;)
      tree->nodes[tree->nodes[i].parent].n_active += tree->nodes[i].n_active;
}

/* ---- Nodes ---- */

an_node an_tree_root(const an_tree *tree)
{
   bool is_top_down = tree->direction == AN_TOP_DOWN;
   return (an_node){ .weight = { tree->of_root },
                     .own = { tree->of_root + tree->n_values },
                     .n = is_top_down ? tree->nodes[0].n_active : tree->n_run };
}

static int compare_children(const void *a, const void *b, void *context)
{
   const an_node *x = a, *y = b;
   const an_tree *tree = context;
   int order = tree->compare == NULL ? 0 : tree->compare(tree->context, x, y);
   if (order != 0)
      return order;
   for (size_t k = 0; k < tree->n_values; k++)
      if (x->weight.value[k] != y->weight.value[k])
         return x->weight.value[k] > y->weight.value[k] ? -1 : 1;
   return (x->key > y->key) - (x->key < y->key);
}

static const an_frame *frame_of(const an_tree *tree, uint32_t key)
{
   return key == 0 ? NULL : &tree->table[tree->frames[key - 1]];
}

/* ---- Top-down ---- */

/* A child of the node: node `at` of the trie; or, if that is the node
   itself, the paths that end there.  `own` is what those at `at` have. */
static an_node node_below(const an_tree *tree, const an_node *node, uint32_t at,
                          const int64_t *own)
{
   bool is_end = at == node->at;
   const int64_t *sums = tree->values + at * tree->n_values;
   uint32_t key = is_end ? 0 : tree->nodes[at].key;
   return (an_node){ .weight = { is_end ? own : sums },
                     .own = { own },
                     .frame = frame_of(tree, key),
                     .at = at,
                     .key = key,
                     .n = tree->nodes[at].n_active,
                     .depth = node->depth + 1 };
}

/* Own values are behind the array. */
static void find_below(const an_tree *tree, const an_node *node, an_node **children,
                       size_t *n)
{
   const struct an_trie_node *nodes = tree->nodes;
   size_t most = 2, n_values = tree->n_values; /* the end, and one more than needed */
   for (uint32_t i = nodes[node->at].child; i != 0; i = nodes[i].next)
      most += nodes[i].n_active > 0;
   *n = 0;
   *children = tk_get(tree->alloc, AN_LABEL,
                      most * (sizeof **children + n_values * sizeof(int64_t)));
   if (node->depth > 0 && node->key == 0)
      return; /* the end has none */
   int64_t *own = (int64_t *)(*children + most);
   find_own(tree, node->at, own);
   if (!an_number_all_zero(own, n_values))
      (*children)[(*n)++] = node_below(tree, node, node->at, own);
   for (uint32_t i = nodes[node->at].child; i != 0; i = nodes[i].next) {
      if (nodes[i].n_active == 0)
         continue;
      int64_t *of_child = own + *n * n_values;
      find_own(tree, i, of_child);
      (*children)[(*n)++] = node_below(tree, node, i, of_child);
   }
}

/* ---- Bottom-up ---- */

/* Moves the run's paths to their caller at that depth.  A path was moved further if
   children of the node were asked for before. */
static void climb_tree(const an_tree *tree, const an_node *node)
{
   struct an_run *run = tree->run + node->first;
   for (size_t i = 0; i < node->n; i++) {
      if (run[i].depth > node->depth || run[i].depth == 0) {
         run[i].at = run[i].end;
         run[i].depth = 0;
      }
      for (; run[i].depth < node->depth; run[i].depth++)
         run[i].at = tree->nodes[run[i].at].parent;
      run[i].key = tree->nodes[run[i].at].key;
   }
}

static int compare_runs(const void *a, const void *b)
{
   const struct an_run *x = a, *y = b;
   return tk_compare(x->key, y->key) ?: tk_compare(x->end, y->end);
}

/* Each run of one key is a child; their sums are behind the array. */
static void find_above(const an_tree *tree, const an_node *node, an_node **children,
                       size_t *n)
{
   struct an_run *run = tree->run + node->first;
   size_t most = 1, n_values = tree->n_values;
   climb_tree(tree, node);
   qsort(run, node->n, sizeof *run, compare_runs);
   for (size_t i = 0; i < node->n; i++)
      most += i == 0 || run[i].key != run[i - 1].key;
   *n = 0;
   *children = tk_get_zeroed(tree->alloc, AN_LABEL,
                             most * (sizeof **children + n_values * sizeof(int64_t)));
   int64_t *sums = (int64_t *)(*children + most);
   for (size_t i = 0; i < node->n; i++) {
      if (i == 0 || run[i].key != run[i - 1].key) {
         int64_t *sum = sums + *n * n_values;
         (*children)[(*n)++] = (an_node){ .weight = { sum },
                                          .own = { sum },
                                          .key = run[i].key,
                                          .frame = frame_of(tree, run[i].key),
                                          .first = node->first + i,
                                          .depth = node->depth + 1 };
      }
      (*children)[*n - 1].n++;
      an_number_add(sums + (*n - 1) * n_values, tree->values + run[i].end * n_values,
                    n_values);
   }
}

void an_tree_children(const an_tree *tree, const an_node *node, an_node **children,
                      size_t *n)
{
   if (tree->direction == AN_TOP_DOWN)
      find_below(tree, node, children, n);
   else
      find_above(tree, node, children, n);
   if (*n == 1 && (*children)[0].frame == NULL)
      *n = 0; /* all paths end here */
   qsort_r(*children, *n, sizeof **children, compare_children, (void *)tree);
}
