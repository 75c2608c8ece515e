/* cs_data.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_data.h"

#include "base/tk_arena.h"
#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

#define LABEL "cs.data"

struct cs_data_table {
   const tk_alloc *alloc;
   tk_arena arena;
   tk_table table;
   cs_data **list;
   size_t n, capacity;
};

static const cs_data_key unknown = { .kind = CS_DATA_UNKNOWN };

cs_data_table *cs_data_table_new(const tk_alloc *alloc)
{
   cs_data_table *table = tk_get(alloc, LABEL, sizeof *table);
   *table = (cs_data_table){ .alloc = alloc,
                             .table = { .alloc = alloc, .label = LABEL } };
   tk_arena_init(&table->arena, alloc, LABEL);
   cs_data_of(table, &unknown);
   return table;
}

void cs_data_table_free(cs_data_table *table)
{
   const tk_alloc *alloc = table->alloc;
   tk_arena_free(&table->arena);
   tk_table_fini(&table->table);
   tk_put(alloc, table->list);
   tk_put(alloc, table);
}

static uint64_t hash_of(const cs_data_key *key)
{
   uint64_t words[] = { (uint64_t)key->kind << 32 | key->site,
                        (uintptr_t)key->name,
                        (uintptr_t)key->file,
                        key->binary,
                        key->start,
                        key->size_B };
   uint64_t hash = 0;
   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
      hash = tk_hash_word(hash ^ words[i]);
   return hash;
}

static bool is_equal(const cs_data_key *a, const cs_data_key *b)
{
   return a->kind == b->kind && a->site == b->site && a->name == b->name
          && a->file == b->file && a->binary == b->binary && a->start == b->start
          && a->size_B == b->size_B;
}

static cs_data *add_datum(cs_data_table *table, const cs_data_key *key)
{
   TK_ARRAY_ROOM(table->alloc, LABEL, table->list, table->n, table->capacity);
   cs_data *data = tk_arena_get(&table->arena, sizeof *data);
   *data = (cs_data){ .key = *key, .index = (uint32_t)table->n };
   tk_table_add(&table->table, hash_of(key), data->index);
   table->list[table->n++] = data;
   return data;
}

cs_data *cs_data_of(cs_data_table *table, const cs_data_key *key)
{
   TK_TABLE_EACH(i, &table->table, hash_of(key))
      if (is_equal(&table->list[i]->key, key))
         return table->list[i];
   return add_datum(table, key);
}

cs_data *cs_data_unknown(const cs_data_table *table)
{
   return table->list[0];
}

cs_data *const *cs_data_list(const cs_data_table *table, size_t *n)
{
   *n = table->n;
   return table->list;
}

void cs_data_block(cs_data *data, uint64_t size_B)
{
   if (data->n_blocks == 0 || size_B < data->min_B)
      data->min_B = size_B;
   if (size_B > data->max_B)
      data->max_B = size_B;
   data->n_blocks++;
   data->bytes = tk_count_add(data->bytes, size_B);
}
