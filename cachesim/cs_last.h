/* cs_last.h -- the last-level cache, true LRU; pure.

   It is looked up seldom and far from what is in the host's own caches, so
   a set is made small: up to 16 ways of 32 bits each are one line of the
   host.  A way holds what is left of an address when line and set are taken
   off; the ways stand in order of use, the latest first.  Where 31 bits or
   16 ways are not enough, or the number of sets is large or no power of two,
   the plain cache of cs_cache.h serves.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_LAST_H
#define CS_LAST_H

#include "cs_cache.h"

enum {
   CS_LAST_WAYS = 16,
   CS_LAST_SETS_MAX = 1 << 20, /* or a set's 64 bytes would be too many */
   /* Valgrind gives its clients addresses of 44 bits at most. */
   CS_LAST_ADDR_BITS = 46,
};

typedef struct {
   uint32_t *tags; /* [n_sets][CS_LAST_WAYS]; NULL: see `plain` */
   void *tags_block; /* what the allocator gave */
   uintptr_t set_mask;
   uint32_t line_bits, tag_shift;
   uint32_t assoc;
   cs_cache plain;
} cs_last;

/* An empty cache.  False if memory ran out.  `g` must be without fault. */
bool cs_last_init(cs_last *cache, const cs_geometry *g, const tk_alloc *alloc);
void cs_last_fini(cs_last *cache, const tk_alloc *alloc);

/* References the bytes addr .. addr + size_B - 1, as cs_cache_refer does;
   true on a miss. */
bool cs_last_refer(cs_last *cache, uintptr_t addr, uintptr_t size_B);

/* Tells the host that a reference to `addr` is coming. */
static inline void cs_last_expect(const cs_last *cache, uintptr_t addr)
{
   if (cache->tags != NULL)
      __builtin_prefetch(
         &cache->tags[(addr >> cache->line_bits & cache->set_mask)
                      * CS_LAST_WAYS]);
}

#endif
