/* tk_texts.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_texts.h"

#include "base/tk_hash.h"

enum { FIRST_TEXTS = 512 }; /* a power of two; slots are twice as many */

/* Room for `max` texts, in new tables.  The slots hold numbers from 1 on. */
static bool make_room(tk_texts *texts, uint32_t max)
{
   const char **table =
      tk_get(texts->alloc, "hp.texts.table", max * sizeof *table);
   uint32_t *slots =
      tk_get(texts->alloc, "hp.texts.slots", 2 * max * sizeof *slots);
   if (table == NULL || slots == NULL) {
      tk_put(texts->alloc, table);
      tk_put(texts->alloc, slots);
      return false;
   }
   for (uint32_t i = 0; i < 2 * max; i++)
      slots[i] = 0;
   for (uint32_t i = 0; i < texts->n_texts; i++) {
      table[i] = texts->texts[i];
      uint32_t at = (uint32_t)tk_hash_word((uintptr_t)table[i]);
      while (slots[at & (2 * max - 1)] != 0)
         at++;
      slots[at & (2 * max - 1)] = i + 1;
   }
   tk_put(texts->alloc, texts->texts);
   tk_put(texts->alloc, texts->slots);
   texts->texts = table;
   texts->slots = slots;
   texts->max_texts = max;
   texts->n_slots = 2 * max;
   return true;
}

bool tk_texts_init(tk_texts *texts, const tk_alloc *alloc)
{
   *texts = (tk_texts){ .alloc = alloc };
   texts->strings = tk_strings_new(alloc);
   if (texts->strings == NULL)
      return false;
   if (make_room(texts, FIRST_TEXTS))
      return true;
   tk_strings_free(texts->strings);
   return false;
}

void tk_texts_fini(tk_texts *texts)
{
   tk_strings_free(texts->strings);
   tk_put(texts->alloc, texts->texts);
   tk_put(texts->alloc, texts->slots);
}

uint32_t tk_texts_number(tk_texts *texts, const char *text, size_t length)
{
   if (texts->n_texts == texts->max_texts
       && !make_room(texts, 2 * texts->max_texts))
      return TK_TEXTS_NONE;
   const char *own = tk_strings_intern(texts->strings, text, length);
   if (own == NULL)
      return TK_TEXTS_NONE;
   uint32_t at = (uint32_t)tk_hash_word((uintptr_t)own), mask =
      texts->n_slots - 1;
   for (; texts->slots[at & mask] != 0; at++)
      if (texts->texts[texts->slots[at & mask] - 1] == own)
         return texts->slots[at & mask] - 1;
   texts->slots[at & mask] = texts->n_texts + 1;
   texts->texts[texts->n_texts] = own;
   return texts->n_texts++;
}
