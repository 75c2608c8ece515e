/* an_random.h -- random numbers, the same in each run.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdint.h>

/* The next number: G. Marsaglia, "Xorshift RNGs" (2003).  `state` is not 0. */
static inline uint64_t an_random(uint64_t *state)
{
   *state ^= *state << 13;
   *state ^= *state >> 7;
   *state ^= *state << 17;
   return *state;
}
