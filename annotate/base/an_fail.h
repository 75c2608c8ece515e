/* an_fail.h -- filling in an an_error that belongs to no line of input, such as
   that of an option.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_FAIL_H
#define AN_FAIL_H

#include "base/an_error.h"
#include "base/an_span.h"

#include <stdbool.h>

/* Sets the message, cut to its room, and line 0; returns false. */
bool an_fail(an_error *error, const char *format, ...)
   __attribute__((format(printf, 2, 3)));

/* The same with WHAT "TEXT": before the message; the text is cut, too. */
bool an_fail_in(an_error *error, const char *what, an_span text,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* an_fail with "out of memory"; returns false. */
bool an_fail_no_memory(an_error *error);

/* How many bytes of a span a message quotes, as the precision of "%.*s". */
int an_fail_quoted(an_span span);

/* The same for a string. */
int an_fail_quoted_text(const char *text);

#endif
