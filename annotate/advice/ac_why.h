/* ac_why.h -- where most of a row's estimated cycles go, and why; pure.

   Rules look at the row's own events: where its accesses found their lines, which share
   of its branches was mispredicted, how many cycles per instruction takes.  Only profiles
   with the cycles Cx, Cf, Cd and Cb have it.  docs/MACHINES.md lists the rules with
   their cures.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_prices.h"

enum { AC_WHY_CLAUSES = 5, AC_WHY_CLAUSE_B = 64, AC_WHY_B = 400 };

typedef struct ac_why {
   const char *rule;   /* for programs: "data-memory"; NULL: the row has no cycles */
   const char *cycles; /* the event with most of them: "Cd" */
   const char *cure;
   double sum, share; /* all cycles; of them, those of that event, from 0 to 1 */
   char start[AC_WHY_CLAUSE_B];                   /* "78% wait for data" */
   char clauses[AC_WHY_CLAUSES][AC_WHY_CLAUSE_B]; /* the most important one first */
   size_t n_clauses;
} ac_why;

/* `counts` has one per event of the profile. */
ac_why ac_why_of(const ac_prices *prices, const int64_t *counts);

/* "78% wait for data: 96% of loads need memory; capacity misses": as many clauses as fit
   into `room` columns, but the first in any case.  Returns the length. */
size_t ac_why_text(char to[AC_WHY_B], const ac_why *why, size_t room);
