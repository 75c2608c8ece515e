/* tk_entries.h -- code of a tool where functions are entered, also within
   superblocks; glue.

   VEX follows direct jumps and calls, so that a superblock may enter a function in its
   middle.  There the guest state is not complete when the tool sees the superblock: VEX
   has already dropped each write of a register that a later one makes superfluous.  So
   the tool's code is added before VEX optimizes.  It declares which registers it reads,
   and VEX keeps these.  What VEX follows, and so what cachesim counts, stays the same.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* May append statements to `sb`, to be run before the instruction at the address. */
typedef void tk_entries_add(IRSB *sb, Addr address);

/* From now on, calls `add` for each superblock: for its first instruction, and for each
   that does not follow in memory on the one before.  To be called once. */
void tk_entries_init(tk_entries_add *add);
