/* an_error.h -- the errors that a command prints.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_span.h"

typedef struct an_error {
   size_t line;       /* of the input, from 1; 0 if no line is wrong */
   char message[256]; /* may quote the input, control characters included */
} an_error;

/* ---- Errors that belong to no line of input, such as that of an option ---- */

/* Sets the message, cut to its room, and line 0; returns false. */
bool an_fail(an_error *error, const char *format, ...)
   __attribute__((format(printf, 2, 3)));

/* an_fail with WHAT "TEXT": before the message; the text is cut, too. */
bool an_fail_in(an_error *error, const char *what, an_span text, const char *format, ...)
   __attribute__((format(printf, 4, 5)));

/* Sets the message and a line; the span is quoted before it, if it is one.  Returns
   false. */
bool an_fail_at(an_error *error, size_t line, an_span what, const char *message);

/* How many bytes of a span a message quotes, as the precision of "%.*s". */
int an_fail_quoted(an_span span);

/* How many bytes of a string a message quotes. */
int an_fail_quoted_text(const char *text);

/* What Valgrind's tools write for an unknown file or function. */
#define AN_UNKNOWN "???"
