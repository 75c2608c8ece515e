/* cs_tree.h -- the calling-context tree: a node for each call path, with the counts of
   the code that ran there; pure.

   A node's parent is its caller.  Two calls of a function from the same node and the
   same source line are one path.  Nodes never move and live as long as the tree, so
   translated code can hold the address of their counts.

   The tree is bounded.  Recursion makes a new node for each level, until there are
   `unfolded` nodes.  From then on, a function that is on the path already is folded
   into its nearest node there.  At `most` nodes, a function without such an ancestor
   gets one node below `rest`, for all its new callers.  So counts always go to a node
   of the right function.

   Paths below `off` ran while nothing was counted.  What is there is no count.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_TREE_H
#define CS_TREE_H

#include "base/tk_arena.h"
#include "base/tk_table.h"
#include "code/tk_lines.h"

/* A function of the program's code. */
typedef struct cs_function {
   tk_place at;          /* its first instruction's; the name is the whole function's */
   uint32_t number;      /* from 0, in the order in which they came */
   bool is_resolver;     /* the dynamic linker's: it jumps to the function that was
                            called; so does the name of a thread */
   bool toggles;         /* counting, while it is called */
} cs_function;

typedef struct cs_node cs_node;

/* A call: of a node's function, from a line of its caller. */
typedef struct cs_edge {
   cs_node *caller;
   const tk_line *line;  /* NULL: unknown */
   cs_node *callee;      /* its parent is not the caller if it was folded */
   uint64_t n_calls;
} cs_edge;

enum { CS_RECENT = 4 };  /* a power of two */

struct cs_node {
   cs_edge in;           /* the call that made it; caller NULL: the root */
   const cs_function *function; /* NULL: the root, or `rest` */
   cs_edge *recent[CS_RECENT];  /* of its calls, by line */
   uint32_t index;              /* of `in` among the edges */
   uint64_t counts[];    /* as many as the tree's n_counts */
};

typedef struct cs_tree {
   const tk_alloc *alloc;
   uint32_t n_counts;
   uint32_t unfolded, most; /* nodes; see above */
   uint32_t n_nodes;
   cs_node *root, *rest, *off; /* without function */
   /* In the order in which they came; the first three nodes' edges are not calls. */
   cs_edge **edges;
   size_t n_edges, max_edges;
   tk_table table;          /* of the indices of edges */
   tk_arena memory;
} cs_tree;

/* A tree of its root, `rest` and `off`, with n_counts counts for each node.  False if
   memory ran out.  `alloc` is borrowed. */
bool cs_tree_init(cs_tree *tree, const tk_alloc *alloc, uint32_t n_counts,
                  uint32_t unfolded, uint32_t most);
void cs_tree_fini(cs_tree *tree);

/* As cs_tree_call, for a call that is not among the caller's recent ones. */
cs_edge *cs_tree_find(cs_tree *tree, cs_node *caller, const tk_line *line,
                      const cs_function *function);

/* The slot of a line's calls. */
static inline size_t cs_tree_slot(const tk_line *line)
{
   return (uintptr_t)line / 64 % CS_RECENT;
}

/* The call of a function from a line of the caller; it is not counted.  NULL: memory
   ran out, and nothing has changed. */
static inline cs_edge *cs_tree_call(cs_tree *tree, cs_node *caller,
                                    const tk_line *line,
                                    const cs_function *function)
{
   cs_edge *edge = caller->recent[cs_tree_slot(line)];
   if (edge != NULL && edge->line == line && edge->callee->function == function)
      return edge;
   return cs_tree_find(tree, caller, line, function);
}

/* Sets all counts and numbers of calls to 0. */
void cs_tree_zero(cs_tree *tree);

/* The same below `off`.  To be called before the tree is summed up. */
void cs_tree_zero_off(cs_tree *tree);

#endif
