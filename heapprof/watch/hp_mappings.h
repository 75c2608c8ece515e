/* hp_mappings.h -- memory that is not in blocks: pages (--pages-as-heap) and
   stacks (--stacks); glue.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_MAPPINGS_H
#define HP_MAPPINGS_H

#include "hp_run.h"

/* Has Valgrind's core tell of what the options ask for. */
void hp_mappings_init(void);

/* What is on its stack then is not popped. */
void hp_mappings_thread_ends(ThreadId id);

#endif
