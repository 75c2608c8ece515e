/* ah_tree.h -- call paths as a tree, from the outermost frame in or from the
   innermost out.

   No tree is stored: sites are sorted by their paths, so that what begins
   alike is a run of them, and a node is a run and how many frames it has in
   common.  Frames of one line of source are one, whatever their addresses.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_TREE_H
#define AH_TREE_H

#include "heap/ah_profile.h"

typedef enum ah_direction {
   AH_TOP_DOWN, /* callers above */
   AH_BOTTOM_UP,
} ah_direction;

typedef struct ah_tree {
   const ah_profile *profile;
   ah_direction direction;
   /* private: */
   const tk_alloc *alloc;
   uint32_t *ranks;  /* of each frame; equal ones have one */
   uint32_t *frames; /* by rank, the first such frame */
   size_t *skipped;  /* of each site, innermost frames */
   uint32_t *order;  /* sites by path */
   uint32_t *active; /* those of them that weigh anything */
   size_t n_active;
   ah_amount *sums;  /* of the first i active ones */
} ah_tree;

typedef struct ah_node {
   ah_amount amount;
   const ah_frame *frame; /* NULL: the root, or where paths end */
   /* private: */
   size_t first, n, depth;
   uint32_t rank;
} ah_node;

/* A tree of all paths, without weights yet; they begin where ah_name_start with
   `all_frames` says.  False, and nothing to close, if memory ran out. */
bool ah_tree_open(ah_tree *tree, const tk_alloc *alloc,
                  const ah_profile *profile, ah_direction direction,
                  bool all_frames);
void ah_tree_close(ah_tree *tree);

/* Gives each site of the profile a weight; their sum must fit.  Those of
   neither bytes nor blocks are in no node. */
void ah_tree_weigh(ah_tree *tree, const ah_amount *weights);

ah_node ah_tree_root(const ah_tree *tree);

/* How many children the node has, and they, largest first, in an array for
   tk_put; equal ones by name.  A child without a frame is what ends at the node;
   it is there only if there are others.  False if memory ran out. */
bool ah_tree_children(const ah_tree *tree, const ah_node *node,
                      ah_node **children, size_t *n);

#endif
