/* hp_heap.h -- the accounts of the heap: what each allocation site holds now, and
   held at the peak; pure.  hp_realloc.c has the reallocations, hp_heap_zero.c the
   restart.

   Every event costs the same, however much is live.  Each site's amounts at the
   peak are known at any time without a walk over the sites: the peak has a stamp
   that increases with each new maximum.  A site whose stamp is older has not
   changed since that maximum; it saves its amounts before it changes.

   The rules of counting are DHAT's (docs/FORMAT-heapprof.md).  A block of size 0
   counts as 1 byte.  A reallocated block stays with its site, and counts again in
   the totals.  Of equal maxima, the last is the peak.

   Sums stay at TK_COUNT_MAX when they reach it.  Bytes allocated later are counted
   nowhere, neither in totals nor as live: the sums of the sites always equal those
   of the heap.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "watch/tk_blocks.h"
#include "accounts/hp_timeline.h"
#include "base/tk_count.h"

enum {
   HP_SITE_IGNORED = UINT32_MAX - 1,   /* blocks of this site are not counted */
   HP_SITE_INHERITED = UINT32_MAX - 2, /* pages of the parent, before the fork */
   HP_CLASSES = 65,                    /* 0, and one for each number of bits */
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

/* Blocks by class of a number: 0, or how many bits it has; n classes from `first` on. */
typedef struct hp_classes {
   uint64_t *of;
   uint8_t first, n;
} hp_classes;

typedef struct hp_site {
   hp_amount live;
   hp_amount at_peak; /* at the peak of `stamp`; see hp_site_at_peak */
   uint64_t stamp;
   hp_amount total;
   hp_amount max; /* the most live bytes, and the blocks at that time */
   tk_wide born;  /* sum of the live blocks' times of birth */
   uint64_t freed_blocks, freed_lifetime, shortest, longest;
   hp_amount temporary;
   uint64_t reallocs, failed, failed_B;
   uint64_t min_B, max_B; /* sizes requested */
   hp_classes sizes;
   hp_share *shares; /* first: the thread that allocated last */
   uint32_t n_shares;
   uint64_t last_thread;             /* the largest number of a thread in shares */
   hp_amount moved;                  /* by reallocations: bytes copied, and moves */
   hp_amount old;                    /* live when counts were last set to zero */
   uint64_t old_freed, old_lifetime; /* of these: freed since, and after how long */
   uint32_t last; /* its latest block, while that is live and no other was outgrown */
   hp_amount outgrown;     /* freed once that was up to 2.5 times as large */
   hp_classes lives;       /* of the other freed blocks, but for old ones */
   struct hp_use *use;     /* accesses to its blocks, or NULL */
   uint64_t only_B;        /* with accesses: the size of all blocks; 0: no block yet */
   const uint32_t *frames; /* borrowed; innermost first */
   uint32_t n_frames;
   bool is_cut; /* the path has more frames than recorded */
} hp_site;

typedef struct hp_snapshot_site {
   uint32_t site;
   hp_amount live;
} hp_snapshot_site;

/* What was live at one time; its sites are in no order. */
typedef struct hp_snapshot {
   struct hp_snapshot *next; /* the earlier one */
   uint64_t time, overhead_B, stack_B;
   hp_amount live;
   bool asked;     /* by the user or the program; else periodic */
   uint64_t after; /* blocks that were born then or later were not live yet */
   bool is_born_known;
   struct hp_born *born; /* when its blocks were allocated (hp_births.h); NULL: none */
   uint32_t n_born;
   uint64_t n_rest; /* sites too small to be listed */
   hp_amount rest;
   uint32_t n_sites;
   hp_snapshot_site sites[];
} hp_snapshot;

/* What follows each block: accesses/, with --accesses=yes.  `block` is the index of
   its record. */
typedef struct hp_block_events {
   void (*begin)(void *context, uint32_t block);
   /* The block leaves its address.  It can be put back there or elsewhere, with
      another size; its index stays. */
   void (*lift)(void *context, uint32_t block);
   void (*put_back)(void *context, uint32_t block);
   /* The block has another size now; the common bytes were copied. */
   void (*resize)(void *context, uint32_t block, uint64_t old_B);
   /* The block has ended; it was lifted before. */
   void (*end)(void *context, uint32_t block);
   void (*zero)(void *context); /* counting starts again */
} hp_block_events;

