/* hp_regions.h -- what is allocated in the regions that the program names, and
   how large the heap gets meanwhile; pure.

   Bytes and blocks are those that the thread allocated while in the region.
   The heap's size is that of all threads: no block tells what it was for when
   it is freed.

   The most live bytes since each region's begin are known without a walk over
   what is open: one maximum is kept since anything last began or ended, and is
   then taken over by the innermost region of each thread; a region that ends
   gives its own to the one around it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_REGIONS_H
#define HP_REGIONS_H

#include "accounts/hp_heap.h"
#include "run/tk_regions.h"

/* The sums and values of a region. */
enum {
   HP_REGION_BYTES, HP_REGION_BLOCKS, HP_REGION_N_SUMS,
   HP_REGION_PEAK = HP_REGION_N_SUMS, /* the most live bytes in it */
   HP_REGION_GROWTH,                  /* the most above those at its begin */
   HP_REGION_N_VALUES,
};

typedef struct hp_regions {
   tk_regions paths;
   uint64_t most_B; /* live, since a region last began or ended */
} hp_regions;

/* A region of the whole run, up to now. */
typedef struct hp_region {
   const char *name; /* borrowed */
   uint32_t parent;  /* its index, below the own one; or TK_NO_REGION */
   uint64_t count;
   hp_amount total;
   uint64_t peak, growth;
} hp_region;

/* What has happened since a region that is open began. */
typedef struct hp_region_use {
   const char *name; /* NULL: it is one too many to have figures of its own */
   hp_amount total;
   uint64_t growth;            /* the most live bytes above those then */
   int64_t left_B, left_blocks; /* live now above those then; may be negative */
} hp_region_use;

void hp_regions_init(hp_regions *regions, const tk_alloc *alloc);
void hp_regions_fini(hp_regions *regions);

/* As tk_regions_begin and _end.  The heap is told to tell of its growth as long
   as any thread is in a region. */
tk_begun hp_regions_begin(hp_regions *regions, hp_heap *heap, uint64_t thread,
                          const char *name, size_t length_B);
bool hp_regions_end(hp_regions *regions, hp_heap *heap, uint64_t thread);

/* The thread leaves regions until it is in so many. */
void hp_regions_unwind(hp_regions *regions, hp_heap *heap, uint64_t thread,
                       uint64_t depth);
/* All threads but that one leave theirs: after a fork they are not there. */
void hp_regions_keep(hp_regions *regions, hp_heap *heap, uint64_t thread);

/* All counts are 0, and what is open begins now. */
void hp_regions_zero(hp_regions *regions, hp_heap *heap);

/* The thread has allocated that. */
static inline void hp_regions_add(hp_regions *regions, uint64_t number,
                                  hp_amount amount)
{
   tk_region_thread *thread = tk_regions_thread(&regions->paths, number);
   if (thread == NULL)
      return;
   thread->running[HP_REGION_BYTES] += amount.bytes;
   thread->running[HP_REGION_BLOCKS] += amount.blocks;
}

/* The heap has so many live bytes now. */
static inline void hp_regions_live(hp_regions *regions, uint64_t live_B)
{
   if (live_B > regions->most_B)
      regions->most_B = live_B;
}

/* The innermost region of a thread so far; false: it is in none. */
bool hp_regions_use(hp_regions *regions, const hp_heap *heap, uint64_t thread,
                    hp_region_use *use);

/* A region from 0 to regions->paths.n_regions - 1. */
hp_region hp_regions_at(const hp_regions *regions, uint32_t index);

#endif
