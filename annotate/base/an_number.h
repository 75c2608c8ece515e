/* an_number.h -- scanning and writing decimal numbers, and their order; pure.

   Inline: a profile is mostly numbers, and reading them is most of the work.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_overflow.h"

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef enum an_number_status {
   AN_NUMBER_OK,
   AN_NUMBER_NONE,      /* no digit here */
   AN_NUMBER_TOO_LARGE, /* larger than INT64_MAX, or more than 19 digits */
} an_number_status;

/* Below 0, 0 or above 0; 0 if one is not a number. */
static inline int an_real_compare(long double a, long double b)
{
   return (a > b) - (a < b);
}

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

/* Reads a number of one to seven digits, all at once; false if it has more, or there is
   none, and nothing is done.  Eight bytes may be read.

   A byte is a digit if it is 0 to 9 once '0' is taken away by exclusive or; adding 0x76
   sets the top bit of others.  Lengths differ from one number to the next, so no branch
   depends on them. */
static inline bool an_number_scan_word(const char **at, int64_t *number)
{
   const uint64_t all = 0x0101010101010101u;
   uint64_t digits; /* the first in the lowest byte */
   memcpy(&digits, *at, sizeof digits);
   digits = le64toh(digits) ^ all * '0';
   uint64_t others = ((digits + all * 0x76) | digits) & all * 0x80;
   if (others == 0)
      return false;
   unsigned n = (unsigned)__builtin_ctzll(others) / 8;
   if (n == 0)
      return false;
   *at += n;
   digits <<= 64 - 8 * n;
   /* Pairs, then fours, then all. */
   digits = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ffu;
   digits = (digits * 100 + (digits >> 16)) & 0x0000ffff0000ffffu;
   *number = (int64_t)((digits * 10000 + (digits >> 32)) & 0xffffffffu);
   return true;
}

/* Adds n counts to n sums; notes it if one of them does not fit (an_overflow.h).  What it
   returns is below 0 if a count is. */
static inline int64_t an_number_add(int64_t *sums, const int64_t *counts, size_t n)
{
   bool overflow = false;
   int64_t signs = 0;
   for (size_t i = 0; i < n; i++) {
      overflow |= __builtin_add_overflow(sums[i], counts[i], &sums[i]);
      signs |= counts[i];
   }
   an_overflow_note(overflow);
   return signs;
}

static inline bool an_number_all_zero(const int64_t *numbers, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (numbers[i] != 0)
         return false;
   return true;
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
