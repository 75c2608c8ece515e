/* tk_gcd.h -- the greatest common divisor; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdint.h>

/* 0 has all divisors: that of a number and 0 is the number. */
static inline uint64_t tk_gcd(uint64_t a, uint64_t b)
{
   while (b != 0) {
      uint64_t rest = a % b;
      a = b;
      b = rest;
   }
   return a;
}
