/* hp_accesses.h -- charges the program's accesses to blocks: which bytes of which site
   are read and written; pure.

   Almost no access has to be looked at.  Each place in the code that accesses memory
   has a slot with a range of addresses.  An access within the range needs no look: it
   is charged when the place leaves the range, by the number of passes meanwhile.  The
   range of a slot is one of these:

   - memory without blocks, which is not charged;
   - bytes around the last access, in one block, all known to be read (or written)
     already; or
   - in a block whose site has a histogram, where each access counts at its offset, the
     one base that the place had twice.

   A range ends when its memory changes: its block ends, or memory without blocks gets
   a block.  So each slot is in a list of its block, or of its region of memory without
   blocks.

   A site has an access histogram, which counts the accesses to its blocks byte by byte,
   if all its blocks have the same size, and are small.

   Time is cut into epochs, each of which begins after at least 9/8 of the time of the one
   before.  All ranges end between two of them, so the first read of a block in an epoch
   is looked at, and its record (hp_touch.h) has the epoch of its last read.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "accounts/hp_heap.h"
#include "accesses/hp_touch.h"

#include <stdbool.h>
#include <stdint.h>

/* One access of a slot's place, at an offset from its base.  Small, as there are
   many. */
typedef struct hp_ref {
   int32_t offset : 21;
   uint32_t size_B : 10;
   uint32_t is_write : 1;
} hp_ref;

enum {
   HP_REF_MAX_OFFSET_B = (1 << 20) - 1,
   HP_REF_MAX_B = (1 << 10) - 1,
   HP_SLOT_MAX_REFS = 255,
};

/* A place in the code with one or more accesses of one base.  Translated code reads
   `low` and `length`, and does nothing while base - low < length. */
typedef struct hp_slot {
   uintptr_t low, length;        /* length 0: low is the last base */
   const uint64_t *passes;       /* of its piece of code */
   uint64_t flushed;             /* the passes at the last flush */
   struct hp_slot *next, **link; /* in a list; link NULL: in none */
   struct hp_block_use *block;   /* the last one accessed; NULL: none */
   uint8_t n_refs;
   bool is_charged;  /* passes are charged to the block's site */
   uint8_t streak;   /* accesses to `block` in a row */
   uint8_t patience; /* a range needs a streak longer than this */
   hp_ref refs[];
} hp_slot;

/* Blocks by how they were used while they lived, and of the read ones the bytes that
   nobody needed (hp_touch.h). */
typedef struct hp_need {
   hp_amount untouched, unread, read; /* unread: but written */
   hp_unused unused;
} hp_need;

/* Read blocks that were live at the peak: those older than its epoch, of these the ones
   that were last read in an epoch before, and how large the heap had been by the end of
   that epoch: by part of the peak. */
typedef struct hp_idle {
   uint64_t old_B;
   hp_amount all;
   uint64_t at_B[16];
} hp_idle;

/* The accesses to the blocks of a site. */
typedef struct hp_use {
   /* What each access needs. */
   uint64_t reads_B, writes_B;
   /* By byte, as differences to the byte before: histogram_B + 1 of reads, then as many
      of writes.  NULL: no access yet. */
   uint64_t *histogram;
   uint64_t histogram_B; /* the size of all its blocks; 0: it has no histogram */
   /* What ended blocks add: the bytes never read (written, touched), and the blocks
      without other bytes. */
   hp_amount unread, unwritten, untouched;
   hp_need need;
   /* Of those that were live, with the same size, at the peak of this stamp. */
   hp_need at_peak;
   hp_idle idle;
   uint64_t stamp;
   /* Ended blocks that were not watched for their whole life, so they are not above. */
   hp_amount partly;
} hp_use;

/* A record of the heap's blocks.  Each access needs of it: */
typedef struct hp_block_use {
   tk_block block;
   hp_use *use;     /* of its site; NULL: ignored */
   hp_touch *touch; /* NULL: not yet accessed, or the record is not in use */
   hp_slot *slots;  /* likewise */
   uint64_t stamp;  /* of the last peak before it had this size */
} hp_block_use;

