/* hp_dominators.h -- who keeps each block: the dominator tree of the heap; pure.

   A vertex dominates a block if every way from the roots to the block leads through it:
   without the vertex, the block would be lost.  The nearest such vertex is the block's
   immediate dominator.  What a vertex dominates is what it retains.

   A pointer that a function holds for a moment is no owner beside the variable that
   keeps the block for long.  So roots have ranks: a block is of the lowest rank that
   reaches it, and edges from a vertex of another rank count for nothing.  Nor do edges
   that do not keep their block (hp_leaks.h).

   The algorithm is SEMI-NCA of Georgiadis, "Linear-Time Algorithms for Dominators and
   Related Problems" (2005), with the depth-first search and path compression of
   Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (1979).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "owners/hp_leaks.h"

enum { HP_MOST_RANK = 254 };

/* Vertices are numbered in the order of a depth-first search: a dominator is before
   what it dominates.  Number 0 is above all roots; a block with this immediate dominator
   has several owners. */
typedef struct hp_dominators {
   const tk_alloc *alloc;
   uint32_t n;       /* numbers, 0 among them: of vertices that a root reaches */
   uint32_t *vertex; /* of each number; [0] has no meaning */
   uint32_t *number; /* of each vertex; 0: no root reaches it */
   uint32_t *above;  /* the immediate dominator of each number; of 0: 0 */
   /* Which numbers have edges to each that count: to number i, edges_in[first_in[i]] up
      to first_in[i + 1]; 0 for a root. */
   uint32_t *first_in, *edges_in;
} hp_dominators;

/* `leaks` are those of the graph. */
void hp_dominators_find(hp_dominators *of, const hp_graph *graph, const uint8_t *leaks);
void hp_dominators_free(hp_dominators *dominators);
