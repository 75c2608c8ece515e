/* ah_heap_stacks.h -- a heap profile's call paths, with what their sites allocated.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_HEAP_STACKS_H
#define AH_HEAP_STACKS_H

#include "heap/ah_profile.h"
#include "paths/an_stacks.h"

/* The values are those that the profile has and that add up over all sites, in the order
   of heap/ah_value.h and under their names there.  Paths begin as in folded stacks:
   Valgrind's own functions are left out.  Borrows the profile's texts.  False, with
   nothing to free, if memory ran out. */
bool ah_heap_stacks(const ah_profile *profile, const tk_alloc *alloc,
                    an_stacks *stacks);

#endif
