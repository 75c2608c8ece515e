/* an_gate.h -- the limits that a pair of profiles is held against, and which
   of them it exceeds.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_GATE_H
#define AN_GATE_H

#include "counts/an_limits.h"
#include "counts/an_profile.h"

#include <stdbool.h>

#define AN_GATE_PROGRAM SIZE_MAX /* the whole program, not one function */

/* One limit, held against the program or one function. */
typedef struct an_check {
   const an_limit *limit;
   size_t function; /* or AN_GATE_PROGRAM */
   long double before, after;
   bool is_exceeded;
} an_check;

/* The checks of the program come first, one for each limit on totals.  Then
   come the functions that exceed a limit: by limit, the largest change first. */
typedef struct an_gate {
   an_check *checks;
   size_t n, n_exceeded;
   size_t n_function_limits; /* limits that each function was held against */
   /* private: */
   size_t capacity;
   const an_profile *pair; /* borrowed */
   const tk_alloc *alloc;
} an_gate;

/* Holds a pair (an_combine.h) against the limits.  All arguments are borrowed
   for the life of the gate; an_gate_free frees gate->checks.  After
   AN_NO_MEMORY there is nothing to free. */
an_status an_gate_hold(an_gate *gate, const tk_alloc *alloc,
                       const an_profile *pair, const an_limits *totals,
                       const an_limits *functions);
void an_gate_free(an_gate *gate);

#endif
