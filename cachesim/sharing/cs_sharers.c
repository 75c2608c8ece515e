/* cs_sharers.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sharing/cs_sharers.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

#include "run/tk_tool.h"

/* A row has 64 bytes: at most 512 MiB, or 64 MiB of 32 bits. */
#define MOST_ROWS ((SizeT)1 << (sizeof(UWord) == 8 ? 23 : 20))

static struct {
   Bool is_on;
   cs_sharers_setup setup;
   cs_slots slots;
   UInt *by_id;     /* the threads' numbers; 0: no thread has this id now */
   UInt n, n_alive; /* threads so far, and now */
   Bool has_begun;
} the;

static void count_alive(Int change)
{
   the.n_alive += change;
   the.slots.is_alone = the.n_alive < 2;
}

void cs_sharers_init(const cs_sharers_setup *setup)
{
   the.is_on = True;
   the.setup = *setup;
   cs_slots_init(&the.slots, &tk_tool_alloc, MOST_ROWS, setup->step, setup->find);
   the.slots.layout = setup->layout;
   the.by_id = VG_(calloc)("cs.sharers", VG_N_THREADS, sizeof *the.by_id);
   count_alive(0);
}

const cs_sharing *cs_sharers_sharing(UInt *n_threads)
{
   if (!the.is_on)
      return NULL;
   cs_sharers_flush();
   cs_sharing_flush(&the.slots.sharing);
   *n_threads = the.n;
   return &the.slots.sharing;
}

void cs_sharers_flush(void)
{
   if (the.is_on)
      cs_slots_flush(&the.slots);
}

void cs_sharers_end(Addr start, SizeT size_B)
{
   if (the.has_begun)
      cs_slots_end(&the.slots, start, size_B);
}

void cs_sharers_place_ends(uintptr_t start, uint64_t size_B)
{
   if (the.has_begun)
      cs_sharing_end(&the.slots.sharing, cs_address_unmirrored(start), size_B);
}

void cs_sharers_zero(void)
{
   cs_sharers_flush();
   if (the.is_on)
      cs_sharing_zero(&the.slots.sharing);
}

/* ---- Threads ----------------------------------------------------------- */

void cs_sharers_run(ThreadId tid)
{
   if (!the.is_on || the.by_id[tid] == the.slots.thread)
      return;
   cs_slots_flush(&the.slots);
   cs_sharing_turn(&the.slots.sharing);
   the.slots.thread = the.by_id[tid];
}

void cs_sharers_thread_begins(ThreadId parent, ThreadId tid)
{
   if (!the.is_on)
      return;
   cs_slots_flush(&the.slots);
   the.by_id[tid] = ++the.n;
   count_alive(1);
   if (the.has_begun || the.n_alive < 2)
      return;
   the.has_begun = True;
   the.setup.on_first(&the.slots);
}

/* The next thread may get the same stack. */
static void end_stack(ThreadId tid)
{
   Addr last = VG_(thread_get_stack_max)(tid);
   SizeT size_B = VG_(thread_get_stack_size)(tid);
   if (size_B != 0 && last >= size_B)
      cs_sharers_end(last - size_B + 1, size_B);
}

void cs_sharers_thread_ends(ThreadId tid)
{
   if (!the.is_on)
      return;
   cs_slots_flush(&the.slots);
   if (the.by_id[tid] != 1)
      end_stack(tid);
   the.by_id[tid] = 0;
   count_alive(-1);
}

void cs_sharers_fork(ThreadId tid)
{
   if (!the.is_on)
      return;
   cs_slots_flush(&the.slots);
   for (ThreadId i = 0; i < VG_N_THREADS; i++)
      if (i != tid)
         the.by_id[i] = 0;
   the.n_alive = 0;
   count_alive(1);
}
