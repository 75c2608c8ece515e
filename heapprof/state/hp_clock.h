/* hp_clock.h -- the number of instructions executed, run.instrs; glue.

   While a thread runs, its first shadow registers hold the clock: translated code
   adds to it there in half the time that it takes elsewhere.  Functions called
   from translated code bring run.instrs up to date first.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>

#include "pub_tool_machine.h"

#include "state/hp_run.h"
#include "watch/tk_guest.h"

/* Where the clock is: 64 bits.  The shadow registers follow the registers. */
enum {
   HP_CLOCK_SHADOW = 1,
   HP_CLOCK_OFFSET = offsetof(tk_guest, TK_RESULT),
   HP_CLOCK_AT = sizeof(tk_guest) + HP_CLOCK_OFFSET,
};

/* Gives the clock to a thread that is about to run. */
static inline void hp_clock_start(ThreadId id)
{
   VG_(set_shadow_regs_area)(id, HP_CLOCK_SHADOW, HP_CLOCK_OFFSET, sizeof run.instrs,
                             (UChar *)&run.instrs);
}

/* Reads the clock of the thread, which has stopped or calls. */
static inline void hp_clock_see(ThreadId id)
{
   VG_(get_shadow_regs_area)(id, (UChar *)&run.instrs, HP_CLOCK_SHADOW, HP_CLOCK_OFFSET,
                             sizeof run.instrs);
}

/* hp_clock_see, faster, for the thread that calls from translated code. */
static inline void hp_clock_read(const tk_guest *state)
{
   run.instrs = *(const ULong *)((const UChar *)state + HP_CLOCK_AT);
}
