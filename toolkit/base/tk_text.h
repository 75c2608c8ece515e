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

/* Writes a key, a string from outside, and the end of the line. */
void tk_text_named(tk_text *text, const char *key, const char *string);

void tk_text_u64(tk_text *text, uint64_t value);
/* Writes a number in hexadecimal; tk_text_hex with 0x before it. */
void tk_text_digits(tk_text *text, uint64_t value);
void tk_text_hex(tk_text *text, uint64_t value);

/* Writes two hexadecimal digits for each byte. */
void tk_text_bytes(tk_text *text, const uint8_t *bytes, size_t n);

/* Writes a form in which each % is a number, each ~ one that can be negative, and each &
   one in hexadecimal: TK_TEXT_LINE(text, "#: f % & ~\n", 7, 0x2f, -1) writes
   "#: f 7 0x2f -1\n". */
#define TK_TEXT_LINE(text, form, ...) \
   tk_text_form(text, form, (const uint64_t[]){ __VA_ARGS__ })
void tk_text_form(tk_text *text, const char *form, const uint64_t *numbers);

/* Writes counts, a blank before each, and the end of the line; or those up to the last
   that is not 0. */
void tk_text_counts(tk_text *text, const uint64_t *counts, size_t n);
void tk_text_nonzero(tk_text *text, const uint64_t *counts, size_t n);

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
