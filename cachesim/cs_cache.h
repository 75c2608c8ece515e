/* cs_cache.h -- one set-associative cache with true LRU replacement; pure.

   A line is named by the address of its first byte.  mru[set] is the
   line used last in a set; older[] holds the set's other ways, most
   recent first.  A reference to mru[set] changes nothing, so a caller
   that has compared for itself may skip the call; translated code does
   just that.

   Physical and virtual addresses are taken to be the same.  Not
   modelled: prefetching, write-backs, coherence.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_CACHE_H
#define CS_CACHE_H

#include "cs_geometry.h"
#include "tk_alloc.h"

/* What an empty way holds: the last line of the address space, which no
   user program can touch. */
#define CS_NO_LINE(line_bits) ((uintptr_t)-1 << (line_bits))

typedef struct {
   uintptr_t *mru;     /* [n_sets] */
   uintptr_t *older;   /* [n_sets][n_older] */
   uintptr_t n_sets;
   uintptr_t set_mask; /* n_sets - 1 if that is a mask, else 0 */
   uint32_t n_older;   /* assoc - 1 */
   uint32_t line_bits; /* log2 of the line's size */
} cs_cache;

/* An empty cache.  False if memory ran out.  `g` must be without fault. */
bool cs_cache_init(cs_cache *cache, const cs_geometry *g,
                   const tk_alloc *alloc);
void cs_cache_fini(cs_cache *cache, const tk_alloc *alloc);

/* For tests and debug builds: no line stands twice in a set, none in a
   foreign one, and empty ways only behind full ones. */
bool cs_cache_is_valid(const cs_cache *cache);

static inline uintptr_t cs_cache_line(const cs_cache *cache, uintptr_t addr)
{
   return addr >> cache->line_bits << cache->line_bits;
}

static inline uintptr_t cs_cache_set(const cs_cache *cache, uintptr_t addr)
{
   uintptr_t block = addr >> cache->line_bits;
   return cache->set_mask != 0 ? block & cache->set_mask
                               : block % cache->n_sets;
}

/* The line of a set that is not the most recent one becomes it; true if
   it was not in the set. */
static inline bool cs_cache_promote(cs_cache *cache, uintptr_t set,
                                    uintptr_t line)
{
   uintptr_t *older = &cache->older[set * cache->n_older];
   uintptr_t displaced = cache->mru[set];
   cache->mru[set] = line;
   for (uint32_t i = 0; i < cache->n_older; i++) {
      uintptr_t here = older[i];
      older[i] = displaced;
      if (here == line)
         return false;
      displaced = here;
   }
   return true;
}

/* References one line; true on a miss. */
static inline bool cs_cache_touch(cs_cache *cache, uintptr_t line)
{
   uintptr_t set = cs_cache_set(cache, line);
   return cache->mru[set] != line && cs_cache_promote(cache, set, line);
}

/* References the bytes addr .. addr + size_B - 1; true on a miss.  Every
   line they lie in is touched, but it is one reference and at most one
   miss.  size_B >= 1. */
static inline bool cs_cache_refer(cs_cache *cache, uintptr_t addr,
                                  uintptr_t size_B)
{
   uintptr_t line = cs_cache_line(cache, addr);
   uintptr_t last = cs_cache_line(cache, addr + size_B - 1);
   bool miss = cs_cache_touch(cache, line);
   while (line != last) {
      line += (uintptr_t)1 << cache->line_bits;
      miss |= cs_cache_touch(cache, line);
   }
   return miss;
}

#endif
