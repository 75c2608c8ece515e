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

static void grow_slots(tk_table *table)
{
   size_t n = table->n_slots == 0 ? FIRST_SLOTS : 2 * table->n_slots;
   tk_table_slot *slots = tk_get_zeroed(table->alloc, table->label, n * sizeof *slots);
   for (size_t i = 0; i < table->n_slots; i++)
      if (table->slots[i].number != 0)
         put_slot(slots, n, table->slots[i]);
   tk_put(table->alloc, table->slots);
   table->slots = slots;
   table->n_slots = n;
}

void tk_table_add(tk_table *table, uint64_t hash, uint32_t number)
{
   if (table->n_used >= TK_TABLE_NONE)
      tk_refuse(table->alloc, table->label);
   if (table->n_used >= table->n_slots / 3 * 2)
      grow_slots(table);
   put_slot(table->slots, table->n_slots,
            (tk_table_slot){ .hash = (uint32_t)hash, .number = number + 1 });
   table->n_used++;
}

void tk_table_fini(tk_table *table)
{
   tk_put(table->alloc, table->slots);
   *table = (tk_table){ .alloc = table->alloc, .label = table->label };
}
