/* hp_stack_sizes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/hp_stack_sizes.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"

#include "state/hp_clock.h"

static ULong *sizes_B; /* by ThreadId; NULL: not counted */

static void change_size(ThreadId id, ULong size_B)
{
   ULong others_B = run.heap.stack_B - sizes_B[id];
   sizes_B[id] = size_B;
   hp_heap_stack(&run.heap, others_B + size_B, hp_now());
}

static void push_bytes(SizeT length_B)
{
   ThreadId id = run.threads.running->id;
   change_size(id, sizes_B[id] + length_B);
}

/* Pops bytes: perhaps more than were pushed, as some are from before the start. */
static void pop_bytes(SizeT length_B)
{
   ThreadId id = run.threads.running->id;
   change_size(id, sizes_B[id] > length_B ? sizes_B[id] - length_B : 0);
}

/* Called from translated code; and before a thread runs. */
static void on_push(Addr address, SizeT length_B)
{
   if (run.threads.running == NULL)
      return;
   hp_clock_see(run.threads.running->id);
   push_bytes(length_B);
}

static void on_pop(Addr address, SizeT length_B)
{
   if (run.threads.running == NULL)
      return;
   hp_clock_see(run.threads.running->id);
   pop_bytes(length_B);
}

/* Called while no translated code runs. */
static void on_signal_push(Addr address, SizeT length_B, ThreadId id)
{
   push_bytes(length_B);
}

static void on_signal_pop(Addr address, SizeT length_B)
{
   pop_bytes(length_B);
}

void hp_stack_sizes_thread_begins(ThreadId id)
{
   if (sizes_B != NULL)
      sizes_B[id] = 0;
}

void hp_stack_sizes_thread_ends(ThreadId id)
{
   if (sizes_B != NULL && run.threads.by_id[id] != NULL)
      change_size(id, 0);
}

void hp_stack_sizes_fork(ThreadId id)
{
   for (ThreadId other = 1; sizes_B != NULL && other < VG_N_THREADS; other++)
      if (other != id)
         change_size(other, 0);
}

void hp_stack_sizes_init(void)
{
   if (!run.stacks)
      return;
   sizes_B = tk_get_zeroed(&run.alloc, "hp.stack_sizes", VG_N_THREADS * sizeof *sizes_B);
   VG_(track_new_mem_stack)(on_push);
   VG_(track_die_mem_stack)(on_pop);
   VG_(track_new_mem_stack_signal)(on_signal_push);
   VG_(track_die_mem_stack_signal)(on_signal_pop);
}
