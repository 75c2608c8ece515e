/* cs_find.h -- the data object at an address; glue.

   The finders are asked in turn: heap, variables, stacks, mappings.  What none of them
   knows is CS_DATA_UNKNOWN.  To be called while the reference runs, as the program may
   free the memory afterwards.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "base/tk_strings.h"
#include "calls/cs_calls.h"
#include "code/tk_code_objects.h"
#include "data/cs_data.h"

/* What the finders share; all is borrowed. */
typedef struct cs_find_setup {
   cs_data_table *data;
   tk_strings *names;         /* of all strings of keys and frames */
   tk_code_objects *binaries; /* whose numbers keys and frames have */
   const tk_jit *jit;         /* names of code in none of these */
   cs_calls *calls;           /* NULL: call paths are not kept */
   /* Is called before a block is freed or memory unmapped, and when a block begins: what
      was there is another memory.  NULL: nobody is told. */
   void (*memory_ends)(Addr start, SizeT size_B);
   /* A block of a datum of the heap begins.  NULL: nobody is told. */
   void (*block_begins)(const cs_data *data, Addr start, SizeT size_B);
   /* A block of the heap ends, or moves.  NULL: nobody is told. */
   void (*block_ends)(Addr start, SizeT size_B);
} cs_find_setup;

/* Starts all finders; before the program runs. */
void cs_find_init(const cs_find_setup *setup);

/* The datum that the byte at `addr` is in. */
void cs_find(uintptr_t addr, cs_data_at *at);

/* The datum of the code at `addr`: the mapping that it lies in. */
void cs_find_code(uintptr_t addr, cs_data_at *at);

/* ---- The core's events, for the finders ---- */

/* The process is a forked child, and this is its only thread. */
void cs_find_fork(ThreadId tid);

void cs_find_thread_ends(ThreadId tid);
