/* ah_heap_stacks.h -- a heap profile's call paths, with what their sites allocated.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"
#include "paths/an_stacks.h"

/* The values are those that the profile has and that add up over all sites, in the order
   of heap/ah_value.h and under their names there.  Paths begin as in folded stacks,
   without Valgrind's own functions.  Borrows the profile's texts. */
void ah_heap_stacks(const ah_profile *profile, const tk_alloc *alloc, an_stacks *stacks);

/* ah_heap_stacks without samples: only the paths, with the node of each site in
   node_of_site, which has room for n_sites. */
void ah_heap_stacks_nodes(const ah_profile *profile, const tk_alloc *alloc,
                          an_stacks *stacks, uint32_t *node_of_site);

/* ah_heap_stacks_nodes with samples, and only with values that `other` has, too (NULL:
   all). */
void ah_heap_stacks_of_sites(const ah_profile *profile, const ah_profile *other,
                             const tk_alloc *alloc, an_stacks *stacks,
                             uint32_t *node_of_site);
