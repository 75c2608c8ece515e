/* ac_keyed.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_keyed.h"

#include "base/an_end.h"
#include "base/an_number.h"
#include "base/tk_array.h"
#include "base/tk_hash.h"

#include <string.h>

void ac_keyed_init(ac_keyed *keyed, const tk_alloc *alloc, size_t n_words,
                   size_t n_numbers)
{
   *keyed = (ac_keyed){
      .n_words = n_words,
      .n_numbers = n_numbers,
      .table = { .alloc = alloc, .label = AN_LABEL },
   };
   tk_arena_init(&keyed->arena, alloc, AN_LABEL);
}

void ac_keyed_close(ac_keyed *keyed)
{
   tk_put(keyed->arena.alloc, keyed->rows);
   keyed->rows = NULL;
   keyed->n = keyed->capacity = keyed->n_found = 0;
   tk_table_fini(&keyed->table);
}

void ac_keyed_free(ac_keyed *keyed)
{
   ac_keyed_close(keyed);
   tk_arena_free(&keyed->arena);
}

static uint64_t hash_key(const ac_keyed *keyed, const uint64_t *key)
{
   uint64_t hash = 0;
   for (size_t i = 0; i < keyed->n_words; i++)
      hash = tk_hash_word(hash ^ key[i]);
   return hash;
}

uint32_t ac_keyed_append(ac_keyed *keyed, const uint64_t *key)
{
   size_t key_B = keyed->n_words * sizeof *key;
   size_t numbers_B = keyed->n_numbers * sizeof(int64_t);
   if (keyed->n + 1 >= TK_TABLE_NONE)
      an_end("out of memory");
   TK_ARRAY_ROOM(keyed->arena.alloc, AN_LABEL, keyed->rows, keyed->n, keyed->capacity);
   uint64_t *row = tk_arena_get(&keyed->arena, key_B + numbers_B);
   memcpy(row, key, key_B);
   memset(row + keyed->n_words, 0, numbers_B);
   keyed->rows[keyed->n] = row;
   return (uint32_t)keyed->n++;
}

/* The rows that were added since the last search can be found. */
static void note_appended(ac_keyed *keyed)
{
   for (; keyed->n_found < keyed->n; keyed->n_found++) {
      tk_table_add(&keyed->table, hash_key(keyed, keyed->rows[keyed->n_found]),
                   (uint32_t)keyed->n_found);
   }
}

uint32_t ac_keyed_find(ac_keyed *keyed, const uint64_t *key)
{
   uint64_t hash = hash_key(keyed, key);
   size_t key_B = keyed->n_words * sizeof *key;
   note_appended(keyed);
   TK_TABLE_EACH(i, &keyed->table, hash)
      if (memcmp(keyed->rows[i], key, key_B) == 0)
         return (uint32_t)i;
   uint32_t added = ac_keyed_append(keyed, key);
   tk_table_add(&keyed->table, hash, added);
   keyed->n_found++;
   return added;
}

void ac_keyed_add(ac_keyed *keyed, uint32_t i, size_t first, const int64_t *numbers,
                  size_t n)
{
   int64_t *sums = (int64_t *)(keyed->rows[i] + keyed->n_words) + first;
   an_number_add(sums, numbers, n);
}
