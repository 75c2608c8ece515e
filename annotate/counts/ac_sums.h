/* ac_sums.h -- counts by line, added up as they come: for profiles that have
   the same lines again and again.

   Memory grows with the number of different lines, at 8 bytes a count.  Lines
   of a function mostly come in ascending order, so the next one is found
   without a search.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"
#include "counts/ac_known.h"

#include <stdint.h>

typedef struct ac_sums ac_sums;

/* `alloc` is borrowed. */
ac_sums *ac_sums_new(const tk_alloc *alloc, size_t n_events);
void ac_sums_free(ac_sums *sums);

/* The lines that follow belong to this function of this file.  Names are
   borrowed; equal names must be equal pointers. */
void ac_sums_begin(ac_sums *sums, const char *file, const char *function);

/* Adds n_events counts to a line.  Sums may not fit (an_overflow.h). */
void ac_sums_add(ac_sums *sums, uint32_t line, const int64_t *counts);

/* The known lines of the function that began, for the caller to take and to teach: lines
   that it takes are not to be added.  NULL if there are none.  To be asked once after a
   begin. */
ac_known *ac_sums_known(ac_sums *sums);

/* Adds all that was taken, to be called before lines are asked for.  Cannot overflow. */
void ac_sums_flush(ac_sums *sums);

/* The lines of one function. */
typedef struct ac_sums_lines {
   const char *file, *function;
   const int64_t *rows; /* of a line number and n_events counts each, by line */
   size_t n_rows;
} ac_sums_lines;

/* Functions are numbered in the order of their first ac_sums_begin.  The rows
   are valid until more are added. */
size_t ac_sums_n_functions(const ac_sums *sums);
ac_sums_lines ac_sums_function(const ac_sums *sums, size_t index);

/* The memory of all lines, in bytes. */
size_t ac_sums_body_B(const ac_sums *sums);
