/* ac_line_runs.h -- how often the lines of a profile ran.

   Of the instructions of a line's row, in one run, the count of the one that ran most
   often; a sum of profiles has the sum of these.  A loop that is unrolled runs its line
   fewer times than the source says, and of code that was inlined several times into one
   function, the most frequent copy counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"

/* Whether all files that the profile adds up say so. */
bool ac_line_runs_are_known(const ac_profile *profile);

/* How often a line of a function of a file ran, by their interned names; 0: unknown, as
   in pairs. */
int64_t ac_line_runs_of(const ac_profile *profile, const char *file, const char *function,
                        uint32_t line);

/* ---- Building ---- */

typedef struct ac_line_run {
   uint32_t line;
   int64_t n;
} ac_line_run;

/* A file that says how often lines ran follows. */
void ac_line_runs_begin(ac_profile *profile);

/* Adds those of a function of it. */
void ac_line_runs_add(ac_profile *profile, const char *file, const char *function,
                      const ac_line_run *runs, size_t n);
