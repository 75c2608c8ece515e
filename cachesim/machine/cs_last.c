/* cs_last.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_last.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define LABEL "cs.last"

enum { HOST_LINE_B = 64 };

static bool is_supported(const cs_geometry *g, uint32_t tag_bits)
{
   uint64_t n_sets = cs_geometry_sets(g);
   return g->assoc <= CS_LAST_WAYS && tag_bits <= 31 && n_sets <= CS_LAST_SETS_MAX
          && (n_sets & (n_sets - 1)) == 0;
}

static uint32_t log2_of(uint64_t power)
{
   uint32_t bits = 0;
   while (power >> bits > 1)
      bits++;
   return bits;
}

static void init_tags(cs_last *cache, size_t n_sets, const tk_alloc *alloc)
{
   size_t n = n_sets * CS_LAST_WAYS;
   cache->tags_block = tk_get_zeroed(alloc, LABEL, n * sizeof(uint32_t) + HOST_LINE_B);
   uintptr_t start = (uintptr_t)cache->tags_block + HOST_LINE_B - 1;
   cache->tags = (uint32_t *)(start - start % HOST_LINE_B);
}

void cs_last_init(cs_last *cache, const cs_geometry *g, const tk_alloc *alloc)
{
   uint64_t n_sets = cs_geometry_sets(g);
   uint32_t line_bits = cs_line_bits(g);
   uint32_t tag_shift = line_bits + log2_of(n_sets);
   *cache = (cs_last){ .set_mask = (uintptr_t)n_sets - 1,
                       .line_bits = line_bits,
                       .tag_shift = tag_shift,
                       .assoc = g->assoc };
   if (tag_shift < CS_LAST_ADDR_BITS && is_supported(g, CS_LAST_ADDR_BITS - tag_shift))
      init_tags(cache, (size_t)n_sets, alloc);
   else
      cs_cache_init(&cache->plain, g, alloc);
}

void cs_last_fini(cs_last *cache, const tk_alloc *alloc)
{
   tk_put(alloc, cache->tags_block);
   cs_cache_fini(&cache->plain, alloc);
   cache->tags_block = cache->tags = NULL;
}

/* Moves `tag` to the front of a set.  True if it was not in the set; then the last way
   is lost. */
#if defined(__SSE2__)
/* Moves the tags of four lanes: lanes behind lane `last` keep theirs, the others take
   that of the lane before. */
static inline __m128i move_lanes(__m128i here, __m128i before, uint32_t lane,
                                 __m128i last)
{
   __m128i shifted = _mm_or_si128(_mm_slli_si128(here, 4), _mm_srli_si128(before, 12));
   __m128i lanes = _mm_add_epi32(_mm_set1_epi32((int)lane), _mm_setr_epi32(0, 1, 2, 3));
   __m128i stays = _mm_cmpgt_epi32(lanes, last);
   return _mm_or_si128(_mm_andnot_si128(stays, shifted), _mm_and_si128(stays, here));
}

static bool move_to_front(uint32_t *set, uint32_t assoc, uint32_t tag)
{
   __m128i *v = (__m128i *)set;
   __m128i a = _mm_load_si128(v), b = _mm_load_si128(v + 1);
   __m128i c = _mm_load_si128(v + 2), d = _mm_load_si128(v + 3);
   __m128i sought = _mm_set1_epi32((int)tag);
   __m128i ab = _mm_packs_epi32(_mm_cmpeq_epi32(a, sought), _mm_cmpeq_epi32(b, sought));
   __m128i cd = _mm_packs_epi32(_mm_cmpeq_epi32(c, sought), _mm_cmpeq_epi32(d, sought));
   uint32_t found = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(ab, cd));
   /* A tag that is not found takes the last way. */
   uint32_t way = (uint32_t)__builtin_ctz(found | 1u << (assoc - 1));
   __m128i last = _mm_set1_epi32((int)way);
   __m128i first = _mm_slli_si128(sought, 12);
   _mm_store_si128(v, move_lanes(a, first, 0, last));
   _mm_store_si128(v + 1, move_lanes(b, a, 4, last));
   _mm_store_si128(v + 2, move_lanes(c, b, 8, last));
   _mm_store_si128(v + 3, move_lanes(d, c, 12, last));
   return found == 0;
}
#else
static bool move_to_front(uint32_t *set, uint32_t assoc, uint32_t tag)
{
   uint32_t displaced = tag;
   for (uint32_t i = 0; i < assoc; i++) {
      uint32_t here = set[i];
      set[i] = displaced;
      if (here == tag)
         return false;
      displaced = here;
   }
   return true;
}
#endif

