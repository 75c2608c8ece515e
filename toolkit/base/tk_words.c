/* tk_words.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_words.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"

bool tk_words_has(const tk_words *words, uintptr_t word)
{
   TK_TABLE_EACH(i, &words->table, tk_hash_word(word))
      if (words->words[i] == word)
         return true;
   return false;
}

bool tk_words_add(tk_words *words, uintptr_t word)
{
   if (tk_words_has(words, word))
      return false;
   words->table.alloc = words->alloc;
   words->table.label = words->label;
   TK_ARRAY_ROOM(words->alloc, words->label, words->words, words->n, words->capacity);
   tk_table_add(&words->table, tk_hash_word(word), (uint32_t)words->n);
   words->words[words->n++] = word;
   return true;
}

void tk_words_fini(tk_words *words)
{
   words->table.alloc = words->alloc;
   tk_table_fini(&words->table);
   tk_put(words->alloc, words->words);
   *words = (tk_words){ .alloc = words->alloc, .label = words->label };
}
