/* an_tree.h -- call paths as a tree: callers above their callees, or below.

   The paths are a trie, in which callers are parents.  Frames that reports show alike
   are one node of it, at whatever address.  Top-down, the tree is the trie.  Bottom-up,
   a node is a run of paths that end with the same frames; no such tree is stored, as
   one of deep paths would not fit into memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"
#include "base/tk_table.h"
#include "paths/an_frame.h"

#include <stdbool.h>

typedef enum an_direction {
   AN_TOP_DOWN, /* callers above */
   AN_BOTTOM_UP,
} an_direction;

enum { AN_TREE_ROOT };

/* One value of each kind, in the order of the paths' values. */
typedef struct an_weight {
   const int64_t *value;
} an_weight;

typedef struct an_node {
   an_weight weight;      /* summed over its paths */
   an_weight own;         /* top-down: of those that end here; else the weight */
   const an_frame *frame; /* NULL: the root, or paths that end at the parent */
   /* Private. */
   uint32_t at, key; /* its node of the trie; 0, or the frame's rank and 1 */
   size_t first, n, depth;
} an_node;

typedef struct an_tree {
   const tk_alloc *alloc;
   bool is_folded; /* bottom-up: recursion behind AN_STACK_MOST frames */
   /* Private. */
   an_direction direction;
   const an_frame *table;
   size_t n_paths, n_values;
   uint32_t *ranks;            /* of each frame; frames that are shown alike share one */
   uint32_t *frames;           /* by rank: the first frame that has it */
   struct an_trie_node *nodes; /* [0] is the root; parents first */
   size_t n_nodes, capacity, ends_capacity;
   tk_table table_of_nodes; /* by parent and rank */
   uint32_t *ends;          /* of each path: the node where it ends */
   int64_t *values;  /* of each node: bottom-up of the paths that end there; top-down
                        of those below, too */
   int64_t *of_root; /* those of all paths, and then those that its node calls its own */
   struct an_run *run; /* bottom-up: the nodes with values of their own */
   size_t n_run;
   /* The owner's: the order of children, in place of that by values; NULL: none. */
   int (*compare)(const void *context, const an_node *a, const an_node *b);
   const void *context;
} an_tree;

/* A tree without paths, which have n_values values each.  All is borrowed. */
void an_tree_open(an_tree *tree, const tk_alloc *alloc, const an_frame *frames,
                  size_t n_frames, size_t n_values, an_direction direction);

/* The node of a frame that a node, or AN_TREE_ROOT, calls; a new one if there is none. */
uint32_t an_tree_child(an_tree *tree, uint32_t caller, uint32_t frame);

/* Adds a path, which ends at the node.  Before weights are given. */
void an_tree_add(an_tree *tree, uint32_t node);

/* Gives each path its weight, in the order in which they were added: n_values numbers.
   No sum may overflow.  Paths whose values are all 0 are in no node.  Weights can be
   given again; nodes are not valid then. */
void an_tree_weigh(an_tree *tree, const int64_t *values);

/* Valid until the tree is weighed again or closed. */
an_node an_tree_root(const an_tree *tree);

/* The children of the node, in an array for tk_put: largest first value first,
   then largest second value, and so on, then by name.  A child without a frame
   stands for the paths that end at the node; it is listed only beside others.
   Children of different nodes can be found in any order. */
void an_tree_children(const an_tree *tree, const an_node *node, an_node **children,
                      size_t *n);
