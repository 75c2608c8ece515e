/* an_hot.h -- the lines of all source files, hottest first.

   The counts of a line are those of all functions that it is in: it can be inlined.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_HOT_H
#define AN_HOT_H

#include "counts/an_metric.h"

typedef struct an_hot_line {
   size_t file;
   uint32_t line;         /* never 0: such counts are of many lines */
   size_t function;       /* the one that has most of the line */
   size_t n_functions;    /* that have some of it */
   const int64_t *counts; /* one per event */
   long double most;      /* private: of that function */
} an_hot_line;

typedef struct an_hot {
   an_hot_line *lines;
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   int64_t *counts;
} an_hot;

/* The lines whose share of the program reaches `threshold` percent, in the order of
   an_rank.h.  AN_NO_MEMORY leaves nothing to close. */
an_status an_hot_open(an_hot *hot, const tk_alloc *alloc,
                      const an_profile *profile, const an_measures *sort,
                      double threshold);
void an_hot_close(an_hot *hot);

#endif
