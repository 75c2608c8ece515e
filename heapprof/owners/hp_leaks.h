/* hp_leaks.h -- which blocks are lost, by memcheck's rules; pure.

   A block is still reachable if pointers to starts of blocks lead to it from a root,
   and possibly lost if only a way with a pointer into the middle does.  Of the others,
   those that no other lost block refers to are definitely lost; what these refer to is
   indirectly lost.  Of blocks in a ring, the one with the lowest address counts as
   definitely lost, and the ring's others as indirectly: also if a lost block with a
   higher address refers to another of them, as memcheck goes through blocks by address.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "owners/hp_graph.h"

typedef enum hp_leak {
   HP_LEAK_DEFINITE,
   HP_LEAK_INDIRECT,
   HP_LEAK_POSSIBLE,
   HP_LEAK_REACHABLE,
} hp_leak;

enum { HP_LEAKS = 4 };

/* Sets the kind of each vertex, `leaks` of graph->n; *in_ring, a bit for each vertex, of
   those that are definitely lost and that a block refers to which they lead to.  Both
   are the caller's to give back (tk_put). */
void hp_leaks_find(const hp_graph *graph, uint8_t **leaks, uint8_t **in_ring);

static inline bool hp_leaks_is_in_ring(const uint8_t *in_ring, uint32_t vertex)
{
   return (in_ring[vertex / 8] >> vertex % 8 & 1) != 0;
}

/* Does the edge keep its block?  Pointers to the starts of blocks keep what they can
   reach; pointers into the middle only what is left.  Iterators point into the middle,
   and numbers by chance. */
static inline bool hp_leaks_keeps(const uint8_t *leaks, hp_edge edge)
{
   return (edge & HP_EDGE_INTERIOR) == 0 || leaks[hp_edge_to(edge)] != HP_LEAK_REACHABLE;
}
