/* an_ids.c -- names by number; pure.

   Open addressing with linear probing, at most half full.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_ids.h"

#include "base/tk_hash.h"

#include <string.h>

#define LABEL "an.ids"

enum { CAPACITY_MIN = 64 };

struct an_id {
   uint64_t id;
   const char *name; /* NULL: the slot is free */
};

void an_ids_init(an_ids *ids, const tk_alloc *alloc)
{
   *ids = (an_ids){ .alloc = alloc };
}

void an_ids_free(an_ids *ids)
{
   tk_put(ids->alloc, ids->slots);
   an_ids_init(ids, ids->alloc);
}

/* The slot of the number, or the free one where it belongs. */
static struct an_id *slot_of(const an_ids *ids, uint64_t id)
{
   size_t mask = ids->capacity - 1;
   size_t at = (size_t)tk_hash_word(id) & mask;
   while (ids->slots[at].name != NULL && ids->slots[at].id != id)
      at = (at + 1) & mask;
   return &ids->slots[at];
}

const char *an_ids_find(const an_ids *ids, uint64_t id)
{
   return ids->n == 0 ? NULL : slot_of(ids, id)->name;
}

static bool grow(an_ids *ids)
{
   an_ids larger = { .alloc = ids->alloc, .n = ids->n };
   larger.capacity = ids->capacity == 0 ? CAPACITY_MIN : 2 * ids->capacity;
   size_t size_B = larger.capacity * sizeof *larger.slots;
   larger.slots = tk_get(ids->alloc, LABEL, size_B);
   if (larger.slots == NULL)
      return false;
   memset(larger.slots, 0, size_B);
   for (size_t i = 0; i < ids->capacity; i++)
      if (ids->slots[i].name != NULL)
         *slot_of(&larger, ids->slots[i].id) = ids->slots[i];
   tk_put(ids->alloc, ids->slots);
   *ids = larger;
   return true;
}

bool an_ids_add(an_ids *ids, uint64_t id, const char *name)
{
   if (2 * (ids->n + 1) > ids->capacity && !grow(ids))
      return false;
   *slot_of(ids, id) = (struct an_id){ .id = id, .name = name };
   ids->n++;
   return true;
}
