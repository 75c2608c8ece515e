/* an_decimal.c -- decimal numbers as text, in any locale.

   libc's functions take the decimal point from the locale.  A mantissa of 19
   digits fits in a long double's 64 bits, and powers of ten are exact up to the
   27th: one multiplication or division gives the nearest value.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_decimal.h"

#include <float.h>
#include <stdint.h>

enum {
   MANTISSA_DIGITS = 19, /* that always fit in 64 bits */
   EXPONENT_MAX = 100000, /* beyond any long double */
};

static bool is_digit(an_span span)
{
   return span.at < span.end && *span.at >= '0' && *span.at <= '9';
}

/* The part of a number that has been read: mantissa * 10^exponent. */
typedef struct {
   uint64_t mantissa;
   long exponent;
   size_t n_digits; /* in the mantissa, from the first that is not 0 */
   bool found;      /* at least one digit */
} scanned;

/* Reads digits; each is `step` powers of ten below the unit of the one
   before: 0 for the integer part, 1 for the decimals. */
static void scan_digits(an_span *span, scanned *s, int step)
{
   for (; is_digit(*span); span->at++) {
      s->found = true;
      unsigned digit = (unsigned)(*span->at - '0');
      if (s->n_digits < MANTISSA_DIGITS) {
         s->mantissa = s->mantissa * 10 + digit;
         s->n_digits += s->mantissa > 0;
         s->exponent -= step;
      } else {
         s->exponent += 1 - step; /* digits beyond the mantissa's */
      }
   }
}

/* Reads "e", a sign and digits.  An "e" without digits is not read: something
   else can start with it. */
static void scan_exponent(an_span *span, scanned *s)
{
   an_span rest = *span;
   if (!an_span_take_key(&rest, "e") && !an_span_take_key(&rest, "E"))
      return;
   bool negative = an_span_take_key(&rest, "-");
   if (!negative)
      an_span_take_key(&rest, "+");
   if (!is_digit(rest))
      return;
   long exponent = 0;
   for (; is_digit(rest); rest.at++)
      if (exponent < EXPONENT_MAX)
         exponent = exponent * 10 + (*rest.at - '0');
   s->exponent += negative ? -exponent : exponent;
   *span = rest;
}

static long double power_of_ten(long exponent)
{
   long double power = 1;
   for (; exponent > 0 && power <= LDBL_MAX; exponent--)
      power *= 10;
   return power;
}

static long double value_of(const scanned *s)
{
   long double mantissa = (long double)s->mantissa;
   if (s->mantissa == 0)
      return 0; /* 0 * INFINITY would not be */
   return s->exponent < 0 ? mantissa / power_of_ten(-s->exponent)
                          : mantissa * power_of_ten(s->exponent);
}

bool an_decimal_scan(an_span *span, long double *number)
{
   scanned s = { .mantissa = 0 };
   an_span rest = *span;
   scan_digits(&rest, &s, 0);
   if (an_span_take_key(&rest, "."))
      scan_digits(&rest, &s, 1);
   if (!s.found)
      return false;
   scan_exponent(&rest, &s);
   *span = rest;
   *number = value_of(&s);
   return true;
}
