/* hp_stale.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "owners/hp_stale.h"

#include "base/tk_hash.h"

#define LABEL "hp.owners.stale"

enum { FIRST_SLOTS = 1024, WORD_B = sizeof(uintptr_t) };

/* ---- The table -------------------------------------------------------------------- */

/* The slot of an address, or the free one where it would be; NULL: there is no table. */
static hp_stale_word *slot_of(const hp_stale *stale, uintptr_t address)
{
   if (stale->n_slots == 0)
      return NULL;
   size_t at = tk_hash_word(address) & (stale->n_slots - 1);
   while (stale->slots[at].address != 0 && stale->slots[at].address != address)
      at = (at + 1) & (stale->n_slots - 1);
   return &stale->slots[at];
}

/* Makes the table larger, without the words that are not stale any more. */
static bool grow(hp_stale *stale)
{
   hp_stale larger = *stale;
   larger.n_slots = stale->n_slots == 0 ? FIRST_SLOTS : 2 * stale->n_slots;
   larger.n_used = 0;
   larger.slots = tk_get(stale->alloc, LABEL, larger.n_slots * sizeof *larger.slots);
   if (larger.slots == NULL)
      return false;
   for (size_t i = 0; i < larger.n_slots; i++)
      larger.slots[i] = (hp_stale_word){ 0 };
   for (size_t i = 0; i < stale->n_slots; i++)
      if (stale->slots[i].word != 0) {
         *slot_of(&larger, stale->slots[i].address) = stale->slots[i];
         larger.n_used++;
      }
   tk_put(stale->alloc, stale->slots);
   *stale = larger;
   return true;
}

static void remember(hp_stale *stale, uintptr_t address, uintptr_t word)
{
   hp_stale_word *slot = slot_of(stale, address);
   if (slot != NULL && slot->address == address) {
      slot->word = word;
      return;
   }
   if (3 * (stale->n_used + 1) > 2 * stale->n_slots && !grow(stale))
      return;
   *slot_of(stale, address) = (hp_stale_word){ address, word };
   stale->n_used++;
}

static void forget(hp_stale *stale, uintptr_t address)
{
   hp_stale_word *slot = slot_of(stale, address);
   if (slot != NULL && slot->address == address)
      slot->word = 0;
}

void hp_stale_fini(hp_stale *stale)
{
   tk_put(stale->alloc, stale->slots);
   *stale = (hp_stale){ .alloc = stale->alloc };
}

/* ---- Blocks ----------------------------------------------------------------------- */

static uintptr_t round_up(uintptr_t address)
{
   return (address + WORD_B - 1) & -(uintptr_t)WORD_B;
}

/* Words of former blocks of this memory are forgotten. */
static void read_words(hp_stale *stale, uintptr_t start, uintptr_t end)
{
   for (uintptr_t at = round_up(start); at < end && end - at >= WORD_B; at += WORD_B) {
      uintptr_t word = *(const uintptr_t *)at;
      if (word - stale->low < stale->high - stale->low)
         remember(stale, at, word);
      else if (stale->n_used > 0)
         forget(stale, at);
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
   for (size_t offset = 0; offset + WORD_B <= size_B; offset += WORD_B) {
      uintptr_t word = *(const uintptr_t *)(to + offset);
      if (hp_stale_has(stale, from + offset, word))
         remember(stale, to + offset, word);
      else
         forget(stale, to + offset);
   }
}

void hp_stale_move(hp_stale *stale, uintptr_t from, size_t from_B, uintptr_t to,
                   size_t to_B)
{
   size_t common_B = from_B < to_B ? from_B : to_B;
   widen(stale, to, to_B);
   if (from % WORD_B != 0 || to % WORD_B != 0 || to_B > HP_STALE_MOST_B)
      return;
   if (from != to && stale->n_used > 0)
      copy_words(stale, from, to, common_B);
   read_words(stale, to + common_B, to + to_B);
}

bool hp_stale_has(const hp_stale *stale, uintptr_t address, uintptr_t word)
{
   const hp_stale_word *slot = slot_of(stale, address);
   return word != 0 && slot != NULL && slot->address == address && slot->word == word;
}
