/* ah_tree.c -- call paths as a tree.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "paths/ah_tree.h"

#include "base/an_error.h"
#include "heap/ah_name.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "hp.tree"

/* ---- Frames ---- */

static int compare_text(const char *a, const char *b)
{
   if (a == b)
      return 0;
   if (a == NULL || b == NULL)
      return a == NULL ? -1 : 1;
   return strcmp(a, b);
}

/* By what is shown of them; what has no name is told apart by address. */
static int compare_frames(const void *a, const void *b, void *context)
{
   const ah_frame *frames = context;
   const ah_frame *x = &frames[*(const uint32_t *)a];
   const ah_frame *y = &frames[*(const uint32_t *)b];
   int order = compare_text(x->function, y->function);
   if (order == 0)
      order = compare_text(x->file, y->file);
   if (order == 0)
      order = (x->line > y->line) - (x->line < y->line);
   if (order == 0)
      order = compare_text(x->object, y->object);
   if (order == 0 && x->file == NULL && strcmp(x->function, AN_UNKNOWN) == 0)
      order = (x->address > y->address) - (x->address < y->address);
   return order;
}

/* tree->frames is all frames at first, then one of each kind. */
static void rank_frames(ah_tree *tree)
{
   ah_frame *all = tree->profile->frames;
   size_t n = tree->profile->n_frames, n_ranks = 0;
   for (size_t i = 0; i < n; i++)
      tree->frames[i] = (uint32_t)i;
   qsort_r(tree->frames, n, sizeof *tree->frames, compare_frames, all);
   for (size_t i = 0; i < n; i++) {
      uint32_t frame = tree->frames[i];
      if (n_ranks == 0
          || compare_frames(&tree->frames[n_ranks - 1], &frame, all) != 0)
         tree->frames[n_ranks++] = frame;
      tree->ranks[frame] = (uint32_t)(n_ranks - 1);
   }
}

/* ---- Paths ---- */

static size_t length_of(const ah_tree *tree, uint32_t site)
{
   return tree->profile->sites[site].n_frames - tree->skipped[site];
}

static uint32_t rank_at(const ah_tree *tree, uint32_t site, size_t depth)
{
   const ah_site *s = &tree->profile->sites[site];
   size_t i = tree->direction == AH_BOTTOM_UP ? tree->skipped[site] + depth
                                              : s->n_frames - 1 - depth;
   return tree->ranks[s->frames[i]];
}

static int compare_sites(const void *a, const void *b, void *context)
{
   const ah_tree *tree = context;
   uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
   size_t n_i = length_of(tree, i), n_j = length_of(tree, j);
   for (size_t depth = 0; depth < n_i && depth < n_j; depth++) {
      uint32_t p = rank_at(tree, i, depth), q = rank_at(tree, j, depth);
      if (p != q)
         return p < q ? -1 : 1;
   }
   if (n_i != n_j)
      return n_i < n_j ? -1 : 1;
   return i < j ? -1 : i > j;
}

bool ah_tree_open(ah_tree *tree, const tk_alloc *alloc,
                  const ah_profile *profile, ah_direction direction,
                  bool all_frames)
{
   size_t n_frames = profile->n_frames + 1, n_sites = profile->n_sites + 1;
   *tree = (ah_tree){
      .profile = profile, .direction = direction, .alloc = alloc,
      .ranks = tk_get(alloc, LABEL, n_frames * sizeof *tree->ranks),
      .frames = tk_get(alloc, LABEL, n_frames * sizeof *tree->frames),
      .skipped = tk_get(alloc, LABEL, n_sites * sizeof *tree->skipped),
      .order = tk_get(alloc, LABEL, n_sites * sizeof *tree->order),
      .active = tk_get(alloc, LABEL, n_sites * sizeof *tree->active),
      .sums = tk_get(alloc, LABEL, n_sites * sizeof *tree->sums),
   };
   if (tree->ranks == NULL || tree->frames == NULL || tree->skipped == NULL
       || tree->order == NULL || tree->active == NULL || tree->sums == NULL) {
      ah_tree_close(tree);
      return false;
   }
   rank_frames(tree);
   for (size_t i = 0; i < profile->n_sites; i++) {
      tree->order[i] = (uint32_t)i;
      tree->skipped[i]
         = ah_name_start(profile, &profile->sites[i], all_frames);
   }
   qsort_r(tree->order, profile->n_sites, sizeof *tree->order, compare_sites,
           tree);
   tree->sums[0] = (ah_amount){ 0, 0 };
   return true;
}

void ah_tree_close(ah_tree *tree)
{
   tk_put(tree->alloc, tree->ranks);
   tk_put(tree->alloc, tree->frames);
   tk_put(tree->alloc, tree->skipped);
   tk_put(tree->alloc, tree->order);
   tk_put(tree->alloc, tree->active);
   tk_put(tree->alloc, tree->sums);
}

void ah_tree_weigh(ah_tree *tree, const ah_amount *weights)
{
   size_t n = 0;
   for (size_t i = 0; i < tree->profile->n_sites; i++) {
      uint32_t site = tree->order[i];
      if (weights[site].bytes == 0 && weights[site].blocks == 0)
         continue;
      tree->active[n] = site;
      tree->sums[n + 1] = tree->sums[n];
      ah_amount_add(&tree->sums[n + 1], weights[site]);
      n++;
   }
   tree->n_active = n;
}

/* ---- Nodes ---- */

static ah_amount sum_of(const ah_tree *tree, size_t first, size_t n)
{
   ah_amount from = tree->sums[first], to = tree->sums[first + n];
   return (ah_amount){ to.bytes - from.bytes, to.blocks - from.blocks };
}

ah_node ah_tree_root(const ah_tree *tree)
{
   return (ah_node){ .amount = sum_of(tree, 0, tree->n_active),
                     .n = tree->n_active };
}

/* The child that begins at position i of the node's run. */
static ah_node child_at(const ah_tree *tree, const ah_node *node, size_t i)
{
   size_t end = node->first + node->n, first = i;
   ah_node child = { .first = first, .depth = node->depth + 1 };
   if (length_of(tree, tree->active[i]) == node->depth) {
      while (i < end && length_of(tree, tree->active[i]) == node->depth)
         i++;
   } else {
      child.rank = rank_at(tree, tree->active[i], node->depth);
      child.frame = &tree->profile->frames[tree->frames[child.rank]];
      while (i < end
             && rank_at(tree, tree->active[i], node->depth) == child.rank)
         i++;
   }
   child.n = i - first;
   child.amount = sum_of(tree, first, child.n);
   return child;
}

static int compare_nodes(const void *a, const void *b)
{
   const ah_node *x = a, *y = b;
   if (x->amount.bytes != y->amount.bytes)
      return x->amount.bytes > y->amount.bytes ? -1 : 1;
   if (x->amount.blocks != y->amount.blocks)
      return x->amount.blocks > y->amount.blocks ? -1 : 1;
   return x->first < y->first ? -1 : x->first > y->first;
}

bool ah_tree_children(const ah_tree *tree, const ah_node *node,
                      ah_node **children, size_t *n)
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
      *n = 0; /* all of it ends here */
   qsort(*children, *n, sizeof **children, compare_nodes);
   return true;
}
