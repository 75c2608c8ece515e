/* ac_trust.h -- how far estimated cycles can be trusted; pure.

   docs/MACHINES.md has by how much estimates of kernels were off that were held against
   the clock.  Half of them are off by less than what is said here, and half by more.
   Cycles of one kind are off by much the same factor in two runs of a program.  So what
   only one kind of cycles changed by is sure, but whether one kind makes up for another
   is not.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_prices.h"

/* The part of all estimated cycles of a row by which they can be off; 0: it has none.
   `counts` has one per event of the profile. */
double ac_trust_of(const ac_prices *prices, const int64_t *counts);

/* Is it open which of two rows takes longer: does their difference vanish if the cycles
   of each kind are off by so much?  False if nothing differs. */
bool ac_trust_is_open(const ac_prices *prices, const int64_t *old, const int64_t *new);
