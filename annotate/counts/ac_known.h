/* ac_known.h -- the lines of a function in an earlier profile, by their text.

   Runs of one program mostly give the same lines, byte for byte.  Where the text of a
   profile goes on as that of an earlier one did, its lines need not be read: comparing
   says how many they are, and differences of sums say what they add up to.  For each
   line there is only a note that it came once more.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_span.h"
#include "base/an_alloc.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct ac_known ac_known;

/* What all taken lines of a function add up to stays below.  A sum of less and what was
   taken is then below 2^63. */
#define AC_KNOWN_LIMIT (INT64_C(1) << 62)

/* `alloc` is borrowed. */
ac_known *ac_known_new(const tk_alloc *alloc, size_t n_events);
void ac_known_free(ac_known *known);

/* Forgets all lines, and learns none any more. */
void ac_known_forget(ac_known *known);

/* The lines of the function begin.  The first time they are to be learned, later they
   are compared. */
void ac_known_begin(ac_known *known);

/* Whether comparing is worth its time, so far. */
bool ac_known_is_useful(const ac_known *known);

/* A line was read: learns it, or next compares the known line after it.  The text lacks
   its newline. */
void ac_known_was_read(ac_known *known, uint32_t line, an_span text,
                       const int64_t *counts);

typedef struct ac_known_run {
   size_t n_lines, length; /* in bytes, with the newlines */
   size_t first;           /* the index of the first of them */
   uint32_t last_line;     /* if there are some */
} ac_known_run;

/* Takes the lines that `ahead` begins with, as far as they are known, and adds their
   counts to `sums`.  None if a sum would be too large. */
ac_known_run ac_known_take(ac_known *known, an_span ahead, int64_t *sums);

typedef struct ac_known_line {
   uint32_t line;
   uint64_t n_taken;
   const int64_t *before, *after; /* sums; their difference is what the line has */
} ac_known_line;

/* Lines are in ascending order. */
size_t ac_known_n_lines(const ac_known *known);
ac_known_line ac_known_at(const ac_known *known, size_t index);
