/* cs_find.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_find.h"

#include "data/cs_heap.h"
#include "data/cs_maps.h"
#include "data/cs_stacks.h"
#include "data/cs_variables.h"

static cs_data_table *table;

void cs_find_init(const cs_find_setup *setup)
{
   table = setup->data;
   cs_heap_init(setup);
   cs_stacks_init(setup);
   cs_variables_init(setup);
   cs_maps_init(setup);
}

cs_data_at cs_find(uintptr_t addr)
{
   cs_data_at at;
   if (cs_heap_find(addr, &at) || cs_stacks_find(addr, &at)
       || cs_variables_find(addr, &at) || cs_maps_find(addr, &at))
      return at;
   return (cs_data_at){ .data = cs_data_unknown(table) };
}

void cs_find_fork(ThreadId tid)
{
}

void cs_find_thread_ends(ThreadId tid)
{
}
