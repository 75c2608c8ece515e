/* an_gate.h -- the limits that a pair of profiles is held against, and which
   of them it exceeds.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_GATE_H
#define AN_GATE_H

#include "counts/an_limits.h"
#include "counts/an_profile.h"
#include "counts/an_regions.h"

#include <stdbool.h>

typedef enum an_gate_subject {
   AN_GATE_PROGRAM,
   AN_GATE_REGION,
   AN_GATE_FUNCTION,
   AN_GATE_CALLS,
} an_gate_subject;

/* The inclusive cost of a function or of a call path, or the misses on a data object, in
   both profiles. */
typedef struct an_gate_row {
   const char *name; /* "parse", or "main;parse;lex" */
   const char *file; /* of the function; NULL: unknown, or a path */
   const int64_t *counts;
   const int64_t *at_most; /* the counts with what the files left out, if all of that
                              was this row's */
} an_gate_row;

/* Limits on rows. */
typedef struct an_gate_calls {
   const an_limits *limits;
   an_gate_row *rows;
   size_t n_rows;
   bool are_data; /* data objects by their labels, not functions or paths */
   bool are_all; /* all functions or data objects: only those that exceed a limit are checks */
} an_gate_calls;

/* One limit, held against the program, one region, one function, or one row of calls. */
typedef struct an_check {
   const an_limit *limit;
   an_gate_subject of;
   size_t index; /* of the region, function or row */
   size_t calls; /* index of the row's limits */
   long double before, after;
   bool is_exceeded;
   bool is_unknown; /* what the files left out decides */
} an_check;

/* What is held against what. */
typedef struct an_gate_case {
   const an_profile *pair; /* an_combine.h */
   const an_limits *totals, *functions;
   const an_profile *regions; /* a pair that has them, perhaps the same */
   const an_region_limits *of_regions; /* the last that names a metric holds */
   size_t n_of_regions;
   const an_gate_calls *calls;
   size_t n_calls;
   bool is_single; /* one profile, paired with itself: there are only budgets */
} an_gate_case;

/* The checks of the program come first, one for each limit on totals.  Then come all
   of regions, region by region, and those of calls.  Then come the functions that exceed
   a limit: by limit, the largest change first. */
typedef struct an_gate {
   an_check *checks;
   size_t n, n_exceeded, n_unknown;
   size_t n_unchecked; /* among all functions: those that were unknown */
   an_gate_case of; /* its parts are borrowed */
   /* private: */
   size_t capacity;
   const tk_alloc *alloc;
} an_gate;

/* Holds a case against its limits; all its parts are borrowed for the life of the
   gate.  A region that only one profile has is a row (an_limits.h), another one a
   total.  an_gate_free frees gate->checks.  After AN_NO_MEMORY there is nothing to
   free. */
an_status an_gate_hold(an_gate *gate, const tk_alloc *alloc,
                       const an_gate_case *of);
void an_gate_free(an_gate *gate);

#endif
