/* cs_thread_watch.h -- counts the events of each thread (cs_thread_costs.h); glue.

   Until a second thread begins, nothing is done.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

void cs_thread_watch_init(void);

/* The parameters are those of VG_(track_pre_thread_ll_create). */
void cs_thread_watch_begins(ThreadId parent, ThreadId child);

/* The thread is about to run. */
void cs_thread_watch_runs(ThreadId id);

/* What was counted so far is of the thread that ran.  To be called before another counts,
   or before counting begins or ends. */
void cs_thread_watch_look(void);

/* The thread ends.  Call it before cs_threads_end. */
void cs_thread_watch_ends(ThreadId id);

/* The process is a child, and this is its only thread.  Call it after cs_threads_fork. */
void cs_thread_watch_fork(ThreadId id);

/* Names the threads that are alive. */
void cs_thread_watch_name(void);
