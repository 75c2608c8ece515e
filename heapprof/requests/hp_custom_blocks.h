/* hp_custom_blocks.h -- what a program with an allocator of its own tells about its
   blocks, by the requests of valgrind.h; glue.

   Blocks that are handed out of a larger one are counted beside it: where that
   was allocated too, the sums have both, as in massif.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_CUSTOM_BLOCKS_H
#define HP_CUSTOM_BLOCKS_H

#include "pub_tool_basics.h"

void hp_custom_blocks_init(void);

/* True: it was one of these. */
Bool hp_custom_blocks_handle(ThreadId id, UWord *arguments, UWord *result);

#endif
