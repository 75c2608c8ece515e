/* ac_own_lines.h -- what each line of the program's own source cost, with the code of
   libraries that it ran.

   A line has its own counts, those of library code that was inlined into it, and those of
   library functions that it called, as far down as these call no code of the program.
   Functions that only allocate for others (ac_wrappers.h) are like a library's.  So
   each count of the profile is one line's, or of the rest: code that runs outside the
   program's, and call paths that were pruned from the file.  Without calls, library code
   is known only where it was inlined into a function of the program: it is that
   function's, with no line; all other is the rest.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_keyed.h"
#include "counts/ac_metric.h"

/* Names are the profile's. */
typedef struct ac_own_line {
   const char *file;
   uint32_t line;        /* 0: unknown */
   const char *function; /* the one that has most of the line's own code, or called */
   const char *body;     /* the one that this is inlined into, if it is; as the profile's
                             functions are called */
   const char *library;  /* the library's function that the line calls, or that is inlined
                            there, with most of the rest, if that is more than the line's
                            own code, as people call it (an_library_name.h); else NULL */
   const char *callee;   /* of that, the function that is called, or the innermost */
   const int64_t *counts; /* one per event: all */
   const int64_t *self;   /* of its own code */
   int64_t n_calls;       /* of `callee`, by the line's own code; 0: unknown, as what is
                             inlined is not called */
   int64_t n_runs;        /* how often its own code ran (ac_line_runs.h), in each function
                             that has some; 0: unknown */
   uint32_t row;          /* its number among all rows */
} ac_own_line;

/* What people are told that the line is in: its function; or what that is inlined into,
   if debug information has no name for it but {closure#2}, or none. */
const char *ac_own_line_in(const ac_own_line *line);

/* Which row has the code of calls (ac_calls.h).  Without calls, all is NULL. */
typedef struct ac_own_nodes {
   const uint32_t *row_of_node;    /* of library code: of the line that runs it */
   const uint32_t *row_of_arc;     /* UINT32_MAX: the caller is a library's, as here: */
   const uint32_t *row_of_inlined; /* where the code is called */
   const bool *is_own_function, *is_inlined_own_file;
} ac_own_nodes;

/* The lines whose own code has some of an event, kept or not, as one. */
typedef struct ac_own_sum {
   size_t n;              /* lines */
   const int64_t *counts; /* one per event: of their own code */
   ac_own_line most;      /* the one with most of the event, if n > 0 */
} ac_own_sum;

typedef struct ac_own_lines {
   ac_own_line *lines; /* in the order of ac_rank.h */
   size_t n;
   size_t n_rows;       /* of these, and of lines that are not kept: in no order */
   const int64_t *rest; /* counts of no line */
   ac_own_sum of_event; /* ac_own_wanted.event */
   ac_own_nodes nodes;
   /* private: */
   size_t n_events;
   struct ac_own_largest *largest;
   ac_keyed sums, parts;
   int64_t *memory;
} ac_own_lines;

/* Which lines: those that have of one of `keep` at least `threshold` percent of the
   program, sorted by `sort`. */
typedef struct ac_own_wanted {
   const ac_measures *sort, *keep;
   double threshold;
   bool all_rows;          /* whether other lines must be rows, too */
   size_t event;           /* SIZE_MAX: none is added up */
   const ac_profile *like; /* ac_wrappers_find's; NULL: none */
} ac_own_wanted;

void ac_own_lines_open(ac_own_lines *own, const tk_alloc *alloc,
                       const ac_profile *profile, const ac_own_wanted *wanted);

/* Any of the rows.  Those of lines that are not kept can be fewer than there are, unless
   all_rows was wanted. */
ac_own_line ac_own_lines_row(const ac_own_lines *own, size_t row);

/* Whether both are lines of one function. */
bool ac_own_lines_are_beside(const ac_own_line *a, const ac_own_line *b);
