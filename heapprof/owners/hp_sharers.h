/* hp_sharers.h -- which roots reach the blocks that no single one owns; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "owners/hp_dominators.h"
#include "owners/hp_owners.h"

/* Sets shared[i], for each number i of the dominators that is a block right below 0, to
   the index of its sharers in owners->sharers; HP_NO_OWNER of all others. */
void hp_sharers_find(hp_owners *owners, const hp_graph *graph,
                     const hp_dominators *dominators, uint32_t *shared);
