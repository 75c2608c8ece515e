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
} an_gate_subject;

/* One limit, held against the program, one region or one function. */
typedef struct an_check {
   const an_limit *limit;
   an_gate_subject of;
   size_t index; /* of the region or function */
   long double before, after;
   bool is_exceeded;
} an_check;

/* What is held against what. */
typedef struct an_gate_case {
   const an_profile *pair; /* an_combine.h */
   const an_limits *totals, *functions;
   const an_profile *regions; /* a pair that has them, perhaps the same */
   const an_region_limits *of_regions; /* the last that names a metric holds */
   size_t n_of_regions;
} an_gate_case;

/* The checks of the program come first, one for each limit on totals.  Then come all
   of regions, region by region.  Then come the functions that exceed a limit: by
   limit, the largest change first. */
typedef struct an_gate {
   an_check *checks;
   size_t n, n_exceeded;
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
