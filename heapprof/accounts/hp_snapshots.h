/* hp_snapshots.h -- what was live at each site at certain times: a part of hp_heap.h,
   which holds the lists; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "accounts/hp_heap.h"

enum { HP_MOST_ORDERED = 1000 };

/* Takes at most `max` periodic snapshots (even; 0: none), the first one `interval`
   after the start.  When there are `max`, drops every other one and doubles the
   interval. */
void hp_snapshots_plan(hp_heap *heap, uint32_t max, uint64_t interval);
/* Takes snapshots at these times too, ascending; borrowed. */
void hp_snapshots_ask(hp_heap *heap, const uint64_t *times, uint32_t n);

/* Takes the snapshots that are due, in the order of time.  To be called before live
   amounts change, and at the end. */
void hp_snapshots_take(hp_heap *heap, uint64_t now);

/* Takes a snapshot of all sites now.  False: there are HP_MOST_ORDERED of these. */
bool hp_snapshots_order(hp_heap *heap, uint64_t now);

/* Forgets the snapshots taken so far, and the asked times that have passed; starts
   periodic ones again. */
void hp_snapshots_restart(hp_heap *heap, uint64_t now);

void hp_snapshots_free(hp_heap *heap);
