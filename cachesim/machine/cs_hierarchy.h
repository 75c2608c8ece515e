/* cs_hierarchy.h -- the caches, TLBs and prefetchers of a machine, joined; pure.

   A reference to bytes in two lines touches the first line, then the second: its TLB,
   its caches, then the prefetchers that saw it.  It is one reference, and at most one
   miss of a level.

   *Down.*  A line that I1 or D1 lacks is asked of the next level, and so on, until a
   level or the memory has it.  Then each level that was asked gets it, the furthest
   first, but not the exclusive ones.  An exclusive level that has it gives it up.
   *Out.*  What leaves a level moves to the next if that is exclusive.  Else it is
   written to the next if it is dirty.  What leaves an inclusive level leaves the levels
   before it, too; if it was dirty there, it counts as written back from there as well.
   *Writes.*  A write needs its line in D1, unless D1 does not allocate for writes; then
   a write that misses goes on to the next level as a write, and so on.  A level that
   writes through passes each write on and has no dirty lines.  A write that is passed
   on, or a line that is written back, marks the line dirty in the next level that has
   it.  If that level lacks it, a whole line comes in, if the level allocates for writes
   and is not exclusive; else it goes on.  This is no reference: no policy sees it.
   *Dirty lines that move up* stay dirty, unless the level that gets them writes
   through; then the exclusive level writes them back.
   *Prefetchers* of I1 and D1 see references that are not in the latest line of their
   set: the line that was referenced last, if none was brought in since.  Those of
   further levels see what comes to their level: what was looked up there for a
   reference, or for a prefetcher of a level before.  When a reference is complete, the
   prefetchers of its levels act, the nearest level first.  What one asks for that its
   level has, or for an exclusive level a level before it, is left out.  The rest is
   brought at once, line by line: into this level and, as for a reference, the levels
   behind.  Then the prefetchers of those act.  Lines that a prefetcher brought are
   unused until they are looked up.

   A reference above CS_LEVEL_ADDR_BITS faults.  It misses everywhere and changes
   nothing.

   The *filter* has lines to which a further reference changes nothing, counts nothing
   and is seen by nobody.  So translated code compares and calls only for others; the
   calls of a filter that has fewer lines, or none, give the same.

   *Turns* are for code in an I1 that is usual (cs_level.h), whose hits no prefetcher
   sees, on hosts of 64 bits.  A line that is in the filter gets the turn of its way, and
   has it until it leaves the way or the TLB may forget its page.  As long, a fetch only
   makes it the latest of its set and turns the tree; translated code does that by itself.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_filter.h"
#include "machine/cs_icache.h"
#include "machine/cs_level.h"
#include "machine/cs_prefetch.h"
#include "machine/cs_tlb.h"

/* One cache in its place. */
typedef struct {
   cs_level cache;
   cs_level_shape shape;
   uint32_t prefetchers; /* those that serve it: a bit for each of the machine's */
   uint32_t watchers;    /* of these, those that see hits */
} cs_stage;

/* The first level of code, or of data. */
typedef struct {
   cs_stage stage;
   cs_filter filter;
   uintptr_t *latest;     /* [n_sets]: what prefetchers do not see; CS_NO_LINE if none */
   cs_icache_turn *turns; /* [n_sets][assoc], of code; NULL: none */
   cs_tlb *tlb;
} cs_first;

/* A line that a prefetcher has brought, and the level that had it. */
typedef struct {
   uintptr_t line;
   uint32_t to, found;
} cs_brought;

enum { CS_BROUGHT_MAX = 128 };

typedef struct {
   cs_first code, data;
   uint32_t n_levels;              /* with the first */
   cs_stage levels[CS_LEVELS_MAX]; /* from 1 on; 0 is not used */
   cs_tlbs tlbs;
   uint32_t n_prefetchers;
   cs_prefetcher prefetchers[CS_PREFETCHERS_MAX];
   /* Lines that prefetchers have brought, the first of them.  Who reads them sets their
      number to 0. */
   uint32_t n_brought;
   cs_brought brought[CS_BROUGHT_MAX];
} cs_hierarchy;

