/* an_tree.h -- call paths as a tree: callers above their callees, or below.

   No tree is stored.  The paths are sorted, and a node is a run of paths that
   begin with the same frames.  Frames on one source line are one node, at
   whatever address.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_TREE_H
#define AN_TREE_H

#include "base/tk_alloc.h"
#include "paths/an_frame.h"

#include <stdbool.h>

typedef enum an_direction {
   AN_TOP_DOWN, /* callers above */
   AN_BOTTOM_UP,
} an_direction;

/* What a tree is made of. */
typedef struct an_tree_paths {
   const an_frame *frames; /* borrowed by the tree */
   size_t n_frames, n_paths;
   an_path (*path)(const void *context, size_t i); /* only called by _open */
   const void *context;
} an_tree_paths;

enum { AN_TREE_VALUES = 2 };

typedef struct an_weight {
   int64_t value[AN_TREE_VALUES];
} an_weight;

typedef struct an_tree {
   const tk_alloc *alloc;
   /* Private. */
   an_direction direction;
   const an_frame *table;
   size_t n_paths;
   uint32_t *ranks;  /* of each frame; frames on one source line share one */
   uint32_t *frames; /* by rank: the first frame that has it */
   an_path *paths;
   uint32_t *order;  /* numbers of paths, sorted */
   uint32_t *active; /* those of them with a weight */
   size_t n_active;
   an_weight *sums;  /* of the first i active paths */
} an_tree;

typedef struct an_node {
   an_weight weight;      /* summed over its paths */
   const an_frame *frame; /* NULL: the root, or paths that end at the parent */
   /* Private. */
   size_t first, n, depth;
   uint32_t rank;
} an_node;

/* A tree of all paths, without weights.  False, with nothing to close, if
   memory ran out.  `alloc` is borrowed. */
bool an_tree_open(an_tree *tree, const tk_alloc *alloc,
                  const an_tree_paths *paths, an_direction direction);
void an_tree_close(an_tree *tree);

/* Gives each path its weight: n_values numbers a path, at most AN_TREE_VALUES;
   the others are 0.  No sum may overflow.  Paths whose values are all 0 are in
   no node.  Weights can be given again. */
void an_tree_weigh(an_tree *tree, const int64_t *values, size_t n_values);

an_node an_tree_root(const an_tree *tree);

/* The children of the node, in an array for tk_put: largest first value first,
   then largest second value, then by name.  A child without a frame stands for
   the paths that end at the node; it is listed only beside others.  False if
   memory ran out. */
bool an_tree_children(const an_tree *tree, const an_node *node,
                      an_node **children, size_t *n);

#endif
