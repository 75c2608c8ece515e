/* cs_level.h -- one cache of a machine: any policy of cs_machine.h, and two marks a line;
   pure.

   A line is named by the address of its first byte, and stays in its way until it leaves.
   An empty way is filled before a line is replaced.  A way of a large cache holds the
   number of the line's block divided by that of the sets, in 32 bits, so a set is one or
   two lines of the host.  A small cache holds the address and, apart, sixteen bits of it,
   a hint, which are compared first.

   LRU     The line used longest ago leaves.
   PLRU    A tree of bits over the ways; a number of ways that is not a power of two
           leaves the tree's right end empty.  A use of a way turns the bits above it away
           from it.  The bits lead to the way that is replaced.
   SRRIP   Two bits a line ("Re-Reference Interval Prediction", Jaleel et al., 2010, with
           hit priority): 2 when it comes, 0 when it is used again.  The first way with 3
           is replaced; if there is none, all grow by one until there is.
   RANDOM  A generator chooses the way: xorshift (Marsaglia, 2003), shifts of 13, 7 and
           17, that starts with the seed XOR CS_LEVEL_SEED (or CS_LEVEL_SEED, if that is
           0).  The way is the high half of the number times the number of ways, divided
           by 2^32.

   A line is dirty if a further level lacks what was written to it.  It is *unused* if a
   prefetcher brought it and no reference has been to it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_cache.h"
#include "machine/cs_machine.h"

enum { CS_LEVEL_WAYS_MAX = 64 };
#define CS_NO_WAY UINT32_MAX
#define CS_LEVEL_SEED UINT64_C(0x9e3779b97f4a7c15)

/* Addresses have at most so many bits, but where a reference faults. */
enum { CS_LEVEL_ADDR_BITS = 47 };

/* A set, of which masks have a bit for each way.  The ways of a packed cache come before
   it, so that a search that fails reads one line of the host.  Others follow, and then
   what the policy needs more. */
typedef struct {
   uint64_t state; /* LRU: order as in cs_cache.h; PLRU: the tree; SRRIP: low bits */
   uint64_t full, dirty, unused;
} cs_level_set;

typedef struct {
   char *sets;                      /* [n_sets], set_B each */
   void *block;                     /* from the allocator */
   size_t set_B, lines_at, more_at; /* from the set on */
   size_t tags_B;                   /* before it */
   uintptr_t n_sets;
   uintptr_t set_mask; /* n_sets - 1 if n_sets is a power of two, else 0 */
   uint32_t assoc, line_bits;
   uint32_t set_bits; /* log2 of n_sets, rounded down */
   cs_policy policy;
   bool is_packed;    /* ways are 32 bits each, else hints and lines */
   bool is_ordered;   /* LRU by the word `state`, else by times of last use */
   bool is_usual;     /* as most first levels: see cs_level_at_usual */
   uint64_t all;      /* the bits of all ways */
   uint64_t clock;    /* LRU, if not ordered */
   uint64_t random;   /* the generator's state */
   uint32_t n_leaves; /* of the tree; bit i of a tree is node i; the root is 1 */
   uint64_t above[CS_LEVEL_WAYS_MAX]; /* the bits above a way in the tree */
   uint64_t away[CS_LEVEL_WAYS_MAX];  /* their values when they point away from it */
} cs_level;

/* Where a line belongs. */
typedef struct {
   uintptr_t line;
   uintptr_t index; /* of its set */
   uintptr_t tag;   /* the number of its block, divided by that of the sets */
   cs_level_set *set;
} cs_level_place;

/* What has left a set; line is CS_NO_LINE if nothing has. */
typedef struct {
   uintptr_t line;
   bool is_dirty;
} cs_level_left;

/* An empty cache.  The geometry must be valid, of at most
   CS_LEVEL_WAYS_MAX ways. */
void cs_level_init(cs_level *level, const cs_level_shape *shape, const tk_alloc *alloc);
void cs_level_fini(cs_level *level, const tk_alloc *alloc);

static inline cs_level_set *cs_level_set_at(const cs_level *level, uintptr_t index)
{
   return (cs_level_set *)(level->sets + index * level->set_B);
}

