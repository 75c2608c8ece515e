/* tk_run_text.h -- the note of how often the lines of a function ran, in cachesim's
   format; pure, freestanding.

   Lines that follow each other and ran equally often are written as one, and zeros at the
   end not at all.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_text.h"

/* Begins with the text and the name; all else is 0. */
typedef struct tk_run_text {
   tk_text *out;
   uint64_t name; /* the function's number; 0: the note has begun */
   uint64_t n_rows,
      n_runs; /* rows that are not written yet, each of which ran so often */
} tk_run_text;

/* The next line of the function ran so often. */
void tk_run_text_row(tk_run_text *text, uint64_t n_runs);

void tk_run_text_end(tk_run_text *text);
