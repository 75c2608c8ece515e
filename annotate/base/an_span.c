/* an_span.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_span.h"

#include <stdlib.h>
#include <string.h>

an_span an_span_of(const char *string)
{
   return (an_span){ string, string + strlen(string) };
}

bool an_span_take_key(an_span *span, const char *key)
{
   size_t n = strlen(key);
   if (an_span_length(*span) < n || memcmp(span->at, key, n) != 0)
      return false;
   span->at += n;
   return true;
}

an_span an_span_take_word(an_span *span)
{
   an_span_skip_blanks(span);
   an_span word = { span->at, span->at };
   while (!an_span_is_break(*span, word.end))
      word.end++;
   span->at = word.end;
   return word;
}

an_span an_span_trimmed(an_span span)
{
   an_span_skip_blanks(&span);
   while (span.end > span.at && an_span_is_break(span, span.end - 1))
      span.end--;
   return span;
}

bool an_span_next_item(const char **list, an_span *item)
{
   if (*list == NULL)
      return false;
   const char *end = *list + strcspn(*list, ",");
   *item = (an_span){ *list, end };
   *list = *end == '\0' ? NULL : end + 1;
   return true;
}

static bool is_digit(char c)
{
   return c >= '0' && c <= '9';
}

/* Takes what strtold does but hexadecimal numbers, infinities and signs.  The decimal
   point is a point: commands set no locale but that of characters. */
bool an_span_take_number(an_span *span, long double *number)
{
   const char *at = span->at;
   size_t n = an_span_length(*span);
   char *end;
   if (n == 0 || !(is_digit(*at) || (n > 1 && *at == '.' && is_digit(at[1]))))
      return false;
   bool is_hexadecimal = n > 1 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
   *number = is_hexadecimal ? 0 : strtold(at, &end);
   span->at = is_hexadecimal ? at + 1 : end;
   return true;
}

bool an_span_is(an_span span, const char *string)
{
   return an_span_take_key(&span, string) && an_span_length(span) == 0;
}

bool an_span_is_among(an_span span, const char *words)
{
   for (size_t n; *words != '\0'; words += n + (words[n] != '\0')) {
      n = strcspn(words, " ");
      if (n == an_span_length(span) && memcmp(words, span.at, n) == 0)
         return true;
   }
   return false;
}

static int hex_digit(char c)
{
   if (c >= '0' && c <= '9')
      return c - '0';
   return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

ptrdiff_t an_span_unescape(an_span span, char *to)
{
   char *start = to;
   while (span.at < span.end) {
      if (!an_span_take_key(&span, "\\x")) {
         *to++ = *span.at++;
         continue;
      }
      if (an_span_length(span) < 2)
         return -1;
      int high = hex_digit(span.at[0]), low = hex_digit(span.at[1]);
      if (high < 0 || low < 0 || high + low == 0)
         return -1;
      *to++ = (char)(high * 16 + low);
      span.at += 2;
   }
   return to - start;
}
