/* cs_totals.h -- what translated code adds to the totals of the simulation; glue.

   Those of passes are added in the first shadow registers of the thread that runs, where
   it takes a quarter of the time that it takes elsewhere.  They are 0 whenever it does
   not run, so a new thread, which gets a copy, has none.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "libvex_ir.h"

#include "simulate/cs_sim.h"

/* Adds this amount, of 64 bits, of an event that passes count, each time that the code
   runs. */
void cs_totals_emit(IRSB *out, cs_event e, IRExpr *amount);

/* Adds these amounts to the totals.  The thread has stopped, or calls. */
void cs_totals_see(cs_sim *sim, ThreadId tid);
