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

/* What an empty way holds: no line begins there. */
#define CS_NO_LINE UINTPTR_MAX

/* log2 of the line's size. */
static inline uint32_t cs_line_bits(const cs_geometry *g)
{
   uint32_t bits = 0;
   while (g->line_size_B >> bits > 1)
      bits++;
   return bits;
}

typedef struct {
   uintptr_t *mru;     /* [n_sets] */
   uintptr_t *older;   /* [n_sets][stride]: n_older ways, then room */
   void *older_block;  /* what the allocator gave */
   uintptr_t n_sets;
   uintptr_t set_mask; /* n_sets - 1 if that is a mask, else 0 */
   uint32_t n_older;   /* assoc - 1 */
   uint32_t stride;    /* even and at least 2, for vectors of two ways */
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

/* Puts `displaced`, the line that was the latest, at the front of a set's
   older ways, which move back as far as to where `line` was found; true if
   it was not found, and the last way fell out. */
bool cs_cache_demote(const cs_cache *cache, uintptr_t *older,
                     uintptr_t displaced, uintptr_t line);

/* Are the bytes addr .. addr + size_B - 1 in the latest line of their set?
   Then referencing them changes nothing.  This and the next function, and
   the guards in translated code, ask how far an address is from a line's;
   for one in line 0 that is not far from CS_NO_LINE.  So they may be used
   once line 0 has been referenced: set 0 then has no empty way before it. */
static inline bool cs_cache_is_latest(const cs_cache *cache, uintptr_t addr,
                                      uintptr_t size_B)
{
   uintptr_t offset = addr - cache->mru[cs_cache_set(cache, addr)];
   return offset <= ((uintptr_t)1 << cache->line_bits) - size_B;
}

/* References the bytes if they are in the line that is second in its set:
   it and the latest change places, a frequent case.  False, with nothing
   changed, if they are not. */
static inline bool cs_cache_refer_second(cs_cache *cache, uintptr_t addr,
                                         uintptr_t size_B)
{
   uintptr_t set = cs_cache_set(cache, addr);
   uintptr_t *second = &cache->older[set * cache->stride];
   uintptr_t line = *second;
   if (addr - line > ((uintptr_t)1 << cache->line_bits) - size_B)
      return false;
   *second = cache->mru[set];
   cache->mru[set] = line;
   return true;
}

/* References one line; true on a miss. */
static inline bool cs_cache_touch(cs_cache *cache, uintptr_t line)
{
   uintptr_t set = cs_cache_set(cache, line);
   uintptr_t latest = cache->mru[set];
   if (latest == line)
      return false;
   cache->mru[set] = line;
   return cs_cache_demote(cache, &cache->older[set * cache->stride], latest,
                          line);
}

/* cs_cache_refer for bytes that lie in several lines. */
bool cs_cache_refer_lines(cs_cache *cache, uintptr_t line, uintptr_t last);

/* References the bytes addr .. addr + size_B - 1; true on a miss.  Every
   line they lie in is touched, but it is one reference and at most one
   miss.  size_B >= 1. */
static inline bool cs_cache_refer(cs_cache *cache, uintptr_t addr,
                                  uintptr_t size_B)
{
   uintptr_t line = cs_cache_line(cache, addr);
   uintptr_t last = cs_cache_line(cache, addr + size_B - 1);
   return line == last ? cs_cache_touch(cache, line)
                       : cs_cache_refer_lines(cache, line, last);
}

#endif
