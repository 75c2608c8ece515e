/* an_tree.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_tree.h"

#include "base/an_error.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "an.tree"

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
      if (n_ranks == 0
          || compare_frames(&tree->frames[n_ranks - 1], &frame, table) != 0)
         tree->frames[n_ranks++] = frame;
      tree->ranks[frame] = (uint32_t)(n_ranks - 1);
   }
}

/* ---- Paths ---- */

static uint32_t rank_at(const an_tree *tree, uint32_t path, size_t depth)
{
   const an_path *p = &tree->paths[path];
   size_t i = tree->direction == AN_BOTTOM_UP ? depth : p->n - 1 - depth;
   return tree->ranks[p->frames[i]];
}

static int compare_paths(const void *a, const void *b, void *context)
{
   const an_tree *tree = context;
   uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
   size_t n_i = tree->paths[i].n, n_j = tree->paths[j].n;
   for (size_t depth = 0; depth < n_i && depth < n_j; depth++) {
      uint32_t p = rank_at(tree, i, depth), q = rank_at(tree, j, depth);
      if (p != q)
         return p < q ? -1 : 1;
   }
   if (n_i != n_j)
      return n_i < n_j ? -1 : 1;
   return i < j ? -1 : i > j;
}

bool an_tree_open(an_tree *tree, const tk_alloc *alloc,
                  const an_tree_paths *paths, an_direction direction)
{
   size_t n_frames = paths->n_frames + 1, n_paths = paths->n_paths + 1;
   *tree = (an_tree){
      .alloc = alloc, .direction = direction, .table = paths->frames,
      .n_paths = paths->n_paths,
      .ranks = tk_get(alloc, LABEL, n_frames * sizeof *tree->ranks),
      .frames = tk_get(alloc, LABEL, n_frames * sizeof *tree->frames),
      .paths = tk_get(alloc, LABEL, n_paths * sizeof *tree->paths),
      .order = tk_get(alloc, LABEL, n_paths * sizeof *tree->order),
      .active = tk_get(alloc, LABEL, n_paths * sizeof *tree->active),
      .sums = tk_get(alloc, LABEL, n_paths * sizeof *tree->sums),
   };
   if (tree->ranks == NULL || tree->frames == NULL || tree->paths == NULL
       || tree->order == NULL || tree->active == NULL || tree->sums == NULL) {
      an_tree_close(tree);
      return false;
   }
   rank_frames(tree, paths->n_frames);
   for (size_t i = 0; i < tree->n_paths; i++) {
      tree->order[i] = (uint32_t)i;
      tree->paths[i] = paths->path(paths->context, i);
   }
   qsort_r(tree->order, tree->n_paths, sizeof *tree->order, compare_paths,
           tree);
   tree->sums[0] = (an_weight){ { 0 } };
   return true;
}

void an_tree_close(an_tree *tree)
{
   tk_put(tree->alloc, tree->ranks);
   tk_put(tree->alloc, tree->frames);
   tk_put(tree->alloc, tree->paths);
   tk_put(tree->alloc, tree->order);
   tk_put(tree->alloc, tree->active);
   tk_put(tree->alloc, tree->sums);
}

void an_tree_weigh(an_tree *tree, const int64_t *values, size_t n_values)
{
   size_t n = 0;
   for (size_t i = 0; i < tree->n_paths; i++) {
      uint32_t path = tree->order[i];
      bool has_weight = false;
      tree->sums[n + 1] = tree->sums[n];
      for (size_t k = 0; k < n_values; k++) {
         int64_t value = values[path * n_values + k];
         tree->sums[n + 1].value[k] += value;
         has_weight = has_weight || value != 0;
      }
      tree->active[n] = path;
      n += has_weight;
   }
   tree->n_active = n;
}

/* ---- Nodes ---- */

static an_weight sum_of(const an_tree *tree, size_t first, size_t n)
{
   an_weight sum = tree->sums[first + n];
   for (size_t k = 0; k < AN_TREE_VALUES; k++)
      sum.value[k] -= tree->sums[first].value[k];
   return sum;
}

an_node an_tree_root(const an_tree *tree)
{
   return (an_node){ .weight = sum_of(tree, 0, tree->n_active),
                     .n = tree->n_active };
}

/* Of the i-th path with a weight. */
static size_t length_at(const an_tree *tree, size_t i)
{
   return tree->paths[tree->active[i]].n;
}

/* The child that begins at position i of the node's run. */
static an_node child_at(const an_tree *tree, const an_node *node, size_t i)
{
   size_t end = node->first + node->n, first = i;
   an_node child = { .first = first, .depth = node->depth + 1 };
   if (length_at(tree, i) == node->depth) {
      while (i < end && length_at(tree, i) == node->depth)
         i++;
   } else {
      child.rank = rank_at(tree, tree->active[i], node->depth);
      child.frame = &tree->table[tree->frames[child.rank]];
      while (i < end
             && rank_at(tree, tree->active[i], node->depth) == child.rank)
         i++;
   }
   child.n = i - first;
   child.weight = sum_of(tree, first, child.n);
   return child;
}

static int compare_nodes(const void *a, const void *b)
{
   const an_node *x = a, *y = b;
   for (size_t k = 0; k < AN_TREE_VALUES; k++)
      if (x->weight.value[k] != y->weight.value[k])
         return x->weight.value[k] > y->weight.value[k] ? -1 : 1;
   return x->first < y->first ? -1 : x->first > y->first;
}

bool an_tree_children(const an_tree *tree, const an_node *node,
                      an_node **children, size_t *n)
{
   size_t end = node->first + node->n, n_found = 0;
   *n = 0;
   for (size_t i = node->first; i < end; n_found++)
      i += child_at(tree, node, i).n;
   *children = tk_get(tree->alloc, LABEL, (n_found + 1) * sizeof **children);
   if (*children == NULL)
      return false;
   for (size_t i = node->first; i < end; i += (*children)[*n - 1].n)
      (*children)[(*n)++] = child_at(tree, node, i);
   if (*n == 1 && (*children)[0].frame == NULL)
      *n = 0; /* all paths end here */
   qsort(*children, *n, sizeof **children, compare_nodes);
   return true;
}
