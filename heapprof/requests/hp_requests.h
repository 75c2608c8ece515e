/* hp_requests.h -- the client requests of heapprof.h; glue.  hp_custom_blocks.h
   handles those of valgrind.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

void hp_requests_init(void);

/* True: it was one of these requests. */
Bool hp_requests_handle(ThreadId id, UWord *arguments, UWord *result);

/* A thread ends, and leaves its regions. */
void hp_requests_thread_ends(ThreadId id);

/* The process is a new child, whose only thread is this one: the others leave their
   regions. */
void hp_requests_fork(ThreadId id);
