/* ac_lines.h -- a cursor over the lines of successive functions: ascending,
   each line once.

   A line can have counts in several functions, by inlining, and several times
   in one function; the cursor adds them up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"

#include <stdbool.h>

typedef struct ac_lines {
   uint32_t line;   /* the current line; 0: unknown */
   int64_t *counts; /* its counts, one per event */
   /* private: */
   struct an_row *rows;
   size_t n_rows, at;
   size_t n_events;
   const tk_alloc *alloc;
} ac_lines;

/* Opens a cursor over n_functions functions: one, or all of a file. */
void ac_lines_open(ac_lines *lines, const ac_profile *profile, size_t first_function,
                   size_t n_functions);
void ac_lines_close(ac_lines *lines);

/* Moves to the next line; false after the last. */
bool ac_lines_next(ac_lines *lines);

/* Moves back before the first line. */
void ac_lines_rewind(ac_lines *lines);
