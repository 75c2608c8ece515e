/* ac_costs.h -- what each function of a profile with calls cost, alone and with all that
   it called.

   A function's own code and its code that was inlined into others have a row each.
   Self costs are those of the call paths that the profile has.  With `pruned` they
   add up to the profile's totals.  If paths are estimated, functions have all of theirs.
   Inclusive costs count each path once, in recursion, too.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_calls.h"

#include <stdbool.h>

typedef struct ac_cost {
   const char *name, *file;
   uint32_t function; /* in calls->functions; AC_NO_CALL: inlined code */
   uint32_t inlined;  /* else in calls->inlined_functions */
   uint32_t cycle;    /* from 1; 0: it is in none */
   int64_t n_calls;   /* of inlined code: 0 */
   const int64_t *inclusive, *self;
} ac_cost;

typedef struct ac_costs {
   ac_cost *of; /* functions in their order, then inlined functions */
   size_t n;
   size_t n_cycles;  /* sets of at least two functions that call each other */
   int64_t *pruned;  /* self costs of no row: of paths that are not there */
   int64_t n_pruned; /* call paths */
   /* private: */
   const ac_calls *calls;
   int64_t *self;
   size_t n_events;
} ac_costs;

/* `calls` is borrowed. */
void ac_costs_open(ac_costs *costs, const tk_alloc *alloc, const ac_calls *calls,
                   size_t n_events);

/* The row of a function that was inlined; SIZE_MAX: its share was too small for the
   profile.  The row of a function has its index. */
size_t ac_costs_inlined(const ac_costs *costs, const char *file, const char *name);

/* Sets cycle[] of each function, from 1, in the order of their first functions, or 0;
   returns in *n how many there are.  Calls of a function by itself are no cycle.
   `order`, if not NULL, gets the functions: each after all that it calls, but those of a
   cycle, which are together. */
void ac_cycles_find(const ac_calls *calls, const tk_alloc *alloc, uint32_t *cycle,
                    size_t *n, uint32_t *order);
