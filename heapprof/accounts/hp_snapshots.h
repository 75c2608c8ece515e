/* hp_snapshots.h -- what was live at which site at some moments; pure.

   Part of hp_heap.h, where the lists are: nothing is kept here.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_SNAPSHOTS_H
#define HP_SNAPSHOTS_H

#include "accounts/hp_heap.h"

enum { HP_MOST_ORDERED = 1000 };

/* At most `max` (even; 0: none) snapshots, the first `interval` from the
   start; as they fill up, every other is dropped and the interval doubled. */
void hp_snapshots_plan(hp_heap *heap, uint32_t max, uint64_t interval);
/* And at these times, ascending; borrowed. */
void hp_snapshots_ask(hp_heap *heap, const uint64_t *times, uint32_t n);

/* Takes what is due up to now, in the order of times; before anything that is
   live changes, and at the end. */
void hp_snapshots_take(hp_heap *heap, uint64_t now);

/* And one of all sites as it is now, up to HP_MOST_ORDERED of these.  False: there
   are so many, or memory ran out. */
bool hp_snapshots_order(hp_heap *heap, uint64_t now);

/* Forgets those that were taken, and those asked for that should have been;
   periodic ones begin anew. */
void hp_snapshots_restart(hp_heap *heap, uint64_t now);

void hp_snapshots_free(hp_heap *heap);

#endif
