/* hp_tree.h -- call paths as a tree, from the outermost frame in or from the
   innermost out.

   No tree is stored: sites are sorted by their paths, so that what begins
   alike is a run of them, and a node is a run and how many frames it has in
   common.  Frames of one line of source are one, whatever their addresses.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_TREE_H
#define HP_TREE_H

#include "hp_profile.h"

typedef enum hp_direction {
   HP_TOP_DOWN, /* callers above */
   HP_BOTTOM_UP,
} hp_direction;

typedef struct hp_tree {
   const hp_profile *profile;
   hp_direction direction;
   /* private: */
   const tk_alloc *alloc;
   uint32_t *ranks;  /* of each frame; equal ones have one */
   uint32_t *frames; /* by rank, the first such frame */
   size_t *skipped;  /* of each site, innermost frames */
   uint32_t *order;  /* sites by path */
   uint32_t *active; /* those of them that weigh anything */
   size_t n_active;
   hp_amount *sums;  /* of the first i active ones */
} hp_tree;

typedef struct hp_node {
   hp_amount amount;
   const hp_frame *frame; /* NULL: the root, or where paths end */
   /* private: */
   size_t first, n, depth;
   uint32_t rank;
} hp_node;

/* A tree of all paths, without weights yet; they begin where hp_name_start with
   `all_frames` says.  False, and nothing to close, if memory ran out. */
bool hp_tree_open(hp_tree *tree, const tk_alloc *alloc,
                  const hp_profile *profile, hp_direction direction,
                  bool all_frames);
void hp_tree_close(hp_tree *tree);

/* Gives each site of the profile a weight; their sum must fit.  Those of
   neither bytes nor blocks are in no node. */
void hp_tree_weigh(hp_tree *tree, const hp_amount *weights);

hp_node hp_tree_root(const hp_tree *tree);

/* How many children the node has, and they, largest first, in an array for
   tk_put; equal ones by name.  A child without a frame is what ends at the node;
   it is there only if there are others.  False if memory ran out. */
bool hp_tree_children(const hp_tree *tree, const hp_node *node,
                      hp_node **children, size_t *n);

#endif
