/* cs_icache.h -- the first-level instruction cache, true LRU; pure.

   Code has far fewer lines than data, and they are known at translation time.  So each
   line of code has a record, and an instruction holds the records of its lines.  The
   record has the way of the line, so nothing is searched.  A way has the time of its
   last use.  The ways of a set are not ordered; a miss searches the least recent.

   mru[set] is the address of the line that was used last in a set.  A reference to it
   changes nothing and can be skipped, as in cs_cache.h.  Its time is then old, but
   still the latest of its set: another line of the set gets a time only by becoming
   the MRU.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_geometry.h"
#include "base/tk_alloc.h"

typedef struct cs_icache_line cs_icache_line;

typedef struct {
   uint64_t last_use; /* by the cache's clock; 0: the way is empty */
   cs_icache_line *line;
} cs_icache_way;

/* A way of another cache, for lines of which it is known that a fetch only makes them the
   latest of their set and turns its tree (cs_hierarchy.h). */
typedef struct {
   uint64_t keep, away;  /* that makes the set's state `state & keep | away` */
   cs_icache_line *line; /* in the way, or NULL: of none is that known */
} cs_icache_turn;

struct cs_icache_line {
   uintptr_t addr;            /* of its first byte */
   cs_icache_way *way;        /* NULL: not in the cache */
   cs_icache_turn *turn;      /* of another cache: of its way, or NULL */
   uintptr_t *mru;            /* the entry of its set */
   cs_icache_line *next;      /* the following line of code, or NULL: no record */
   cs_icache_line *same_hash; /* or the next free record */
   bool is_kept;              /* by cs_icache_keep, until the next sweep */
};

typedef struct {
   uintptr_t *mru;      /* [n_sets] */
   uintptr_t *own_mru;  /* NULL: mru is borrowed */
   cs_icache_way *ways; /* [n_sets][assoc]; NULL: the records are another cache's */
   uint64_t clock;      /* the references so far */
   uintptr_t n_sets;
   uint32_t assoc;
   uint32_t line_bits;
   const tk_alloc *alloc;
   cs_icache_line **buckets; /* the records, by address */
   size_t n_buckets;         /* a power of two */
   size_t n_lines;
   size_t enough_lines;  /* with more, it is time to sweep */
   cs_icache_line *free; /* records to be reused */
} cs_icache;

/* An empty cache.  `g` must be valid; `alloc` is borrowed. */
void cs_icache_init(cs_icache *cache, const cs_geometry *g, const tk_alloc *alloc);

/* Only the records of lines of code, for another cache of this shape, whose latest line
   of each set is in mru[].  Nothing can be fetched.  mru is borrowed. */
void cs_icache_init_lines(cs_icache *cache, const cs_geometry *g, uintptr_t *mru,
                          const tk_alloc *alloc);
void cs_icache_fini(cs_icache *cache);

/* A line leaves a way of another cache, or a fetch of it may do more again. */
static inline void cs_icache_release(cs_icache_turn *turn)
{
   if (turn->line != NULL)
      turn->line->turn = NULL;
   turn->line = NULL;
}

/* `line` has no turn yet. */
static inline void cs_icache_hold(cs_icache_turn *turn, cs_icache_line *line)
{
   cs_icache_release(turn);
   turn->line = line;
   line->turn = turn;
}

/* The record of the first line of an instruction; `next` leads to those of its other
   lines.  They are valid until a sweep frees them.  size_B >= 1. */
cs_icache_line *cs_icache_at(cs_icache *cache, uintptr_t addr, uint32_t size_B);

/* A program that maps and unmaps code, always at new addresses, would need more and more
   records.  So when there are enough, a sweep frees those that no block holds and whose
   line is not in the cache.  The next sweep comes when there are twice as many, so
   sweeping takes no more time than making the records. */
static inline bool cs_icache_has_enough(const cs_icache *cache)
{
   return cache->n_lines > cache->enough_lines;
}

/* The next sweep keeps the n_lines lines from `line` on. */
static inline void cs_icache_keep(cs_icache_line *line, uint32_t n_lines)
{
   for (; n_lines > 0; n_lines--, line = line->next)
      line->is_kept = true;
}

void cs_icache_sweep(cs_icache *cache);

/* The number of lines of an instruction. */
static inline uint32_t cs_icache_span(const cs_icache *cache, uintptr_t addr,
                                      uint32_t size_B)
{
   return (uint32_t)(((addr + size_B - 1) >> cache->line_bits)
                     - (addr >> cache->line_bits))
          + 1;
}

/* For tests and debug builds: ways and lines point at each other, each line is in its
   own set, and mru[] is the latest. */
bool cs_icache_is_valid(const cs_icache *cache);

static inline uintptr_t cs_icache_line_of(const cs_icache *cache, uintptr_t addr)
{
   return addr >> cache->line_bits << cache->line_bits;
}

static inline uintptr_t cs_icache_set(const cs_icache *cache, uintptr_t addr)
{
   return (addr >> cache->line_bits) % cache->n_sets;
}

/* Brings in a line, in place of the least recent of its set. */
void cs_icache_install(cs_icache *cache, cs_icache_line *line);

/* References one line; true on a miss. */
static inline bool cs_icache_touch(cs_icache *cache, cs_icache_line *line)
{
   bool miss = line->way == NULL;
   if (miss)
      cs_icache_install(cache, line);
   line->way->last_use = ++cache->clock;
   *line->mru = line->addr;
   return miss;
}

/* Is each of n_lines lines from `line` on the MRU of its set?  Then a reference to them
   changes nothing. */
static inline bool cs_icache_are_latest(const cs_icache_line *line, uint32_t n_lines)
{
   while (*line->mru == line->addr && --n_lines > 0)
      line = line->next;
   return *line->mru == line->addr;
}

/* Fetches an instruction that lies in n_lines lines from `line` on: one reference, at
   most one miss. */
static inline bool cs_icache_refer(cs_icache *cache, cs_icache_line *line,
                                   uint32_t n_lines)
{
   bool miss = cs_icache_touch(cache, line);
   while (--n_lines > 0) {
      line = line->next;
      miss |= cs_icache_touch(cache, line);
   }
   return miss;
}
