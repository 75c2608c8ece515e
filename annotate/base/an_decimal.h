/* an_decimal.h -- decimal numbers as text, whatever the locale; pure.

   For options and formulas, where numbers are few; an_number.h is for the
   counts of profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_DECIMAL_H
#define AN_DECIMAL_H

#include "base/an_span.h"

/* Moves span->at past the number there: digits with perhaps a point before,
   among or after them, then perhaps an exponent, "e-3".  There is no sign.
   *number is its value: the nearest there is, if the number is at most 19
   digits times a power of ten from -27 to 27; further digits count as 0;
   INFINITY if it is too large.
   False, with nothing changed, if there is no number. */
bool an_decimal_scan(an_span *span, long double *number);

enum { AN_DECIMAL_B = 48 }; /* room that an_decimal_format needs */

/* Writes a number from 0 to 1e18 at `to`, without an exponent and with as
   few decimals as give the number again; if none do, 18, or 19 digits in all of a
   larger number, and rounded. */
void an_decimal_format(char *to, long double number);

#endif