/* What one reference did.  Levels: 0 is the first; behind the last, n_levels, is the
   memory. */
typedef struct {
   uint8_t found;  /* the furthest level that it had to go to */
   uint8_t missed; /* a bit for each level that was looked up and lacked a line of it */
   uint8_t tlb;    /* a cs_tlb_level; the furthest of its pages */
   uint8_t counts; /* 0: none of these is other than 0 */
   uint8_t moved;  /* a bit for each level with other than 0 in the next three */
   uint32_t prefetched[CS_LEVELS_MAX]; /* lines brought into a level by its prefetchers */
   uint32_t used[CS_LEVELS_MAX];       /* of such lines, used for the first time */
   uint32_t written[CS_LEVELS_MAX];    /* written back from a level, or through it */
   uint32_t from_memory;               /* lines, for the reference and for prefetchers */
   uint32_t to_memory;                 /* lines written back, and writes */
} cs_outcome;

/* An empty hierarchy, which must not move then.  The machine must be valid: see
   cs_machine_error. */
void cs_hierarchy_init(cs_hierarchy *h, const cs_machine *machine, const tk_alloc *alloc);
void cs_hierarchy_fini(cs_hierarchy *h, const tk_alloc *alloc);

/* The line of code, which has no turn, has been fetched.  It gets one if a further fetch
   only turns the tree.  Only if there are turns. */
void cs_hierarchy_hold(cs_hierarchy *h, cs_icache_line *line);

/* ---- The usual case: a hit in one line of the first level ------------- */

/* Both flags together are one reference, which reads and then writes. */
typedef enum { CS_READS = 1, CS_WRITES = 2 } cs_access;

static inline cs_access cs_access_of(bool is_write, bool modifies)
{
   return modifies ? CS_READS | CS_WRITES : is_write ? CS_WRITES : CS_READS;
}

typedef enum {
   CS_HIT_NONE, /* it is no such hit; nothing has changed that a reference to the page
                   changes again */
   CS_HIT_DONE,
   CS_HIT_SHOW, /* done, but prefetchers have to see it */
} cs_hit;

/* The line at p, in this way, was referenced just now, and a further use of it changes
   nothing: see cs_level_is_stable. */
static inline void cs_first_filter(cs_first *first, const cs_level_place *p, uint32_t way)
{
   cs_filter *f = &first->filter;
   first->latest[p->index] = p->line;
   f->latest[p->index] = p->line;
   if (f->written != NULL)
      f->written[p->index] = (p->set->dirty >> way & 1) != 0
                                ? p->line
                                : cs_filter_none(f, p->index);
}

/* The line at p, in this way, was referenced just now. */
static inline void cs_first_hold(cs_first *first, const cs_level_place *p, uint32_t way)
{
   if (cs_level_is_stable(&first->stage.cache, p->set, way)) {
      cs_first_filter(first, p, way);
   } else {
      first->latest[p->index] = p->line;
      cs_filter_empty(&first->filter, p->index);
   }
}

/* Shows a hit to the prefetchers that see it.  False if one may fetch; to be shown it
   again changes nothing in the others. */
static inline bool cs_hierarchy_is_seen(cs_hierarchy *h, uint32_t watchers,
                                        uintptr_t site_addr, uintptr_t addr)
{
   for (; watchers != 0; watchers &= watchers - 1) {
      cs_prefetcher *p = &h->prefetchers[__builtin_ctz(watchers)];
      if (!cs_prefetch_is_still(p, site_addr, addr)
          && !cs_prefetch_ends_run(p, site_addr, addr))
         return false;
   }
   return true;
}

/* Finds a line whose page is known, if it is there and was used before.  is_usual is that
   of the cache; callers pass a constant, so that the compiler drops the tests for other
   shapes. */
