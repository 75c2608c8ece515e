/* cs_icache.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_icache.h"

#include "machine/cs_cache.h"
#include "base/tk_hash.h"

#define LABEL "cs.icache"

enum {
   FIRST_BUCKETS = 1024, /* a power of two */
   LEAST_ENOUGH = 16384, /* lines: 1 MiB of code */
};

void cs_icache_init_lines(cs_icache *cache, const cs_geometry *g, uintptr_t *mru,
                          const tk_alloc *alloc)
{
   *cache = (cs_icache){ .mru = mru,
                         .n_sets = (size_t)cs_geometry_sets(g),
                         .assoc = g->assoc,
                         .line_bits = cs_line_bits(g),
                         .alloc = alloc,
                         .n_buckets = FIRST_BUCKETS,
                         .enough_lines = LEAST_ENOUGH };
   cache->buckets = tk_get_zeroed(alloc, LABEL, FIRST_BUCKETS * sizeof *cache->buckets);
}

void cs_icache_init(cs_icache *cache, const cs_geometry *g, const tk_alloc *alloc)
{
   cs_icache_init_lines(cache, g, NULL, alloc);
   size_t n_sets = cache->n_sets, n_ways = n_sets * g->assoc;
   cache->mru = cache->own_mru = tk_get(alloc, LABEL, n_sets * sizeof *cache->mru);
   cache->ways = tk_get(alloc, LABEL, n_ways * sizeof *cache->ways);
   for (size_t i = 0; i < n_sets; i++)
      cache->mru[i] = CS_NO_LINE;
   for (size_t i = 0; i < n_ways; i++)
      cache->ways[i] = (cs_icache_way){ .last_use = 0, .line = NULL };
}

/* Frees a list that is linked by same_hash. */
static void put_lines(cs_icache *cache, cs_icache_line *line)
{
   while (line != NULL) {
      cs_icache_line *next = line->same_hash;
      tk_put(cache->alloc, line);
      line = next;
   }
}

void cs_icache_fini(cs_icache *cache)
{
   for (size_t i = 0; i < cache->n_buckets; i++)
      put_lines(cache, cache->buckets[i]);
   put_lines(cache, cache->free);
   cache->free = NULL;
   tk_put(cache->alloc, cache->buckets);
   tk_put(cache->alloc, cache->ways);
   tk_put(cache->alloc, cache->own_mru);
   cache->buckets = NULL;
   cache->ways = NULL;
   cache->mru = cache->own_mru = NULL;
}

/* ---- The records ----------------------------------------------------- */

static cs_icache_line **bucket_of(cs_icache_line **buckets, size_t n_buckets,
                                  uintptr_t addr)
{
   return &buckets[tk_hash_word(addr) & (n_buckets - 1)];
}

/* Doubles the buckets. */
static void grow_buckets(cs_icache *cache)
{
   size_t n = 2 * cache->n_buckets;
   cs_icache_line **buckets = tk_get_zeroed(cache->alloc, LABEL, n * sizeof *buckets);
   for (size_t i = 0; i < cache->n_buckets; i++)
      while (cache->buckets[i] != NULL) {
         cs_icache_line *line = cache->buckets[i];
         cache->buckets[i] = line->same_hash;
         cs_icache_line **to = bucket_of(buckets, n, line->addr);
         line->same_hash = *to;
         *to = line;
      }
   tk_put(cache->alloc, cache->buckets);
   cache->buckets = buckets;
   cache->n_buckets = n;
}

static cs_icache_line *new_line(cs_icache *cache)
{
   cs_icache_line *line = cache->free;
   if (line == NULL)
      return tk_get(cache->alloc, LABEL, sizeof *line);
   cache->free = line->same_hash;
   return line;
}

