/* hp_chains.h -- the shortest way from a root to each site's blocks; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "owners/hp_owners.h"

/* Adds the chains of all sites that have blocks, by a breadth-first search along edges
   that keep their block.  Of several that are as short, the one whose root has the
   lowest rank; what is lost comes after all others. */
void hp_chains_find(hp_owners *owners, hp_graph *graph, const uint8_t *leaks,
                    const hp_owners_sites *sites);
