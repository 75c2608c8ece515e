/* hp_requests.h -- what a program with an allocator of its own tells about its
   blocks, by the requests of valgrind.h; glue.

   Blocks that are handed out of a larger one are counted beside it: where that
   was allocated too, the sums have both, as in massif.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_REQUESTS_H
#define HP_REQUESTS_H

#include "pub_tool_basics.h"

void hp_requests_init(void);

/* True: it was one of these. */
Bool hp_requests_handle(ThreadId id, UWord *arguments, UWord *result);

#endif
