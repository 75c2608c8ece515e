/* an_line_costs.h -- a cursor over the lines of a file, with what each cost itself and
   with what was inlined into it and what it called.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_LINE_COSTS_H
#define AN_LINE_COSTS_H

#include "counts/an_calls.h"
#include "counts/an_lines.h"

typedef struct an_line_costs {
   uint32_t line;            /* the current line; 0: unknown */
   const int64_t *counts;    /* its own, one per event */
   const int64_t *inclusive; /* its own if the profile has no calls */
   /* private: */
   an_lines own;
   bool has_own;             /* own.line is this one, or a later one */
   const an_inclusive *first, *at, *end; /* of the file */
   int64_t *none;
} an_line_costs;

/* Lines ascend, each once: those with counts of their own, and those that the profile
   has inclusive counts of.  After AN_NO_MEMORY there is nothing to close. */
an_status an_line_costs_open(an_line_costs *costs, const an_profile *profile,
                             const tk_alloc *alloc, size_t file);
void an_line_costs_close(an_line_costs *costs, const tk_alloc *alloc);

/* As in an_lines.h. */
bool an_line_costs_next(an_line_costs *costs);
void an_line_costs_rewind(an_line_costs *costs);

#endif
