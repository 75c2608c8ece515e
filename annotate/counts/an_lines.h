/* an_lines.h -- the lines of a run of functions, ascending, each once.

   A line has counts in several functions where code was inlined, and in one
   function several times where a profile says so; the cursor sums them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_LINES_H
#define AN_LINES_H

#include "counts/an_profile.h"

#include <stdbool.h>

typedef struct an_lines {
   uint32_t line;   /* the current line, 0 if it is not known */
   int64_t *counts; /* its counts, one per event */
   /* private: */
   struct an_row *rows;
   size_t n_rows, at;
   size_t n_events;
   const tk_alloc *alloc;
} an_lines;

/* Gathers the rows of functions first … first + n - 1 (one function, or all
   of a file's).  AN_NO_MEMORY leaves nothing to free. */
an_status an_lines_open(an_lines *lines, const an_profile *profile,
                        size_t first_function, size_t n_functions);
void an_lines_close(an_lines *lines);

/* Steps to the next line; false after the last. */
bool an_lines_next(an_lines *lines);

/* Back to before the first line. */
void an_lines_rewind(an_lines *lines);

#endif
