/* hp_stale.h -- pointers that earlier blocks have left in memory that is a block again;
   pure.

   An allocator hands out memory as it was freed.  Until the program writes to it, such
   a buffer seems to refer to what its former users referred to.  So the words of a new
   block that look like addresses of the heap are remembered: as long as they are
   unchanged, they are no pointers.  (memcheck knows which bits were written.)  A block
   that is only read, and was written with the very same value, is misjudged.

   Memory is read directly.  If no more can be remembered, more words count as pointers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_STALE_H
#define HP_STALE_H

#include "base/tk_alloc.h"

#include <stdbool.h>
#include <stdint.h>

enum { HP_STALE_MOST_B = 32 << 20 }; /* a larger block is new from the system: zeros */

enum { HP_STALE_PAGE_B = 4096, HP_STALE_BITS = 64 };

/* Which words of a page are stale. */
typedef struct hp_stale_page {
   uintptr_t start; /* 0: the slot is free */
   uint64_t bits[HP_STALE_PAGE_B / sizeof(uintptr_t) / HP_STALE_BITS];
} hp_stale_page;

/* A stale word; outdated if its bit is not set. */
typedef struct hp_stale_word {
   uintptr_t address; /* 0: the slot is free */
   uintptr_t word;
} hp_stale_word;

/* All zeros but for alloc is an empty table.  Both hash tables have open addressing,
   and a power of two slots. */
typedef struct hp_stale {
   const tk_alloc *alloc; /* borrowed */
   hp_stale_page *pages;
   hp_stale_word *words;
   size_t n_pages, n_page_slots, n_words, n_word_slots;
   uintptr_t low, high; /* of all blocks so far; high is behind the last */
} hp_stale;

void hp_stale_fini(hp_stale *stale);

/* A block was allocated: its memory can be read. */
void hp_stale_block(hp_stale *stale, uintptr_t start, size_t size_B);

/* A block was reallocated, with what it had.  What is behind that is new. */
void hp_stale_move(hp_stale *stale, uintptr_t from, size_t from_B, uintptr_t to,
                   size_t to_B);

/* Has the word at the address been there since its block was allocated? */
bool hp_stale_has(const hp_stale *stale, uintptr_t address, uintptr_t word);

#endif
