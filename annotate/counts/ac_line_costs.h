/* ac_line_costs.h -- a cursor over the lines of a file, with what each cost itself and
   with what was inlined into it and what it called.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_calls.h"
#include "counts/ac_lines.h"

typedef struct ac_line_costs {
   uint32_t line;            /* the current line; 0: unknown */
   const int64_t *counts;    /* its own, one per event */
   const int64_t *inclusive; /* its own if the profile has no calls */
   /* private: */
   ac_lines own;
   bool has_own;                         /* own.line is this one, or a later one */
   const ac_inclusive *first, *at, *end; /* of the file */
   int64_t *none;
} ac_line_costs;

/* Lines ascend, each once: those with counts of their own, and those that the profile
   has inclusive counts of. */
void ac_line_costs_open(ac_line_costs *costs, const ac_profile *profile,
                        const tk_alloc *alloc, size_t file);
void ac_line_costs_close(ac_line_costs *costs, const tk_alloc *alloc);

/* Step as ac_lines_next and ac_lines_rewind do. */
bool ac_line_costs_next(ac_line_costs *costs);
void ac_line_costs_rewind(ac_line_costs *costs);
