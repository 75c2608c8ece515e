/* tk_text.h -- formats text into a buffer that a callback drains; pure.

   The tools write their outfiles and summaries with this.  A failure is remembered,
   so callers check once, at the end.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TK_TEXT_BUFFER_B = 8192 };

typedef struct {
   /* Takes all length_B bytes, or returns false. */
   bool (*drain)(void *context, const char *bytes, size_t length_B);
   void *context;
   size_t used_B;
   bool failed; /* drain has returned false: later text is dropped */
   char buffer[TK_TEXT_BUFFER_B];
} tk_text;

void tk_text_init(tk_text *text, bool (*drain)(void *, const char *, size_t),
                  void *context);

/* Drains the buffer.  True if no drain has failed so far. */
bool tk_text_flush(tk_text *text);

void tk_text_char(tk_text *text, char c);
void tk_text_string(tk_text *text, const char *string);

/* Writes a string from outside as part of one line.  Control bytes become \xHH.  So
   does a backslash before an `x`, so that readers can undo this. */
void tk_text_escaped(tk_text *text, const char *string);

void tk_text_u64(tk_text *text, uint64_t value);
/* Writes a number in hexadecimal, with 0x before it. */
void tk_text_hex(tk_text *text, uint64_t value);

/* Writes a number with commas between groups of three digits, right-aligned in
   `width` columns. */
void tk_text_grouped(tk_text *text, uint64_t value, unsigned width);
/* How many columns tk_text_grouped needs for a number. */
unsigned tk_text_grouped_width(uint64_t value);

/* Writes 100 * part / whole with `decimals` (0 to 4) places, rounded half up,
   right-aligned in `width` columns, without the percent sign.  "n/a" if whole is
   0. */
void tk_text_percent(tk_text *text, uint64_t part, uint64_t whole, unsigned decimals,
                     unsigned width);