/* What was live at the fork: the parent allocated it.  The amounts of the heap leave
   it out. */
typedef struct hp_inherited {
   hp_amount at_fork, freed; /* freed: since then, or reallocated */
   uint64_t reallocated;
   uint32_t n_records; /* of blocks, at the fork; 0: this is no forked child */
   uint8_t *is_own;    /* a bit for each record: used again since the fork */
} hp_inherited;

typedef struct hp_heap {
   const tk_alloc *alloc;
   uint64_t admin_B; /* the allocator's header of a block; 0: none */
   tk_blocks blocks;
   tk_pool pool;
   hp_site **chunks;
   uint32_t n_sites;
   size_t max_chunks;
   uint32_t *last_block;          /* each thread's last allocation, or 0 */
   size_t n_threads, max_threads; /* entries of last_block */
   /* What is live now: */
   hp_amount live;
   uint64_t overhead_B, stack_B;
   /* What was live at the peak: */
   hp_amount peak;
   uint64_t stamp, peak_time, peak_overhead_B;
   /* Totals of the whole run: */
   hp_amount total, freed, temporary;
   uint64_t most_blocks, most_stack_B, zero_blocks, reallocs, failed;
   uint64_t invalid; /* invalid frees; the caller counts them */
   hp_amount moved;
   const hp_block_events *block_events; /* NULL: no listener */
   void *block_context;                 /* for block_events */
   /* Over time.  Off if timeline is NULL. */
   hp_timeline *timeline;
   hp_snapshot *snapshots;                           /* the latest first */
   uint32_t n_periodic, max_periodic;                /* max 0: none */
   uint64_t first_interval, interval, next_periodic; /* units of time */
   uint32_t n_ordered;                               /* asked for while the program ran */
   const uint64_t *asked;                            /* times, ascending */
   uint32_t n_asked, next_asked;
   uint64_t due;               /* the next snapshot's; UINT64_MAX: none */
   uint32_t n_born;            /* entries of all snapshots, and how many blocks were */
   uint64_t n_walked;          /* looked at for periodic ones */
   struct hp_regions *regions; /* NULL while no thread is in a region */
   /* Blocks that were born before were live at the last zero; were not watched for
      their whole life. */
   uint64_t old_before, partly_before;
   hp_inherited inherited;
} hp_heap;

/* Was there a zero in the life of a block born then?  A zero, or a stop: then some
   accesses to it are not known.  Of blocks born at that very time, all count as such. */
static inline bool hp_heap_is_old(const hp_heap *heap, uint64_t born)
{
   return born < heap->old_before;
}

static inline bool hp_heap_is_partly_watched(const hp_heap *heap, uint64_t born)
{
   return born < heap->partly_before;
}

/* Did the parent allocate this block, before the fork? */
static inline bool hp_heap_is_inherited(const hp_heap *heap, uint32_t block)
{
   const hp_inherited *i = &heap->inherited;
   return block <= i->n_records && (i->is_own[block / 8] >> block % 8 & 1) == 0;
}

/* The block of a record, also during its reallocation; NULL: not in use, or not
   counted. */
static inline tk_block *hp_heap_counted(const hp_heap *heap, uint32_t index)
{
   tk_block *block = tk_blocks_at(&heap->blocks, index);
   return block->site == TK_BLOCK_FREE || block->site == HP_SITE_IGNORED
                || hp_heap_is_inherited(heap, index)
             ? NULL
             : block;
}

/* Was anything allocated or refused at the site? */
static inline bool hp_site_is_used(const hp_site *site)
{
   return site->total.blocks > 0 || site->failed > 0;
}

/* The bytes that the allocator adds to a block: a header of admin_B (glibc: 8), and
   rounding to a multiple of 16, at least 32.  0 if admin_B is 0. */
uint64_t hp_overhead_B(uint64_t size_B, uint64_t admin_B);

