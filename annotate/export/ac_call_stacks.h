/* ac_call_stacks.h -- the call paths of a profile of counts, as flame graphs and other
   viewers need them.

   Inlined functions have nodes of their own, between their caller and what they call.
   A recursive call that has no path of its own is left out: it costs nothing there.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_CALL_STACKS_H
#define AC_CALL_STACKS_H

#include "counts/ac_profile.h"
#include "paths/an_stacks.h"

/* The profile must have calls (ac_calls.h), and lives longer than the stacks.  Kinds are
   its events, and the values add up to its totals.  What no function cost, and paths from
   the start that were pruned, are the cost of a function AN_UNKNOWN.  False, with
   nothing to free, if memory ran out. */
bool ac_call_stacks(const ac_profile *profile, const tk_alloc *alloc, an_stacks *stacks);

#endif
