/* hp_rings.h -- reference cycles among lost blocks, and by which field they are closed;
   pure.

   Blocks that lead to each other are a ring: counts of references never reach 0.  Where
   it begins is where the first pointer to it would have been, at its oldest block.  From
   there a search in depth finds the words that lead back to a block that it came through:
   without them there is no ring.  Of several fields, the one with most such words closes
   it: "parent", not "children".

   Strongly connected components are those of Tarjan, "Depth-first search and linear graph
   algorithms", 1972.  Linear in blocks and pointers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "owners/hp_owners.h"

/* Adds the rings to owners->rings. */
void hp_rings_find(hp_owners *owners, hp_graph *graph, const uint8_t *leaks,
                   const hp_owners_sites *sites);
