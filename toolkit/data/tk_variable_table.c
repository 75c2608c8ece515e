/* tk_variable_table.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/tk_variable_table.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"

#define LABEL "tk.data.variables"

void tk_variable_table_init(tk_variable_table *table, const tk_alloc *alloc)
{
   *table = (tk_variable_table){ .table = { .alloc = alloc, .label = LABEL } };
   tk_arena_init(&table->arena, alloc, LABEL);
}

void tk_variable_table_fini(tk_variable_table *table)
{
   tk_put(table->table.alloc, table->list);
   tk_arena_free(&table->arena);
   tk_table_fini(&table->table);
}

static uint64_t hash_of(const tk_variable *v)
{
   uint64_t hash = tk_hash_word((uint64_t)v->binary << 1 | v->is_thread_local);
   hash = tk_hash_word(hash ^ v->start);
   hash = tk_hash_word(hash ^ v->size_B);
   return tk_hash_word(hash ^ (uintptr_t)v->name);
}

static bool is_equal(const tk_variable *a, const tk_variable *b)
{
   return a->binary == b->binary && a->is_thread_local == b->is_thread_local
          && a->name == b->name && a->start == b->start && a->size_B == b->size_B;
}

static const tk_variable *add_variable(tk_variable_table *table, const tk_variable *like)
{
   TK_ARRAY_ROOM(table->table.alloc, LABEL, table->list, table->n, table->capacity);
   tk_variable *variable = tk_arena_get(&table->arena, sizeof *variable);
   *variable = *like;
   variable->number = (uint32_t)table->n;
   tk_table_add(&table->table, hash_of(like), variable->number);
   table->list[table->n++] = variable;
   return variable;
}

const tk_variable *tk_variable_table_of(tk_variable_table *table, const tk_variable *like)
{
   TK_TABLE_EACH(i, &table->table, hash_of(like))
      if (is_equal(table->list[i], like))
         return table->list[i];
   return add_variable(table, like);
}
