/* cs_requests.h -- what the program and debuggers ask for: counting on and off,
   from zero, dumps and regions; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include <stdbool.h>

/* For needs_client_requests. */
Bool cs_requests_handle(ThreadId tid, UWord *args, UWord *result);

/* The thread that runs begins to collect, or ends; cs_threads.h. */
void cs_requests_collect(bool collects);

/* What the thread has run since the last look belongs to its regions, if counted. */
void cs_requests_look(ThreadId tid);

/* The thread's regions end. */
void cs_requests_thread_ends(ThreadId tid);

/* A forked child has one thread, the one that called fork. */
void cs_requests_fork(ThreadId tid);
