/* cs_hierarchy.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_hierarchy.h"

/* What goes through the levels for a reference to one line, or for a prefetcher.  The
   masks have a bit for each level. */
typedef struct {
   cs_hierarchy *h;
   cs_first *first;
   uintptr_t site, addr;
   cs_outcome *outcome;
   uint32_t looked; /* looked up, and seen by the prefetchers there */
   uint32_t missed;
   uint32_t used;   /* used a line for the first time that a prefetcher had brought */
   uint32_t found;  /* the level that had it */
} request;

static inline cs_stage *stage_of(const request *r, uint32_t level)
{
   return level == 0 ? &r->first->stage : &r->h->levels[level];
}

static inline bool is_exclusive(const request *r, uint32_t level)
{
   return level > 0 && level < r->h->n_levels
          && r->h->levels[level].shape.inclusion == CS_EXCLUSIVE;
}

static inline void count(const request *r, uint32_t *n)
{
   ++*n;
   r->outcome->counts = 1;
}

/* ---- The filter ------------------------------------------------------ */

/* The line in this way of the set was referenced just now. */
static inline void hold(cs_first *first, uintptr_t index, cs_level_set *set,
                        uint32_t way, uintptr_t line)
{
   cs_filter *f = &first->filter;
   first->latest[index] = line;
   cs_filter_empty(&first->filter, index);
   if (!cs_level_is_settled(&first->stage.cache, set, way))
      return;
   f->latest[index] = line;
   if (f->written != NULL && (set->dirty >> way & 1) != 0)
      f->written[index] = line;
}

/* Drops the lines whose page the TLB has forgotten, because of this reference. */
static void forget_pages(cs_first *first, uintptr_t addr)
{
   for (uintptr_t set = 0; set < first->filter.n_sets; set++)
      if (cs_tlb_forgets(first->tlb, addr, first->filter.latest[set]))
         cs_filter_empty(&first->filter, set);
}

/* ---- Out of a level -------------------------------------------------- */

static void leave(request *r, uint32_t level, cs_level_left left);

/* Brings in a line that is not there, and what it replaces goes out.  Returns its way. */
static uint32_t put(request *r, uint32_t level, uintptr_t line, bool dirty, bool unused)
{
   cs_level *cache = &stage_of(r, level)->cache;
   uintptr_t index = cs_level_index(cache, line);
   cs_level_set *set = cs_level_set_at(cache, index);
   cs_level_left left;
   uint32_t way = cs_level_fill(cache, set, line, &left);
   set->dirty |= (uint64_t)dirty << way;
   set->unused |= (uint64_t)unused << way;
   if (level == 0) {
      r->first->latest[index] = CS_NO_LINE;
      cs_filter_empty(&r->first->filter, index);
   }
   if (left.line != CS_NO_LINE)
      leave(r, level, left);
   return way;
}

/* A write, or a whole line that is written back, arrives at this level. */
static void write_on(request *r, uint32_t level, uintptr_t line, bool is_whole)
{
   for (; level < r->h->n_levels; level++) {
      cs_stage *stage = &r->h->levels[level];
      cs_level_set *set = cs_level_set_of(&stage->cache, line);
      uint32_t way = cs_level_find(&stage->cache, set, line);
      bool through = stage->shape.writes_through;
      if (way != CS_NO_WAY)
         set->dirty |= (uint64_t)!through << way;
      else if (is_whole && !stage->shape.no_write_allocate && !is_exclusive(r, level))
         put(r, level, line, !through, false);
      else
         continue;
      if (!through)
         return;
      count(r, &r->outcome->written[level]);
   }
   count(r, &r->outcome->to_memory);
}

/* Drops a line from a cache before `level`; true if it was dirty. */
static bool drop(request *r, cs_first *first, uint32_t level, uintptr_t line)
{
   cs_level *cache = first != NULL ? &first->stage.cache : &r->h->levels[level].cache;
   uintptr_t index = cs_level_index(cache, line);
   cs_level_set *set = cs_level_set_at(cache, index);
   uint32_t way = cs_level_find(cache, set, line);
   if (way == CS_NO_WAY)
      return false;
   if (first != NULL && first->latest[index] == line) {
      first->latest[index] = CS_NO_LINE;
      cs_filter_empty(&first->filter, index);
   }
   bool dirty = cs_level_drop(cache, set, way).is_dirty;
   if (dirty)
      count(r, &r->outcome->written[level]);
   return dirty;
}

static bool drop_before(request *r, uint32_t level, uintptr_t line)
{
   bool dirty = drop(r, &r->h->code, 0, line);
   dirty |= drop(r, &r->h->data, 0, line);
   for (uint32_t i = 1; i < level; i++)
      dirty |= drop(r, NULL, i, line);
   return dirty;
}

