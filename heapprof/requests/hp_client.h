/* hp_client.h -- what the program asks of heapprof by heapprof.h; glue.

   (hp_requests.h: what it tells of its blocks by valgrind.h.)
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_CLIENT_H
#define HP_CLIENT_H

#include "pub_tool_basics.h"

void hp_client_init(void);

/* True: it was one of these. */
Bool hp_client_handle(ThreadId id, UWord *arguments, UWord *result);

/* A thread ends, and leaves the regions that it is in. */
void hp_client_thread_ends(ThreadId id);

#endif
