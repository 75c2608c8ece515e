/* hp_regions.h -- what is allocated in the regions that the program names, and how
   large the heap gets in them; pure.

   Bytes and blocks are those that the thread allocated in the region.  The heap's
   size is that of all threads: a freed block does not say which region it was for.

   No walk over the open regions is needed for their most live bytes.  One maximum
   is kept since a region last began or ended.  At the next begin or end, the
   innermost region of each thread takes it over.  A region that ends gives its
   maximum to the one around it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "accounts/hp_heap.h"
#include "run/tk_regions.h"

/* The sums and values of a region. */
enum {
   HP_REGION_BYTES,
   HP_REGION_BLOCKS,
   HP_REGION_N_SUMS,
   HP_REGION_PEAK = HP_REGION_N_SUMS, /* the most live bytes in it */
   HP_REGION_GROWTH,                  /* the most above those at its begin */
   HP_REGION_N_VALUES,
};

typedef struct hp_regions {
   tk_regions paths;
   uint64_t most_B; /* most live bytes since a region last began or ended */
} hp_regions;

/* A region of the whole run, up to now. */
typedef struct hp_region {
   const char *name; /* borrowed */
   uint32_t parent;  /* an index below its own, or TK_NO_REGION */
   uint64_t count;
   hp_amount total;
   uint64_t peak, growth;
} hp_region;

/* What has happened since an open region began. */
typedef struct hp_region_use {
   const char *name; /* NULL: too many regions, this one has no record */
   hp_amount total;
   uint64_t growth;             /* most live bytes above those at its begin */
   int64_t left_B, left_blocks; /* live now, minus live at its begin */
} hp_region_use;

void hp_regions_init(hp_regions *regions, const tk_alloc *alloc);
void hp_regions_fini(hp_regions *regions);

/* A thread enters a region, or leaves its innermost one (tk_regions_begin, _end).  The
   heap reports its growth while any thread is in a region. */
tk_begun hp_regions_begin(hp_regions *regions, hp_heap *heap, uint64_t thread,
                          const char *name, size_t length_B);
bool hp_regions_end(hp_regions *regions, hp_heap *heap, uint64_t thread);

/* The thread leaves its innermost regions until `depth` are open. */
void hp_regions_unwind(hp_regions *regions, hp_heap *heap, uint64_t thread,
                       uint64_t depth);
/* All other threads leave their regions: after a fork, they do not exist. */
void hp_regions_keep(hp_regions *regions, hp_heap *heap, uint64_t thread);

/* Sets all counts to 0; open regions begin now. */
void hp_regions_zero(hp_regions *regions, hp_heap *heap);

/* The thread has allocated this amount. */
static inline void hp_regions_add(hp_regions *regions, uint64_t number, hp_amount amount)
{
   tk_region_thread *thread = tk_regions_thread(&regions->paths, number);
   if (thread == NULL)
      return;
   thread->running[HP_REGION_BYTES] += amount.bytes;
   thread->running[HP_REGION_BLOCKS] += amount.blocks;
}

/* The heap has this many live bytes now. */
static inline void hp_regions_live(hp_regions *regions, uint64_t live_B)
{
   if (live_B > regions->most_B)
      regions->most_B = live_B;
}

/* The innermost region of a thread, up to now; false: it is in none. */
bool hp_regions_use(hp_regions *regions, const hp_heap *heap, uint64_t thread,
                    hp_region_use *use);

/* A region from 0 to regions->paths.n_regions - 1. */
hp_region hp_regions_at(const hp_regions *regions, uint32_t index);
