/* an_calls.h -- the calls of a profile of counts: functions, arcs, call paths, and the
   code that was inlined.

   A node of the tree of call paths is a call path; its parent is its caller.  An arc is
   all calls of a function from one line of a caller.  Self costs are those of the code
   itself, inclusive ones those of all that it called, too; recursion counts nothing
   twice.  Paths, arcs and functions with a small share may have been left out of the
   file: `left_out` has their counts, at their caller.  The self costs of all nodes and
   what they left out add up to the profile's totals.

   Counts are in the order of the profile's events.  Strings are interned.  Renaming
   (an_load.h) can give several functions one name: they stay several.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_CALLS_H
#define AN_CALLS_H

#include "counts/an_profile.h"

#include <stdbool.h>

#define AN_NO_CALL UINT32_MAX

/* A function of the program's code. */
typedef struct an_called {
   const char *name, *file;  /* as in the body; code without a symbol: an_objects_name */
   size_t object;            /* SIZE_MAX: unknown */
   uint64_t start;           /* of code without a symbol; else 0 */
   int64_t n_calls;
   const int64_t *inclusive;
   uint32_t first_inlined, n_inlined; /* its inlined code, parents first */
} an_called;

/* Code of a function that was inlined into it. */
typedef struct an_inlined {
   uint32_t function;        /* that it is in */
   uint32_t parent;          /* inlined code that it is inlined into, or AN_NO_CALL */
   const char *name, *file;  /* of the inlined function */
   const char *call_file;    /* where it was called */
   uint32_t call_line;       /* 0: unknown */
   const int64_t *self;
} an_inlined;

/* What an inlined function, or a source line, cost with all that it called. */
typedef struct an_inclusive {
   const char *file;
   const char *name;         /* of the inlined function; NULL: a line */
   uint32_t line;            /* 0: an inlined function */
   const int64_t *counts;
} an_inclusive;

typedef struct an_arc {
   uint32_t caller;          /* function, or AN_NO_CALL: none */
   uint32_t inlined;         /* the caller's code that calls, or AN_NO_CALL */
   uint32_t callee;          /* function */
   const char *file;         /* of the call; NULL: unknown */
   uint32_t line;            /* 0: unknown */
   int64_t n_calls;
   const int64_t *inclusive;
} an_arc;

/* `n` arcs of a caller that were left out.  Or `n` pieces of inlined code that would be
   in `inlined`, or else right in `function`, or deeper; they have no calls. */
typedef struct an_call_rest {
   uint32_t function;        /* AN_NO_CALL: calls by none */
   uint32_t inlined;         /* or AN_NO_CALL */
   int64_t n, n_calls;
   const int64_t *counts;    /* inclusive ones of arcs, self of inlined code */
} an_call_rest;

typedef enum an_call_kind {
   AN_CALL_PATH,
   AN_CALL_INLINED,  /* self cost of code inlined into the parent's function */
   AN_CALL_FOLDED,   /* a recursive call without a node of its own; costs nothing */
   AN_CALL_LEFT_OUT, /* `n_calls` paths below the parent that are not here */
} an_call_kind;

/* A node of the tree.  Parents come before their children; [0] is the root. */
typedef struct an_call_node {
   an_call_kind kind;
   uint32_t parent;          /* AN_NO_CALL: the root */
   uint32_t what;            /* an arc; of inlined code, its number; the root and what was
                                left out: AN_NO_CALL */
   int64_t n_calls;
   const int64_t *self;
} an_call_node;

typedef struct an_calls {
   const an_called *functions;
   const an_inlined *inlined;
   const an_inclusive *inlined_functions, *lines; /* each sorted: file, name or line */
   const an_arc *arcs;       /* by caller, inlined code (none first), line; those without
                                caller come last */
   const an_call_node *nodes;
   const an_call_rest *arcs_left_out, *inlined_left_out; /* by function, inlined code */
   uint32_t n_functions, n_inlined, n_inlined_functions, n_lines, n_arcs, n_nodes;
   uint32_t n_arcs_left_out, n_inlined_left_out;
} an_calls;

/* NULL: the profile has none, or does not know all: it adds up a file without calls, or
   rows were filtered out.  Filled by an_profile_finish. */
const an_calls *an_profile_calls(const an_profile *profile);

#endif
