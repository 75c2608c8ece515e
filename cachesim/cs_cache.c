/* cs_cache.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_cache.h"

#if defined(__SSE2__) && defined(__x86_64__)
#include <emmintrin.h>
#endif

#define LABEL "cs.cache"

enum { VECTOR_B = 16 };

/* The older ways, aligned for vectors, all of them empty. */
static bool init_older(cs_cache *cache, const tk_alloc *alloc)
{
   size_t n = cache->n_sets * cache->stride;
   cache->older_block =
      tk_get(alloc, LABEL, n * sizeof *cache->older + VECTOR_B);
   if (cache->older_block == NULL)
      return false;
   uintptr_t start = (uintptr_t)cache->older_block + VECTOR_B - 1;
   cache->older = (uintptr_t *)(start - start % VECTOR_B);
   for (size_t i = 0; i < n; i++)
      cache->older[i] = CS_NO_LINE;
   return true;
}

bool cs_cache_init(cs_cache *cache, const cs_geometry *g,
                   const tk_alloc *alloc)
{
   uintptr_t n_sets = (uintptr_t)cs_geometry_sets(g);
   *cache = (cs_cache){
      .n_sets = n_sets,
      .set_mask = (n_sets & (n_sets - 1)) == 0 ? n_sets - 1 : 0,
      .n_older = g->assoc - 1,
      .stride = g->assoc <= 2 ? 2 : g->assoc / 2 * 2,
      .line_bits = cs_line_bits(g) };
   cache->mru = tk_get(alloc, LABEL, n_sets * sizeof *cache->mru);
   if (cache->mru == NULL || !init_older(cache, alloc)) {
      cs_cache_fini(cache, alloc);
      return false;
   }
   for (size_t i = 0; i < n_sets; i++)
      cache->mru[i] = CS_NO_LINE;
   return true;
}

void cs_cache_fini(cs_cache *cache, const tk_alloc *alloc)
{
   tk_put(alloc, cache->mru);
   tk_put(alloc, cache->older_block);
   cache->mru = cache->older = cache->older_block = NULL;
}

static bool demote_any(uintptr_t *older, uint32_t n_older,
                       uintptr_t displaced, uintptr_t line)
{
   for (uint32_t i = 0; i < n_older; i++) {
      uintptr_t here = older[i];
      older[i] = displaced;
      if (here == line)
         return false;
      displaced = here;
   }
   return true;
}

#if defined(__SSE2__) && defined(__x86_64__)
/* The same for n_vectors pairs of ways, without a branch that depends on
   where the line is: the host would mispredict it. */
static inline __attribute__((always_inline)) bool
demote_vectors(uintptr_t *older, uint32_t n_vectors, uint32_t n_older,
               uintptr_t displaced, uintptr_t line)
{
   __m128i *v = (__m128i *)older, sought = _mm_set1_epi64x((long long)line);
   uint32_t found = 0; /* a bit for each way */
   for (uint32_t k = 0; k < n_vectors; k++) {
      __m128i halves = _mm_cmpeq_epi32(v[k], sought);
      __m128i both = _mm_and_si128(halves, _mm_shuffle_epi32(halves, 0xb1));
      found |= (uint32_t)_mm_movemask_pd(_mm_castsi128_pd(both)) << 2 * k;
   }
   /* If it is in no way, the last way is as good as found. */
   uint32_t way = (uint32_t)__builtin_ctz(found | 1u << (n_older - 1));
   __m128i last = _mm_set1_epi32((int)way);
   __m128i lanes = _mm_setr_epi32(0, 0, 1, 1), two = _mm_set1_epi32(2);
   __m128i before = _mm_set1_epi64x((long long)displaced);
   for (uint32_t k = 0; k < n_vectors; k++) {
      __m128i here = v[k];
      __m128i moved = _mm_unpacklo_epi64(before, here);
      __m128i stays = _mm_cmpgt_epi32(lanes, last);
      v[k] = _mm_or_si128(_mm_andnot_si128(stays, moved),
                          _mm_and_si128(stays, here));
      before = _mm_unpackhi_epi64(here, here);
      lanes = _mm_add_epi32(lanes, two);
   }
   return found == 0;
}

bool cs_cache_demote(const cs_cache *cache, uintptr_t *older,
                     uintptr_t displaced, uintptr_t line)
{
   uint32_t n = cache->n_older;
   switch (n) {
   case 7:  return demote_vectors(older, 4, n, displaced, line);
   case 11: return demote_vectors(older, 6, n, displaced, line);
   case 15: return demote_vectors(older, 8, n, displaced, line);
   default: return demote_any(older, n, displaced, line);
   }
}
#else
bool cs_cache_demote(const cs_cache *cache, uintptr_t *older,
                     uintptr_t displaced, uintptr_t line)
{
   return demote_any(older, cache->n_older, displaced, line);
}
#endif

bool cs_cache_refer_lines(cs_cache *cache, uintptr_t line, uintptr_t last)
{
   bool miss = cs_cache_touch(cache, line);
   while (line != last) {
      line += (uintptr_t)1 << cache->line_bits;
      miss |= cs_cache_touch(cache, line);
   }
   return miss;
}

/* Way 0 is the most recent. */
static uintptr_t way(const cs_cache *cache, uintptr_t set, uint32_t i)
{
   return i == 0 ? cache->mru[set]
                 : cache->older[set * cache->stride + i - 1];
}

static bool set_is_valid(const cs_cache *cache, uintptr_t set)
{
   uintptr_t none = CS_NO_LINE;
   for (uint32_t i = 0; i <= cache->n_older; i++) {
      uintptr_t line = way(cache, set, i);
      if (line == none)
         continue;
      if (line != cs_cache_line(cache, line)
          || cs_cache_set(cache, line) != set)
         return false;
      if (i > 0 && way(cache, set, i - 1) == none)
         return false;
      for (uint32_t j = 0; j < i; j++)
         if (way(cache, set, j) == line)
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