static inline cs_level_place cs_level_at(const cs_level *level, uintptr_t line)
{
   uintptr_t block = line >> level->line_bits;
   cs_level_place p = { .line = line };
   if (level->set_mask != 0 || level->n_sets == 1) {
      p.index = block & level->set_mask;
      p.tag = block >> level->set_bits;
   } else {
      p.index = block % level->n_sets;
      p.tag = block / level->n_sets;
   }
   p.set = cs_level_set_at(level, p.index);
   return p;
}

/* Prefetches a set, for a look-up that follows soon. */
static inline void cs_level_expect(const cs_level *level, const cs_level_set *set)
{
   __builtin_prefetch((const char *)set - level->tags_B);
   __builtin_prefetch(set);
}

/* ---- Finding a line -------------------------------------------------- */

enum { CS_LEVEL_AT_ONCE = 16 };

/* The tags of the ways of a packed cache; any number in a way that is empty. */
static inline uint32_t *cs_level_tags(const cs_level *level, const cs_level_set *set)
{
   return (uint32_t *)((char *)set - level->tags_B);
}

/* The hints of the ways of a cache that is not packed. */
static inline uint16_t *cs_level_hints(const cs_level_set *set)
{
   return (uint16_t *)(set + 1);
}

static inline uintptr_t *cs_level_lines(const cs_level *level, const cs_level_set *set)
{
   return (uintptr_t *)((char *)set + level->lines_at);
}

/* A bit for each of 16 ways that has this tag, or hint.  All are compared, so nothing is
   predicted.  What follows the ways may be read, and gives bits above theirs. */
#if defined(__SSE2__)
static inline __m128i cs_level_equal(const void *at, __m128i sought, int n_bits)
{
   __m128i here = _mm_load_si128((const __m128i *)at);
   return n_bits == 32 ? _mm_cmpeq_epi32(here, sought) : _mm_cmpeq_epi16(here, sought);
}

static inline uint32_t cs_level_with_tag(const uint32_t *tags, uint32_t tag)
{
   __m128i sought = _mm_set1_epi32((int)tag);
   __m128i low = _mm_packs_epi32(cs_level_equal(tags, sought, 32),
                                 cs_level_equal(tags + 4, sought, 32));
   __m128i high = _mm_packs_epi32(cs_level_equal(tags + 8, sought, 32),
                                  cs_level_equal(tags + 12, sought, 32));
   return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
}

static inline uint32_t cs_level_with_hint(const uint16_t *hints, uint16_t hint)
{
   __m128i sought = _mm_set1_epi16((short)hint);
   return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(
      cs_level_equal(hints, sought, 16), cs_level_equal(hints + 8, sought, 16)));
}
#else
static inline uint32_t cs_level_with_tag(const uint32_t *tags, uint32_t tag)
{
   uint32_t found = 0;
   for (uint32_t way = 0; way < CS_LEVEL_AT_ONCE; way++)
      found |= (uint32_t)(tags[way] == tag) << way;
   return found;
}

static inline uint32_t cs_level_with_hint(const uint16_t *hints, uint16_t hint)
{
   uint32_t found = 0;
   for (uint32_t way = 0; way < CS_LEVEL_AT_ONCE; way++)
      found |= (uint32_t)(hints[way] == hint) << way;
   return found;
}
#endif

static inline uint32_t cs_level_find_packed(const cs_level *level,
                                            const cs_level_place *p)
{
   const uint32_t *tags = cs_level_tags(level, p->set);
   for (uint32_t first = 0; first < level->assoc; first += CS_LEVEL_AT_ONCE) {
      uint32_t found = cs_level_with_tag(tags + first, (uint32_t)p->tag)
                       & (uint32_t)(p->set->full >> first);
      if (found != 0)
         return first + (uint32_t)__builtin_ctz(found);
   }
   return CS_NO_WAY;
}

/* Among 16 ways of a cache that is not packed, from `first` on. */
static inline uint32_t cs_level_find_among(const cs_level *level, const cs_level_place *p,
                                           uint32_t first)
{
   const uintptr_t *lines = cs_level_lines(level, p->set);
   uint32_t found = cs_level_with_hint(cs_level_hints(p->set) + first, (uint16_t)p->tag)
                    & (uint32_t)(level->all >> first);
   for (; found != 0; found &= found - 1) {
      uint32_t way = first + (uint32_t)__builtin_ctz(found);
      if (lines[way] == p->line)
         return way;
   }
   return CS_NO_WAY;
}