static cs_icache_line *line_at(cs_icache *cache, uintptr_t addr)
{
   cs_icache_line **from = bucket_of(cache->buckets, cache->n_buckets, addr);
   for (cs_icache_line *line = *from; line != NULL; line = line->same_hash)
      if (line->addr == addr)
         return line;
   cs_icache_line *line = new_line(cache);
   *line = (cs_icache_line){ .addr = addr,
                             .mru = &cache->mru[cs_icache_set(cache, addr)],
                             .same_hash = *from };
   *from = line;
   if (++cache->n_lines > cache->n_buckets)
      grow_buckets(cache);
   return line;
}

cs_icache_line *cs_icache_at(cs_icache *cache, uintptr_t addr, uint32_t size_B)
{
   uintptr_t last = cs_icache_line_of(cache, addr + size_B - 1);
   cs_icache_line *first = line_at(cache, cs_icache_line_of(cache, addr));
   cs_icache_line *line = first;
   while (line->addr != last) {
      if (line->next == NULL)
         line->next = line_at(cache, line->addr + ((uintptr_t)1 << cache->line_bits));
      line = line->next;
   }
   return first;
}

/* ---- Sweeping -------------------------------------------------------- */

static bool is_needed(const cs_icache_line *line)
{
   return line->is_kept || line->way != NULL || line->turn != NULL;
}

/* Unlinks the lines that go from those that stay. */
static void part_neighbours(cs_icache *cache)
{
   for (size_t i = 0; i < cache->n_buckets; i++)
      for (cs_icache_line *line = cache->buckets[i]; line != NULL; line = line->same_hash)
         if (line->next != NULL && !is_needed(line->next))
            line->next = NULL;
}

static void sweep_bucket(cs_icache *cache, cs_icache_line **from)
{
   while (*from != NULL) {
      cs_icache_line *line = *from;
      if (is_needed(line)) {
         line->is_kept = false;
         from = &line->same_hash;
      } else {
         *from = line->same_hash;
         line->same_hash = cache->free;
         cache->free = line;
         cache->n_lines--;
      }
   }
}

void cs_icache_sweep(cs_icache *cache)
{
   part_neighbours(cache);
   for (size_t i = 0; i < cache->n_buckets; i++)
      sweep_bucket(cache, &cache->buckets[i]);
   cache->enough_lines = 2 * cache->n_lines;
   if (cache->enough_lines < LEAST_ENOUGH)
      cache->enough_lines = LEAST_ENOUGH;
}

/* ---- The cache ------------------------------------------------------- */

void cs_icache_install(cs_icache *cache, cs_icache_line *line)
{
   uintptr_t set = (uintptr_t)(line->mru - cache->mru);
   cs_icache_way *ways = &cache->ways[set * cache->assoc];
   cs_icache_way *oldest = ways; /* an empty way is older than any */
   for (uint32_t i = 1; i < cache->assoc; i++)
      if (ways[i].last_use < oldest->last_use)
         oldest = &ways[i];
   if (oldest->line != NULL)
      oldest->line->way = NULL;
   oldest->line = line;
   line->way = oldest;
}

static bool set_is_valid(const cs_icache *cache, uintptr_t set)
{
   const cs_icache_way *latest = NULL;
   for (uint32_t i = 0; i < cache->assoc; i++) {
      const cs_icache_way *way = &cache->ways[set * cache->assoc + i];
      if ((way->line == NULL) != (way->last_use == 0))
         return false;
      if (way->line == NULL)
         continue;
      if (way->line->way != way || way->line->mru != &cache->mru[set]
          || cs_icache_set(cache, way->line->addr) != set)
         return false;
      if (latest == NULL || way->last_use > latest->last_use)
         latest = way;
   }
   return cache->mru[set] == (latest == NULL ? CS_NO_LINE : latest->line->addr);
}

bool cs_icache_is_valid(const cs_icache *cache)
{
   for (uintptr_t set = 0; set < cache->n_sets; set++)
      if (!set_is_valid(cache, set))
         return false;
   for (size_t i = 0; i < cache->n_buckets; i++)
      for (const cs_icache_line *line = cache->buckets[i]; line != NULL;
           line = line->same_hash)
         if (line->way != NULL && line->way->line != line)
            return false;
   return true;
}
