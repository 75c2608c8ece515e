/* an_fit.h -- text in no more lines and columns than there is room for.

   A section prints to the stream of an an_fit, and what fits goes to the report.
   Sections fit names themselves; this holds for what they could not foresee.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdio.h>

typedef struct an_fit {
   FILE *out; /* print here, between _open and _end */
   /* private: */
   char *text;
   size_t size_B;
} an_fit;

void an_fit_open(an_fit *fit);

/* The text is complete: how many lines it has in *n_lines.  fit->out is closed. */
void an_fit_end(an_fit *fit, size_t *n_lines);

/* Prints the first n_lines lines, each cut to `width` columns with "..." at its end;
   a width of 0 cuts none.  Colours take no columns and are never cut.  Called after
   _end, as often as wanted. */
void an_fit_print(const an_fit *fit, size_t n_lines, size_t width, FILE *out);

/* Prints all lines; those wider than `width`, if it is not 0, go on in further lines
   after `indent` blanks. */
void an_fit_wrap(const an_fit *fit, size_t width, size_t indent, FILE *out);

void an_fit_close(an_fit *fit);
