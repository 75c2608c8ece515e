/* cs_find.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_find.h"

#include "pub_tool_tooliface.h"

#include "data/cs_heap.h"
#include "data/cs_maps.h"
#include "data/cs_stacks.h"
#include "data/cs_variables.h"
#include "data/tk_variables.h"

static cs_data_table *table;
static void (*memory_ends)(Addr start, SizeT size_B);

/* ---- What is mapped ---------------------------------------------------- */

static void tell_of_end(Addr start, SizeT size_B)
{
   if (memory_ends != NULL)
      memory_ends(start, size_B);
}

static void on_map(Addr start, SizeT size_B, Bool r, Bool w, Bool x, ULong info)
{
   tell_of_end(start, size_B);
   cs_heap_mappings_changed();
   cs_maps_changed();
   cs_stacks_memory_ends(start, size_B);
   tk_variables_mapped(start, size_B);
}

static void on_protect(Addr start, SizeT size_B, Bool r, Bool w, Bool x)
{
   cs_heap_mappings_changed();
   cs_maps_changed();
}

static void on_unmap(Addr start, SizeT size_B)
{
   tell_of_end(start, size_B);
   cs_heap_mappings_changed();
   cs_maps_changed();
   cs_stacks_memory_ends(start, size_B);
   tk_variables_unmapped(start, size_B);
}

static void on_brk(Addr start, SizeT size_B, ThreadId tid)
{
   cs_maps_brk(start, size_B);
}

static void on_brk_down(Addr start, SizeT size_B)
{
   tell_of_end(start, size_B);
   cs_maps_brk_down(start);
}

/* ---- Looking up -------------------------------------------------------- */

void cs_find_init(const cs_find_setup *setup)
{
   table = setup->data;
   memory_ends = setup->memory_ends;
   cs_heap_init(setup);
   cs_stacks_init(setup);
   cs_variables_init(setup, cs_heap_threads());
   cs_maps_init(setup);
   VG_(track_new_mem_mmap)(on_map);
   VG_(track_change_mem_mprotect)(on_protect);
   VG_(track_die_mem_munmap)(on_unmap);
   VG_(track_new_mem_brk)(on_brk);
   VG_(track_die_mem_brk)(on_brk_down);
}

static bool is_by_loader(cs_data *data)
{
   if (data->by_loader == CS_NOT_ASKED)
      data->by_loader = data->n_frames > 0
                              && tk_variables_is_loader(data->frames[0].binary)
                           ? CS_YES
                           : CS_NO;
   return data->by_loader == CS_YES;
}

/* Stacks can lie in blocks and variables, those of coroutines and for signals; so can
   thread-local variables, in blocks of the dynamic linker. */
static void look_inside(uintptr_t addr, cs_data_at *at)
{
   Addr start = addr - at->offset;
   if (cs_stacks_are_many() && cs_stacks_find_in(addr, start, start + at->size_B - 1, at))
      return;
   if (at->data->key.kind != CS_DATA_HEAP)
      return;
   if (is_by_loader(at->data))
      cs_variables_find_in_block(addr, at);
}

void cs_find(uintptr_t addr, cs_data_at *at)
{
   if (cs_heap_find(addr, at) || cs_variables_find(addr, at))
      look_inside(addr, at);
   else if (!cs_stacks_find(addr, at) && !cs_maps_find(addr, at))
      *at = (cs_data_at){ .data = cs_data_unknown(table) };
}

void cs_find_code(uintptr_t addr, cs_data_at *at)
{
   if (!cs_maps_find(addr, at))
      *at = (cs_data_at){ .data = cs_data_unknown(table) };
}

/* ---- The core's events ------------------------------------------------- */

void cs_find_fork(ThreadId tid)
{
   cs_heap_fork(tid);
   tk_variables_threads_end();
}

void cs_find_thread_ends(ThreadId tid)
{
   cs_heap_thread_ends(tid);
   tk_variables_threads_end();
}
