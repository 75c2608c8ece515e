/* ac_calls.h -- the calls of a profile of counts: functions, arcs, call paths, and the
   code that was inlined.

   A node of the tree of call paths is a call path; its parent is its caller.  An arc is
   all calls of a function from one line of a caller.  Self costs are those of the code
   itself, inclusive ones those of all that it called, too; recursion counts nothing
   twice.  Paths, arcs and functions with a small share may have been pruned from the
   file: `..._pruned` have their counts, at their caller.  The self costs of all nodes and
   those of what was pruned add up to the profile's totals.

   Counts are in the order of the profile's events.  Strings are interned.  Renaming
   (ac_load.h) can give several functions one name: they stay several.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"

#include <stdbool.h>

#define AC_NO_CALL UINT32_MAX

/* A function of the program's code. */
typedef struct ac_called {
   const char *name, *file; /* as in the body; code without a symbol: ac_objects_name */
   size_t object;           /* SIZE_MAX: unknown */
   uint64_t start;          /* of code without a symbol; else 0 */
   int64_t n_calls;
   const int64_t *inclusive;
   const int64_t *self;               /* NULL: that of its paths, without inlined code */
   uint32_t first_inlined, n_inlined; /* its inlined code, parents first */
} ac_called;

/* Code of a function that was inlined into it. */
typedef struct ac_inlined {
   uint32_t function;       /* that it is in */
   uint32_t parent;         /* inlined code that it is inlined into, or AC_NO_CALL */
   const char *name, *file; /* of the inlined function */
   const char *call_file;   /* where it was called */
   uint32_t call_line;      /* 0: unknown */
   const int64_t *self;
} ac_inlined;

/* What an inlined function, or a source line, cost with all that it called. */
typedef struct ac_inclusive {
   const char *file;
   const char *name; /* of the inlined function; NULL: a line */
   uint32_t line;    /* 0: an inlined function */
   const int64_t *counts;
} ac_inclusive;

typedef struct ac_arc {
   uint32_t caller;  /* function, or AC_NO_CALL: none */
   uint32_t inlined; /* the caller's code that calls, or AC_NO_CALL */
   uint32_t callee;  /* function */
   const char *file; /* of the call; NULL: unknown */
   uint32_t line;    /* 0: unknown */
   int64_t n_calls;
   const int64_t *inclusive;
   const int64_t *raw; /* if paths are estimated, the sum over all calls: within a
                          recursion each has what those below it have */
} ac_arc;

/* `n` arcs of a caller that were pruned.  Or `n` pieces of inlined code that would be
   in `inlined`, or else right in `function`, or deeper; they have no calls. */
typedef struct ac_call_rest {
   uint32_t function; /* AC_NO_CALL: calls by none */
   uint32_t inlined;  /* or AC_NO_CALL */
   int64_t n, n_calls;
   const int64_t *counts; /* inclusive ones of arcs, self of inlined code */
} ac_call_rest;

typedef enum ac_call_kind {
   AC_CALL_PATH,
   AC_CALL_INLINED, /* self cost of code inlined into the parent's function */
   AC_CALL_FOLDED,  /* a call without a node of its own: it belongs to the nearest node
                        above of the same function; if there is none, to the node of the
                        function that nobody calls.  Costs nothing */
   AC_CALL_PRUNED,  /* `n_calls` paths below the parent that are not here */
} ac_call_kind;

/* A node of the tree.  Parents come before their children; [0] is the root. */
typedef struct ac_call_node {
   ac_call_kind kind;
   uint32_t parent; /* AC_NO_CALL: the root */
   uint32_t what;   /* an arc; of inlined code, its number; the root and what was
                                pruned: AC_NO_CALL */
   int64_t n_calls;
   const int64_t *self;
} ac_call_node;

typedef struct ac_calls {
   const ac_called *functions;
   const ac_inlined *inlined;
   const ac_inclusive *inlined_functions, *lines; /* each sorted: file, name or line */
   const ac_arc *arcs; /* by caller, inlined code (none first), line; those without
                                caller come last */
   const ac_call_node *nodes;
   const ac_call_rest *arcs_pruned, *inlined_pruned; /* by function, inlined code */
   uint32_t n_functions, n_inlined, n_inlined_functions, n_lines, n_arcs, n_nodes;
   uint32_t n_arcs_pruned, n_inlined_pruned;
   bool is_estimated; /* paths follow from arcs (ac_estimate.h); functions have `self` */
} ac_calls;

/* NULL: the profile has none, or does not know all: it adds up a file without calls, or
   rows were filtered out.  Filled by ac_profile_finish. */
const ac_calls *ac_profile_calls(const ac_profile *profile);
