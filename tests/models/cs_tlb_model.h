/* cs_tlb_model.h -- naive models of bit-PLRU (cs_recent.h) and of TLBs (cs_tlb.h).

   A set is a row of keys and marks that every reference searches from one end to the
   other.  The second level notes when each page was used, and drops the one with the
   earliest time.  The includer has included cmocka.h or a substitute.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_CS_TLB_MODEL_H
#define MODELS_CS_TLB_MODEL_H

#include "machine/cs_machine.h"
#include "unit_alloc.h"

/* ---- Keys by bit-PLRU ------------------------------------------------ */

typedef struct {
   bool is_full, is_used;
   uintptr_t key;
} naive_entry;

typedef struct {
   size_t n_entries, assoc;
   naive_entry *entries; /* those of a set lie together */
} naive_recent;

static inline naive_recent naive_recent_new(size_t n_entries, size_t assoc)
{
   naive_recent r = { n_entries, assoc, calloc(n_entries, sizeof(naive_entry)) };
   assert_non_null(r.entries);
   return r;
}

static inline naive_entry *naive_set(const naive_recent *r, uintptr_t key)
{
   return &r->entries[key % (r->n_entries / r->assoc) * r->assoc];
}

/* The entry of a key, or -1. */
static inline long naive_find(const naive_recent *r, uintptr_t key)
{
   for (size_t i = 0; i < r->n_entries; i++)
      if (r->entries[i].is_full && r->entries[i].key == key)
         return (long)i;
   return -1;
}

/* Makes room for a key that is not there: the entry. */
static inline long naive_replace(naive_recent *r, uintptr_t key)
{
   naive_entry *set = naive_set(r, key);
   size_t way = 0;
   while (way < r->assoc && set[way].is_used)
      way++;
   if (way == r->assoc)
      way = 0; /* only with one way */
   set[way] = (naive_entry){ .is_full = true, .key = key };
   return &set[way] - r->entries;
}

/* Marks an entry; true if the other marks of the set went. */
static inline bool naive_use(naive_recent *r, long entry)
{
   naive_entry *set = naive_set(r, r->entries[entry].key);
   r->entries[entry].is_used = true;
   for (size_t way = 0; way < r->assoc; way++)
      if (!set[way].is_used)
         return false;
   for (size_t way = 0; way < r->assoc; way++)
      set[way].is_used = &set[way] == &r->entries[entry];
   return true;
}

/* True if the key was not there. */
static inline bool naive_refer(naive_recent *r, uintptr_t key)
{
   long entry = naive_find(r, key);
   bool is_new = entry < 0;
   if (is_new)
      entry = naive_replace(r, key);
   naive_use(r, entry);
   return is_new;
}

/* ---- TLBs ------------------------------------------------------------ */

typedef struct {
   size_t n_entries, assoc;
   struct naive_page {
      uintptr_t page;
      uint64_t used_at; /* 0: never */
   } *pages;
   uint64_t now;
} naive_second;

static inline naive_second naive_second_new(const cs_tlb_shape *shape)
{
   naive_second s = { .n_entries = shape->n_entries, .assoc = shape->assoc };
   s.pages = calloc(s.n_entries + 1, sizeof *s.pages);
   assert_non_null(s.pages);
   return s;
}

/* True if the page was not there. */
static inline bool naive_second_refer(naive_second *s, uintptr_t page)
{
   struct naive_page *set = s->pages + page % (s->n_entries / s->assoc) * s->assoc;
   struct naive_page *at = set;
   for (size_t way = 0; way < s->assoc; way++) {
      if (set[way].used_at != 0 && set[way].page == page) {
         set[way].used_at = ++s->now;
         return false;
      }
      if (set[way].used_at < at->used_at)
         at = &set[way];
   }
   *at = (struct naive_page){ page, ++s->now };
   return true;
}

/* Pages of 2 MiB: from 8 to 16 TiB behind the start of the mirror at 32 TiB, and of what
   follows it at 48 TiB (cs_address.h). */
#define NAIVE_TIB ((uint64_t)1 << 40)
#define NAIVE_HUGE_B ((uint64_t)1 << 21)

/* The number of the page that an address is on.  Huge ones have those that the machine's
   pages from 56 TiB on would have, where there are only huge ones. */
static inline uintptr_t naive_page(uintptr_t page_B, uint64_t addr)
{
   uint64_t tib = addr / NAIVE_TIB;
   bool is_huge = (tib >= 40 && tib < 48) || (tib >= 56 && tib < 64);
   if (!is_huge || page_B >= NAIVE_HUGE_B)
      return (uintptr_t)(addr / page_B);
   return (uintptr_t)(56 * NAIVE_TIB / page_B + (addr - 32 * NAIVE_TIB) / NAIVE_HUGE_B);
}

typedef struct {
   uintptr_t page_B;
   bool is_unified;
   bool has_first[2], has_second[2]; /* [0] code, [1] data */
   naive_recent first[2];
   naive_second second[2];
} naive_tlbs;

static inline naive_tlbs naive_tlbs_new(const cs_machine *m)
{
   const cs_tlb_shape *of[2] = { m->itlb, m->dtlb };
   naive_tlbs t = { .page_B = (uintptr_t)m->page_B, .is_unified = m->has_unified_tlb };
   for (int i = 0; i < 2; i++) {
      t.has_first[i] = of[i][0].n_entries > 0;
      t.has_second[i] = of[i][1].n_entries > 0;
      if (t.has_first[i])
         t.first[i] = naive_recent_new(of[i][0].n_entries, of[i][0].assoc);
      if (t.has_second[i])
         t.second[i] = naive_second_new(&of[i][1]);
   }
   return t;
}

static inline void naive_tlbs_free(naive_tlbs *t)
{
   for (int i = 0; i < 2; i++) {
      free(t->first[i].entries);
      free(t->second[i].pages);
   }
}

/* The page of one address, of code (0) or data (1): the level that has it, from 1;
   3: it was walked. */
static inline int naive_tlbs_refer(naive_tlbs *t, int of, uintptr_t addr)
{
   uintptr_t page = naive_page(t->page_B, addr);
   if (!t->has_first[of] || !naive_refer(&t->first[of], page))
      return 1;
   int behind = t->is_unified ? 1 : of;
   if (t->has_second[behind] && !naive_second_refer(&t->second[behind], page))
      return 2;
   return 3;
}

/* Is the page there, with its mark? */
static inline bool naive_tlbs_keep(const naive_tlbs *t, int of, uintptr_t addr)
{
   if (!t->has_first[of])
      return true;
   long entry = naive_find(&t->first[of], naive_page(t->page_B, addr));
   return entry >= 0 && t->first[of].entries[entry].is_used;
}

#endif
