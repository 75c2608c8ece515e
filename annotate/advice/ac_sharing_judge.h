/* ac_sharing_judge.h -- whether threads share a line of memory falsely, and how often it
   can move between them at most; pure.

   The counts of accesses decide, not the schedule.  Two rows of
   accesses conflict if their threads differ and one of them writes.  Bytes that the same
   rows touch are one class: a variable, as a rule.  What would be left if each class had
   a line of memory of its own is true sharing; the rest is false.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_sharing.h"

typedef enum ac_sharing_verdict {
   AC_SHARING_NONE = 0,  /* too few accesses conflict */
   AC_SHARING_FALSE = 1, /* different bytes */
   AC_SHARING_TRUE = 2,  /* the same bytes */
   AC_SHARING_BOTH = 3,
} ac_sharing_verdict;

/* A bound is a finding from this on, if it is a thousandth of the line's accesses. */
enum { AC_SHARING_LEAST = 100, AC_SHARING_PART = 1000 };

typedef struct ac_sharing_judgement {
   ac_sharing_verdict verdict;
   int64_t bound;       /* transfers at most, in any schedule */
   int64_t bound_true;  /* of these, with each class of bytes in a line of its own */
   int64_t bound_false; /* the others: what padding saves */
   size_t n_steps;      /* rows and groups of rows that were looked at; for tests */
} ac_sharing_judgement;

/* The time grows with the accesses of the line, not with their square. */
void ac_sharing_judge(ac_sharing_judgement *judged, const tk_alloc *alloc,
                      const ac_sharing *sharing, size_t line);

/* "none", "false", "true", "both". */
const char *ac_sharing_verdict_name(ac_sharing_verdict verdict);
