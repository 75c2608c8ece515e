/* tk_words.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_words.h"

#include "base/tk_hash.h"

enum { FIRST_SLOTS = 1024 };

/* That of the word, or the free one where it would go. */
static uintptr_t *slot_of(const tk_words *words, uintptr_t word)
{
   uint32_t at = (uint32_t)tk_hash_word(word), mask = words->n_slots - 1;
   while (words->slots[at & mask] != word && words->slots[at & mask] != 0)
      at++;
   return &words->slots[at & mask];
}

static bool grow(tk_words *words)
{
   tk_words old = *words;
   uint32_t n = old.n_slots == 0 ? FIRST_SLOTS : 2 * old.n_slots;
   uintptr_t *slots = tk_get(words->alloc, words->label, n * sizeof *slots);
   if (slots == NULL)
      return false;
   for (uint32_t i = 0; i < n; i++)
      slots[i] = 0;
   words->slots = slots;
   words->n_slots = n;
   for (uint32_t i = 0; i < old.n_slots; i++)
      if (old.slots[i] != 0)
         *slot_of(words, old.slots[i]) = old.slots[i];
   tk_put(words->alloc, old.slots);
   return true;
}

bool tk_words_add(tk_words *words, uintptr_t word)
{
   if (words->n_used >= words->n_slots / 2 && !grow(words))
      return false;
   uintptr_t *slot = slot_of(words, word);
   if (*slot == word)
      return false;
   *slot = word;
   words->n_used++;
   return true;
}

bool tk_words_has(const tk_words *words, uintptr_t word)
{
   return words->n_slots > 0 && *slot_of(words, word) == word;
}

void tk_words_fini(tk_words *words)
{
   tk_put(words->alloc, words->slots);
   *words = (tk_words){ .alloc = words->alloc, .label = words->label };
}
