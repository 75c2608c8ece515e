/* ac_layout_judge.h -- what each rule of a layout did: OLD ran without the layout, NEW
   with it; pure.

   Misses are known by data object, so those of a rule's data are counted.  Estimated
   cycles are known by line: the change of a line is split between the rules whose data it
   misses on, and other data, in proportion to the change of the misses of each.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_layout.h"
#include "counts/ac_metric.h"

enum { AC_LAYOUT_FUNCTIONS = 4 };

/* A function, with all its inlined parts; of inlined lines, the function that they are
   of, where that is known (ac_inlined_lines.h). */
typedef struct ac_layout_function {
   const char *name;   /* the pair's */
   long double before; /* its estimated cycles in OLD */
   long double change; /* the part of it that is the rule's */
} ac_layout_function;

typedef struct ac_layout_verdict {
   uint32_t rule;          /* its number */
   int64_t d1[2], last[2]; /* misses on its data, in OLD and in NEW */
   long double change;     /* of estimated cycles; 0 if these are not known */
   ac_layout_function functions[AC_LAYOUT_FUNCTIONS]; /* the largest change first */
   size_t n_functions;
} ac_layout_verdict;

typedef struct ac_layout_judged {
   bool has_data;         /* else misses and changes are not known, and all are 0 */
   ac_layout_verdict *of; /* of each rule: the largest change first */
   size_t n;
   int64_t d1[2], last[2];    /* of the whole program, if it counts them */
   const ac_metric *cycles;   /* NULL: not known */
   long double before, after; /* estimated cycles of the whole program */
   long double rest;          /* of the change what is outside all rules */
   /* private: */
   const tk_alloc *alloc;
} ac_layout_judged;

/* Judges the rules of NEW's layout in a pair.  `newer` is NEW, whose calls say which code
   is inlined.  CEst is NULL if it is not known.  All is borrowed. */
void ac_layout_judge_open(ac_layout_judged *judged, const tk_alloc *alloc,
                          const ac_profile *pair, const ac_profile *newer,
                          const ac_metric *cycles);

/* Splits a change of cycles between n parts: part 0 is of data that follow no rule.
   weights[] are the changes of their misses, each by its price in cycles.  If some grew
   and others fell, no miss has more than its price, and part 0 gets what is left. */
void ac_layout_split(const long double *weights, size_t n, long double change,
                     long double *parts);
