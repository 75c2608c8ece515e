/* tk_custom_blocks.h -- blocks of the program's own allocator, reported by the client
   requests of valgrind.h, alone or in pools; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* The tool's functions; all must be set.  `id` is the thread that reports. */
typedef struct tk_custom_events {
   void *context;
   void (*begin)(void *context, ThreadId id, Addr block, SizeT size_B);
   /* The next three return False if no live block begins there. */
   Bool (*end)(void *context, Addr block);
   Bool (*move)(void *context, ThreadId id, Addr from, Addr to, SizeT size_B);
   Bool (*size)(void *context, Addr block, SizeT *size_B);
   /* A request named what is unknown: "a free of block", "of pool". */
   void (*unknown)(void *context, ThreadId id, const HChar *what, Addr address);
} tk_custom_events;

/* To be called once; `events` is borrowed. */
void tk_custom_blocks_init(const tk_custom_events *events);

/* True: it was one of these requests. */
Bool tk_custom_blocks_handle(ThreadId id, UWord *arguments, UWord *result);