/* A victim arrives at an exclusive level. */
static void take_in(request *r, uint32_t level, cs_level_left left)
{
   cs_stage *stage = &r->h->levels[level];
   bool through = stage->shape.writes_through;
   cs_level_set *set = cs_level_set_of(&stage->cache, left.line);
   uint32_t way = cs_level_find(&stage->cache, set, left.line);
   bool dirty = left.is_dirty && !through;
   if (way == CS_NO_WAY)
      put(r, level, left.line, dirty, false);
   else
      set->dirty |= (uint64_t)dirty << way;
   if (left.is_dirty && through) {
      count(r, &r->outcome->written[level]);
      write_on(r, level + 1, left.line, true);
   }
}

/* A line has left this level. */
static void leave(request *r, uint32_t level, cs_level_left left)
{
   if (level > 0 && stage_of(r, level)->shape.inclusion == CS_INCLUSIVE)
      left.is_dirty |= drop_before(r, level, left.line);
   if (left.is_dirty)
      count(r, &r->outcome->written[level]);
   if (is_exclusive(r, level + 1))
      take_in(r, level + 1, left);
   else if (left.is_dirty)
      write_on(r, level + 1, left.line, true);
}

/* ---- Up to the first level ------------------------------------------- */

/* Looks up a further level, and counts it for the prefetchers there. */
static uint32_t look_up(request *r, uint32_t level, cs_level_set *set, uintptr_t line)
{
   cs_level *cache = &stage_of(r, level)->cache;
   uint32_t way = cs_level_find(cache, set, line), bit = 1u << level;
   r->looked |= bit;
   if (way == CS_NO_WAY) {
      r->missed |= bit;
      return way;
   }
   r->found = level;
   if (set->unused >> way & 1) {
      set->unused &= ~(UINT64_C(1) << way);
      r->used |= bit;
      count(r, &r->outcome->used[level]);
   }
   cs_level_use(cache, set, way);
   return way;
}

/* An exclusive level gives up a line for the level before.  Is it still dirty? */
static bool give_up(request *r, uint32_t level, uint32_t asking, cs_level_set *set,
                    uint32_t way)
{
   cs_level_left left = cs_level_drop(&stage_of(r, level)->cache, set, way);
   uint32_t getting = level - 1;
   while (getting > asking && is_exclusive(r, getting))
      getting--;
   if (!left.is_dirty || !stage_of(r, getting)->shape.writes_through)
      return left.is_dirty;
   count(r, &r->outcome->written[level]);
   write_on(r, level + 1, left.line, true);
   return false;
}

/* Level `asking` lacks a line: looks for it behind, and fills the levels between.  Is it
   dirty for the level that asks? */
static bool fetch(request *r, uint32_t asking, uintptr_t line)
{
   uint32_t n_levels = r->h->n_levels, level;
   bool dirty = false;
   r->found = n_levels;
   for (level = asking + 1; level < n_levels; level++) {
      cs_level_set *set = cs_level_set_of(&stage_of(r, level)->cache, line);
      uint32_t way = look_up(r, level, set, line);
      if (way == CS_NO_WAY)
         continue;
      if (is_exclusive(r, level))
         dirty = give_up(r, level, asking, set, way);
      break;
   }
   if (level == n_levels)
      count(r, &r->outcome->from_memory);
   while (--level > asking)
      if (!is_exclusive(r, level)) {
         put(r, level, line, dirty, false);
         dirty = false;
      }
   return dirty;
}

/* ---- Writes ---------------------------------------------------------- */

/* A line that this level has was written there. */
static void mark_written(request *r, uint32_t level, cs_level_set *set, uint32_t way,
                         uintptr_t line)
{
   if (!stage_of(r, level)->shape.writes_through) {
      set->dirty |= UINT64_C(1) << way;
      return;
   }
   count(r, &r->outcome->written[level]);
   write_on(r, level + 1, line, false);
}

/* This level lacks a line that is written.  The way that it gets there, or CS_NO_WAY. */
static uint32_t write_miss(request *r, uint32_t level, uintptr_t line)
{
   cs_stage *stage = stage_of(r, level);
   cs_level_set *set = cs_level_set_of(&stage->cache, line);
   if (!stage->shape.no_write_allocate && !is_exclusive(r, level)) {
      bool dirty = fetch(r, level, line);
      uint32_t way = put(r, level, line, dirty, false);
      mark_written(r, level, set, way, line);
      return way;
   }
   if (++level == r->h->n_levels) {
      r->found = level;
      count(r, &r->outcome->to_memory);
      return CS_NO_WAY;
   }
   set = cs_level_set_of(&stage_of(r, level)->cache, line);
   uint32_t way = look_up(r, level, set, line);
   if (way == CS_NO_WAY)
      (void)write_miss(r, level, line);
   else
      mark_written(r, level, set, way, line);
   return CS_NO_WAY;
}

/* ---- Prefetchers ----------------------------------------------------- */

static void act(request *r);

static bool has(const cs_level *cache, uintptr_t line)
{
   return cs_level_find(cache, cs_level_set_of(cache, line), line) != CS_NO_WAY;
}

/* Is a line in this level or, if it is exclusive, in one before? */
static bool is_there(const request *r, uint32_t level, uintptr_t line)
{
   const cs_hierarchy *h = r->h;
   if (has(&stage_of(r, level)->cache, line))
      return true;
   if (!is_exclusive(r, level))
      return false;
   bool found = has(&h->code.stage.cache, line) || has(&h->data.stage.cache, line);
   while (!found && --level > 0)
      found = has(&h->levels[level].cache, line);
   return found;
}

