/* cs_tree.h -- the calling-context tree: a node for each call path, with the counts of
   the code that ran there; pure.

   A node's parent is its caller.  Two calls of a function from the same node and the
   same source line are one path.  Nodes never move and live as long as the tree.  They
   are small, as there can be millions; a node that runs has a body besides, with its
   counts (cs_bodies.h).

   A function's own code and each inlined call in it have counts of their own in a
   node, because translated code knows which one it is.

   The tree is bounded.  Recursion makes a new node for each level, until there are
   `unfolded` nodes.  From then on, a function that is on the path already is folded
   into its nearest node there.  At `most` nodes, a function without such an ancestor
   gets one node below `rest`, for all its new callers.  So counts always go to a node
   of the right function.

   Paths below `off` ran while nothing was counted.  What is there is no count.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "calls/cs_bodies.h"
#include "code/tk_lines.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct cs_code cs_code;

/* A function of the program's code. */
typedef struct cs_function {
   tk_place at;      /* its first instruction's; the name is the whole function's */
   uint32_t number;  /* from 0, in the order in which they came */
   bool is_resolver; /* the dynamic linker's: it jumps to the function that was
                            called; so does the name of a thread */
   bool toggles;     /* counting, while it is called */
   bool is_compiled; /* by the program, while it ran: it is in no object, other code can
                            replace it, and jumps lead into its midst */
   cs_code *codes, *last_code; /* its code, in the order in which it came */
   uint32_t n_codes;
} cs_function;

/* Code of a function: its own, or what was inlined into it by one call. */
struct cs_code {
   const cs_function *function;
   const cs_code *outer;  /* that it is inlined into; NULL: the function's own code */
   const char *fn, *file; /* the inlined function, and the file of its code; interned,
                              as is call_file */
   const char *call_file; /* of the call that was inlined */
   uint32_t call_line;
   uint32_t index;  /* among the function's; 0: its own */
   uint32_t number; /* among all code of the run, from 0 */
   cs_code *next;   /* of the function */
};

typedef struct cs_node cs_node;

/* The counts of a node's inlined code.  Those of the function's own code are the
   node's. */
typedef struct cs_part {
   struct cs_part *next; /* of the node */
   const cs_code *code;
   uint64_t counts[]; /* as many as the node has */
} cs_part;

/* A call: of a function, from a line of its caller. */
typedef struct cs_edge {
   cs_node *caller;             /* NULL: the root's */
   const tk_line *line;         /* NULL: unknown */
   const cs_function *function; /* NULL: the root, `rest` or `off` */
   uint64_t n_calls;
   uint32_t number : 30;   /* of the tree's edges, from 0 */
   uint32_t is_folded : 1; /* it has no node of its own */
   uint32_t is_off : 1;    /* the call of `off`, or below it */
   uint32_t next;          /* with the same hash: its number and 1; 0: the last */
   union {
      cs_node *folded; /* the node that it goes on in; its parent is not the caller */
      cs_state state;  /* else: where its node has the counts */
   };
} cs_edge;

/* A node is the call that made it. */
struct cs_node {
   cs_edge in;
};

enum {
   CS_RECENT_ALL_BITS = 13, /* of the whole tree: where a node's are too few */
   CS_CODES = 4096,         /* the most of a function that have counts of their own */
   CS_EDGES_BITS = 10,
   CS_EDGES = 1 << CS_EDGES_BITS, /* of a piece of the table */
};

typedef struct cs_tree {
   const tk_alloc *alloc;
   uint32_t n_counts;
   uint32_t unfolded, most; /* nodes; see above */
   uint32_t n_nodes;
   cs_node *root, *rest, *off; /* without function */
   /* In the order in which they came; the first three nodes' edges are not calls. */
   cs_edge **edges; /* pieces of CS_EDGES edges each */
   size_t n_edges, n_pieces, max_pieces;
   uint32_t *buckets;       /* by hash: the number of an edge and 1 */
   size_t n_buckets;        /* a power of two */
   cs_edge **recent;        /* calls that were found */
   uint64_t **no_slots;     /* CS_CODES times NULL */
   cs_inlined **with_slots; /* by the function's number: the first of its nodes' */
   size_t n_with_slots, max_with_slots;
   cs_bodies bodies;
   tk_arena memory;
} cs_tree;