enum {
   HP_MOST_HISTOGRAM_B = 1 << 16, /* by request */
   HP_REGION_SHIFT = 21,          /* ranges of tk_blocks_void lie within 2 MiB */
   HP_VOID_LISTS = 512,
   HP_FOUND = 4096, /* size of the cache of blocks */
   HP_FOUND_B = 16, /* the bytes that share an entry of it */
   HP_EMPTY = 1024, /* size of the cache of pages without blocks */
   HP_EPOCHS = 255,
};

typedef struct hp_accesses {
   hp_heap *heap;
   tk_pool pool;
   uint64_t exact_B;              /* the largest block with a histogram */
   hp_slot *voids[HP_VOID_LISTS]; /* by region */
   uint64_t n_opened;             /* of the heap's blocks, when last seen */
   hp_block_use *found[HP_FOUND]; /* by address; the block may have ended */
   uint64_t empty[HP_EMPTY];      /* by page: the page, and n_opened then */
   uint64_t epochs[HP_EPOCHS];    /* when they began; the first is 0 */
   uint64_t peaks_B[HP_EPOCHS];   /* the heap's, until then */
   uint8_t epoch;                 /* the current one */
   bool has_custom;               /* there are, or were, blocks within blocks */
   bool is_off;                   /* ignore accesses; set only if all slots are closed */
} hp_accesses;

/* Begins to follow the accesses to the blocks of `heap`, which has none yet.  `heap` is
   borrowed; it reports its blocks from now on, and their records are hp_block_use. */
void hp_accesses_init(hp_accesses *accesses, hp_heap *heap, uint64_t exact_B);
void hp_accesses_fini(hp_accesses *accesses);

/* ---- Accesses.  As in DHAT, a whole access belongs to the block of its first byte. */

void hp_accesses_note(hp_accesses *accesses, uint64_t address, uint64_t size_B,
                      bool is_write);

/* A slot's place runs with a base beyond its range. */
void hp_accesses_miss(hp_accesses *accesses, hp_slot *slot, uintptr_t base);

/* Charges the slot's passes so far. */
void hp_accesses_flush(hp_accesses *accesses, hp_slot *slot);

/* Charges the slot's passes so far, and empties its range; the caller can free it
   then. */
void hp_accesses_close(hp_accesses *accesses, hp_slot *slot);

/* ---- Control ---- */

/* Asks for a histogram of the site of the block at `address`, even if its blocks are
   large.  False: there is no block, or the blocks of the site differ in size. */
bool hp_accesses_want_histogram(hp_accesses *accesses, uint64_t address);

/* Forgets all accesses, also to live blocks.  All slots must be closed. */
void hp_accesses_zero(hp_accesses *accesses);

/* ---- Blocks that are no longer read ---- */

/* Is it time for the next epoch? */
bool hp_accesses_epoch_is_due(const hp_accesses *accesses, uint64_t now);

/* Begins an epoch.  All slots must be closed. */
void hp_accesses_begin_epoch(hp_accesses *accesses, uint64_t now);

/* The last epoch that began until a time; of the first half of the time so far.  0: none
   but the first. */
uint8_t hp_accesses_epoch_at(const hp_accesses *accesses, uint64_t time);
uint8_t hp_accesses_old_epoch(const hp_accesses *accesses, uint64_t now);

/* Is the block of the record older than the epoch, which is not the first, and was it not
   read since?  False for one that was not watched for its whole life. */
bool hp_accesses_is_idle(const hp_accesses *accesses, uint32_t record, uint8_t epoch);

/* By how much the peak of peak_B bytes would have been lower, at least, without blocks
   that were idle then. */
uint64_t hp_idle_saves(const hp_idle *idle, uint64_t peak_B);

/* ---- Results; slots must be flushed ---- */

/* Adds the unread, unwritten, untouched, needed and partly watched bytes of live blocks
   to uses[], which is indexed by the number of the site. */
void hp_accesses_add_live(const hp_accesses *accesses, hp_use *uses);

/* The sums of reads_B and writes_B of all sites; the other fields are 0. */
hp_use hp_accesses_sum(const hp_accesses *accesses);

/* Does the site have a histogram?  Then all of its blocks had the same size at all
   times. */
bool hp_accesses_has_histogram(const hp_site *site);
