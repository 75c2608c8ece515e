/* cs_heap.h -- the blocks of the heap, as data objects; glue.

   A datum is all blocks of one call path.  The program's allocation functions are
   watched as heapprof watches them; the program keeps its own allocator.  Nothing is
   changed: neither an argument nor a result, nor what VEX makes of the program's code.
   So all events are counted as without.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_tooliface.h"

#include "data/cs_find.h"
#include "watch/tk_threads.h"

void cs_heap_init(const cs_find_setup *setup);

/* False: the address is in none of them, and *at is unchanged.  Of a block within
   another, the inner one, which a client request reported. */
bool cs_heap_find(Addr addr, cs_data_at *at);

/* The bytes in a line of memory, of at most 64, that are in blocks of this datum:
   bit i is byte i. */
uint64_t cs_heap_bytes(const cs_data *data, uintptr_t line, uint32_t line_B);

/* The program's threads, as the watch knows them. */
const tk_threads *cs_heap_threads(void);

/* A superblock with what is to run where it begins: `sb`, or a copy with additions.
   Also while nothing is counted: blocks are known from the start. */
IRSB *cs_heap_instrument(IRSB *sb);

/* ---- The core's events ------------------------------------------------- */

void cs_heap_thread_begins(ThreadId id);
void cs_heap_thread_runs(ThreadId id);
void cs_heap_thread_ends(ThreadId id);
void cs_heap_fork(ThreadId id); /* in the child */
void cs_heap_signal(ThreadId id, Bool has_other_stack);
void cs_heap_signal_done(ThreadId id);
void cs_heap_mappings_changed(void); /* or their permissions */

/* True: it was a request about blocks. */
Bool cs_heap_handle(ThreadId id, UWord *arguments, UWord *result);
