/* hp_owner_tree.h -- merges the dominator tree into the tree of owners; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "owners/hp_owners.h"

/* Adds the tree and the sharers. */
void hp_owner_tree_make(hp_owners *owners, hp_graph *graph, const uint8_t *leaks,
                        const hp_owners_sites *sites);
