/* an_decimal.h -- decimal numbers as text, in any locale; pure.

   For options and formulas, where numbers are few; an_number.h is for the
   counts of profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_DECIMAL_H
#define AN_DECIMAL_H

#include "base/an_span.h"

/* Moves span->at past the number there: digits with an optional point before,
   between or after them, then an optional exponent, "e-3".  There is no sign.
   *number is the nearest long double, if the number is at most 19 digits times a
   power of ten from -27 to 27.  Further digits count as 0.  A number that is too
   large is INFINITY.  False, with nothing changed, if there is no number. */
bool an_decimal_scan(an_span *span, long double *number);

#endif