/* `alloc` and `timeline` are borrowed; a NULL timeline turns off the timeline and
   snapshots. */
void hp_heap_init(hp_heap *heap, const tk_alloc *alloc, uint64_t admin_B,
                  hp_timeline *timeline);
void hp_heap_fini(hp_heap *heap);

/* Adds a site, and returns its number.  The call path is borrowed. */
uint32_t hp_heap_add_site(hp_heap *heap, const uint32_t *frames, uint32_t n);

static inline hp_site *hp_heap_site(const hp_heap *heap, uint32_t number)
{
   return &heap->chunks[number / HP_SITES_CHUNK][number % HP_SITES_CHUNK];
}

/* What was live at a site at the peak. */
hp_amount hp_site_at_peak(const hp_heap *heap, const hp_site *site);
/* The sum of the lifetimes of all blocks of a site, up to `now`. */
uint64_t hp_site_lifetime(const hp_site *site, uint64_t now);
/* Has any sum reached TK_COUNT_MAX? */
bool hp_heap_is_full(const hp_heap *heap, uint64_t now);

/* ---- Events.  `now` never decreases.  Threads are numbered from 1. -------- */

/* Ends a block of the same layer that begins at the same address.  An address of more
   than 47 bits is none: nothing is counted. */
void hp_heap_alloc(hp_heap *heap, uint32_t site, uint64_t thread, tk_layer layer,
                   uint64_t address, uint64_t size_B, uint64_t now);

/* Frees a block; false: no block begins there. */
bool hp_heap_free(hp_heap *heap, tk_layer layer, uint64_t address, uint64_t now);

/* A reallocation has two steps: between them, the allocator may give the old
   address to another thread.  _begin returns the block's index; 0: no block begins
   there.  Then follows _end with the old or new address and size, _cancel, or _free
   (a reallocation to size 0). */
uint32_t hp_heap_realloc_begin(hp_heap *heap, tk_layer layer, uint64_t address);
void hp_heap_realloc_end(hp_heap *heap, uint32_t index, uint64_t thread, uint64_t address,
                         uint64_t size_B, uint64_t now);
void hp_heap_realloc_cancel(hp_heap *heap, uint32_t index);
void hp_heap_realloc_free(hp_heap *heap, uint32_t index, uint64_t now);

/* Something without a lifetime happened: a copy, or an ad-hoc event. */
void hp_heap_occur(hp_heap *heap, uint32_t site, uint64_t thread, hp_amount amount);

/* A request of that size was refused. */
void hp_heap_fail(hp_heap *heap, uint32_t site, uint64_t size_B);

/* Memory that is not in blocks: pages were mapped, or unmapped. */
void hp_heap_grow(hp_heap *heap, uint32_t site, uint64_t thread, hp_amount amount,
                  uint64_t now);
void hp_heap_shrink(hp_heap *heap, uint32_t site, hp_amount amount, uint64_t now);

/* Counts a block as allocated now, by the thread's request for size_B.  The record
   is filled in but for `born`. */
void hp_heap_count(hp_heap *heap, tk_block *block, uint64_t thread, uint64_t size_B,
                   uint64_t now);

/* Counts from zero again, as if all that is live were allocated now, with the sizes
   that count, by the threads that did allocate it.  (Pages: by the last thread at
   the site.)  None of these blocks is temporary.  Time goes on. */
void hp_heap_zero(hp_heap *heap, uint64_t now);

/* Counting stops: later blocks are of no site, and accesses are not seen. */
void hp_heap_stop(hp_heap *heap, uint64_t now);

/* The process is a forked child: counts from zero again, without what is live.  An
   inherited block that is reallocated counts as allocated by the child. */
void hp_heap_inherit(hp_heap *heap, uint64_t now);

/* Memory from before the fork is freed.  The caller reports this for pages; the heap
   itself knows of blocks. */
void hp_heap_free_inherited(hp_heap *heap, hp_amount amount);

/* The stacks have this size now. */
void hp_heap_stack(hp_heap *heap, uint64_t stack_B, uint64_t now);
