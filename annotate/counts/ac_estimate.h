/* ac_estimate.h -- call paths and inclusive costs, estimated from arcs; for ac_calls.c.

   A file of callgrind's format says what each function cost itself, and what its calls of
   each other function cost in all, but not on which paths.

   *Flow.*  What a function costs with all that it calls is its self cost and that of
   its calls.  It flows to its callers: to each what its calls cost, and what no caller
   has, to a call from none.  If the file says that calls cost more than the function
   does (parts of it can be missing), each caller gets its part; inclusive costs are what
   the file says, at most the program's.  So paths count nothing twice, whatever the file
   says, and those of the calls from none add up to the program.

   *Cycles.*  Functions that call each other are one in this: calls within a cycle have
   what others within it have, again and again.  A function of a cycle costs what its
   calls cost in all, but at most what the cycle costs: it is an upper bound.  A function
   that calls only itself is exact.

   *Paths.*  Each path of a function has what it called in proportion to its part of the
   function, as gprof and KCachegrind do.  Within a cycle, a path goes on only to
   functions that come later in an order, so it has no function twice.  Paths have at
   most what a function, or calls, cost.  Paths with a share below 0.002% are left out, at
   their caller, and so is what does not fit in a bounded number of paths.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_call_sums.h"

/* Adds to sums of files without paths, of a program with these totals: inclusive costs
   of functions, arcs of calls from none, and paths. */
void ac_estimate(ac_call_sums *sums, const int64_t *totals);

/* Adds what lines cost with their calls, after that, to the sums of this profile, whose
   lines are known. */
void ac_estimate_lines(ac_call_sums *sums, const ac_profile *profile);
