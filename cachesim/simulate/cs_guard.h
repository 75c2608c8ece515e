/* cs_guard.h -- in hot code: does a data reference change the cache?  And the bytes that
   it uses; glue.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "simulate/cs_sim.h"

/* True if the bytes are not all inside the line of their set to which a read, or a write
   if `writes`, changes nothing; then the simulation is to be called.  NULL: always. */
IRExpr *cs_guard(IRSB *out, const cs_sim *sim, IRExpr *addr, UInt size_B, Bool writes);

/* To be appended behind that call: the line at `addr` is the MRU of its set, and `bytes`
   from there on are used.  What lies behind the line's end, the call has noted. */
void cs_guard_use(IRSB *out, const cs_sim *sim, IRExpr *addr, ULong bytes);
