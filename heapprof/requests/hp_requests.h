/* hp_requests.h -- what the program asks of heapprof by heapprof.h; glue.

   (hp_custom_blocks.h: what it tells of its blocks by valgrind.h.)
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_REQUESTS_H
#define HP_REQUESTS_H

#include "pub_tool_basics.h"

void hp_requests_init(void);

/* True: it was one of these. */
Bool hp_requests_handle(ThreadId id, UWord *arguments, UWord *result);

/* A thread ends, and leaves the regions that it is in. */
void hp_requests_thread_ends(ThreadId id);

#endif