/* The node that a call goes on in. */
static inline cs_node *cs_edge_callee(const cs_edge *edge)
{
   return edge->is_folded ? edge->folded : (cs_node *)edge;
}

static inline cs_edge *cs_tree_edge(const cs_tree *tree, size_t number)
{
   return &tree->edges[number >> CS_EDGES_BITS][number % CS_EDGES];
}

/* A tree of its root, `rest` and `off`, with n_counts counts for each node.
   `alloc` is borrowed.  n_counts <= CS_COUNTS_MOST. */
void cs_tree_init(cs_tree *tree, const tk_alloc *alloc, uint32_t n_counts,
                  uint32_t unfolded, uint32_t most);
void cs_tree_fini(cs_tree *tree);

/* Does what cs_tree_call does for a call that is not among the caller's recent ones. */
cs_edge *cs_tree_find(cs_tree *tree, cs_node *caller, const tk_line *line,
                      const cs_function *function);

/* The slot of a call among 2^bits recent ones. */
static inline size_t cs_tree_slot(uintptr_t caller, const tk_line *line,
                                  const cs_function *function, unsigned bits)
{
   uint64_t key = caller ^ (uintptr_t)line ^ (uint64_t)(uintptr_t)function << 13;
   return (size_t)(key * 0x9e3779b97f4a7c15u >> (64 - bits));
}

/* A call that is among the recent ones of the caller; or NULL. */
static inline cs_edge *cs_tree_recent(const cs_node *caller, const tk_line *line,
                                      const cs_function *function)
{
   const cs_body *body = cs_body_at(caller->in.state);
   if (body == NULL)
      return NULL;
   cs_edge *edge = body->recent[cs_tree_slot(0, line, function, CS_RECENT_BITS)];
   bool is_same = edge != NULL && edge->line == line && edge->function == function;
   return is_same ? edge : NULL;
}

/* The call of a function from a line of the caller; it is not counted. */
static inline cs_edge *cs_tree_call(cs_tree *tree, cs_node *caller, const tk_line *line,
                                    const cs_function *function)
{
   cs_edge *edge = cs_tree_recent(caller, line, function);
   return edge != NULL ? edge : cs_tree_find(tree, caller, line, function);
}

/* The recursive call of a function from a line, which goes on in `callee`, a node on the
   caller's path. */
cs_edge *cs_tree_call_back(cs_tree *tree, cs_node *caller, const tk_line *line,
                           cs_node *callee);

/* Makes room for one more code of a function, whose index will be its n_codes.  False:
   there is none. */
bool cs_tree_reserve_code(cs_tree *tree, const cs_function *function);

/* The node's own counts, valid until another node needs a body. */
static inline uint64_t *cs_tree_own(cs_tree *tree, cs_node *node)
{
   return cs_bodies_open(&tree->bodies, &node->in.state)->counts;
}

/* The counts of code in the node that has these counts; in `slots`, too, from then on. */
uint64_t *cs_tree_counts(cs_tree *tree, uint64_t *counts, const cs_code *code);

/* The node that has these counts. */
static inline cs_node *cs_node_of(uint64_t *counts)
{
   return (cs_node *)((char *)cs_body_of(counts)->state - offsetof(cs_node, in.state));
}

/* For reading: the node's own counts, for which `room` has room; and those of its inlined
   code. */
static inline const uint64_t *cs_tree_read(const cs_tree *tree, const cs_node *node,
                                           uint64_t *room)
{
   return cs_bodies_read(&tree->bodies, node->in.state, room);
}

static inline const cs_part *cs_node_parts(const cs_node *node)
{
   const cs_inlined *inlined = cs_bodies_inlined(node->in.state);
   return inlined == NULL ? NULL : inlined->parts;
}

/* The counts of code in the node with these counts.  If cs_tree_counts was not called
   for them before, the node's own. */
static inline uint64_t *cs_counts_of(uint64_t *counts, const cs_code *code)
{
   if (code == NULL || code->index == 0)
      return counts;
   uint64_t *slot = cs_body_of(counts)->slots[code->index];
   return slot != NULL ? slot : counts;
}

/* Sets all counts and numbers of calls to 0. */
void cs_tree_zero(cs_tree *tree);

/* Sets all counts and numbers of calls below `off` to 0.  To be called before the tree is
   summed up. */
void cs_tree_zero_off(cs_tree *tree);
