/* cs_stacks.h -- the frames of functions on the threads' stacks, as data objects; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_STACKS_H
#define CS_STACKS_H

#include "data/cs_find.h"

void cs_stacks_init(const cs_find_setup *setup);

/* False: the address is in none of them, and *at is unchanged. */
bool cs_stacks_find(Addr addr, cs_data_at *at);

#endif
