/* an_ids.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_ids.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"

struct an_id {
   uint64_t id;
   const char *name;
};

void an_ids_init(an_ids *ids, const tk_alloc *alloc)
{
   *ids = (an_ids){ .table = { .alloc = alloc, .label = AN_LABEL } };
}

const char *an_ids_find(const an_ids *ids, uint64_t id)
{
   size_t at = 0;
   uint32_t i;
   while ((i = tk_table_next(&ids->table, tk_hash_word(id), &at)) != TK_TABLE_NONE)
      if (ids->ids[i].id == id)
         return ids->ids[i].name;
   return NULL;
}

void an_ids_add(an_ids *ids, uint64_t id, const char *name)
{
   TK_ARRAY_ROOM(ids->table.alloc, AN_LABEL, ids->ids, ids->n, ids->capacity);
   tk_table_add(&ids->table, tk_hash_word(id), (uint32_t)ids->n);
   ids->ids[ids->n++] = (struct an_id){ .id = id, .name = name };
}