static inline uint32_t *set_of(const cs_last *cache, uintptr_t addr)
{
   return &cache->tags[(addr >> cache->line_bits & cache->set_mask) * CS_LAST_WAYS];
}

/* An empty way has 0; a tag has 31 bits, and is kept plus 1. */
static inline uint32_t tag_of(const cs_last *cache, uintptr_t addr)
{
   return (uint32_t)(addr >> cache->tag_shift) + 1;
}

/* Only a reference that faults has such an address; it changes nothing. */
static inline bool is_high(uintptr_t addr)
{
   return (uint64_t)addr >> CS_LAST_ADDR_BITS != 0;
}

static inline bool touch_line(cs_last *cache, uintptr_t addr)
{
   uint32_t *set = set_of(cache, addr);
   return move_to_front(set, cache->assoc, tag_of(cache, addr));
}

bool cs_last_refer(cs_last *cache, uintptr_t addr, uintptr_t size_B)
{
   if (cache->tags == NULL)
      return cs_cache_refer(&cache->plain, addr, size_B);
   if (is_high(addr))
      return true;
   uintptr_t line = addr >> cache->line_bits;
   uintptr_t end = (addr + size_B - 1) >> cache->line_bits;
   bool miss = touch_line(cache, addr);
   while (line != end) {
      line++;
      miss |= touch_line(cache, line << cache->line_bits);
   }
   return miss;
}

static uint32_t refer_many_plain(cs_last *cache, const uintptr_t *lines, uint8_t *which,
                                 uint32_t n, uint32_t *missed, uint32_t bit)
{
   uint32_t n_left = 0;
   for (uint32_t i = 0; i < n; i++) {
      uint8_t k = which[i];
      cs_cache *plain = &cache->plain;
      bool was_latest = plain->mru[cs_cache_set(plain, lines[k])] == lines[k];
      if (cs_cache_touch(plain, lines[k]))
         missed[k] |= bit;
      which[n_left] = k;
      n_left += !was_latest || is_high(lines[k]);
   }
   return n_left;
}

/* Prefetched so far ahead: few enough for the host. */
enum { AHEAD = 32 };

uint32_t cs_last_refer_many(cs_last *cache, const uintptr_t *lines, uint8_t *which,
                            uint32_t n, uint32_t *missed, uint32_t bit)
{
   if (cache->tags == NULL)
      return refer_many_plain(cache, lines, which, n, missed, bit);
   uint32_t n_left = 0;
   for (uint32_t i = 0; i < n && i < AHEAD; i++)
      __builtin_prefetch(set_of(cache, lines[which[i]]));
   for (uint32_t i = 0; i < n; i++) {
      if (i + AHEAD < n)
         __builtin_prefetch(set_of(cache, lines[which[i + AHEAD]]));
      uint8_t k = which[i];
      bool was_latest = false, missed_it = true;
      if (!is_high(lines[k])) {
         was_latest = *set_of(cache, lines[k]) == tag_of(cache, lines[k]);
         missed_it = touch_line(cache, lines[k]);
      }
      missed[k] |= missed_it ? bit : 0;
      which[n_left] = k;
      n_left += !was_latest;
   }
   return n_left;
}
