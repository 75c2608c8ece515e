/* cs_cache.h -- one set-associative cache with true LRU replacement; pure.

   A line is named by the address of its first byte.  It stays in the way that it was
   brought into.  The order of use of a set's ways is one word: a permutation of their
   numbers, four bits each, the latest lowest.  So a hit in any way moves only four
   bits.  A hint, sixteen bits of each line, is stored apart, so few instructions find
   a line.  Two lines can have the same hint, so the line itself decides.

   With more than 16 ways, or only one, the lines are stored in order of use instead,
   and move.

   mru[set] repeats the line that was used last in a set.  A reference to it changes
   nothing, so the caller can compare and skip the call; translated code does.

   Physical and virtual addresses are assumed to be equal.  Not modelled: prefetching,
   write-backs, coherence.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "machine/cs_geometry.h"
#include "base/tk_alloc.h"

/* In an empty way: no line begins at this address. */
#define CS_NO_LINE UINTPTR_MAX

/* log2 of the line's size. */
static inline uint32_t cs_line_bits(const cs_geometry *g)
{
   uint32_t bits = 0;
   while (g->line_size_B >> bits > 1)
      bits++;
   return bits;
}

enum { CS_CACHE_ORDERED_WAYS = 16 }; /* four bits each in a word of 64 */

/* The ways of one set. */
typedef struct {
   uint16_t hints[CS_CACHE_ORDERED_WAYS];
   uint64_t order;    /* 0 if lines move */
   uintptr_t lines[]; /* [assoc], then padding to the next set */
} cs_cache_ways;

typedef struct {
   uintptr_t *mru;   /* [n_sets] */
   char *ways;       /* [n_sets] of cs_cache_ways, ways_B each */
   void *ways_block; /* from the allocator */
   size_t ways_B;
   uintptr_t n_sets;
   uintptr_t set_mask; /* n_sets - 1 if n_sets is a power of two, else 0 */
   uint32_t assoc;
   uint32_t line_bits;  /* log2 of the line's size */
   uint32_t hint_shift; /* usually the first bit of an address above the set */
   uint32_t all_ways;   /* the bits of cs_cache_with_hint */
   bool is_moving;      /* the lines move, in order of use */
} cs_cache;

/* An empty cache.  `g` must be valid. */
void cs_cache_init(cs_cache *cache, const cs_geometry *g, const tk_alloc *alloc);
void cs_cache_fini(cs_cache *cache, const tk_alloc *alloc);

/* For tests and debug builds: no line is twice in a set or in a wrong set, and empty
   ways come after full ones. */
bool cs_cache_is_valid(const cs_cache *cache);

static inline uintptr_t cs_cache_line(const cs_cache *cache, uintptr_t addr)
{
   return addr >> cache->line_bits << cache->line_bits;
}

static inline uintptr_t cs_cache_set(const cs_cache *cache, uintptr_t addr)
{
   uintptr_t block = addr >> cache->line_bits;
   return cache->set_mask != 0 ? block & cache->set_mask : block % cache->n_sets;
}

/* Are the bytes addr .. addr + size_B - 1 in the MRU line of their set?  Then a
   reference to them changes nothing.  This function, cs_cache_refer_second, and the
   guards in translated code compare distances between addresses and lines.  An address
   in line 0 is near CS_NO_LINE, so they work only once line 0 has been referenced:
   then no empty way comes before it in set 0. */
static inline bool cs_cache_is_latest(const cs_cache *cache, uintptr_t addr,
                                      uintptr_t size_B)
{
   uintptr_t offset = addr - cache->mru[cs_cache_set(cache, addr)];
   return offset <= ((uintptr_t)1 << cache->line_bits) - size_B;
}

/* ---- The order of a set's ways --------------------------------------- */

#define CS_CACHE_EACH_WAY UINT64_C(0x1111111111111111)
/* Each way by its number, the latest lowest. */
#define CS_CACHE_FIRST_ORDER UINT64_C(0xfedcba9876543210)

