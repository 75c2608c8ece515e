/* hp_memory.h -- memory that is not in blocks: pages (--pages-as-heap) and
   stacks (--stacks); glue.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_MEMORY_H
#define HP_MEMORY_H

#include "hp_run.h"

/* Has Valgrind's core tell of what the options ask for. */
void hp_memory_init(void);

/* What is on its stack then is not popped. */
void hp_memory_thread_ends(ThreadId id);

#endif
