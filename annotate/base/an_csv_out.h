/* an_csv_out.h -- writes CSV to a stream: commas, quotes and line ends (RFC 4180).

   Text that a spreadsheet would take for a formula, because it begins with =, +, -
   or @, begins with \xHH instead.  Write errors are left to ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Begins as { .out = out }. */
typedef struct an_csv_out {
   FILE *out;
   /* private: */
   bool has_field; /* the next field of the record needs a comma */
   char held[256]; /* numbers that are not written yet: one write for all of a record */
   size_t n_held;
} an_csv_out;

/* ---- Fields ---- */

/* Text from outside, as an_text_escaped shows it, in quotes if it needs them. */
void an_csv_put_text(an_csv_out *csv, const char *text);

/* A column's title: text from outside, and " old" or the like behind it. */
void an_csv_put_title(an_csv_out *csv, const char *text, const char *suffix);

/* Text that already has its escapes. */
void an_csv_put_shown(an_csv_out *csv, const char *shown);

/* Numbers as in JSON; empty instead of null. */
void an_csv_put_int(an_csv_out *csv, int64_t value);
void an_csv_put_number(an_csv_out *csv, long double value, bool is_whole);

void an_csv_put_empty(an_csv_out *csv);

/* A field in quotes whose parts have a semicolon between them: open, any number
   of parts, close.  `is_first`: the part is the first. */
void an_csv_open_parts(an_csv_out *csv);
void an_csv_put_part(an_csv_out *csv, const char *text, bool is_first);
void an_csv_close_parts(an_csv_out *csv);

/* ---- Records ---- */

void an_csv_end_record(an_csv_out *csv);
