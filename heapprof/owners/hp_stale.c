/* hp_stale.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "owners/hp_stale.h"

#include "base/tk_hash.h"

#define LABEL "hp.owners.stale"

enum {
   FIRST_SLOTS = 1024,
   WORD_B = sizeof(uintptr_t),
   AROUND_B = 1 << 26, /* how far from all blocks so far later ones are expected */
   LOW_B = 1 << 16,    /* no block is below */
};

/* ---- Pages ------------------------------------------------------------------------- */

static uintptr_t page_of(uintptr_t address)
{
   return address & ~(uintptr_t)(HP_STALE_PAGE_B - 1);
}

/* The slot of a page, or the free one where it would be; there is a free one. */
static hp_stale_page *page_slot(hp_stale_page *pages, size_t n_slots, uintptr_t start)
{
   size_t at = tk_hash_word(start) & (n_slots - 1);
   while (pages[at].start != 0 && pages[at].start != start)
      at = (at + 1) & (n_slots - 1);
   return &pages[at];
}

/* NULL: no word of the page was ever marked. */
static hp_stale_page *find_page(const hp_stale *stale, uintptr_t address)
{
   if (stale->n_pages == 0)
      return NULL;
   uintptr_t start = page_of(address);
   hp_stale_page *page = page_slot(stale->pages, stale->n_page_slots, start);
   return page->start == 0 ? NULL : page;
}

static bool grow_pages(hp_stale *stale)
{
   size_t n = stale->n_page_slots == 0 ? FIRST_SLOTS : 2 * stale->n_page_slots;
   hp_stale_page *pages;
   if (!stale->has_room(n * sizeof *pages))
      return false;
   pages = tk_get_zeroed(stale->alloc, LABEL, n * sizeof *pages);
   for (size_t i = 0; i < stale->n_page_slots; i++)
      if (stale->pages[i].start != 0)
         *page_slot(pages, n, stale->pages[i].start) = stale->pages[i];
   tk_put(stale->alloc, stale->pages);
   stale->pages = pages;
   stale->n_page_slots = n;
   return true;
}

/* NULL: there is no room for it. */
static hp_stale_page *make_page(hp_stale *stale, uintptr_t address)
{
   if (3 * (stale->n_pages + 1) > 2 * stale->n_page_slots && !grow_pages(stale))
      return NULL;
   hp_stale_page *page = page_slot(stale->pages, stale->n_page_slots, page_of(address));
   stale->n_pages += page->start == 0;
   page->start = page_of(address);
   return page;
}

/* ---- Words ------------------------------------------------------------------------ */

/* The number of a word's bit in its page. */
static size_t bit_of(uintptr_t address)
{
   return address % HP_STALE_PAGE_B / WORD_B;
}

static void change_filter(hp_stale *stale, uintptr_t address, int by)
{
   size_t at = address / WORD_B % HP_STALE_FILTER;
   uint8_t *count = &stale->filter[at];
   if (*count == UINT8_MAX)
      return;
   *count = (uint8_t)(*count + by);
   if (at < HP_STALE_FILTER_MORE)
      stale->filter[HP_STALE_FILTER + at] = *count;
}

static void mark(hp_stale *stale, uintptr_t address)
{
   hp_stale_page *page = make_page(stale, address);
   if (page == NULL)
      return;
   size_t bit = bit_of(address);
   uint64_t *bits = &page->bits[bit / HP_STALE_BITS];
   uint64_t mask = (uint64_t)1 << bit % HP_STALE_BITS;
   if ((*bits & mask) == 0)
      change_filter(stale, address, 1);
   *bits |= mask;
}

/* The bits from `first` to `end`, exclusive, that are in the n-th 64 of them. */
static uint64_t mask_of(size_t n, size_t first, size_t end)
{
   size_t low = n * HP_STALE_BITS, high = low + HP_STALE_BITS;
   uint64_t mask = ~(uint64_t)0;
   if (first > low)
      mask &= ~(uint64_t)0 << (first - low);
   if (end < high)
      mask &= ~(uint64_t)0 >> (high - end);
   return mask;
}

