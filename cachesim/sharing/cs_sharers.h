/* cs_sharers.h -- --sharing=yes: when several threads exist, and which memory ends; glue.

   While one thread exists, nothing is recorded, and until a second one begins, code has
   no slots (cs_slots.h): then all code is translated again.  Threads are numbered in the
   order in which they are created, from 1.

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "sharing/cs_slots.h"

typedef struct {
   const uint64_t *step; /* as in cs_slots */
   cs_sharing_find *find;
   void (*on_first)(cs_slots *slots); /* a second thread begins for the first time */
   cs_layout *layout;                 /* NULL: data are where the program has them */
} cs_sharers_setup;

/* Begins to watch threads; `setup` is copied, what it refers to is borrowed.  Without
   this call, the others do nothing. */
void cs_sharers_init(const cs_sharers_setup *setup);

/* The accesses, all charged, and the number of threads so far; NULL: not watched. */
const cs_sharing *cs_sharers_sharing(UInt *n_threads);

/* Charges all accesses so far. */
void cs_sharers_flush(void);

/* Ends these bytes: a block is freed, memory is unmapped.  To be called while the data
   object can still be found. */
void cs_sharers_end(Addr start, SizeT size_B);

/* Ends these bytes of the layout, as cs_layout_setup says. */
void cs_sharers_place_ends(uintptr_t start, uint64_t size_B);

/* Forgets all accesses. */
void cs_sharers_zero(void);

/* ---- What the core reports ---- */

void cs_sharers_run(ThreadId tid);
void cs_sharers_thread_begins(ThreadId parent, ThreadId tid);
void cs_sharers_thread_ends(ThreadId tid);

/* The process is a forked child, and this is its only thread. */
void cs_sharers_fork(ThreadId tid);
