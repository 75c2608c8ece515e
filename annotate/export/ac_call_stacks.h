/* ac_call_stacks.h -- the call paths of a profile of counts, as flame graphs and other
   viewers need them.

   Inlined functions have nodes of their own, between their caller and what they call.
   A recursive call that has no path of its own is left out: it costs nothing there.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"
#include "paths/an_stacks.h"

/* The profile must have calls (ac_calls.h), and lives longer than the stacks.  Kinds are
   its events, and the values add up to its totals.  What no function cost, and paths from
   the start that were pruned, are the cost of a function AN_UNKNOWN. */
void ac_call_stacks(const ac_profile *profile, const tk_alloc *alloc, an_stacks *stacks);

/* The same of a profile with instructions (ac_instrs.h), with or without calls: samples
   are instructions, and the values of all samples of one are its counts.

   Paths know what a function cost there, but not at which instruction: each path gets of
   each instruction in proportion, in whole numbers.  So what each function costs on each
   path is exact, and each instruction in all.  What was inlined is the function's.  What
   has no path, as it was pruned, has no callers.  `call_addresses`: which instruction
   makes the calls of each arc (ac_call_sites.h); NULL: unknown. */
void ac_instr_stacks(const ac_profile *profile, const tk_alloc *alloc,
                     const uint64_t *call_addresses, an_stacks *stacks);
