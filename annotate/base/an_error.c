/* an_error.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_error.h"

#include <stdarg.h>
#include <stdio.h>

enum { QUOTE_MAX = 60 }; /* two quotes and the reason fit in a message */

bool an_fail(an_error *error, const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   error->line = 0;
   vsnprintf(error->message, sizeof error->message, format, arguments);
   va_end(arguments);
   return false;
}

bool an_fail_in(an_error *error, const char *what, an_span text, const char *format, ...)
{
   char reason[sizeof error->message];
   va_list arguments;
   va_start(arguments, format);
   vsnprintf(reason, sizeof reason, format, arguments);
   va_end(arguments);
   return an_fail(error, "%s\"%.*s\": %s", what, an_fail_quoted(text), text.at, reason);
}

bool an_fail_at(an_error *error, size_t line, an_span what, const char *message)
{
   if (what.at == NULL)
      an_fail(error, "%s", message);
   else
      an_fail_in(error, "", what, "%s", message);
   error->line = line;
   return false;
}

int an_fail_quoted(an_span span)
{
   size_t n = an_span_length(span);
   return n < QUOTE_MAX ? (int)n : QUOTE_MAX;
}

int an_fail_quoted_text(const char *text)
{
   return an_fail_quoted(an_span_of(text));
}
