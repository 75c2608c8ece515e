/* hp_custom_blocks.h -- blocks of the program's own allocator, reported by the client
   requests of valgrind.h; glue.

   Blocks cut from a larger one count in addition to it: if that one was allocated
   too, the sums include both, as in massif.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

void hp_custom_blocks_init(void);

/* True: it was one of these requests. */
Bool hp_custom_blocks_handle(ThreadId id, UWord *arguments, UWord *result);
