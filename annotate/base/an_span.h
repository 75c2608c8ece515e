/* an_span.h -- pieces of a line of text; pure.

   A span borrows bytes, without a NUL at their end.  The take_ functions look at a
   span's start and move it past what they find.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_layout_text.h"

typedef tk_span an_span;

static inline size_t an_span_length(an_span span)
{
   return (size_t)(span.end - span.at);
}

/* Blanks are spaces and tabs. */
static inline void an_span_skip_blanks(an_span *span)
{
   while (span->at < span->end && (*span->at == ' ' || *span->at == '\t'))
      span->at++;
}

/* Whether a number or word can end at `at`: at a blank or the span's end. */
static inline bool an_span_is_break(an_span span, const char *at)
{
   return at == span.end || *at == ' ' || *at == '\t';
}

/* The span of a string. */
an_span an_span_of(const char *string);

/* If the span starts with `key`, moves past it; else false. */
bool an_span_take_key(an_span *span, const char *key);

/* The next word, past any blanks; empty at the end. */
an_span an_span_take_word(an_span *span);

/* The span without the blanks around it. */
an_span an_span_trimmed(an_span span);

/* Takes the next item of a list "A,B,C" at *list, which becomes NULL after the
   last one; false if it is NULL.  An empty list has one empty item. */
bool an_span_next_item(const char **list, an_span *item);

/* If the span, which lies in a string, starts with a decimal number without a sign
   ("5", ".5", "1.5e-3"), moves past it; else false.  INFINITY: it is too large. */
bool an_span_take_number(an_span *span, long double *number);

/* Whether the span is the string, byte for byte. */
bool an_span_is(an_span span, const char *string);

/* Whether it is one of the words, which single spaces separate. */
bool an_span_is_among(an_span span, const char *words);

/* Undoes cachesim's escapes: \xHH, with two lower-case hexadecimal digits, becomes
   that byte.  `to` has room for the bytes of the span.  Returns how many bytes were
   written; -1 if an escape is malformed or a NUL. */
ptrdiff_t an_span_unescape(an_span span, char *to);
