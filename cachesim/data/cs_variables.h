/* cs_variables.h -- static and thread-local variables, as data objects; glue.

   tk_variables.h finds them; each has one datum.  Recent answers are kept.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "data/cs_find.h"
#include "watch/tk_threads.h"

/* `threads` is borrowed; it must know of each thread that runs or ends. */
void cs_variables_init(const cs_find_setup *setup, const tk_threads *threads);

/* To be called before tk_variables_find by who else asks it: its answers before, and the
   recent ones here, can be outdated. */
void cs_variables_update(Addr addr);

/* False: the address is in none of them, and *at is unchanged. */
bool cs_variables_find(Addr addr, cs_data_at *at);

/* The same in a block that the dynamic linker has allocated. */
bool cs_variables_find_in_block(Addr addr, cs_data_at *at);
