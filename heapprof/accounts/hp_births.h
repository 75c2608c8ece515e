/* hp_births.h -- between which snapshots the live blocks of each site were allocated: a
   part of hp_heap.h; pure.

   A snapshot begins a generation: blocks born at its `after` or later, until the next one
   begins.  When a snapshot is taken, and at the end, all live blocks are counted by site
   and generation; nothing is done when blocks are allocated or freed.  What is older than
   the first snapshot has no entry: it is what the entries leave of the site.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "accounts/hp_heap.h"

enum {
   HP_BORN_REST = UINT32_MAX, /* hp_born.site: of all sites that are not listed */
   HP_MOST_BORN = 1 << 19,    /* entries of all snapshots; one that has more has none */
   /* Periodic snapshots look at one block for as many allocations, besides so many. */
   HP_WALK_SHARE = 4,
   HP_WALK_FREE = 1 << 20,
};

/* Blocks of a site that were allocated in one generation. */
typedef struct hp_born {
   uint32_t site;
   uint64_t since;
   hp_amount live;
} hp_born;

/* Counts what is live now and was born before a time, by site, then generation, in *born
   for tk_put; NULL if there are no entries.  False: there are more than `most`. */
bool hp_births_count(const hp_heap *heap, uint64_t before, uint32_t most, hp_born **born,
                     uint32_t *n);

/* The same for a snapshot, which is not in the list yet, and lists some of its sites: all
   others are one, HP_BORN_REST, the last.  Is not done for a periodic snapshot if too
   much time would go into them. */
void hp_births_note(hp_heap *heap, hp_snapshot *snapshot);

/* Snapshots were dropped: generations that they began go on in those before. */
void hp_births_merge(hp_heap *heap);