/* Forgets the words from `start` to `end`, which are of one page. */
static void forget_in_page(hp_stale *stale, uintptr_t start, uintptr_t end)
{
   hp_stale_page *page = find_page(stale, start);
   if (page == NULL)
      return;
   size_t first = bit_of(start), last = bit_of(end - 1);
   for (size_t n = first / HP_STALE_BITS; n <= last / HP_STALE_BITS; n++) {
      uint64_t marked = page->bits[n] & mask_of(n, first, last + 1);
      page->bits[n] &= ~marked;
      for (; marked != 0; marked &= marked - 1) {
         size_t bit = n * HP_STALE_BITS + (size_t)__builtin_ctzll(marked);
         change_filter(stale, page->start + bit * WORD_B, -1);
      }
   }
}

void hp_stale_written(hp_stale *stale, uintptr_t start, size_t size_B)
{
   uintptr_t end = start + size_B;
   while (start < end && stale->n_pages > 0) {
      uintptr_t next = page_of(start) + HP_STALE_PAGE_B;
      forget_in_page(stale, start, next < end ? next : end);
      start = next;
   }
}

void hp_stale_fini(hp_stale *stale)
{
   tk_put(stale->alloc, stale->pages);
   *stale = (hp_stale){ .alloc = stale->alloc,
                        .has_room = stale->has_room,
                        .filter = stale->filter };
}

bool hp_stale_has(const hp_stale *stale, uintptr_t address)
{
   const hp_stale_page *page = find_page(stale, address);
   size_t bit = bit_of(address);
   return page != NULL
          && (page->bits[bit / HP_STALE_BITS] >> bit % HP_STALE_BITS & 1) != 0;
}

/* ---- Blocks ----------------------------------------------------------------------- */

/* Marks of former blocks of this memory are gone. */
static void read_words(hp_stale *stale, uintptr_t start, uintptr_t end)
{
   hp_stale_written(stale, start, end - start);
   if (end - start > HP_STALE_MOST_B)
      return;
   for (uintptr_t at = (start + WORD_B - 1) & -(uintptr_t)WORD_B;
        at < end && end - at >= WORD_B; at += WORD_B) {
      uintptr_t word = *(const uintptr_t *)at;
      if (word - stale->low < stale->high - stale->low)
         mark(stale, at);
   }
}

/* An allocator links memory that it has not yet given away, too. */
static void widen(hp_stale *stale, uintptr_t start, size_t size_B)
{
   uintptr_t low = start < AROUND_B + LOW_B ? LOW_B : start - AROUND_B;
   uintptr_t high = start + size_B + AROUND_B;
   if (high < start)
      high = UINTPTR_MAX;
   if (stale->high == 0 || low < stale->low)
      stale->low = low;
   if (high > stale->high)
      stale->high = high;
}

void hp_stale_block(hp_stale *stale, uintptr_t start, size_t size_B)
{
   widen(stale, start, size_B);
   read_words(stale, start, start + size_B);
}

/* What was never written and was copied still was not. */
static void copy_marks(hp_stale *stale, uintptr_t from, uintptr_t to, size_t size_B)
{
   hp_stale_written(stale, to, size_B);
   if (from % WORD_B != 0 || to % WORD_B != 0)
      return;
   for (size_t offset = 0; offset + WORD_B <= size_B; offset += WORD_B)
      if (hp_stale_has(stale, from + offset))
         mark(stale, to + offset);
}

void hp_stale_move(hp_stale *stale, uintptr_t from, size_t from_B, uintptr_t to,
                   size_t to_B)
{
   size_t common_B = from_B < to_B ? from_B : to_B;
   widen(stale, to, to_B);
   if (from != to)
      copy_marks(stale, from, to, common_B);
   read_words(stale, to + common_B, to + to_B);
}
