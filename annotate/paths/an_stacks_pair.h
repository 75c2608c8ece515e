/* an_stacks_pair.h -- the call paths of two profiles as one tree, matched by names.

   Functions are matched by an_match.h.  Whether a function is called or inlined does
   not matter: "main > parse > [inlined] next" and "main > parse > next" are one path.
   A function directly below itself is one step with it: recursion of any depth.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "paths/an_match.h"
#include "paths/an_stacks.h"

/* What a profile knows of a path of the pair. */
typedef struct an_pair_node {
   uint8_t sides;    /* that have the path: AN_OF_OLD, AN_OF_NEW */
   uint8_t inlined;  /* sides where it is only inlined into its caller */
   uint8_t left_out; /* sides whose file leaves out paths directly below it */
} an_pair_node;

/* `stacks` has each kind twice: all of OLD, then those of NEW.  It has one sample for
   each node, of the same index; then come the samples of what was left out.  Its nodes
   come in NEW's order, then OLD's.  Names are those of the match. */
typedef struct an_stacks_pair {
   an_stacks stacks;
   an_pair_node *nodes;   /* of each node */
   uint32_t *function_of; /* of each name of the match: the function of the pair, or
                             AN_NO_STACK */
   uint32_t *node_of[2];  /* of each node of OLD, and of NEW: the node of the pair */
} an_stacks_pair;

/* Adds the functions of a side to the match. */
void an_stacks_pair_add(an_match *match, unsigned side, const an_stacks *stacks);

/* Pairs the paths of two profiles that have as many kinds; the match has the functions
   of both, and is joined.  Texts are borrowed. */
void an_stacks_pair_open(an_stacks_pair *pair, const tk_alloc *alloc, an_match *match,
                         const an_stacks *old, const an_stacks *new);

/* The same in one step, with a match of its own that *match becomes, for
   an_match_free. */
void an_stacks_pair_join(an_stacks_pair *pair, an_match **match, const tk_alloc *alloc,
                         const an_stacks *old, const an_stacks *new);
