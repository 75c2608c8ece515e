/* cs_threads.h -- the program's threads: which one runs, whether it is counted, and which
   calls are open when counting begins; glue.

   Counting can begin in the middle of a run.  The calls that are open then are found by
   unwinding the stacks, so that call paths begin where the threads do.

   What is counted is collected.  While nothing is, caches and predictors go on learning.
   A thread collects or not from the start, and changes that by a request.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "calls/cs_calls.h"

typedef struct {
   cs_calls *calls; /* NULL: call paths are not kept */
   tk_where *where;
   Bool are_separate; /* paths begin with the thread */
   Bool collects;     /* at the start */
   /* Is called before the thread that runs begins to collect, or ends. */
   void (*on_collect)(bool collects);
} cs_threads_setup;

/* To be called before the program runs; all is borrowed. */
void cs_threads_init(const cs_threads_setup *setup, Bool counts);

/* Counting begins or ends. */
void cs_threads_count(Bool counts);

/* Changes whether the thread, which runs, collects. */
void cs_threads_toggle(ThreadId tid);

/* ---- What the core reports ---- */

void cs_threads_run(ThreadId tid);
void cs_threads_end(ThreadId tid);

/* Threads are numbered from 1 in the order in which they first ran.  0: it has not. */
UInt cs_threads_number(ThreadId tid);

/* A signal's handler is about to run in the thread, or has returned. */
void cs_threads_signal(ThreadId tid);
void cs_threads_signal_done(ThreadId tid);

/* The process is a forked child, and this is its only thread. */
void cs_threads_fork(ThreadId tid);

/* ---- Reading ---- */

/* The next thread after this id, 0 for the first; its number, in the order in which they
   began.  0: there is none. */
ThreadId cs_threads_next(ThreadId tid, UInt *number);
