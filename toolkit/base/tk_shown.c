/* tk_shown.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_shown.h"

#include "base/tk_utf8.h"

#include <stdbool.h>

static bool is_within(unsigned char byte, unsigned char low, unsigned char high)
{
   return byte >= low && byte <= high;
}

/* The length of the character that begins here, if it must be hidden; else 0.  A
   stray byte of UTF-8 may be a C1 control. */
static unsigned hidden_length(const unsigned char *s)
{
   if (s[0] < 0x20 || is_within(s[0], 0x7f, 0x9f))
      return 1;
   if (s[0] == 0xc2 && is_within(s[1], 0x80, 0x9f))
      return 2;
   if (s[0] == 0xd8 && s[1] == 0x9c)
      return 2; /* U+061C */
   if (s[0] != 0xe2)
      return 0;
   bool is_hidden = s[1] == 0x80 ? is_within(s[2], 0x8e, 0x8f)       /* U+200E, U+200F */
                                      || is_within(s[2], 0xa8, 0xae) /* U+2028-202E */
                                 : s[1] == 0x81 && is_within(s[2], 0xa6, 0xaf);
   return is_hidden ? 3 : 0; /* the last are U+2066 to U+206F */
}

/* The length of the visible character that begins here.  Each byte of invalid UTF-8
   counts alone. */
static unsigned seen_length(const unsigned char *s)
{
   unsigned n = tk_utf8_length(s);
   return n > 0 ? n : 1;
}

size_t tk_shown(char *to, const char *text)
{
   static const char hex[] = "0123456789abcdef";
   const unsigned char *s = (const unsigned char *)text;
   char *at = to;
   while (*s != '\0') {
      unsigned n = hidden_length(s);
      for (unsigned i = 0; i < n; i++, s++) {
         *at++ = '\\';
         *at++ = 'x';
         *at++ = hex[*s >> 4];
         *at++ = hex[*s & 15];
      }
      if (n == 0)
         for (n = seen_length(s); n > 0; n--)
            *at++ = (char)*s++;
   }
   *at = '\0';
   return (size_t)(at - to);
}
