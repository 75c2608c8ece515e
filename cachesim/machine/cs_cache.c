/* cs_cache.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_cache.h"

#define LABEL "cs.cache"

enum { VECTOR_B = 16 };

/* Bits above those that all lines of a set have in common, or nearly so if
   the number of sets is no power of two. */
static uint32_t hint_shift_of(const cs_cache *cache)
{
   uint32_t shift = cache->line_bits;
   while (cache->n_sets >> (shift - cache->line_bits) > 1)
      shift++;
   return shift;
}

/* Makes empty ways, aligned for vectors. */
static void init_ways(cs_cache *cache, const tk_alloc *alloc)
{
   size_t used_B = sizeof(cs_cache_ways) + cache->assoc * sizeof(uintptr_t);
   cache->ways_B = (used_B + VECTOR_B - 1) / VECTOR_B * VECTOR_B;
   cache->ways_block = tk_get(alloc, LABEL, cache->n_sets * cache->ways_B + VECTOR_B);
   uintptr_t start = (uintptr_t)cache->ways_block + VECTOR_B - 1;
   cache->ways = (char *)(start - start % VECTOR_B);
   for (uintptr_t set = 0; set < cache->n_sets; set++) {
      cs_cache_ways *ways = cs_cache_ways_of(cache, set);
      *ways = (cs_cache_ways){ .order = cache->is_moving ? 0 : CS_CACHE_FIRST_ORDER };
      for (uint32_t way = 0; way < cache->assoc; way++)
         ways->lines[way] = CS_NO_LINE;
   }
}

void cs_cache_init(cs_cache *cache, const cs_geometry *g, const tk_alloc *alloc)
{
   uintptr_t n_sets = (uintptr_t)cs_geometry_sets(g);
   *cache = (cs_cache){ .n_sets = n_sets,
                        .set_mask = (n_sets & (n_sets - 1)) == 0 ? n_sets - 1 : 0,
                        .assoc = g->assoc,
                        .line_bits = cs_line_bits(g),
                        .is_moving = g->assoc > CS_CACHE_ORDERED_WAYS || g->assoc == 1 };
   cache->hint_shift = hint_shift_of(cache);
   if (!cache->is_moving)
      cache->all_ways = (uint32_t)((UINT64_C(1) << cache->assoc * CS_CACHE_BITS_PER_WAY)
                                   - 1);
   cache->mru = tk_get(alloc, LABEL, n_sets * sizeof *cache->mru);
   init_ways(cache, alloc);
   for (size_t i = 0; i < n_sets; i++)
      cache->mru[i] = CS_NO_LINE;
}

void cs_cache_fini(cs_cache *cache, const tk_alloc *alloc)
{
   tk_put(alloc, cache->mru);
   tk_put(alloc, cache->ways_block);
   cache->mru = NULL;
   cache->ways = cache->ways_block = NULL;
}

uintptr_t cs_cache_oldest(const cs_cache *cache, uintptr_t set)
{
   const cs_cache_ways *ways = cs_cache_ways_of(cache, set);
   return ways->lines[cache->is_moving ? cache->assoc - 1
                                       : cs_cache_order_last(ways->order, cache->assoc)];
}

/* Puts `line` first; the lines before it move back. */
static bool move_to_front(uintptr_t *lines, uint32_t assoc, uintptr_t line)
{
   uintptr_t displaced = line;
   for (uint32_t i = 0; i < assoc; i++) {
      uintptr_t here = lines[i];
      lines[i] = displaced;
      if (here == line)
         return false;
      displaced = here;
   }
   return true;
}

bool cs_cache_touch_older(cs_cache *cache, uintptr_t set, uintptr_t line)
{
   cs_cache_ways *ways = cs_cache_ways_of(cache, set);
   cache->mru[set] = line;
   if (cache->is_moving)
      return move_to_front(ways->lines, cache->assoc, line);
   uint64_t order = ways->order;
   uint16_t hint = (uint16_t)(line >> cache->hint_shift);
   uint32_t found = cs_cache_with_hint(ways, cache->assoc, hint) & cache->all_ways;
   while (found != 0) {
      uint32_t way = (uint32_t)__builtin_ctz(found) / CS_CACHE_BITS_PER_WAY;
      if (ways->lines[way] == line) {
         ways->order = cs_cache_order_use(order, way);
         return false;
      }
      found &= found - 1;
   }
   uint32_t way = cs_cache_order_last(order, cache->assoc);
   ways->order = order << 4 | way;
   ways->hints[way] = hint;
   ways->lines[way] = line;
   return true;
}

bool cs_cache_refer_lines(cs_cache *cache, uintptr_t line, uintptr_t last)
{
   bool miss = cs_cache_touch(cache, line);
   while (line != last) {
      line += (uintptr_t)1 << cache->line_bits;
      miss |= cs_cache_touch(cache, line);
   }
   return miss;
}

/* The i-th way in order of use. */
static uint32_t ith_way(const cs_cache *cache, uintptr_t set, uint32_t i)
{
   return cache->is_moving
             ? i
             : cs_cache_order_last(cs_cache_ways_of(cache, set)->order, i + 1);
}

/* Is each way named once, and has each line its hint? */
static bool order_is_valid(const cs_cache *cache, uintptr_t set)
{
   const cs_cache_ways *ways = cs_cache_ways_of(cache, set);
   uintptr_t none = CS_NO_LINE;
   uint32_t seen = 0;
   for (uint32_t i = 0; i < cache->assoc; i++) {
      uint32_t way = ith_way(cache, set, i);
      seen |= 1u << way;
      if (ways->lines[way] != none
          && ways->hints[way] != (uint16_t)(ways->lines[way] >> cache->hint_shift))
         return false;
   }
   return seen == (1u << cache->assoc) - 1;
}

static uintptr_t ith_line(const cs_cache *cache, uintptr_t set, uint32_t i)
{
   return cs_cache_ways_of(cache, set)->lines[ith_way(cache, set, i)];
}

static bool set_is_valid(const cs_cache *cache, uintptr_t set)
{
   uintptr_t none = CS_NO_LINE;
   if ((!cache->is_moving && !order_is_valid(cache, set))
       || cache->mru[set] != ith_line(cache, set, 0))
      return false;
   for (uint32_t i = 0; i < cache->assoc; i++) {
      uintptr_t line = ith_line(cache, set, i);
      if (line == none)
         continue;
      if (line != cs_cache_line(cache, line) || cs_cache_set(cache, line) != set)
         return false;
      if (i > 0 && ith_line(cache, set, i - 1) == none)
         return false;
      for (uint32_t j = 0; j < i; j++)
         if (ith_line(cache, set, j) == line)
            return false;
   }
   return true;
}

bool cs_cache_is_valid(const cs_cache *cache)
{
   for (uintptr_t set = 0; set < cache->n_sets; set++)
      if (!set_is_valid(cache, set))
         return false;
   return true;
}
