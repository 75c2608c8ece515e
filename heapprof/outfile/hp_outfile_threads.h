/* hp_outfile_threads.h -- the names of threads, for the outfile; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "outfile/hp_outfile.h"

/* Keeps the name of a thread that ends. */
void hp_outfile_threads_end(ThreadId id);

/* The process is about to fork a child that inherits counts; it has forked. */
void hp_outfile_threads_before_fork(void);
void hp_outfile_threads_forked(ThreadId id);

/* The process is a new child, whose only thread is this one.  If it inherits counts, it
   keeps the names of the threads that had ended, or ended by the fork. */
void hp_outfile_threads_fork(ThreadId id, Bool inherits);

/* The names as they are now, by number of thread; none of a process that only ever had
   one thread.  To be freed with VG_(free).  *n is their number. */
hp_outfile_thread *hp_outfile_threads(SizeT *n);
