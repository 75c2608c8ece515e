/* cs_cache.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_cache.h"

#define LABEL "cs.cache"

static uint32_t log2_of(uint32_t power)
{
   uint32_t bits = 0;
   while (power > 1) {
      power >>= 1;
      bits++;
   }
   return bits;
}

bool cs_cache_init(cs_cache *cache, const cs_geometry *g,
                   const tk_alloc *alloc)
{
   uintptr_t n_sets = (uintptr_t)cs_geometry_sets(g);
   cache->n_sets = n_sets;
   cache->set_mask = (n_sets & (n_sets - 1)) == 0 ? n_sets - 1 : 0;
   cache->n_older = g->assoc - 1;
   cache->line_bits = log2_of(g->line_size_B);
   size_t n_older = n_sets * cache->n_older;
   cache->mru = tk_get(alloc, LABEL, n_sets * sizeof *cache->mru);
   /* One word too many, so that a direct-mapped cache asks for some. */
   cache->older = tk_get(alloc, LABEL, (n_older + 1) * sizeof *cache->older);
   if (cache->mru == NULL || cache->older == NULL) {
      cs_cache_fini(cache, alloc);
      return false;
   }
   for (size_t i = 0; i < n_sets; i++)
      cache->mru[i] = CS_NO_LINE(cache->line_bits);
   for (size_t i = 0; i < n_older; i++)
      cache->older[i] = CS_NO_LINE(cache->line_bits);
   return true;
}

void cs_cache_fini(cs_cache *cache, const tk_alloc *alloc)
{
   tk_put(alloc, cache->mru);
   tk_put(alloc, cache->older);
   cache->mru = cache->older = NULL;
}

/* Way 0 is the most recent. */
static uintptr_t way(const cs_cache *cache, uintptr_t set, uint32_t i)
{
   return i == 0 ? cache->mru[set]
                 : cache->older[set * cache->n_older + i - 1];
}

static bool set_is_valid(const cs_cache *cache, uintptr_t set)
{
   uintptr_t none = CS_NO_LINE(cache->line_bits);
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
