/* tk_threads.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_threads.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_threadstate.h"

void tk_threads_init(tk_threads *threads, const tk_alloc *alloc)
{
   *threads = (tk_threads){ .alloc = alloc };
   threads->by_id = tk_get_zeroed(alloc, "tk.threads",
                                  VG_N_THREADS * sizeof *threads->by_id);
}

void tk_threads_begin(tk_threads *threads, ThreadId id)
{
   if (threads->by_id[id] == NULL)
      threads->by_id[id] = tk_get(threads->alloc, "tk.threads.thread", sizeof(tk_thread));
   *threads->by_id[id] = (tk_thread){ .id = id, .number = ++threads->n };
}

void tk_threads_end(tk_threads *threads, ThreadId id)
{
   if (threads->by_id[id] != NULL)
      threads->by_id[id]->is_live = False;
}

void tk_threads_fork(tk_threads *threads, ThreadId id)
{
   for (ThreadId i = 0; i < VG_N_THREADS; i++)
      if (i != id)
         tk_threads_end(threads, i);
}

const tk_thread *tk_threads_next(const tk_threads *threads, const tk_thread *last)
{
   for (ThreadId i = last == NULL ? 0 : last->id + 1; i < VG_N_THREADS; i++)
      if (threads->by_id[i] != NULL && threads->by_id[i]->is_live)
         return threads->by_id[i];
   return NULL;
}

void tk_threads_find_stack(tk_threads *threads, Addr sp)
{
   tk_thread *thread = threads->running;
   const NSegment *segment = VG_(am_find_nsegment)(sp);
   thread->stack_start = thread->stack_end = 0;
   thread->stack_map_changes = threads->n_map_changes;
   if (segment == NULL)
      return;
   thread->stack_start = segment->start;
   thread->stack_end = segment->end + 1;
}
