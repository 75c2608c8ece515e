/* ac_data_lines.h -- a cursor over the lines of all functions of a profile, each with its
   entries: what it missed on which data.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_data.h"
#include "counts/ac_lines.h"

/* Begins as { .profile = profile, .data = data }; the data can be NULL. */
typedef struct ac_data_lines {
   const ac_profile *profile;
   const ac_data *data;
   size_t function; /* of the row */
   ac_lines lines;  /* its line, and its counts */
   const ac_data_entry *entries;
   size_t n_entries; /* of the row */
   /* private: */
   size_t at;
   bool is_open;
} ac_data_lines;

/* Moves to the next row; false after the last. */
bool ac_data_lines_next(ac_data_lines *rows);

/* To be called if it is left before the end; else it does nothing. */
void ac_data_lines_close(ac_data_lines *rows);