/* Brings a line into a level for one of its prefetchers. */
static void bring(const request *by, uint32_t level, uintptr_t line)
{
   if (is_there(by, level, line))
      return;
   request r = { .h = by->h, .first = by->first, .site = by->site, .addr = line,
                 .outcome = by->outcome };
   count(&r, &r.outcome->prefetched[level]);
   bool dirty = fetch(&r, level, line);
   put(&r, level, line, dirty, true);
   act(&r);
}

static void act_at(const request *r, uint32_t level, uint32_t prefetchers)
{
   uint32_t bit = 1u << level;
   cs_seen seen = r->missed & bit ? CS_SEEN_MISS
                  : r->used & bit ? CS_SEEN_FIRST_USE : CS_SEEN_HIT;
   for (; prefetchers != 0; prefetchers &= prefetchers - 1) {
      uintptr_t lines[CS_PREFETCH_DEGREE_MAX];
      cs_prefetcher *p = &r->h->prefetchers[__builtin_ctz(prefetchers)];
      uint32_t n = cs_prefetch_observe(p, r->site, r->addr, seen, lines);
      for (uint32_t i = 0; i < n; i++)
         bring(r, level, lines[i]);
   }
}

/* The prefetchers of all levels that were looked up, the nearest first. */
static void act(request *r)
{
   if (r->h->n_prefetchers == 0)
      return;
   for (uint32_t looked = r->looked; looked != 0; looked &= looked - 1) {
      uint32_t level = (uint32_t)__builtin_ctz(looked);
      act_at(r, level, stage_of(r, level)->prefetchers);
   }
}

/* ---- References ------------------------------------------------------ */

typedef enum { READS = 1, WRITES = 2 } access;

/* The first level lacks the line.  The way that it gets, or CS_NO_WAY. */
static uint32_t miss(request *r, cs_level_set *set, uintptr_t line, access how)
{
   cs_outcome *o = r->outcome;
   uint32_t way;
   if (how == WRITES) {
      way = write_miss(r, 0, line);
   } else {
      bool dirty = fetch(r, 0, line);
      way = put(r, 0, line, dirty, false);
      if (how & WRITES)
         mark_written(r, 0, set, way, line);
   }
   o->counts = 1;
   o->missed |= (uint8_t)r->missed;
   o->found = (uint8_t)(r->found > o->found ? r->found : o->found);
   return way;
}

static void translate(request *r)
{
   cs_outcome *o = r->outcome;
   cs_tlb_found page = cs_tlb_refer(r->first->tlb, r->addr);
   if (page.forgot)
      forget_pages(r->first, r->addr);
   if (page.level > o->tlb) {
      o->tlb = (uint8_t)page.level;
      o->counts = 1;
   }
}

/* The bytes of a reference from addr on that are in one line. */
static void touch(request *r, access how)
{
   cs_first *first = r->first;
   cs_level *cache = &first->stage.cache;
   uintptr_t line = r->addr >> cache->line_bits << cache->line_bits;
   uintptr_t index = cs_level_index(cache, line);
   cs_level_set *set = cs_level_set_at(cache, index);
   translate(r);
   bool is_latest = first->latest[index] == line;
   uint32_t way = look_up(r, 0, set, line);
   if (way == CS_NO_WAY)
      way = miss(r, set, line, how);
   else if (how & WRITES)
      mark_written(r, 0, set, way, line);
   if (way != CS_NO_WAY)
      hold(first, index, set, way, line);
   if (is_latest)
      r->looked &= ~1u;
   act(r);
}

static bool refer(cs_hierarchy *h, cs_first *first, uintptr_t site, uintptr_t addr,
                  uint32_t size_B, access how, cs_outcome *outcome)
{
   uint32_t line_bits = first->stage.cache.line_bits;
   uintptr_t block = addr >> line_bits, last = (addr + size_B - 1) >> line_bits;
   *outcome = (cs_outcome){ .found = 0 };
   request r = { .h = h, .first = first, .site = site, .addr = addr,
                 .outcome = outcome };
   touch(&r, how);
   while (block != last) {
      block = (block + 1) << line_bits >> line_bits;
      r = (request){ .h = h, .first = first, .site = site, .addr = block << line_bits,
                     .outcome = outcome };
      touch(&r, how);
   }
   return outcome->counts != 0;
}

bool cs_hierarchy_fetch(cs_hierarchy *h, uintptr_t addr, uint32_t size_B,
                        cs_outcome *outcome)
{
   return refer(h, &h->code, addr, addr, size_B, READS, outcome);
}

bool cs_hierarchy_data(cs_hierarchy *h, uintptr_t site_addr, uintptr_t addr,
                       uint32_t size_B, bool is_write, bool modifies,
                       cs_outcome *outcome)
{
   access how = modifies ? READS | WRITES : is_write ? WRITES : READS;
   return refer(h, &h->data, site_addr, addr, size_B, how, outcome);
}
