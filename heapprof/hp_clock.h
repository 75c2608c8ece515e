/* hp_clock.h -- the number of instructions executed, near.instrs; glue.

   While a thread runs, its shadow registers have it (tk_guest.h): what is called
   from translated code brings near.instrs up to date first.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_CLOCK_H
#define HP_CLOCK_H

#include "pub_tool_machine.h"

#include "watch/tk_guest.h"
#include "hp_run.h"

/* A thread is about to run, and takes the clock. */
static inline void hp_clock_start(ThreadId id)
{
   VG_(set_shadow_regs_area)(id, HP_CLOCK_SHADOW, HP_CLOCK_OFFSET,
                             sizeof near.instrs, (UChar *)&near.instrs);
}

/* That thread's is the time now: it has stopped, or calls. */
static inline void hp_clock_see(ThreadId id)
{
   VG_(get_shadow_regs_area)(id, (UChar *)&near.instrs, HP_CLOCK_SHADOW,
                             HP_CLOCK_OFFSET, sizeof near.instrs);
}

/* The same for the thread that calls from translated code, quicker. */
static inline void hp_clock_read(const tk_guest *state)
{
   near.instrs = tk_guest_clock(state);
}

#endif
