/* an_tree.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "paths/an_tree.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "paths/an_stack_fold.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "an.tree"

/* A path and its callers: all frames from the root to here. */
struct an_trie_node {
   uint32_t parent; /* the root is its own */
   uint32_t key;    /* 0: the root; else the frame's rank and 1 */
};

/* What is only known of a node once all are there. */
struct an_trie_link {
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

static void add_node(an_tree *tree, uint32_t parent, uint32_t key)
{
   TK_ARRAY_ROOM(tree->alloc, LABEL, tree->nodes, tree->n_nodes, tree->capacity);
   tree->nodes[tree->n_nodes++] = (struct an_trie_node){ parent, key };
}

/* The child of *at with the frame; added if there is none. */
static void find_child(an_tree *tree, uint32_t *at, uint32_t frame)
{
   uint32_t key = tree->ranks[frame] + 1, i;
   uint64_t hash = tk_hash_word((uint64_t)*at << 32 | key);
   size_t probe = 0;
   while ((i = tk_table_next(&tree->table_of_nodes, hash, &probe)) != TK_TABLE_NONE)
      if (tree->nodes[i].parent == *at && tree->nodes[i].key == key) {
         *at = i;
         return;
      }
   tk_table_reserve(&tree->table_of_nodes);
   add_node(tree, *at, key);
   *at = (uint32_t)tree->n_nodes - 1;
   tk_table_add(&tree->table_of_nodes, hash, *at);
}

/* How many of the outermost frames two paths share. */
static size_t n_shared(an_path a, an_path b)
{
   size_t n = 0;
   while (n < a.n && n < b.n && a.frames[a.n - 1 - n] == b.frames[b.n - 1 - n])
      n++;
   return n;
}

/* Paths often follow one with the same callers: only the others are looked up. */
static void add_paths(an_tree *tree, const an_tree_paths *paths)
{
   an_path last = { NULL, 0 };
   uint32_t at = 0; /* the last path's node */
   for (size_t i = 0; i < paths->n_paths; i++) {
      an_path path = paths->path(paths->context, i);
      size_t shared = n_shared(last, path);
      for (size_t k = last.n; k > shared; k--)
         at = tree->nodes[at].parent;
      for (size_t k = path.n - shared; k > 0; k--)
         find_child(tree, &at, path.frames[k - 1]);
      tree->ends[i] = at;
      last = path;
   }
}

/* The nearest node from *at upwards that has the frame; false: there is none.  *depth is
   that of *at. */
static bool climb_to(const an_tree *tree, uint32_t *at, uint32_t *depth, uint32_t frame)
{
   uint32_t node = *at, up = 0;
   while (node != 0 && tree->nodes[node].key != tree->ranks[frame] + 1) {
      node = tree->nodes[node].parent;
      up++;
   }
   if (node == 0)
      return false;
   *at = node;
   *depth -= up;
   return true;
}

/* Bottom-up, deep recursion is folded as an_stack_fold.h does it: a tree of paths n deep
   has n * n / 2 nodes. */
static void add_steps_folded(an_tree *tree, const an_tree_step *steps, uint32_t *depths)
{
   for (size_t i = 0; i < tree->n_paths; i++) {
      uint32_t caller = steps[i].caller, at = 0;
      depths[i] = 0;
      if (caller != AN_TREE_ROOT) {
         at = tree->ends[caller];
         depths[i] = depths[caller];
      }
      if (tree->direction == AN_BOTTOM_UP && depths[i] >= AN_STACK_MOST
          && climb_to(tree, &at, &depths[i], steps[i].frame))
         tree->is_folded = true;
      else {
         find_child(tree, &at, steps[i].frame);
         depths[i]++;
      }
      tree->ends[i] = at;
   }
}

static void add_steps(an_tree *tree, const an_tree_step *steps)
{
   uint32_t *depths = tk_get(tree->alloc, LABEL, (tree->n_paths + 1) * sizeof *depths);
   add_steps_folded(tree, steps, depths);
   tk_put(tree->alloc, depths);
}

/* The nodes were found by a table until now: links would have taken memory at the same
   time. */
static void add_links(an_tree *tree)
{
   tree->links = tk_get(tree->alloc, LABEL, tree->n_nodes * sizeof *tree->links);
   memset(tree->links, 0, tree->n_nodes * sizeof *tree->links);
   for (size_t i = 1; i < tree->n_nodes; i++) {
      struct an_trie_link *parent = &tree->links[tree->nodes[i].parent];
      tree->links[i].next = parent->child;
      parent->child = (uint32_t)i;
   }
}

/* Room for the weights of all nodes. */
static void add_weights(an_tree *tree)
{
   size_t n = tree->n_values;
   tree->values = tk_get(tree->alloc, LABEL,
                         (tree->n_nodes * n + 1) * sizeof *tree->values);
   tree->of_root = tk_get(tree->alloc, LABEL, (2 * n + 1) * sizeof *tree->of_root);
   if (tree->direction == AN_BOTTOM_UP)
      tree->run = tk_get(tree->alloc, LABEL, tree->n_nodes * sizeof *tree->run);
   memset(tree->values, 0, (tree->n_nodes * n + 1) * sizeof *tree->values);
   memset(tree->of_root, 0, (2 * n + 1) * sizeof *tree->of_root);
}

/* All nodes are there. */
static void finish_tree(an_tree *tree)
{
   tk_table_fini(&tree->table_of_nodes);
   add_links(tree);
   add_weights(tree);
}

/* A tree with a root alone. */
static void begin_tree(an_tree *tree, const an_frame *frames, size_t n_frames)
{
   const tk_alloc *alloc = tree->alloc;
   tree->table = frames;
   tree->table_of_nodes = (tk_table){ .alloc = alloc, .label = LABEL };
   tree->ranks = tk_get(alloc, LABEL, (n_frames + 1) * sizeof *tree->ranks);
   tree->frames = tk_get(alloc, LABEL, (n_frames + 1) * sizeof *tree->frames);
   tree->ends = tk_get(alloc, LABEL, (tree->n_paths + 1) * sizeof *tree->ends);
   add_node(tree, 0, 0);
   rank_frames(tree, n_frames);
}

void an_tree_open(an_tree *tree, const tk_alloc *alloc, const an_tree_paths *paths,
                  an_direction direction)
{
   *tree = (an_tree){ .alloc = alloc,
                      .direction = direction,
                      .n_paths = paths->n_paths,
                      .n_values = paths->n_values };
   begin_tree(tree, paths->frames, paths->n_frames);
   if (paths->steps == NULL)
      add_paths(tree, paths);
   else
      add_steps(tree, paths->steps);
   finish_tree(tree);
}

void an_tree_close(an_tree *tree)
{
   tk_put(tree->alloc, tree->ranks);
   tk_put(tree->alloc, tree->frames);
   tk_put(tree->alloc, tree->nodes);
   tk_put(tree->alloc, tree->links);
   if (tree->table_of_nodes.alloc != NULL)
      tk_table_fini(&tree->table_of_nodes);
   tk_put(tree->alloc, tree->ends);
   tk_put(tree->alloc, tree->values);
   tk_put(tree->alloc, tree->of_root);
   tk_put(tree->alloc, tree->run);
}

/* ---- Weights ---- */

static void add_values(int64_t *to, const int64_t *values, size_t n)
{
   for (size_t k = 0; k < n; k++)
      to[k] += values[k];
}

static bool is_zero(const int64_t *values, size_t n)
{
   for (size_t k = 0; k < n; k++)
      if (values[k] != 0)
         return false;
   return true;
}

/* Top-down: what the paths have that end at the node, which is what its children do not
   have.  Few nodes are looked at, so this is not stored for all. */
static void find_own(const an_tree *tree, uint32_t at, int64_t *own)
{
   size_t n = tree->n_values;
   memcpy(own, tree->values + at * n, n * sizeof *own);
   for (uint32_t i = tree->links[at].child; i != 0; i = tree->links[i].next)
      for (size_t k = 0; k < n; k++)
         own[k] -= tree->values[i * n + k];
}

/* Top-down: to the values of each node those of its children. */
static void add_children(an_tree *tree)
{
   size_t n = tree->n_values;
   for (size_t i = tree->n_nodes; i-- > 1;)
      add_values(tree->values + tree->nodes[i].parent * n, tree->values + i * n, n);
   memcpy(tree->of_root, tree->values, n * sizeof *tree->of_root);
   find_own(tree, 0, tree->of_root + n);
}

/* Bottom-up: the nodes where paths with a weight end. */
static void list_runs(an_tree *tree)
{
   size_t n = tree->n_values;
   tree->n_run = 0;
   for (uint32_t i = 0; i < tree->n_nodes; i++) {
      add_values(tree->of_root, tree->values + i * n, n);
      if (tree->links[i].n_active > 0)
         tree->run[tree->n_run++] = (struct an_run){ .end = i };
   }
   memcpy(tree->of_root + n, tree->of_root, n * sizeof *tree->of_root);
}

void an_tree_weigh(an_tree *tree, const int64_t *values)
{
   size_t n = tree->n_values;
   memset(tree->values, 0, tree->n_nodes * n * sizeof *tree->values);
   memset(tree->of_root, 0, 2 * n * sizeof *tree->of_root);
   for (size_t i = 0; i < tree->n_nodes; i++)
      tree->links[i].n_active = 0;
   for (size_t i = 0; i < tree->n_paths; i++) {
      add_values(tree->values + tree->ends[i] * n, values + i * n, n);
      tree->links[tree->ends[i]].n_active += !is_zero(values + i * n, n);
   }
   if (tree->direction == AN_BOTTOM_UP)
      list_runs(tree);
   else
      add_children(tree);
   for (size_t i = tree->n_nodes; i-- > 1;)
      tree->links[tree->nodes[i].parent].n_active += tree->links[i].n_active;
}

/* ---- Nodes ---- */

an_node an_tree_root(const an_tree *tree)
{
   bool is_top_down = tree->direction == AN_TOP_DOWN;
   return (an_node){ .weight = { tree->of_root },
                     .own = { tree->of_root + tree->n_values },
                     .n = is_top_down ? tree->links[0].n_active : tree->n_run };
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
                     .n = tree->links[at].n_active,
                     .depth = node->depth + 1 };
}

