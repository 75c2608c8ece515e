/* an_overflow.h -- sums that do not fit in 63 bits.

   Such a sum is noted, as a floating-point unit notes its exceptions, and adding up goes
   on with numbers that mean nothing; who reads a line, adds a profile or ends a report
   asks once.  The note is of the process.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>

extern bool an_overflow_noted; /* private */

/* Notes it if a sum did not fit. */
static inline void an_overflow_note(bool overflow)
{
   an_overflow_noted |= overflow;
}

/* Whether a sum did not fit since this was last asked. */
static inline bool an_overflow_take(void)
{
   bool taken = an_overflow_noted;
   an_overflow_noted = false;
   return taken;
}
