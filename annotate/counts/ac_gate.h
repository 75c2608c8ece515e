/* ac_gate.h -- the limits that a pair of profiles is held against, and which
   of them it exceeds.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_limits.h"
#include "counts/ac_profile.h"
#include "counts/ac_regions.h"

#include <stdbool.h>

typedef enum ac_gate_subject {
   AC_GATE_PROGRAM,
   AC_GATE_REGION,
   AC_GATE_FUNCTION,
   AC_GATE_CALLS,
} ac_gate_subject;

/* The inclusive cost of a function or of a call path, the misses on a data object, or
   what an owner retains, in both profiles. */
typedef struct ac_gate_row {
   const char *name; /* "parse", or "main;parse;lex" */
   const char *file; /* of the function; NULL: unknown, or a path */
   const int64_t *counts;
   const int64_t *at_most; /* the counts with what the files left out, if all of that
                              was this row's */
} ac_gate_row;

/* Limits on rows. */
typedef struct ac_gate_calls {
   const ac_limits *limits;
   ac_gate_row *rows;
   size_t n_rows;
   const char *noun; /* of rows that have labels, "data" or "owner"; NULL: functions or
                        paths */
   bool are_all;     /* all rows there are: only those that exceed a limit are checks */
} ac_gate_calls;

/* One limit, held against the program, one region, one function, or one row of calls. */
typedef struct ac_check {
   const ac_limit *limit;
   ac_gate_subject of;
   size_t index; /* of the region, function or row */
   size_t calls; /* index of the row's limits */
   long double before, after;
   bool is_exceeded;
   bool is_unknown;  /* what the files left out decides */
   bool is_missing;  /* of a function or path that a limit names: one side lacks it, which
                        exceeds the limit */
   const char *file; /* for the caller: where to look, line 0: at no line; NULL */
   uint32_t line;
} ac_check;

/* What is held against what. */
typedef struct ac_gate_case {
   const ac_profile *pair; /* ac_combine.h */
   const ac_limits *totals, *functions;
   const ac_profile *regions;          /* a pair that has them, perhaps the same */
   const ac_region_limits *of_regions; /* the last that names a metric holds */
   size_t n_of_regions;
   const ac_gate_calls *calls;
   size_t n_calls;
   bool is_single; /* one profile, paired with itself: there are only budgets */
} ac_gate_case;

/* The checks of the program come first, one for each limit on totals.  Then come all
   of regions, region by region, and those of calls.  Then come functions that exceed a
   limit: by limit, the largest change first.  A function is all code of its symbol, with
   what is inlined into it from other files; a part that one file has exceeds a limit as
   far as the whole has more, too.  What only NEW has is held against percentages of the
   program. */
typedef struct ac_gate {
   ac_check *checks;
   size_t n, n_exceeded, n_unknown;
   size_t n_unchecked;   /* among all functions: those that were unknown */
   size_t n_new, n_gone; /* functions that only one side has, and that keep the last limit
                            on functions */
   ac_gate_case of;      /* its parts are borrowed */
   /* private: */
   size_t capacity;
   const tk_alloc *alloc;
} ac_gate;

/* Holds a case against its limits; all its parts are borrowed for the life of the
   gate.  A region that only one profile has is a row (ac_limits.h), another one a
   total. */
void ac_gate_hold(ac_gate *gate, const tk_alloc *alloc, const ac_gate_case *of);
