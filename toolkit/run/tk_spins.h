/* tk_spins.h -- detects threads that wait in loops for other threads; glue.

   Valgrind runs one thread at a time, for 100,000 blocks if it goes on so long.  A thread
   that waits in a loop keeps the one that it waits for from running.  Such loops are

      pause        the instruction, of spinlocks and OpenMP
      sched_yield  the call, of rayon and of many spinlocks
      bare         a thread that has run for long has the registers and the stack that it
                   had before: a loop that computes changes some

   What they run is an estimate, as a pause and a call take as long as some blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

void tk_spins_init(void);

/* Counts the pauses of a superblock.  To be called when all else was added to it. */
void tk_spins_instrument(IRSB *out, const VexGuestLayout *layout);

/* To be called by VG_(track_start_client_code) and VG_(track_stop_client_code). */
void tk_spins_start(ThreadId id, ULong blocks_done);
void tk_spins_stop(ThreadId id, ULong blocks_done);

/* A thread begins; one ends; the process is a child with one thread. */
void tk_spins_thread_begins(void);
void tk_spins_thread_ends(ThreadId id);
void tk_spins_fork(void);

/* A thread calls the system. */
void tk_spins_syscall(UInt number);

/* Warns of spinning that is worth a report, and says what helps. */
void tk_spins_warn(void);
