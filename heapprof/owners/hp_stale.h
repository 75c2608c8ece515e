/* hp_stale.h -- pointers that earlier blocks have left in memory that is a block again;
   pure.

   An allocator hands out memory as it was freed.  Until the program writes to it, such
   a buffer seems to refer to what its former users referred to.  So the words of a new
   block that look like addresses of the heap are marked: they are no pointers until the
   program writes there, be it the same value.  memcheck's rule is the same, by bits.

   Translated code asks the filter before each write, so that few of them call.  Memory
   of blocks is read directly.  If no more can be marked, more words count as pointers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

#include <stdbool.h>
#include <stdint.h>

enum { HP_STALE_MOST_B = 32 << 20 }; /* a larger block is new from the system: zeros */

enum { HP_STALE_PAGE_B = 4096, HP_STALE_BITS = 64 };

/* Each word of memory has a byte of the filter, which it shares with others: how many of
   them are marked, 255 for ever if it ever was so many.  The first bytes are there again
   behind the last, so that eight can be read from each place. */
enum { HP_STALE_FILTER = 1 << 21, HP_STALE_FILTER_MORE = 7 };

/* Which words of a page are marked. */
typedef struct hp_stale_page {
   uintptr_t start; /* 0: the slot is free */
   uint64_t bits[HP_STALE_PAGE_B / sizeof(uintptr_t) / HP_STALE_BITS];
} hp_stale_page;

/* All zeros but for the first three: nothing is marked. */
typedef struct hp_stale {
   const tk_alloc *alloc;           /* borrowed, as is the filter: of zeros at first */
   bool (*has_room)(size_t size_B); /* is there so much memory?  It is asked first. */
   uint8_t *filter;                 /* HP_STALE_FILTER + HP_STALE_FILTER_MORE */
   /* Private: */
   hp_stale_page *pages; /* a hash table with open addressing */
   size_t n_pages, n_page_slots;
   uintptr_t low, high; /* where words point that may be pointers */
} hp_stale;

void hp_stale_fini(hp_stale *stale);

/* A block was allocated: its memory can be read. */
void hp_stale_block(hp_stale *stale, uintptr_t start, size_t size_B);

/* A block was reallocated, with what it had.  What is behind that is new. */
void hp_stale_move(hp_stale *stale, uintptr_t from, size_t from_B, uintptr_t to,
                   size_t to_B);

/* These bytes were written.  A word of which one was is a pointer from now on. */
void hp_stale_written(hp_stale *stale, uintptr_t start, size_t size_B);

/* Has the word at the address been there since its block was allocated? */
bool hp_stale_has(const hp_stale *stale, uintptr_t address);
