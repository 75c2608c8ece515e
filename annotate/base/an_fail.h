/* an_fail.h -- filling in an an_error for what no line of input is to blame
   for: options, above all.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_FAIL_H
#define AN_FAIL_H

#include "base/an_error.h"
#include "base/an_span.h"

#include <stdbool.h>

/* Sets the message, cut to what there is room for, and line 0; returns
   false. */
bool an_fail(an_error *error, const char *format, ...)
   __attribute__((format(printf, 2, 3)));

/* an_fail with the message for it; returns false. */
bool an_fail_no_memory(an_error *error);

/* How many bytes of a span a message quotes: the precision for "%.*s". */
int an_fail_quoted(an_span span);

/* The same of a string. */
int an_fail_quoted_text(const char *text);

#endif
