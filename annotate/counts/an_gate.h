/* an_gate.h -- which limits a pair of profiles exceeds, and how that is told
   to people, to CI servers and to programs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_GATE_H
#define AN_GATE_H

#include "counts/an_limits.h"
#include "counts/an_profile.h"

#include <stdbool.h>
#include <stdio.h>

#define AN_GATE_PROGRAM SIZE_MAX /* no function, but all together */

/* One limit held against one thing. */
typedef struct an_finding {
   const an_limit *limit;
   size_t function; /* or AN_GATE_PROGRAM */
   long double before, after;
   bool is_exceeded;
} an_finding;

/* The program's findings, one for each limit on totals; then, of limits on
   functions, those that are exceeded, by limit, the largest change first. */
typedef struct an_gate {
   an_finding *findings;
   size_t n, n_exceeded;
   size_t n_function_limits; /* that were held against all functions */
   /* private: */
   size_t capacity;
   const an_profile *pair; /* borrowed */
   const tk_alloc *alloc;
} an_gate;

/* Holds the limits against a pair (an_combine.h).  Everything is borrowed but
   verdict->findings, which an_gate_free frees.  AN_NO_MEMORY leaves nothing
   to free. */
an_status an_gate_reach(an_gate *verdict, const tk_alloc *alloc,
                           const an_profile *pair, const an_limits *totals,
                           const an_limits *functions);
void an_gate_free(an_gate *verdict);

/* ---- Printing.  Write errors are left to ferror(out). ---- */

/* A table for people: each limit on totals and whether it holds; what exceeds
   those on functions. */
void an_gate_print(const an_gate *verdict, bool colour, FILE *out);

/* Members of a JSON object, after a comma (an_export.h). */
void an_gate_print_json(const void *verdict, FILE *out);

/* A JUnit XML file; `command` is the name of the suite. */
void an_gate_print_junit(const an_gate *verdict, const char *command,
                            FILE *out);

/* Lines that GitHub's runners turn into annotations: at most ten, which is what
   they show of one step. */
void an_gate_print_github(const an_gate *verdict, const char *command,
                             FILE *out);

#endif
