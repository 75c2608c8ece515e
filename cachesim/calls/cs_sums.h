/* cs_sums.h -- inclusive counts of functions and of calls, from the calling-context
   tree; pure.

   What a function costs with all that it calls is the sum of its nodes and of the nodes
   below.  A node below another of the same function is part of that one already, so
   recursion counts nothing twice.  The same holds for a call: of a function, from a line
   of a function.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "calls/cs_source.h"
#include "calls/cs_tree.h"
#include "machine/cs_events.h"

/* All calls of a function from a line of a function. */
typedef struct cs_arc {
   const cs_function *caller; /* NULL: none; a thread's first function is called so */
   const tk_line *line;       /* NULL: unknown */
   const cs_function *callee;
   uint64_t n_calls;
   uint64_t *counts; /* inclusive */
   uint32_t n_open;  /* while the tree is walked: on the path */
} cs_arc;

typedef struct cs_inclusive {
   uint64_t n_calls;
   uint64_t *counts;
   uint32_t n_open;
} cs_inclusive;

typedef struct cs_sums {
   const tk_alloc *alloc;
   const cs_tree *tree;
   tk_arena memory; /* of the counts, the tree's n_counts each */
   cs_arc *arcs;
   size_t n_arcs, max_arcs;
   cs_inclusive *functions; /* by number */
   uint64_t totals[CS_N_EVENTS];
   /* By the indices of edges: */
   uint32_t *arc_of;
   uint32_t *first, *next; /* the callee's first call; the caller's next one */
   uint32_t *share;        /* of the totals, inclusive: the largest of all events */
   cs_source source;
   /* By the codes' numbers: the code; of the totals, what it, its calls and what is
      inlined into it cost, all of them summed. */
   const cs_code **codes;
   uint32_t *code_share;
   uint32_t n_codes;
} cs_sums;

/* What is summed up.  Everything is borrowed, and must not grow while the sums are
   used. */
typedef struct cs_summed {
   const tk_alloc *alloc;
   const cs_tree *tree;
   const cs_function *const *functions; /* by number */
   uint32_t n_functions, n_codes;
   tk_line *const *lines;
   size_t n_lines;
} cs_summed;

enum {
   CS_NO_EDGE = UINT32_MAX,
   CS_SHARE_ONE = 1 << 20, /* the whole; a share may be a little larger */
};

void cs_sums_init(cs_sums *sums, const cs_summed *of);
void cs_sums_fini(cs_sums *sums);

/* Adds the counts of all nodes. */
void cs_sums_total(const cs_tree *tree, uint64_t totals[CS_N_EVENTS]);

/* The largest of the events' shares.  0: there is neither a call nor a count; this ran
   only while nothing was counted. */
uint32_t cs_sums_share(const cs_sums *sums, uint64_t n_calls, const uint64_t *counts);

/* A walk over the tree, from the root, each caller before its callees. */
typedef struct cs_walk_step {
   uint32_t edge;
   uint32_t next;    /* the next call to be walked */
   uint64_t *counts; /* of the callee with its inlined code, and of all calls walked so
                        far */
   /* For the walker's use; 0 at first. */
   uint64_t n_pruned, *pruned;
} cs_walk_step;

typedef struct cs_walk {
   const cs_sums *sums;
   cs_walk_step *steps; /* the path */
   size_t depth, capacity;
   size_t deepest;  /* so many steps have counts */
   tk_arena memory; /* of these */
   bool is_leaving; /* all calls of the last step's callee have been walked */
} cs_walk;

cs_walk cs_walk_from_root(const cs_sums *sums);

/* Goes to the next edge, or leaves the last one: is_leaving.  False at the end; then
   nothing needs to be freed. */
bool cs_walk_go(cs_walk *walk);

static inline cs_walk_step *cs_walk_last(const cs_walk *walk)
{
   return &walk->steps[walk->depth - 1];
}
