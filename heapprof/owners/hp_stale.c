/* hp_stale.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "owners/hp_stale.h"

#include "base/tk_hash.h"

#define LABEL "hp.owners.stale"

enum { FIRST_SLOTS = 1024, WORD_B = sizeof(uintptr_t) };

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

/* NULL: no word of the page was ever stale. */
static hp_stale_page *find_page(const hp_stale *stale, uintptr_t address)
{
   if (stale->n_pages == 0)
      return NULL;
   uintptr_t start = page_of(address);
   hp_stale_page *page = page_slot(stale->pages, stale->n_page_slots, start);
   return page->start == 0 ? NULL : page;
}

static bool is_full(size_t n, size_t n_slots)
{
   return 3 * (n + 1) > 2 * n_slots;
}

static bool grow_pages(hp_stale *stale)
{
   size_t n = stale->n_page_slots == 0 ? FIRST_SLOTS : 2 * stale->n_page_slots;
   hp_stale_page *pages = tk_get(stale->alloc, LABEL, n * sizeof *pages);
   if (pages == NULL)
      return false;
   for (size_t i = 0; i < n; i++)
      pages[i] = (hp_stale_page){ 0 };
   for (size_t i = 0; i < stale->n_page_slots; i++)
      if (stale->pages[i].start != 0)
         *page_slot(pages, n, stale->pages[i].start) = stale->pages[i];
   tk_put(stale->alloc, stale->pages);
   stale->pages = pages;
   stale->n_page_slots = n;
   return true;
}

/* NULL: memory ran out. */
static hp_stale_page *make_page(hp_stale *stale, uintptr_t address)
{
   if (is_full(stale->n_pages, stale->n_page_slots) && !grow_pages(stale))
      return NULL;
   hp_stale_page *page = page_slot(stale->pages, stale->n_page_slots, page_of(address));
   stale->n_pages += page->start == 0;
   page->start = page_of(address);
   return page;
}

/* The number of a word's bit in its page. */
static size_t bit_of(uintptr_t address)
{
   return address % HP_STALE_PAGE_B / WORD_B;
}

static bool is_marked(const hp_stale *stale, uintptr_t address)
{
   const hp_stale_page *page = find_page(stale, address);
   size_t bit = bit_of(address);
   return page != NULL
          && (page->bits[bit / HP_STALE_BITS] >> bit % HP_STALE_BITS & 1) != 0;
}

/* ---- Words ------------------------------------------------------------------------ */

static hp_stale_word *word_slot(hp_stale_word *words, size_t n_slots, uintptr_t address)
{
   size_t at = tk_hash_word(address) & (n_slots - 1);
   while (words[at].address != 0 && words[at].address != address)
      at = (at + 1) & (n_slots - 1);
   return &words[at];
}

/* Leaves out those that are outdated. */
static bool grow_words(hp_stale *stale)
{
   size_t n = stale->n_word_slots == 0 ? FIRST_SLOTS : 2 * stale->n_word_slots;
   hp_stale_word *words = tk_get(stale->alloc, LABEL, n * sizeof *words);
   if (words == NULL)
      return false;
   for (size_t i = 0; i < n; i++)
      words[i] = (hp_stale_word){ 0 };
   stale->n_words = 0;
   for (size_t i = 0; i < stale->n_word_slots; i++)
      if (stale->words[i].address != 0 && is_marked(stale, stale->words[i].address)) {
         *word_slot(words, n, stale->words[i].address) = stale->words[i];
         stale->n_words++;
      }
   tk_put(stale->alloc, stale->words);
   stale->words = words;
   stale->n_word_slots = n;
   return true;
}

static void remember(hp_stale *stale, uintptr_t address, uintptr_t word)
{
   if (is_full(stale->n_words, stale->n_word_slots) && !grow_words(stale))
      return;
   hp_stale_page *page = make_page(stale, address);
   if (page == NULL)
      return;
   hp_stale_word *slot = word_slot(stale->words, stale->n_word_slots, address);
   size_t bit = bit_of(address);
   stale->n_words += slot->address == 0;
   *slot = (hp_stale_word){ address, word };
   page->bits[bit / HP_STALE_BITS] |= (uint64_t)1 << bit % HP_STALE_BITS;
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
   for (size_t n = first / HP_STALE_BITS; n <= last / HP_STALE_BITS; n++)
      page->bits[n] &= ~mask_of(n, first, last + 1);
}

static void forget(hp_stale *stale, uintptr_t start, uintptr_t end)
{
   while (start < end && stale->n_pages > 0) {
      uintptr_t next = page_of(start) + HP_STALE_PAGE_B;
      forget_in_page(stale, start, next < end ? next : end);
      start = next;
   }
}

void hp_stale_fini(hp_stale *stale)
{
   tk_put(stale->alloc, stale->pages);
   tk_put(stale->alloc, stale->words);
   *stale = (hp_stale){ .alloc = stale->alloc };
}

/* ---- Blocks ----------------------------------------------------------------------- */

/* Words of former blocks of this memory are forgotten. */
static void read_words(hp_stale *stale, uintptr_t start, uintptr_t end)
{
   forget(stale, start, end);
   for (uintptr_t at = (start + WORD_B - 1) & -(uintptr_t)WORD_B;
        at < end && end - at >= WORD_B; at += WORD_B) {
      uintptr_t word = *(const uintptr_t *)at;
      if (word - stale->low < stale->high - stale->low)
         remember(stale, at, word);
   }
}

static void widen(hp_stale *stale, uintptr_t start, size_t size_B)
{
   if (stale->high == 0 || start < stale->low)
      stale->low = start;
   if (start + size_B > stale->high)
      stale->high = start + size_B;
}

void hp_stale_block(hp_stale *stale, uintptr_t start, size_t size_B)
{
   widen(stale, start, size_B);
   if (size_B <= HP_STALE_MOST_B)
      read_words(stale, start, start + size_B);
}

/* What was stale and was copied still is. */
static void copy_words(hp_stale *stale, uintptr_t from, uintptr_t to, size_t size_B)
{
   forget(stale, to, to + size_B);
   for (size_t offset = 0; offset + WORD_B <= size_B; offset += WORD_B) {
      uintptr_t word = *(const uintptr_t *)(to + offset);
      if (hp_stale_has(stale, from + offset, word))
         remember(stale, to + offset, word);
   }
}

void hp_stale_move(hp_stale *stale, uintptr_t from, size_t from_B, uintptr_t to,
                   size_t to_B)
{
   size_t common_B = from_B < to_B ? from_B : to_B;
   widen(stale, to, to_B);
   if (from % WORD_B != 0 || to % WORD_B != 0 || to_B > HP_STALE_MOST_B)
      return;
   if (from != to)
      copy_words(stale, from, to, common_B);
   read_words(stale, to + common_B, to + to_B);
}

bool hp_stale_has(const hp_stale *stale, uintptr_t address, uintptr_t word)
{
   if (stale->n_words == 0 || !is_marked(stale, address))
      return false;
   const hp_stale_word *slot = word_slot(stale->words, stale->n_word_slots, address);
   return slot->address == address && slot->word == word;
}
