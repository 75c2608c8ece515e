/* cs_heap.h -- the blocks of the heap, as data objects; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_HEAP_H
#define CS_HEAP_H

#include "data/cs_find.h"

void cs_heap_init(const cs_find_setup *setup);

/* False: the address is in none of them, and *at is unchanged. */
bool cs_heap_find(Addr addr, cs_data_at *at);

#endif
