/* tk_table.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_table.h"

enum { FIRST_SLOTS = 64 }; /* a power of two */

static void put_slot(tk_table_slot *slots, size_t n_slots, tk_table_slot slot)
{
   size_t at = slot.hash;
   while (slots[at & (n_slots - 1)].number != 0)
      at++;
   slots[at & (n_slots - 1)] = slot;
}

static bool grow_slots(tk_table *table)
{
   size_t n = table->n_slots == 0 ? FIRST_SLOTS : 2 * table->n_slots;
   if (n > SIZE_MAX / sizeof(tk_table_slot))
      return false;
   tk_table_slot *slots = tk_get(table->alloc, table->label, n * sizeof *slots);
   if (slots == NULL)
      return false;
   for (size_t i = 0; i < n; i++)
      slots[i].number = 0;
   for (size_t i = 0; i < table->n_slots; i++)
      if (table->slots[i].number != 0)
         put_slot(slots, n, table->slots[i]);
   tk_put(table->alloc, table->slots);
   table->slots = slots;
   table->n_slots = n;
   return true;
}

bool tk_table_reserve(tk_table *table)
{
   if (table->n_used >= TK_TABLE_NONE)
      return tk_get(table->alloc, table->label, TK_ALLOC_IMPOSSIBLE_B) != NULL;
   return table->n_used < table->n_slots / 3 * 2 || grow_slots(table);
}

bool tk_table_add(tk_table *table, uint64_t hash, uint32_t number)
{
   if (!tk_table_reserve(table))
      return false;
   put_slot(table->slots, table->n_slots,
            (tk_table_slot){ .hash = (uint32_t)hash, .number = number + 1 });
   table->n_used++;
   return true;
}

void tk_table_fini(tk_table *table)
{
   tk_put(table->alloc, table->slots);
   *table = (tk_table){ .alloc = table->alloc, .label = table->label };
}
