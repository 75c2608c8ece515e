/* ac_write_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fputs_unlocked */
#endif

#include "counts/ac_write_text.h"

#include "base/an_number.h"

#include <stdbool.h>

/* Whether this byte of a name needs an escape. */
static bool is_escaped(const char *at)
{
   unsigned char byte = (unsigned char)*at;
   return byte < 0x20 || byte == 0x7f || (byte == '\\' && at[1] == 'x');
}

size_t ac_write_escaped_B(const char *text)
{
   size_t n = 0;
   for (; *text != '\0'; text++)
      n += is_escaped(text) ? 4 : 1;
   return n;
}

void ac_write_escaped(const char *key, const char *text, FILE *out)
{
   fputs_unlocked(key, out);
   for (; *text != '\0'; text++) {
      if (is_escaped(text))
         fprintf(out, "\\x%02x", (unsigned)(unsigned char)*text);
      else
         putc_unlocked(*text, out);
   }
   putc_unlocked('\n', out);
}

void ac_write_number(int64_t number, FILE *out)
{
   char digits[AN_NUMBER_B], *end = digits + sizeof digits;
   char *at = an_number_put(end, number);
   fwrite_unlocked(at, 1, (size_t)(end - at), out);
}

void ac_write_counts(const int64_t *counts, size_t n, FILE *out)
{
   for (size_t i = 0; i < n; i++) {
      putc_unlocked(' ', out);
      ac_write_number(counts[i], out);
   }
   putc_unlocked('\n', out);
}

void ac_write_nonzero(const int64_t *counts, size_t n, FILE *out)
{
   while (n > 0 && counts[n - 1] == 0)
      n--;
   ac_write_counts(counts, n, out);
}
