/* hp_accesses.h -- who reads and writes which bytes of which blocks; pure.

   Nearly all accesses of a program are not to be looked at: each place of the code
   that accesses memory has a slot with a range of addresses that need not be.  What
   is in it is charged when the place next goes elsewhere, by the number of passes
   meanwhile, which are counted anyway.  A slot's range is

   - memory without blocks, which is charged to nobody;
   - those bytes around the last access that need no look: of one block, all known
     to be read, or written, already; or
   - in a block with heat, whose every access counts at its offset, the one base
     that the place had twice.

   Ranges end when something happens to what they are of: a block ends, or memory
   without blocks gets some.  So each slot is in a list of its block, or of its part
   of the memory without.

   A block has heat, that is, its accesses are counted byte by byte, if all of its
   site's blocks have one size, and a small one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_ACCESSES_H
#define HP_ACCESSES_H

#include "accounts/hp_heap.h"
#include "accesses/hp_touch.h"

#include <stdbool.h>
#include <stdint.h>

/* One access of a slot's place: so many bytes beyond its base.  There are many;
   they are small. */
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

/* A place of the code, with one or more accesses of one base.  Translated code
   reads low and length: nothing is to be done while base - low < length. */
typedef struct hp_slot {
   uintptr_t low, length;     /* length 0: low is the last base */
   const uint64_t *passes;    /* of the code that it is in */
   uint64_t settled;          /* how many were there when it was last settled */
   struct hp_slot *next, **link; /* in a list; link NULL: in none */
   struct hp_block_use *block; /* that was accessed last; NULL: none */
   uint8_t n_refs;
   bool is_charged;           /* the block's site, with the passes */
   uint8_t streak;            /* how often in a row */
   uint8_t patience;          /* it gets a range with a longer streak */
   hp_ref refs[];
} hp_slot;

/* The accesses of a site's blocks. */
typedef struct hp_use {
   uint64_t reads_B, writes_B;
   /* Of blocks that have ended: bytes, and blocks of which no byte was. */
   hp_amount unread, unwritten, untouched;
   /* By byte, as differences to the byte before; those of the writes follow those
      of the reads.  heat_B + 1 each; NULL: no access yet. */
   uint64_t *heat;
   uint64_t heat_B; /* the size of all blocks; 0: they have no heat */
} hp_use;

/* A block, as needed for each access. */
typedef struct hp_block_use {
   uint64_t address, size_B; /* size 0: it is not in its place */
   hp_use *use;              /* of its site; NULL: ignored */
   hp_touch *touch;          /* NULL: not yet accessed */
   hp_slot *slots;
   uint64_t room[HP_TOUCH_FEW_WORDS]; /* where touch is of a small one */
} hp_block_use;

enum {
   HP_MOST_HEAT_B = 1 << 16, /* by request */
   HP_REGION_SHIFT = 21, /* what tk_blocks_void tells is within 2 MiB */
   HP_VOID_LISTS = 512,
   HP_FOUND = 4096, /* blocks found lately that are remembered */
   HP_EMPTY = 1024, /* likewise, pages without blocks */
};

typedef struct hp_accesses {
   hp_heap *heap;
   tk_pool pool;
   uint64_t exact_B;      /* the largest block with heat */
   hp_block_use **chunks; /* as those of the heap's blocks */
   uint32_t n_chunks, max_chunks;
   hp_slot *voids[HP_VOID_LISTS]; /* by region */
   uint64_t n_opened;     /* of the heap's blocks, as last seen */
   hp_block_use *found[HP_FOUND]; /* by granule; may be gone since */
   uint64_t empty[HP_EMPTY]; /* by page: it, and n_opened then */
   bool has_custom;       /* there are, or were, blocks within blocks */
   bool is_off;           /* look at none; to be set when all slots are closed */
} hp_accesses;

/* Begins to follow the accesses to the heap's blocks, of which there are none
   yet; `heap` is borrowed and must tell of its events. */
void hp_accesses_init(hp_accesses *accesses, hp_heap *heap, uint64_t exact_B);
void hp_accesses_fini(hp_accesses *accesses);

/* ---- Accesses.  As in DHAT they belong, as a whole, to the block that the first
   byte is in. */

void hp_accesses_note(hp_accesses *accesses, uint64_t address,
                      uint64_t size_B, bool is_write);

/* A slot's place is passed with a base beyond its range. */
void hp_accesses_miss(hp_accesses *accesses, hp_slot *slot, uintptr_t base);

/* Charges the slot's passes so far. */
void hp_accesses_settle(hp_accesses *accesses, hp_slot *slot);
/* Likewise; its range is empty then, and it may go. */
void hp_accesses_close(hp_accesses *accesses, hp_slot *slot);

/* ---- What happens to blocks, told by hp_heap ---- */

void hp_accesses_begin(hp_accesses *accesses, uint32_t block);
/* The block is taken out of its place, and may come back to it or to another with
   another size.  (Its index stays.) */
void hp_accesses_lift(hp_accesses *accesses, uint32_t block);
void hp_accesses_put_back(hp_accesses *accesses, uint32_t block);
/* It has another size now: what is common was copied. */
void hp_accesses_resize(hp_accesses *accesses, uint32_t block,
                        uint64_t old_B);
/* It is no more, and was taken out of its place before. */
void hp_accesses_end(hp_accesses *accesses, uint32_t block);

/* ---- Control ---- */

/* The block's accesses are to be counted byte by byte, and so those of its site's,
   however large they are.  False: there is no such block, or not all have one
   size. */
bool hp_accesses_want_heat(hp_accesses *accesses, uint64_t address);

/* Nothing was accessed so far, also of what lives.  All slots must be closed. */
void hp_accesses_zero(hp_accesses *accesses);

/* ---- Results; slots must be settled ---- */

/* Adds what the site's blocks that still live leave unread etc. to those in uses,
   an array by number of site. */
void hp_accesses_add_live(const hp_accesses *accesses, hp_use *uses);

/* The bytes read and written, of all sites; nothing else. */
hp_use hp_accesses_sum(const hp_accesses *accesses);

/* Does the site's heat count: all of its blocks had one size, and never another? */
bool hp_accesses_has_heat(const hp_site *site);

#endif
