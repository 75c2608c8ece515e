/* ac_findings_pair.h -- which findings of two profiles are new, gone, or changed; pure.

   Lines move between two builds: findings are one if they are of one kind, and on one
   line, as the lines of both are aligned, or else in one function (an_match.h), the
   nearest in gain first.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_findings.h"
#include "counts/ac_align.h"

typedef struct ac_finding_pair {
   const ac_finding *old, *new; /* NULL: that side does not have it */
} ac_finding_pair;

typedef struct ac_findings_pair {
   ac_finding_pair *of; /* the largest change of cycles first */
   size_t n;
   size_t n_same;                /* others, which gain as much as before */
   const ac_findings *old, *new; /* borrowed */
} ac_findings_pair;

/* Lists those that only one side has, and those whose gain differs by at least `share`
   percent of OLD's cycles.  `align`, of the two profiles, is borrowed for the call; NULL:
   lines are where they were. */
void ac_findings_pair_open(ac_findings_pair *pair, const tk_alloc *alloc,
                           const ac_findings *old, const ac_findings *new,
                           const ac_align *align, double share);

/* "new", "gone", "grew" or "shrank". */
const char *ac_finding_pair_state(const ac_findings_pair *pair,
                                  const ac_finding_pair *of);

/* The gain in percent of the program of its side; 0: there is none. */
double ac_findings_percent(const ac_findings *findings, const ac_finding *finding);
