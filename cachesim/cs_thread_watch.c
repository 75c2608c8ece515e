/* cs_thread_watch.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_thread_watch.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_threadstate.h"

#include "calls/cs_threads.h"
#include "cs_run.h"
#include "run/tk_thread_names.h"
#include "run/tk_tool.h"

static ThreadId running; /* 0: none */

void cs_thread_watch_init(void)
{
   cs_thread_costs_init(&tool.threads, &tk_tool_alloc, tool.names, tool.sim.totals);
   tk_thread_names_init();
}

/* From now on translated code keeps totals. */
void cs_thread_watch_begins(ThreadId parent, ThreadId child)
{
   uint64_t counts[CS_N_EVENTS];
   if (parent == VG_INVALID_THREADID || tool.threads.is_on)
      return;
   cs_run_keep_totals();
   cs_run_totals(counts);
   cs_thread_costs_begin(&tool.threads, cs_threads_number(parent), counts);
   tk_thread_names_add(parent);
   running = parent;
}

void cs_thread_watch_look(void)
{
   if (!tool.threads.is_on || running == 0)
      return;
   cs_sim_flush(&tool.sim);
   cs_thread_costs_ran(&tool.threads, cs_threads_number(running));
}

void cs_thread_watch_runs(ThreadId id)
{
   if (!tool.threads.is_on || id == running)
      return;
   cs_thread_watch_look();
   running = id;
   tk_thread_names_add(id);
}

static void name_thread(ThreadId id, UInt number)
{
   const HChar *text = tk_thread_names_of(id);
   cs_thread_costs_name(&tool.threads, number, text, VG_(strlen)(text));
}

void cs_thread_watch_ends(ThreadId id)
{
   if (!tool.threads.is_on)
      return;
   cs_thread_watch_look();
   name_thread(id, cs_threads_number(id));
   cs_thread_costs_end(&tool.threads, cs_threads_number(id));
   tk_thread_names_remove(id);
   if (running == id)
      running = 0;
}

void cs_thread_watch_fork(ThreadId id)
{
   if (!tool.threads.is_on)
      return;
   cs_thread_costs_fork(&tool.threads, cs_threads_number(id));
   tk_thread_names_fork(id);
   running = id;
}

void cs_thread_watch_name(void)
{
   UInt number;
   if (!tool.threads.is_on)
      return;
   for (ThreadId id = 0; (id = cs_threads_next(id, &number)) != 0;)
      name_thread(id, number);
}
