/* an_number.h -- scanning and writing decimal numbers; pure.

   Inline: a profile is mostly numbers, and reading them is most of the work.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_NUMBER_H
#define AN_NUMBER_H

#include <stdint.h>

typedef enum an_number_status {
   AN_NUMBER_OK,
   AN_NUMBER_NONE,      /* no digit here */
   AN_NUMBER_TOO_LARGE, /* larger than INT64_MAX, or more than 19 digits */
} an_number_status;

/* Moves *at past the digits there, and sets *number to their value, or to 0 if the
   status is not AN_NUMBER_OK.  A byte that is not a digit must follow. */
static inline an_number_status an_number_scan(const char **at, int64_t *number)
{
   const char *start = *at, *end = start;
   uint64_t value = 0; /* wraps beyond 19 digits, and is not used then */
   unsigned digit;
   while ((digit = (unsigned)(*end - '0')) <= 9) {
      value = value * 10 + digit;
      end++;
   }
   *at = end;
   if (end - start >= 19 && (end - start > 19 || value > INT64_MAX)) {
      *number = 0;
      return AN_NUMBER_TOO_LARGE;
   }
   *number = (int64_t)value;
   return end == start ? AN_NUMBER_NONE : AN_NUMBER_OK;
}

enum { AN_NUMBER_B = 20 }; /* the longest number: a sign and 19 digits */

/* Writes the number before `end`, where AN_NUMBER_B bytes have room; returns its
   first byte.  By hand: profiles have millions, and printf would take most of the
   time. */
static inline char *an_number_put(char *end, int64_t number)
{
   uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
   do
      *--end = (char)('0' + rest % 10);
   while ((rest /= 10) > 0);
   if (number < 0)
      *--end = '-';
   return end;
}

#endif
