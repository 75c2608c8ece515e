/* tk_threads.h -- the program's threads: which are live, number, stack, calls of
   allocation functions that are open; glue.

   Valgrind gives the id of an ended thread to a new one.  Numbers are never used
   twice.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "base/tk_alloc.h"
#include "watch/tk_calls.h"

typedef struct tk_thread {
   ThreadId id;
   ULong number; /* from 1 on */
   Bool is_live; /* it has run, and has not ended */
   /* The mapping that its stack was last found in; both 0: in none. */
   Addr stack_start, stack_end;
   ULong stack_map_changes; /* tk_threads.n_map_changes at that time */
   tk_calls calls;
} tk_thread;

typedef struct tk_threads {
   const tk_alloc *alloc;
   tk_thread **by_id;   /* NULL: no thread had this id so far */
   tk_thread *running;  /* NULL before the first one runs */
   ULong n;             /* threads that were ever started */
   ULong n_map_changes; /* of mappings and of their permissions */
} tk_threads;

/* `alloc` is borrowed. */
void tk_threads_init(tk_threads *threads, const tk_alloc *alloc);

/* A new thread with the next number.  The record of the last thread with this id
   is used again. */
void tk_threads_begin(tk_threads *threads, ThreadId id);

/* The thread runs from now on. */
static inline void tk_threads_run(tk_threads *threads, ThreadId id)
{
   threads->running = threads->by_id[id];
   threads->running->is_live = True;
}

/* The thread ends, which need not have begun. */
void tk_threads_end(tk_threads *threads, ThreadId id);

/* The process is a forked child, and this is its only thread. */
void tk_threads_fork(tk_threads *threads, ThreadId id);

/* The live thread with the next id after that of `last`, NULL for the first.  NULL: there
   is none. */
const tk_thread *tk_threads_next(const tk_threads *threads, const tk_thread *last);

/* Mappings or their permissions changed: stacks may be elsewhere now. */
static inline void tk_threads_map_changed(tk_threads *threads)
{
   threads->n_map_changes++;
}

/* Finds the mapping that a stack pointer of the running thread is in. */
void tk_threads_find_stack(tk_threads *threads, Addr sp);

/* Is the address in the known stack of the running thread? */
static inline Bool tk_threads_is_on_stack(const tk_threads *threads, Addr address)
{
   const tk_thread *thread = threads->running;
   return address >= thread->stack_start && address < thread->stack_end
          && thread->stack_map_changes == threads->n_map_changes;
}
