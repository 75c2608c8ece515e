/* ac_verdict.h -- what changed most in the program's own source between two profiles, and
   why; pure.

   A function has the code of libraries that its lines run (ac_own_lines.h).  Lines of OLD
   are where ac_align.h finds them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_align.h"
#include "counts/ac_metric.h"

enum { AC_VERDICT_ROWS = 5, AC_VERDICT_LINES = 4 };

typedef enum ac_verdict_why {
   AC_VERDICT_COST,  /* what it costs each time changed, or no calls are known */
   AC_VERDICT_CALLS, /* it is called more or less often */
   AC_VERDICT_NEW,
   AC_VERDICT_GONE,
} ac_verdict_why;

/* A function.  The library is the profile's text; the others are the verdict's. */
typedef struct ac_verdict_row {
   const char *function, *file; /* as NEW has them; file NULL: unknown */
   ac_line_numbers line;        /* that changed most */
   const char *library; /* a library's function that has most of that line; NULL */
   uint32_t lines[AC_VERDICT_LINES]; /* of the verdict: that line, and those after it */
   size_t n_lines;
   const int64_t *counts; /* of OLD, then of NEW */
   size_t event;          /* that changed the cost most */
   ac_verdict_why why;
   int64_t n_calls[2]; /* -1: unknown */
   const char *caller; /* of AC_VERDICT_CALLS: whose calls changed most; NULL: unknown */
} ac_verdict_row;

typedef struct ac_verdict {
   const ac_metric *cost;
   ac_verdict_row rows[AC_VERDICT_ROWS]; /* the largest change of the cost first */
   size_t n;
   ac_verdict_row *lines; /* what changed in each, without why; in no order */
   size_t n_lines;
   int64_t *rest;    /* of the function that changed most of those without a row */
   int64_t *outside; /* of library code that no line of the program runs, as is known */
   /* private: */
   struct tk_strings *names;
} ac_verdict;

/* Judges by a metric that adds up over events.  Both profiles have the same events. */
void ac_verdict_open(ac_verdict *verdict, const tk_alloc *alloc, const ac_profile *old,
                     const ac_profile *new, const ac_align *align, const ac_metric *cost);

/* By how much counts of both sides changed in a metric. */
long double ac_verdict_change(const ac_metric *metric, const int64_t *counts,
                              size_t n_events);
