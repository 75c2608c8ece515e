/* hp_heap.h -- the accounting: who holds how much of the heap, and who held it
   when it was largest; pure.

   Every event costs the same, whatever is alive.  In particular the state of
   each site at the global peak is known at any time without a walk: the peak
   has a stamp that grows with each new maximum; a site whose stamp is older
   has not changed since, and takes its amounts down before it changes.

   The rules of counting are DHAT's (docs/FORMAT-heapprof.md): a block of size 0
   counts as 1 byte; a reallocated block stays with its site, and counts again
   in the totals; of equal maxima the last is the peak.

   Sums that would exceed TK_COUNT_MAX stay there.  Of what is allocated after all
   the bytes that can be counted, nothing is: neither in totals nor as live, so that
   sums of sites are those of the heap whatever is told.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_HEAP_H
#define HP_HEAP_H

#include "watch/tk_blocks.h"
#include "accounts/hp_timeline.h"
#include "base/tk_count.h"

enum {
   HP_SITE_IGNORED = UINT32_MAX - 1, /* a block of this is not counted */
   HP_SIZE_CLASSES = 65,  /* 0, and one for each number of bits of a size */
   HP_SITES_CHUNK = 64,
};

#define HP_MANY_SIZES UINT64_MAX /* of hp_site.only_B */

typedef struct hp_amount {
   uint64_t bytes, blocks;
} hp_amount;

/* What one thread allocated at a site. */
typedef struct hp_share {
   struct hp_share *next;
   uint64_t thread;
   hp_amount total;
} hp_share;

typedef struct hp_site {
   hp_amount live;
   hp_amount at_peak;     /* as of `stamp`; see hp_site_at_peak */
   uint64_t stamp;
   hp_amount total;
   hp_amount max;         /* the largest live bytes, and the blocks then */
   tk_wide born;          /* sum over live blocks of when */
   uint64_t freed_blocks, freed_lifetime, shortest, longest;
   hp_amount temporary;
   uint64_t reallocs, failed, failed_B;
   uint64_t min_B, max_B; /* sizes requested */
   uint64_t *classes;     /* blocks of n_classes sizes from first_class on */
   uint8_t first_class, n_classes;
   hp_share *shares;      /* the thread that allocated last comes first */
   uint32_t n_shares;
   uint64_t last_thread;  /* the largest number of them */
   hp_amount moved;       /* by reallocations: bytes copied, and how often */
   struct hp_use *use;    /* accesses to its blocks, or NULL */
   uint64_t only_B;       /* with accesses: the size of all blocks; 0: none yet */
   const uint32_t *frames; /* borrowed; innermost first */
   uint32_t n_frames;
   bool is_cut;           /* the path goes on beyond its frames */
} hp_site;

typedef struct hp_snapshot_site {
   uint32_t site;
   hp_amount live;
} hp_snapshot_site;

/* What was live at a moment; its sites in no order. */
typedef struct hp_snapshot {
   struct hp_snapshot *next; /* the one before in time */
   uint64_t time, extra_B, stack_B;
   hp_amount live;
   bool asked;
   uint64_t n_rest; /* sites that were too small to be listed */
   hp_amount rest;
   uint32_t n_sites;
   hp_snapshot_site sites[];
} hp_snapshot;

typedef struct hp_heap {
   const tk_alloc *alloc;
   uint64_t admin_B;        /* the allocator's header of a block; 0: none */
   tk_blocks blocks;
   tk_pool pool;
   hp_site **chunks;
   uint32_t n_sites, max_chunks;
   uint32_t *last_block;    /* of each thread: its last allocation, or 0 */
   uint32_t n_threads;      /* of last_block */
   /* Now. */
   hp_amount live;
   uint64_t extra_B, stack_B;
   /* At the peak. */
   hp_amount peak;
   uint64_t stamp, peak_time, peak_extra_B;
   /* Of the whole run. */
   hp_amount total, freed, temporary;
   uint64_t most_blocks, most_stack_B, zero_blocks, reallocs, failed;
   uint64_t invalid; /* frees of what is no block; the caller counts */
   hp_amount moved;
   struct hp_accesses *accesses; /* that are to be told of blocks, or NULL */
   /* Over time.  All off if timeline is NULL. */
   hp_timeline *timeline;
   hp_snapshot *snapshots;  /* the latest first */
   uint32_t n_periodic, max_periodic; /* max 0: none */
   uint64_t first_interval, interval, next_periodic; /* units of time */
   uint32_t n_ordered;      /* of those asked for: while the program ran */
   const uint64_t *asked;   /* times, ascending */
   uint32_t n_asked, next_asked;
   uint64_t due;            /* the next snapshot's; UINT64_MAX: none */
   struct hp_regions *regions; /* while a thread is in one (hp_regions.h) */
} hp_heap;

