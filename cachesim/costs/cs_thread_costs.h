/* cs_thread_costs.h -- the event counts of each thread; pure.

   Events belong to the thread that runs: the growth of the totals since the last look is
   added to the thread that ran meanwhile.  So the rows always add up to all that was
   counted.  With one thread nothing is kept.

   A program can start a million threads.  Of those that have ended, the first
   CS_THREADS_MOST have a row each; what ends later joins the first row of its name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_strings.h"
#include "machine/cs_events.h"

#include <stdbool.h>

enum { CS_THREADS_MOST = 1000 };

typedef struct {
   uint64_t number;    /* of the thread, or the first of them */
   uint64_t n_threads; /* that the row adds up */
   const char *name;   /* interned; "": none */
   bool is_alive;
   uint64_t counts[CS_N_EVENTS];
} cs_thread_cost;

typedef struct {
   const tk_alloc *alloc;
   tk_strings *names;          /* borrowed */
   const uint64_t *totals;     /* borrowed; one for each event */
   uint64_t seen[CS_N_EVENTS]; /* the totals at the last look */
   cs_thread_cost **rows;      /* by number */
   size_t n_rows, max_rows;
   size_t most; /* of threads that have ended; CS_THREADS_MOST */
   bool is_on;
} cs_thread_costs;

void cs_thread_costs_init(cs_thread_costs *costs, const tk_alloc *alloc,
                          tk_strings *names, const uint64_t totals[CS_N_EVENTS]);
void cs_thread_costs_fini(cs_thread_costs *costs);

/* A second thread is about to begin.  All was counted by the thread of this number. */
void cs_thread_costs_begin(cs_thread_costs *costs, uint64_t number,
                           const uint64_t counts[CS_N_EVENTS]);

/* What was counted since the last look is this thread's. */
void cs_thread_costs_ran(cs_thread_costs *costs, uint64_t number);

/* The name of a thread. */
void cs_thread_costs_name(cs_thread_costs *costs, uint64_t number, const char *name,
                          size_t length_B);

/* The thread, which has been named, has ended. */
void cs_thread_costs_end(cs_thread_costs *costs, uint64_t number);

/* All counts are 0; threads that have ended are forgotten. */
void cs_thread_costs_zero(cs_thread_costs *costs);

/* All threads but this one have ended. */
void cs_thread_costs_fork(cs_thread_costs *costs, uint64_t number);
