/* tk_utf8.h -- finds characters in bytes that may be UTF-8; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

/* The length of the character that begins at s: ASCII, or well-formed UTF-8 (Unicode
   standard, table 3-7: no overlong forms, no surrogates).  0 if none begins there.
   The string ends with a NUL. */
static inline unsigned tk_utf8_length(const unsigned char *s)
{
   unsigned char low = 0x80, high = 0xbf; /* of the second byte */
   if (s[0] < 0x80)
      return 1;
   if (s[0] < 0xc2 || s[0] > 0xf4)
      return 0;
   switch (s[0]) {
   case 0xe0: low = 0xa0; break;
   case 0xed: high = 0x9f; break;
   case 0xf0: low = 0x90; break;
   case 0xf4: high = 0x8f; break;
   default: break;
   }
   if (s[1] < low || s[1] > high)
      return 0;
   unsigned length = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
   for (unsigned i = 2; i < length; i++)
      if (s[i] < 0x80 || s[i] > 0xbf)
         return 0;
   return length;
}