/* Own values are behind the array. */
static void find_below(const an_tree *tree, const an_node *node, an_node **children,
                       size_t *n)
{
   const struct an_trie_link *links = tree->links;
   size_t most = 2, n_values = tree->n_values; /* the end, and one more than needed */
   for (uint32_t i = links[node->at].child; i != 0; i = links[i].next)
      most += links[i].n_active > 0;
   *n = 0;
   *children = tk_get(tree->alloc, LABEL,
                      most * (sizeof **children + n_values * sizeof(int64_t)));
   if (node->depth > 0 && node->key == 0)
      return; /* the end has none */
   int64_t *own = (int64_t *)(*children + most);
   find_own(tree, node->at, own);
   if (!is_zero(own, n_values))
      (*children)[(*n)++] = node_below(tree, node, node->at, own);
   for (uint32_t i = links[node->at].child; i != 0; i = links[i].next) {
      if (links[i].n_active == 0)
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
   if (x->key != y->key)
      return x->key < y->key ? -1 : 1;
   return (x->end > y->end) - (x->end < y->end);
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
   *children = tk_get(tree->alloc, LABEL,
                      most * (sizeof **children + n_values * sizeof(int64_t)));
   int64_t *sums = (int64_t *)(*children + most);
   memset(sums, 0, most * n_values * sizeof *sums);
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
      add_values(sums + (*n - 1) * n_values, tree->values + run[i].end * n_values,
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
