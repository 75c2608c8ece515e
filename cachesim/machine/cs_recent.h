/* cs_recent.h -- a fixed number of keys, in sets, of which a less recent one leaves;
   pure.

   The replacement is bit-PLRU: an entry has one bit, "used".  A reference sets it.  When
   all entries of a set are used, the bits of the others are cleared.  A new key takes
   the first entry of its set that is not used.  So a reference to a used key changes
   nothing, and the key referenced last is always used.

   TLBs (cs_tlb.h) and the tables of prefetchers (cs_prefetch.h) are made of it.  The user
   keeps what belongs to a key in arrays of its own, by the number of the entry.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/tk_alloc.h"

enum {
   CS_RECENT_MAX = 1 << 15, /* entries */
   CS_RECENT_NONE = 0xffff, /* no entry */
};

/* The state of one entry. */
typedef struct {
   uintptr_t key;
   uint16_t next; /* entry of the same hash, or CS_RECENT_NONE */
   bool is_used, is_full;
} cs_recent_entry;

/* The state of one set. */
typedef struct {
   uint16_t n_used, free; /* the ways before `free` are used */
} cs_recent_set;

typedef struct {
   cs_recent_entry *entries; /* [n_sets * assoc] */
   cs_recent_set *sets;      /* [n_sets] */
   uint16_t *heads;          /* [n_heads], by hash: an entry, or CS_RECENT_NONE */
   uint32_t n_sets, assoc;
   uint32_t n_heads, hash_shift; /* a hash has 64 - hash_shift bits */
} cs_recent;

typedef struct {
   uint16_t entry;
   bool is_new; /* the key was not there; it took this entry */
   bool forgot; /* of this key's set, no other key is used now */
} cs_recent_place;

/* No keys.  n_entries: 1 to CS_RECENT_MAX, a multiple of assoc. */
void cs_recent_init(cs_recent *r, uint32_t n_entries, uint32_t assoc,
                    const tk_alloc *alloc);
void cs_recent_fini(cs_recent *r, const tk_alloc *alloc);

/* The high bits of a product with the golden ratio (Knuth, TAOCP 3, 6.4): one
   multiplication, as this is done for most references that are not filtered. */
static inline uint32_t cs_recent_hash(const cs_recent *r, uintptr_t key)
{
   return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> r->hash_shift);
}

/* The entry of a key, which is not referenced; or CS_RECENT_NONE. */
static inline uint16_t cs_recent_find(const cs_recent *r, uintptr_t key)
{
   uint16_t i = r->heads[cs_recent_hash(r, key)];
   while (i != CS_RECENT_NONE && r->entries[i].key != key)
      i = r->entries[i].next;
   return i;
}

/* cs_recent_refer for a key that is in this entry, or in none, and is not used. */
cs_recent_place cs_recent_refer_other(cs_recent *r, uintptr_t key, uint16_t entry);

/* References a key that cs_recent_find has found in this entry, or in none; then it comes
   in. */
static inline cs_recent_place cs_recent_refer_found(cs_recent *r, uintptr_t key,
                                                    uint16_t entry)
{
   if (entry != CS_RECENT_NONE && r->entries[entry].is_used)
      return (cs_recent_place){ .entry = entry };
   return cs_recent_refer_other(r, key, entry);
}

/* References a key, which comes in if it is not there. */
static inline cs_recent_place cs_recent_refer(cs_recent *r, uintptr_t key)
{
   return cs_recent_refer_found(r, key, cs_recent_find(r, key));
}

/* References a key that is there, unless that clears the others' bits: false, and nothing
   has changed. */
bool cs_recent_renew(cs_recent *r, uintptr_t key);

static inline uintptr_t cs_recent_set_of(const cs_recent *r, uintptr_t key)
{
   return (r->n_sets & (r->n_sets - 1)) == 0 ? key & (r->n_sets - 1) : key % r->n_sets;
}

/* For tests and debug builds: each key is once in the set and the chain that are its
   own, and the bits and numbers agree. */
bool cs_recent_is_valid(const cs_recent *r);
