/* cs_stacks.h -- the frames of functions on stacks, as data objects; glue.

   Memory of a stack is of the function whose frame it is in (cs_frames_owner); inlined
   functions have none of their own.  Without call paths the function is unknown.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "data/cs_find.h"

void cs_stacks_init(const cs_find_setup *setup);

/* False: the address is in none of them, and *at is unchanged. */
bool cs_stacks_find(Addr addr, cs_data_at *at);

/* Finds the stack of an address in a block or variable, from `low` to `high`: coroutines
   and handlers of signals have their stacks in them. */
bool cs_stacks_find_in(Addr addr, Addr low, Addr high, cs_data_at *at);

/* Can there be stacks in blocks and variables?  Not while there is only one stack. */
bool cs_stacks_are_many(void);

/* The memory was freed, with the stacks in it. */
void cs_stacks_memory_ends(Addr start, SizeT size_B);
