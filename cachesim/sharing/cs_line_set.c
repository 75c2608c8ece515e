/* cs_line_set.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sharing/cs_line_set.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"

#include <stdbool.h>

enum { WORD_BITS = 6, LEVELS = 10, LEVEL_AT = 60 };

void cs_line_set_init(cs_line_set *set, const tk_alloc *alloc, const char *label)
{
   *set = (cs_line_set){ .alloc = alloc,
                         .label = label,
                         .table = { .alloc = alloc, .label = label } };
}

void cs_line_set_fini(cs_line_set *set)
{
   tk_table_fini(&set->table);
   tk_put(set->alloc, set->words);
}

/* The word of a level that has bit `at`; NULL: there is none. */
static cs_line_word *find_word(const cs_line_set *set, uint64_t level, uint64_t at)
{
   uint64_t place = level << LEVEL_AT | at >> WORD_BITS;
   TK_TABLE_EACH(i, &set->table, tk_hash_word(place))
      if (set->words[i].place == place)
         return &set->words[i];
   return NULL;
}

static uint64_t bit_of(uint64_t at)
{
   return (uint64_t)1 << (at & ((1 << WORD_BITS) - 1));
}

static cs_line_word *word_of(cs_line_set *set, uint64_t level, uint64_t at)
{
   cs_line_word *word = find_word(set, level, at);
   if (word != NULL)
      return word;
   TK_ARRAY_ROOM(set->alloc, set->label, set->words, set->n_words, set->capacity);
   uint64_t place = level << LEVEL_AT | at >> WORD_BITS;
   tk_table_add(&set->table, tk_hash_word(place), (uint32_t)set->n_words);
   word = &set->words[set->n_words++];
   *word = (cs_line_word){ .place = place };
   return word;
}

/* A word that was not 0 has its bit above already. */
void cs_line_set_add(cs_line_set *set, uint64_t line)
{
   for (uint64_t level = 0; level < LEVELS; level++) {
      uint64_t at = line >> level * WORD_BITS;
      cs_line_word *word = word_of(set, level, at);
      bool was_there = word->bits != 0;
      word->bits |= bit_of(at);
      if (was_there)
         break;
   }
}

void cs_line_set_remove(cs_line_set *set, uint64_t line)
{
   for (uint64_t level = 0; level < LEVELS; level++) {
      uint64_t at = line >> level * WORD_BITS;
      cs_line_word *word = find_word(set, level, at);
      word->bits &= ~bit_of(at);
      if (word->bits != 0)
         break;
   }
}

/* The first line below bit `at` of a level, which is set. */
static uint64_t first_below(const cs_line_set *set, uint64_t level, uint64_t at)
{
   while (level-- > 0) {
      const cs_line_word *word = find_word(set, level, at << WORD_BITS);
      at = at << WORD_BITS | (uint64_t)__builtin_ctzll(word->bits);
   }
   return at;
}

uint64_t cs_line_set_next(const cs_line_set *set, uint64_t line)
{
   uint64_t at = line;
   for (uint64_t level = 0; level < LEVELS; level++) {
      const cs_line_word *word = find_word(set, level, at);
      uint64_t bits = word == NULL ? 0 : word->bits & -bit_of(at);
      if (bits != 0) {
         at = (at >> WORD_BITS) << WORD_BITS | (uint64_t)__builtin_ctzll(bits);
         return first_below(set, level, at);
      }
      at = (at >> WORD_BITS) + 1;
   }
   return CS_LINE_SET_END;
}
