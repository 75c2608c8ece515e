/* an_index.c -- numbers for byte strings by open addressing; pure.

   A slot holds a number and 1 more, so that 0 is a free one.  The table is at
   most 2/3 full.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_index.h"

#include "base/an_alloc.h"
#include "base/an_arena.h"
#include "base/tk_hash.h"

#include <stdbool.h>
#include <string.h>

#define LABEL "hp.index"

enum { FIRST_SLOTS = 256, ALIGNMENT_B = 8 };

typedef struct {
   uint64_t hash;
   const void *bytes;
   size_t size_B;
} entry;

struct an_index {
   const tk_alloc *alloc;
   an_arena bytes;
   entry *entries;
   size_t n, capacity;
   uint32_t *slots;
   size_t n_slots; /* a power of two, or 0 */
};

an_index *an_index_new(const tk_alloc *alloc)
{
   an_index *index = tk_get(alloc, LABEL, sizeof *index);
   if (index == NULL)
      return NULL;
   *index = (an_index){ .alloc = alloc };
   an_arena_init(&index->bytes, alloc, LABEL);
   return index;
}

void an_index_free(an_index *index)
{
   if (index == NULL)
      return;
   an_arena_free(&index->bytes);
   tk_put(index->alloc, index->entries);
   tk_put(index->alloc, index->slots);
   tk_put(index->alloc, index);
}

/* The slot of the bytes: theirs, or the free one where they belong. */
static uint32_t *find(const an_index *index, uint64_t hash, const void *bytes,
                      size_t size_B)
{
   size_t mask = index->n_slots - 1;
   for (size_t at = hash & mask;; at = (at + 1) & mask) {
      uint32_t *slot = &index->slots[at];
      if (*slot == 0)
         return slot;
      const entry *e = &index->entries[*slot - 1];
      if (e->hash == hash && e->size_B == size_B
          && memcmp(e->bytes, bytes, size_B) == 0)
         return slot;
   }
}

static bool grow_slots(an_index *index)
{
   size_t n = index->n_slots == 0 ? FIRST_SLOTS : 2 * index->n_slots;
   uint32_t *slots = tk_get(index->alloc, LABEL, n * sizeof *slots);
   if (slots == NULL)
      return false;
   memset(slots, 0, n * sizeof *slots);
   for (size_t i = 0; i < index->n; i++) {
      size_t at = index->entries[i].hash & (n - 1);
      while (slots[at] != 0)
         at = (at + 1) & (n - 1);
      slots[at] = (uint32_t)i + 1;
   }
   tk_put(index->alloc, index->slots);
   index->slots = slots;
   index->n_slots = n;
   return true;
}

static bool grow_entries(an_index *index)
{
   size_t capacity = index->capacity == 0 ? 64 : 2 * index->capacity;
   entry *entries = an_alloc_grow(index->alloc, LABEL, index->entries,
                                  index->n * sizeof *entries,
                                  capacity * sizeof *entries);
   if (entries == NULL)
      return false;
   index->entries = entries;
   index->capacity = capacity;
   return true;
}

/* Makes room for one more. */
static bool reserve(an_index *index, size_t size_B)
{
   if (index->n == AN_INDEX_NONE - 1)
      return false;
   if (3 * (index->n + 1) > 2 * index->n_slots && !grow_slots(index))
      return false;
   if (index->n == index->capacity && !grow_entries(index))
      return false;
   return an_arena_reserve(&index->bytes, size_B + ALIGNMENT_B) == 0;
}

static const void *keep(an_index *index, const void *bytes, size_t size_B)
{
   void *kept = index->bytes.at;
   memcpy(kept, bytes, size_B);
   /* Chunks are aligned, and so is what is taken of them. */
   index->bytes.at += (size_B + ALIGNMENT_B - 1) / ALIGNMENT_B * ALIGNMENT_B;
   return kept;
}

uint32_t an_index_number(an_index *index, const void *bytes, size_t size_B)
{
   if (size_B == 0)
      bytes = ""; /* it may be NULL */
   uint64_t hash = tk_hash_word(tk_hash_bytes(bytes, size_B));
   if (index->n_slots > 0) {
      uint32_t *slot = find(index, hash, bytes, size_B);
      if (*slot != 0)
         return *slot - 1;
   }
   if (!reserve(index, size_B))
      return AN_INDEX_NONE;
   uint32_t number = (uint32_t)index->n++;
   index->entries[number]
      = (entry){ hash, keep(index, bytes, size_B), size_B };
   *find(index, hash, bytes, size_B) = number + 1;
   return number;
}

size_t an_index_n(const an_index *index)
{
   return index->n;
}

const void *an_index_bytes(const an_index *index, uint32_t number,
                           size_t *size_B)
{
   *size_B = index->entries[number].size_B;
   return index->entries[number].bytes;
}