/* Makes `way` the latest: the ways before it move up by one place. */
static inline uint64_t cs_cache_order_use(uint64_t order, uint32_t way)
{
   /* The four bits of the way become zero; then the highest of them is the lowest bit
      that is set in `zero`. */
   uint64_t others = order ^ CS_CACHE_EACH_WAY * way;
   uint64_t zero = (others - CS_CACHE_EACH_WAY) & ~others & CS_CACHE_EACH_WAY << 3;
   uint64_t upto = zero ^ (zero - 1);
   return (order & ~upto) | (order << 4 & upto) | way;
}

/* The way used longest ago. */
static inline uint32_t cs_cache_order_last(uint64_t order, uint32_t assoc)
{
   return (uint32_t)(order >> 4 * (assoc - 1)) & 15;
}

/* ---- Finding a line -------------------------------------------------- */

/* CS_CACHE_BITS_PER_WAY bits for each way that has this hint.  Bits above the ways are
   undefined. */
#if defined(__SSE2__)
enum { CS_CACHE_BITS_PER_WAY = 2 };
static inline uint32_t cs_cache_with_hint(const cs_cache_ways *ways, uint32_t assoc,
                                          uint16_t hint)
{
   const __m128i *hints = (const __m128i *)ways->hints;
   __m128i sought = _mm_set1_epi16((short)hint);
   uint32_t found = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi16(hints[0], sought));
   if (assoc > 8)
      found |= (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi16(hints[1], sought)) << 16;
   return found;
}
#else
enum { CS_CACHE_BITS_PER_WAY = 1 };
static inline uint32_t cs_cache_with_hint(const cs_cache_ways *ways, uint32_t assoc,
                                          uint16_t hint)
{
   uint32_t found = 0;
   for (uint32_t way = 0; way < assoc; way++)
      found |= (uint32_t)(ways->hints[way] == hint) << way;
   return found;
}
#endif

/* ---- References ------------------------------------------------------ */

static inline cs_cache_ways *cs_cache_ways_of(const cs_cache *cache, uintptr_t set)
{
   return (cs_cache_ways *)(cache->ways + set * cache->ways_B);
}

/* The way that the latest line of a set is in, if lines do not move. */
static inline uint32_t cs_cache_latest_way(const cs_cache *cache, uintptr_t set)
{
   return cs_cache_ways_of(cache, set)->order & 15;
}

/* The line of a set that was not used for longest, and leaves next; CS_NO_LINE: a way is
   empty. */
uintptr_t cs_cache_oldest(const cs_cache *cache, uintptr_t set);

/* cs_cache_touch for a line that is not the MRU. */
bool cs_cache_touch_older(cs_cache *cache, uintptr_t set, uintptr_t line);

/* References one line; true on a miss. */
static inline bool cs_cache_touch(cs_cache *cache, uintptr_t line)
{
   uintptr_t set = cs_cache_set(cache, line);
   return cache->mru[set] != line && cs_cache_touch_older(cache, set, line);
}

/* For bytes that are not in the MRU line of their set.  If they are in the second line,
   a frequent case, references them: the two lines swap places in the order.  False,
   and nothing has changed, if they are elsewhere, or if lines move. */
static inline bool cs_cache_refer_second(cs_cache *cache, uintptr_t addr,
                                         uintptr_t size_B)
{
   uintptr_t set = cs_cache_set(cache, addr);
   cs_cache_ways *ways = cs_cache_ways_of(cache, set);
   uint64_t order = ways->order;
   uintptr_t line = ways->lines[order >> 4 & 15];
   if (addr - line > ((uintptr_t)1 << cache->line_bits) - size_B)
      return false;
   ways->order = (order & ~(uint64_t)0xff) | (order & 15) << 4 | (order >> 4 & 15);
   cache->mru[set] = line;
   return true;
}

/* cs_cache_refer for bytes that lie in several lines. */
bool cs_cache_refer_lines(cs_cache *cache, uintptr_t line, uintptr_t last);

/* References the bytes addr .. addr + size_B - 1; true on a miss.  All their lines are
   touched, but this is one reference and at most one miss.  size_B >= 1. */
static inline bool cs_cache_refer(cs_cache *cache, uintptr_t addr, uintptr_t size_B)
{
   uintptr_t line = cs_cache_line(cache, addr);
   uintptr_t last = cs_cache_line(cache, addr + size_B - 1);
   return line == last ? cs_cache_touch(cache, line)
                       : cs_cache_refer_lines(cache, line, last);
}