static inline __attribute__((always_inline)) bool cs_first_find(
   cs_first *first, uintptr_t addr, bool is_usual, cs_level_place *p, uint32_t *way)
{
   const cs_level *cache = &first->stage.cache;
   uintptr_t line = addr >> cache->line_bits << cache->line_bits;
   if (!cs_tlb_knows(first->tlb, addr) && !cs_tlb_learns(first->tlb, addr))
      return false;
   *p = is_usual ? cs_level_at_usual(cache, line) : cs_level_at(cache, line);
   *way = is_usual ? cs_level_find_usual(cache, p) : cs_level_find(cache, p);
   return *way != CS_NO_WAY && (p->set->unused >> *way & 1) == 0;
}

static inline __attribute__((always_inline)) void cs_first_use(cs_first *first,
                                                               bool is_usual,
                                                               const cs_level_place *p,
                                                               uint32_t way, bool writes)
{
   if (is_usual)
      cs_level_use_tree(&first->stage.cache, p->set, way);
   else
      cs_level_use(&first->stage.cache, p->set, way);
   p->set->dirty |= (uint64_t)writes << way;
   if (is_usual)
      cs_first_filter(first, p, way);
   else
      cs_first_hold(first, p, way);
}

/* Makes a reference that begins in one line and ends in the next, if both are found so
   and no prefetcher sees hits.  Else nothing has changed that another try would do. */
bool cs_first_use_both(cs_first *first, uintptr_t addr, uint32_t size_B, bool writes);

/* cs_hierarchy_hit in one line; is_usual as for cs_first_find. */
static inline __attribute__((always_inline)) cs_hit
cs_hierarchy_hit_in(cs_hierarchy *h, cs_first *first, bool is_usual, uintptr_t site_addr,
                    uintptr_t addr, bool writes)
{
   cs_level_place p;
   uint32_t way;
   if (!cs_first_find(first, addr, is_usual, &p, &way))
      return CS_HIT_NONE;
   uint32_t watchers = first->latest[p.index] != p.line ? first->stage.watchers : 0;
   cs_first_use(first, is_usual, &p, way, writes);
   return cs_hierarchy_is_seen(h, watchers, site_addr, addr) ? CS_HIT_DONE : CS_HIT_SHOW;
}

/* Makes the reference if there is nothing to count, unless prefetchers fetch.  A page
   above CS_LEVEL_ADDR_BITS is never known. */
static inline __attribute__((always_inline)) cs_hit
cs_hierarchy_hit(cs_hierarchy *h, cs_first *first, uintptr_t site_addr, uintptr_t addr,
                 uint32_t size_B, cs_access how)
{
   bool writes = (how & CS_WRITES) != 0;
   if (writes && first->stage.shape.writes_through)
      return CS_HIT_NONE;
   if (((addr + size_B - 1) ^ addr) >> first->stage.cache.line_bits != 0)
      return cs_first_use_both(first, addr, size_B, writes) ? CS_HIT_DONE : CS_HIT_NONE;
   return first->stage.cache.is_usual
             ? cs_hierarchy_hit_in(h, first, true, site_addr, addr, writes)
             : cs_hierarchy_hit_in(h, first, false, site_addr, addr, writes);
}

/* ---- References ------------------------------------------------------ */

/* Any reference to size_B >= 1 bytes at addr by the instruction at site_addr, after
   cs_hierarchy_hit: `first` is &h->code or &h->data; a fetch's site is its address.  True
   if there is anything to count; else *outcome is not set. */
bool cs_hierarchy_refer(cs_hierarchy *h, cs_first *first, cs_hit hit, uintptr_t site_addr,
                        uintptr_t addr, uint32_t size_B, cs_access how,
                        cs_outcome *outcome);

/* For tests and debug builds: the caches are valid, each filter's line is in its cache
   and its page in the TLB, inclusive levels have all lines of the levels before. */
bool cs_hierarchy_is_valid(const cs_hierarchy *h);
