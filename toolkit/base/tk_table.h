/* tk_table.h -- the hash table; pure, freestanding.

   It finds the number of a record that the caller keeps, such as an index into
   an array.  A slot also holds 32 bits of the record's hash: probing rarely
   looks at a record that differs, and growing looks at none.

      size_t at = 0;
      uint32_t i;
      while ((i = tk_table_next(&table, hash, &at)) != TK_TABLE_NONE)
         if (is_equal(&records[i], key))
            return i;

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

#include <stdint.h>

enum { TK_TABLE_NONE = UINT32_MAX }; /* not a number */

typedef struct {
   uint32_t hash;
   uint32_t number; /* and 1; 0: the slot is free */
} tk_table_slot;

/* Open addressing with linear probing, at most 2/3 full.  All zeros but for
   alloc and label is an empty table. */
typedef struct {
   const tk_alloc *alloc; /* borrowed */
   const char *label;
   tk_table_slot *slots;
   size_t n_slots; /* a power of two, or 0 */
   size_t n_used;
} tk_table;

/* Adds a number below TK_TABLE_NONE. */
void tk_table_add(tk_table *table, uint64_t hash, uint32_t number);

/* Frees the slots; the table is empty then. */
void tk_table_fini(tk_table *table);

/* A loop over the numbers of that hash, one of which can be what is sought. */
#define TK_TABLE_EACH(i, table, hash) \
   for (size_t i##_at = 0, i; (i = tk_table_next(table, hash, &i##_at)) != TK_TABLE_NONE;)

/* The next number whose hash has the same low 32 bits, or TK_TABLE_NONE.  *at
   is the state of the search, 0 at first. */
static inline uint32_t tk_table_next(const tk_table *table, uint64_t hash, size_t *at)
{
   if (table->n_slots == 0)
      return TK_TABLE_NONE;
   for (;;) {
      const tk_table_slot *slot =
         &table->slots[((uint32_t)hash + (*at)++) & (table->n_slots - 1)];
      if (slot->number == 0)
         return TK_TABLE_NONE;
      if (slot->hash == (uint32_t)hash)
         return slot->number - 1;
   }
}