static inline uint32_t cs_level_find_line(const cs_level *level, const cs_level_place *p)
{
   uint32_t way = CS_NO_WAY;
   for (uint32_t first = 0; first < level->assoc && way == CS_NO_WAY;
        first += CS_LEVEL_AT_ONCE)
      way = cs_level_find_among(level, p, first);
   return way;
}

/* The way that a line is in, or CS_NO_WAY.  Nothing changes. */
static inline uint32_t cs_level_find(const cs_level *level, const cs_level_place *p)
{
   return level->is_packed ? cs_level_find_packed(level, p)
                           : cs_level_find_line(level, p);
}

static inline bool cs_level_has(const cs_level *level, uintptr_t line)
{
   cs_level_place p = cs_level_at(level, line);
   return cs_level_find(level, &p) != CS_NO_WAY;
}

/* cs_level_at and cs_level_find of a cache that is usual: the number of its sets is a
   power of two, its policy a tree, and it has at most CS_LEVEL_AT_ONCE ways, which are
   not packed. */
static inline cs_level_place cs_level_at_usual(const cs_level *level, uintptr_t line)
{
   uintptr_t block = line >> level->line_bits, index = block & level->set_mask;
   return (cs_level_place){ .line = line,
                            .index = index,
                            .tag = block >> level->set_bits,
                            .set = cs_level_set_at(level, index) };
}

static inline uint32_t cs_level_find_usual(const cs_level *level, const cs_level_place *p)
{
   return cs_level_find_among(level, p, 0);
}

/* The line in a way; CS_NO_LINE if it is empty. */
static inline uintptr_t cs_level_line(const cs_level *level, uintptr_t index,
                                      uint32_t way)
{
   cs_level_set *set = cs_level_set_at(level, index);
   if (!level->is_packed)
      return cs_level_lines(level, set)[way];
   if ((set->full >> way & 1) == 0)
      return CS_NO_LINE;
   return (cs_level_tags(level, set)[way] * level->n_sets + index) << level->line_bits;
}

/* ---- Use and replacement --------------------------------------------- */

/* cs_level_use for other policies than an order of use or a tree. */
void cs_level_use_other(cs_level *level, cs_level_set *set, uint32_t way);

/* A reference to a line in the way of a tree, which turns the bits above away from it. */
static inline void cs_level_use_tree(const cs_level *level, cs_level_set *set,
                                     uint32_t way)
{
   set->state = (set->state & ~level->above[way]) | level->away[way];
}

/* A reference to the line in this way. */
static inline void cs_level_use(cs_level *level, cs_level_set *set, uint32_t way)
{
   if (level->is_ordered)
      set->state = cs_cache_order_use(set->state, way);
   else if (level->policy == CS_TREE_PLRU)
      cs_level_use_tree(level, set, way);
   else
      cs_level_use_other(level, set, way);
}

/* The line in this way was used last, and nothing was brought in since: does a further
   use of it change nothing? */
static inline bool cs_level_is_stable(const cs_level *level, const cs_level_set *set,
                                      uint32_t way)
{
   const uint64_t *high = (const uint64_t *)((const char *)set + level->more_at);
   return level->policy != CS_SRRIP || ((set->state | *high) >> way & 1) == 0;
}

/* The line that leaves a set next, if that is cheap to tell; else CS_NO_LINE.  Nothing
   changes. */
uintptr_t cs_level_next(const cs_level *level, const cs_level_place *p);

/* Brings in a line that is not there, clean and used.  Returns its way. */
uint32_t cs_level_fill(cs_level *level, const cs_level_place *p, cs_level_left *left);

/* Takes out the line, which is in this way.  Was it dirty? */
bool cs_level_drop(cs_level *level, const cs_level_place *p, uint32_t way);

/* For tests and debug builds: is each line once in the cache, in its own set, with its
   hint; are marks only on lines; is each way once in the order of use? */
bool cs_level_is_valid(const cs_level *level);
