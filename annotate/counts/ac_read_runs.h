/* ac_read_runs.h -- the notes of cachesim about how often lines ran
   (docs/FORMAT-cachesim.md).

   They are of the rows of the body, in its order.  So the lines of all rows are kept as
   they are read.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_line_runs.h"
#include "counts/ac_note.h"

/* What was read of one file.  All zeros is empty. */
typedef struct ac_read_runs {
   bool is_on;
   uint32_t *lines; /* of the rows of the body */
   size_t n_lines, max_lines;
   size_t *first; /* of each fn= of the body: its first row */
   size_t n_names, max_names;
   ac_line_run *runs; /* of a function */
   size_t max_runs;
} ac_read_runs;

/* A fn= or a row of the body. */
void ac_read_runs_name(ac_reader *r, ac_read_runs *runs);
void ac_read_runs_row(ac_reader *r, ac_read_runs *runs, uint32_t line);

ac_note_reading ac_read_runs_begin, ac_read_runs_of;
