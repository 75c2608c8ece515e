/* cs_cache.h -- one set-associative cache with true LRU replacement; pure.

   A line is named by the address of its first byte.  A line stays in the way
   it was brought into; the order of use of a set's ways is one word, a
   permutation of their numbers, four bits each, the latest lowest.  So a hit
   moves four bits, wherever it is.  Sixteen bits of each line stand apart, so
   that few instructions find it; since two lines may have them in common, the
   line itself decides.

   Where there are more than 16 ways, or but one, the lines stand in order of
   use instead, and move.

   mru[set] is the line used last in a set, again.  A reference to it changes
   nothing, so a caller that has compared for itself may skip the call;
   translated code does just that.

   Physical and virtual addresses are taken to be the same.  Not
   modelled: prefetching, write-backs, coherence.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_CACHE_H
#define CS_CACHE_H

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "cs_geometry.h"
#include "base/tk_alloc.h"

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

enum { CS_CACHE_ORDERED_WAYS = 16 }; /* of four bits each in a word */

/* The ways of one set. */
typedef struct {
   uint16_t hints[CS_CACHE_ORDERED_WAYS];
   uint64_t order;    /* 0 if lines move */
   uintptr_t lines[]; /* [assoc], then room up to the next set */
} cs_cache_ways;

typedef struct {
   uintptr_t *mru;     /* [n_sets] */
   char *ways;         /* [n_sets] of cs_cache_ways, ways_B each */
   void *ways_block;   /* what the allocator gave */
   size_t ways_B;
   uintptr_t n_sets;
   uintptr_t set_mask; /* n_sets - 1 if that is a mask, else 0 */
   uint32_t assoc;
   uint32_t line_bits; /* log2 of the line's size */
   uint32_t hint_shift; /* as a rule, where a line's address leaves its set's */
   uint32_t all_ways;  /* the bits of cs_cache_with_hint */
   bool is_moving;     /* the lines move, in order of use */
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

/* ---- The order of a set's ways --------------------------------------- */

#define CS_CACHE_EACH_WAY UINT64_C(0x1111111111111111)

/* Makes `way` the latest: the ways before it move up by one place. */
static inline uint64_t cs_cache_order_use(uint64_t order, uint32_t way)
{
   /* Where the way is, a zero among four bits each; its highest bit is then
      the lowest that is set. */
   uint64_t others = order ^ CS_CACHE_EACH_WAY * way;
   uint64_t zero = (others - CS_CACHE_EACH_WAY) & ~others
                   & CS_CACHE_EACH_WAY << 3;
   uint64_t upto = zero ^ (zero - 1);
   return (order & ~upto) | (order << 4 & upto) | way;
}

/* The way used longest ago. */
static inline uint32_t cs_cache_order_last(uint64_t order, uint32_t assoc)
{
   return (uint32_t)(order >> 4 * (assoc - 1)) & 15;
}

/* ---- Finding a line -------------------------------------------------- */

/* CS_CACHE_BITS_PER_WAY bits for each way that has this hint; above the ways,
   any. */
#if defined(__SSE2__)
enum { CS_CACHE_BITS_PER_WAY = 2 };
static inline uint32_t cs_cache_with_hint(const cs_cache_ways *ways,
                                          uint32_t assoc, uint16_t hint)
{
   const __m128i *hints = (const __m128i *)ways->hints;
   __m128i sought = _mm_set1_epi16((short)hint);
   uint32_t found =
      (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi16(hints[0], sought));
   if (assoc > 8)
      found |= (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi16(hints[1], sought))
               << 16;
   return found;
}
#else
enum { CS_CACHE_BITS_PER_WAY = 1 };
static inline uint32_t cs_cache_with_hint(const cs_cache_ways *ways,
                                          uint32_t assoc, uint16_t hint)
{
   uint32_t found = 0;
   for (uint32_t way = 0; way < assoc; way++)
      found |= (uint32_t)(ways->hints[way] == hint) << way;
   return found;
}
#endif

/* ---- References ------------------------------------------------------ */

static inline cs_cache_ways *cs_cache_ways_of(const cs_cache *cache,
                                              uintptr_t set)
{
   return (cs_cache_ways *)(cache->ways + set * cache->ways_B);
}

/* cs_cache_touch for a line that is not the latest. */
bool cs_cache_touch_older(cs_cache *cache, uintptr_t set, uintptr_t line);

/* References one line; true on a miss. */
static inline bool cs_cache_touch(cs_cache *cache, uintptr_t line)
{
   uintptr_t set = cs_cache_set(cache, line);
   return cache->mru[set] != line && cs_cache_touch_older(cache, set, line);
}

/* References the bytes, which are not in the latest line, if they are in the
   one that is second in its set: the two change places, a frequent case.
   False, with nothing changed, if they are not, or if lines move. */
static inline bool cs_cache_refer_second(cs_cache *cache, uintptr_t addr,
                                         uintptr_t size_B)
{
   uintptr_t set = cs_cache_set(cache, addr);
   cs_cache_ways *ways = cs_cache_ways_of(cache, set);
   uint64_t order = ways->order;
   uintptr_t line = ways->lines[order >> 4 & 15];
   if (addr - line > ((uintptr_t)1 << cache->line_bits) - size_B)
      return false;
   ways->order = (order & ~(uint64_t)0xff) | (order & 15) << 4
                 | (order >> 4 & 15);
   cache->mru[set] = line;
   return true;
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
