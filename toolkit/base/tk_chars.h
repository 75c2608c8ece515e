/* tk_chars.h -- what pure code needs of <string.h>, which the tools lack; freestanding.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>

static inline size_t tk_chars_length(const char *text)
{
   size_t n = 0;
   while (text[n] != '\0')
      n++;
   return n;
}

/* The order of strcmp: below 0, 0 or above 0. */
static inline int tk_chars_compare(const char *a, const char *b)
{
   while (*a != '\0' && *a == *b)
      a++, b++;
   return (unsigned char)*a - (unsigned char)*b;
}

/* The text after the prefix; NULL if the text begins otherwise. */
static inline const char *tk_chars_after(const char *text, const char *prefix)
{
   for (; *prefix != '\0'; prefix++, text++)
      if (*text != *prefix)
         return NULL;
   return text;
}

/* In the C locale. */
static inline char tk_chars_lower(char c)
{
   return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* A blank between words, or the end of a line. */
static inline bool tk_chars_is_blank(char c)
{
   return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
