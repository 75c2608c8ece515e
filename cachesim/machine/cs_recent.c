/* cs_recent.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_recent.h"

#define LABEL "cs.recent"

/* So few keys have the same hash that a search ends at once.  A power of two. */
enum { HEADS_PER_ENTRY = 8 };

void cs_recent_init(cs_recent *r, uint32_t n_entries, uint32_t assoc,
                    const tk_alloc *alloc)
{
   *r = (cs_recent){
      .n_sets = n_entries / assoc, .assoc = assoc, .n_heads = 2, .hash_shift = 63
   };
   for (; r->n_heads < HEADS_PER_ENTRY * n_entries; r->n_heads *= 2)
      r->hash_shift--;
   r->entries = tk_get(alloc, LABEL, n_entries * sizeof *r->entries);
   r->sets = tk_get(alloc, LABEL, r->n_sets * sizeof *r->sets);
   r->heads = tk_get(alloc, LABEL, r->n_heads * sizeof *r->heads);
   for (uint32_t i = 0; i < n_entries; i++)
      r->entries[i] = (cs_recent_entry){ .is_full = false };
   for (uint32_t i = 0; i < r->n_sets; i++)
      r->sets[i] = (cs_recent_set){ .n_used = 0 };
   for (uint32_t i = 0; i < r->n_heads; i++)
      r->heads[i] = CS_RECENT_NONE;
}

void cs_recent_fini(cs_recent *r, const tk_alloc *alloc)
{
   tk_put(alloc, r->entries);
   tk_put(alloc, r->sets);
   tk_put(alloc, r->heads);
   r->entries = NULL;
   r->sets = NULL;
   r->heads = NULL;
}

static void unlink_entry(cs_recent *r, uint16_t entry)
{
   uint16_t *at = &r->heads[cs_recent_hash(r, r->entries[entry].key)];
   while (*at != entry)
      at = &r->entries[*at].next;
   *at = r->entries[entry].next;
}

/* The first entry of the set that is not used; the only one, if it has one way.  The
   ways before set->free stay used until all others are cleared, so no search begins
   again. */
static uint16_t entry_to_replace(const cs_recent *r, uintptr_t set_index)
{
   cs_recent_set *set = &r->sets[set_index];
   uint32_t first = (uint32_t)set_index * r->assoc;
   if (r->assoc == 1)
      return (uint16_t)first;
   while (r->entries[first + set->free].is_used)
      set->free++;
   return (uint16_t)(first + set->free);
}

static uint16_t bring_in(cs_recent *r, uintptr_t set_index, uintptr_t key)
{
   uint16_t entry = entry_to_replace(r, set_index);
   cs_recent_entry *e = &r->entries[entry];
   if (e->is_full)
      unlink_entry(r, entry);
   uint16_t *head = &r->heads[cs_recent_hash(r, key)];
   e->key = key;
   e->is_full = true;
   e->next = *head;
   *head = entry;
   return entry;
}

/* Clears the bits of the set's other entries. */
static void forget_others(cs_recent *r, uintptr_t set_index, uint16_t entry)
{
   cs_recent_entry *first = &r->entries[set_index * r->assoc];
   for (uint32_t way = 0; way < r->assoc; way++)
      first[way].is_used = false;
   r->entries[entry].is_used = true;
   r->sets[set_index] = (cs_recent_set){ .n_used = 1 };
}

/* Sets the bit of an entry; true if that cleared the others. */
static bool use_entry(cs_recent *r, uintptr_t set_index, uint16_t entry)
{
   cs_recent_entry *e = &r->entries[entry];
   cs_recent_set *set = &r->sets[set_index];
   set->n_used += !e->is_used;
   e->is_used = true;
   if (set->n_used < r->assoc)
      return false;
   forget_others(r, set_index, entry);
   return true;
}

cs_recent_place cs_recent_refer_other(cs_recent *r, uintptr_t key, uint16_t entry)
{
   uintptr_t set_index = cs_recent_set_of(r, key);
   cs_recent_place place = { .entry = entry, .is_new = entry == CS_RECENT_NONE };
   if (place.is_new)
      place.entry = bring_in(r, set_index, key);
   place.forgot = use_entry(r, set_index, place.entry);
   return place;
}

bool cs_recent_renew(cs_recent *r, uintptr_t key)
{
   uint16_t entry = cs_recent_find(r, key);
   if (entry == CS_RECENT_NONE)
      return false;
   cs_recent_entry *e = &r->entries[entry];
   cs_recent_set *set = &r->sets[entry / r->assoc];
   if (e->is_used)
      return true;
   if (set->n_used + 1u == r->assoc)
      return false;
   e->is_used = true;
   set->n_used++;
   return true;
}

/* ---- Walking --------------------------------------------------------- */

static bool set_is_valid(const cs_recent *r, uintptr_t set_index)
{
   const cs_recent_set *set = &r->sets[set_index];
   uint32_t n_used = 0;
   for (uint32_t way = 0; way < r->assoc; way++) {
      uintptr_t i = set_index * r->assoc + way;
      const cs_recent_entry *e = &r->entries[i];
      if (e->is_full
             ? cs_recent_find(r, e->key) != i || cs_recent_set_of(r, e->key) != set_index
             : e->is_used)
         return false;
      if (way < set->free && !e->is_used)
         return false;
      n_used += e->is_used;
   }
   return n_used == set->n_used && (n_used < r->assoc || r->assoc == 1);
}

bool cs_recent_is_valid(const cs_recent *r)
{
   uint32_t n_linked = 0, n_full = 0;
   for (uint32_t i = 0; i < r->n_heads; i++)
      for (uint16_t e = r->heads[i]; e != CS_RECENT_NONE; e = r->entries[e].next)
         if (!r->entries[e].is_full || n_linked++ >= r->n_sets * r->assoc)
            return false;
   for (uint32_t set = 0; set < r->n_sets; set++)
      if (!set_is_valid(r, set))
         return false;
   for (uint32_t i = 0; i < r->n_sets * r->assoc; i++)
      n_full += r->entries[i].is_full;
   return n_linked == n_full;
}
