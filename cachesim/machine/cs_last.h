/* cs_last.h -- the last-level cache, true LRU; pure.

   It is looked up rarely, when its data is not in the host's own caches.  So a set is
   small: up to 16 ways of 32 bits each are one line of the host.  A way holds the bits
   of an address above line and set; the ways are in order of use, the latest first.
   If 31 bits or 16 ways are not enough, or the number of sets is large or not a power
   of two, the plain cache of cs_cache.h is used.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_cache.h"

enum {
   CS_LAST_WAYS = 16,
   CS_LAST_SETS_MAX = 1 << 20, /* a set takes 64 bytes */
   /* Valgrind gives its clients addresses of 44 bits at most. */
   CS_LAST_ADDR_BITS = 46,
};

typedef struct {
   uint32_t *tags;   /* [n_sets][CS_LAST_WAYS]; NULL: see `plain` */
   void *tags_block; /* from the allocator */
   uintptr_t set_mask;
   uint32_t line_bits, tag_shift;
   uint32_t assoc;
   cs_cache plain;
} cs_last;

/* An empty cache.  `g` must be valid. */
void cs_last_init(cs_last *cache, const cs_geometry *g, const tk_alloc *alloc);
void cs_last_fini(cs_last *cache, const tk_alloc *alloc);

/* References the bytes addr .. addr + size_B - 1 like cs_cache_refer; true on a miss. */
bool cs_last_refer(cs_last *cache, uintptr_t addr, uintptr_t size_B);

/* References n lines, of which which[] has the indices in lines[].  Sets `bit` in the
   missed[] of those that are missed.  Leaves in which[] those that were not the latest of
   their set, and returns their number: the others change no cache whose sets are parts of
   these. */
uint32_t cs_last_refer_many(cs_last *cache, const uintptr_t *lines, uint8_t *which,
                            uint32_t n, uint32_t *missed, uint32_t bit);

/* Prefetches the set of `addr`, for a reference that follows soon. */
static inline void cs_last_expect(const cs_last *cache, uintptr_t addr)
{
   if (cache->tags != NULL)
      __builtin_prefetch(
         &cache->tags[(addr >> cache->line_bits & cache->set_mask) * CS_LAST_WAYS]);
}
