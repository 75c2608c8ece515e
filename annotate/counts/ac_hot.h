/* ac_hot.h -- the lines of all source files, hottest first.

   The counts of a line are those of all functions that it is in: it can be inlined.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_metric.h"

typedef struct ac_hot_line {
   size_t file;
   uint32_t line;         /* never 0: such counts are of many lines */
   size_t function;       /* the one that has most of the line */
   size_t n_functions;    /* that have some of it */
   const int64_t *counts; /* one per event */
   long double most;      /* private: of that function */
} ac_hot_line;

typedef struct ac_hot {
   ac_hot_line *lines;
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   int64_t *counts;
} ac_hot;

/* The lines whose share of the program reaches `threshold` percent, in the order of
   ac_rank.h. */
void ac_hot_open(ac_hot *hot, const tk_alloc *alloc, const ac_profile *profile,
                 const ac_measures *sort, double threshold);
