/* cs_heap.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_heap.h"

void cs_heap_init(const cs_find_setup *setup)
{
}

bool cs_heap_find(Addr addr, cs_data_at *at)
{
   return false;
}