/* Whether there is something to tell of a site: something was allocated there, or
   refused. */
static inline bool hp_site_is_used(const hp_site *site)
{
   return site->total.blocks > 0 || site->failed > 0;
}

/* What the allocator adds to a block by rounding it up to a multiple of 16 with
   a header of admin_B (of which glibc's has 8), and to 32; 0 if admin_B is 0. */
uint64_t hp_extra_B(uint64_t size_B, uint64_t admin_B);

/* False: memory ran out.  `alloc` and `timeline` are borrowed; a NULL timeline
   turns the timeline, snapshots and lifetimes off. */
bool hp_heap_init(hp_heap *heap, const tk_alloc *alloc, uint64_t admin_B,
                  hp_timeline *timeline);
void hp_heap_fini(hp_heap *heap);

/* A new site with a call path, which is borrowed: its number, or UINT32_MAX if
   memory ran out. */
uint32_t hp_heap_add_site(hp_heap *heap, const uint32_t *frames, uint32_t n);

static inline hp_site *hp_heap_site(const hp_heap *heap, uint32_t number)
{
   return &heap->chunks[number / HP_SITES_CHUNK][number % HP_SITES_CHUNK];
}

/* What was live at a site at the peak. */
hp_amount hp_site_at_peak(const hp_heap *heap, const hp_site *site);
/* The sum of the lifetimes of all its blocks, if it is `now`. */
uint64_t hp_site_lifetime(const hp_site *site, uint64_t now);
/* Has any sum reached TK_COUNT_MAX? */
bool hp_heap_is_full(const hp_heap *heap, uint64_t now);

/* ---- Events.  `now` never decreases.  Threads are numbered from 1. -------- */

/* A block of the layer HEAP that begins where another does ends that one; false:
   memory ran out, and the event was not counted. */
bool hp_heap_alloc(hp_heap *heap, uint32_t site, uint64_t thread,
                   tk_layer layer, uint64_t address, uint64_t size_B,
                   uint64_t now);

/* False: no block begins there. */
bool hp_heap_free(hp_heap *heap, tk_layer layer, uint64_t address,
                  uint64_t now);

/* A reallocation in two steps, between which the program's allocator may give
   the old place to another thread.  _begin: the block's index, or 0: no block
   begins there, counted as invalid.  Then either _end, at its old or a new
   place and size (false: memory ran out), or _cancel. */
uint32_t hp_heap_realloc_begin(hp_heap *heap, tk_layer layer,
                               uint64_t address);
bool hp_heap_realloc_end(hp_heap *heap, uint32_t index, uint64_t thread,
                         uint64_t address, uint64_t size_B, uint64_t now);
void hp_heap_realloc_cancel(hp_heap *heap, uint32_t index);
/* Or it was freed (realloc to size 0). */
void hp_heap_realloc_free(hp_heap *heap, uint32_t index, uint64_t now);

/* Something that has no life happened (mode copy, ad-hoc). */
void hp_heap_occur(hp_heap *heap, uint32_t site, uint64_t thread,
                   hp_amount amount);

/* A request of that size was refused. */
void hp_heap_fail(hp_heap *heap, uint32_t site, uint64_t size_B);

/* Memory that is not in blocks (pages, mapped and unmapped). */
void hp_heap_grow(hp_heap *heap, uint32_t site, uint64_t thread,
                  hp_amount amount, uint64_t now);
void hp_heap_shrink(hp_heap *heap, uint32_t site, hp_amount amount,
                    uint64_t now);

/* A block whose record has all but when it was born is allocated now, by a
   request of that thread for size_B. */
void hp_heap_count(hp_heap *heap, tk_block *block, uint64_t thread,
                   uint64_t size_B, uint64_t now);

/* Counting begins anew (hp_heap_zero.c): nothing was ever allocated, freed or refused
   before, and what is live is allocated now, with the sizes that are counted, by
   the threads that did allocate it.  (Pages have no threads of their own: by the
   thread that was last at the site.)  None of these blocks is temporary.  `now`
   goes on. */
void hp_heap_zero(hp_heap *heap, uint64_t now);

/* The stacks have that size now. */
void hp_heap_stack(hp_heap *heap, uint64_t stack_B, uint64_t now);

#endif
