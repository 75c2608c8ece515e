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
   uint32_t used;  /* used a line for the first time that a prefetcher had brought */
   uint32_t found; /* the level that had it */
} request;

static inline cs_stage *stage_of(const request *r, uint32_t level)
{
   /* `level` is less than n_levels. */
   return level == 0 ? &r->first->stage
                     /* cppcheck-suppress arrayIndexOutOfBoundsCond */
                     : &r->h->levels[level];
}

static inline bool is_exclusive(const request *r, uint32_t level)
{
   return level > 0 && level < r->h->n_levels
          && r->h->levels[level].shape.inclusion == CS_EXCLUSIVE;
}

/* A reference to a foreign address faults, so it changes nothing; it misses
   everywhere. */
static inline bool is_foreign(uintptr_t line)
{
   return (uint64_t)line >> CS_LEVEL_ADDR_BITS != 0;
}

static inline void count_event(const request *r, uint32_t *n, uint32_t level)
{
   ++*n;
   r->outcome->counts = 1;
   r->outcome->moved |= (uint8_t)(1u << level);
}

/* A line goes to the memory, or comes from there. */
static inline void count_memory(const request *r, uint32_t *n)
{
   ++*n;
   r->outcome->counts = 1;
}

/* ---- The filter ------------------------------------------------------ */

/* Drops the lines whose page the TLB has forgotten, because of this reference. */
static void forget_pages(cs_first *first, uintptr_t addr)
{
   for (uintptr_t set = 0; set < first->filter.n_sets; set++)
      if (cs_tlb_forgets(first->tlb, addr, first->filter.latest[set]))
         cs_filter_empty(&first->filter, set);
   if (first->turns == NULL)
      return;
   size_t n_ways = first->filter.n_sets * first->stage.cache.assoc;
   for (cs_icache_turn *turn = first->turns; turn < first->turns + n_ways; turn++)
      if (turn->line != NULL && cs_tlb_forgets(first->tlb, addr, turn->line->addr))
         cs_icache_release(turn);
}

/* ---- Turns ----------------------------------------------------------- */

static cs_icache_turn *turn_at(const cs_first *first, uintptr_t index, uint32_t way)
{
   return &first->turns[index * first->stage.cache.assoc + way];
}

/* Another line comes into this way, or none. */
static inline void release_way(const cs_first *first, uintptr_t index, uint32_t way)
{
   if (first->turns != NULL)
      cs_icache_release(turn_at(first, index, way));
}

void cs_hierarchy_hold(cs_hierarchy *h, cs_icache_line *line)
{
   cs_first *first = &h->code;
   cs_level_place p = cs_level_at(&first->stage.cache, line->addr);
   /* What is in the filter is in the cache, and its page is used. */
   if (first->filter.latest[p.index] == line->addr)
      cs_icache_hold(turn_at(first, p.index, cs_level_find(&first->stage.cache, &p)),
                     line);
}

/* ---- Out of a level -------------------------------------------------- */

static void handle_victim(request *r, uint32_t level, cs_level_left left);

/* Brings in a line that is not there, and what it replaces goes out.  Returns its way. */
static uint32_t fill_line(request *r, uint32_t level, const cs_level_place *p, bool dirty,
                          bool unused)
{
   cs_level_left left;
   uint32_t way = cs_level_fill(&stage_of(r, level)->cache, p, &left);
   p->set->dirty |= (uint64_t)dirty << way;
   p->set->unused |= (uint64_t)unused << way;
   if (level == 0) {
      r->first->latest[p->index] = CS_NO_LINE;
      cs_filter_empty(&r->first->filter, p->index);
      release_way(r->first, p->index, way);
   }
   if (left.line != CS_NO_LINE)
      handle_victim(r, level, left);
   return way;
}

/* A write, or a whole line that is written back, arrives at this level. */
static void write_on(request *r, uint32_t level, uintptr_t line, bool is_whole)
{
   for (; level < r->h->n_levels; level++) {
      cs_stage *stage = &r->h->levels[level];
      cs_level_place p = cs_level_at(&stage->cache, line);
      uint32_t way = cs_level_find(&stage->cache, &p);
      bool through = stage->shape.writes_through;
      if (way != CS_NO_WAY)
         p.set->dirty |= (uint64_t)!through << way;
      else if (is_whole && !stage->shape.no_write_allocate && !is_exclusive(r, level))
         fill_line(r, level, &p, !through, false);
      else
         continue;
      if (!through)
         return;
      count_event(r, &r->outcome->written[level], level);
   }
   count_memory(r, &r->outcome->to_memory);
}

/* Drops a line from a cache before `level`; true if it was dirty. */
static bool drop_line(request *r, cs_first *first, uint32_t level, uintptr_t line)
{
   cs_level *cache = first != NULL ? &first->stage.cache : &r->h->levels[level].cache;
   cs_level_place p = cs_level_at(cache, line);
   uint32_t way = cs_level_find(cache, &p);
   if (way == CS_NO_WAY)
      return false;
   if (first != NULL && first->latest[p.index] == line) {
      first->latest[p.index] = CS_NO_LINE;
      cs_filter_empty(&first->filter, p.index);
   }
   if (first != NULL)
      release_way(first, p.index, way);
   bool dirty = cs_level_drop(cache, &p, way);
   if (dirty)
      count_event(r, &r->outcome->written[level], level);
   return dirty;
}

static bool drop_before(request *r, uint32_t level, uintptr_t line)
{
   bool dirty = drop_line(r, &r->h->code, 0, line);
   dirty |= drop_line(r, &r->h->data, 0, line);
   for (uint32_t i = 1; i < level; i++)
      dirty |= drop_line(r, NULL, i, line);
   return dirty;
}

/* A victim arrives at an exclusive level. */
static void take_in(request *r, uint32_t level, cs_level_left left)
{
   cs_stage *stage = &r->h->levels[level];
   bool through = stage->shape.writes_through;
   cs_level_place p = cs_level_at(&stage->cache, left.line);
   uint32_t way = cs_level_find(&stage->cache, &p);
   bool dirty = left.is_dirty && !through;
   if (way == CS_NO_WAY)
      fill_line(r, level, &p, dirty, false);
   else
      p.set->dirty |= (uint64_t)dirty << way;
   if (left.is_dirty && through) {
      count_event(r, &r->outcome->written[level], level);
      write_on(r, level + 1, left.line, true);
   }
}

/* Handles a line that has left this level: writes it back, or hands it on. */
static void handle_victim(request *r, uint32_t level, cs_level_left left)
{
   if (level > 0 && stage_of(r, level)->shape.inclusion == CS_INCLUSIVE)
      left.is_dirty |= drop_before(r, level, left.line);
   if (left.is_dirty)
      count_event(r, &r->outcome->written[level], level);
   if (is_exclusive(r, level + 1))
      take_in(r, level + 1, left);
   else if (left.is_dirty)
      write_on(r, level + 1, left.line, true);
}

/* ---- Up to the first level ------------------------------------------- */

/* Looks up a level, and notes it for the prefetchers there. */
static uint32_t look_up(request *r, uint32_t level, const cs_level_place *p)
{
   cs_level *cache = &stage_of(r, level)->cache;
   uint32_t way = cs_level_find(cache, p), bit = 1u << level;
   r->looked |= bit;
   if (way == CS_NO_WAY) {
      r->missed |= bit;
      return way;
   }
   r->found = level;
   if (p->set->unused >> way & 1) {
      p->set->unused &= ~(UINT64_C(1) << way);
      r->used |= bit;
      count_event(r, &r->outcome->used[level], level);
   }
   cs_level_use(cache, p->set, way);
   return way;
}

/* An exclusive level gives up a line for the level before.  Is it still dirty? */
static bool give_up(request *r, uint32_t level, uint32_t asking, const cs_level_place *p,
                    uint32_t way)
{
   bool dirty = cs_level_drop(&stage_of(r, level)->cache, p, way);
   uint32_t getting = level - 1;
   while (getting > asking && is_exclusive(r, getting))
      getting--;
   if (!dirty || !stage_of(r, getting)->shape.writes_through)
      return dirty;
   count_event(r, &r->outcome->written[level], level);
   write_on(r, level + 1, p->line, true);
   return false;
}

/* A level may have to ask for this line.  Prefetches what that needs: the sets of
   further levels are rarely in the host's caches. */
static inline void expect_line(const request *r, uint32_t level, uintptr_t line)
{
   while (++level < r->h->n_levels) {
      const cs_level *cache = &r->h->levels[level].cache;
      cs_level_expect(cache, cs_level_at(cache, line).set);
   }
}

/* This level will get the line at p.  Prefetches where its victim moves. */
static void expect_victim(const request *r, uint32_t level, const cs_level_place *p)
{
   if (!is_exclusive(r, level + 1) || is_exclusive(r, level))
      return;
   uintptr_t victim = cs_level_next(&stage_of(r, level)->cache, p);
   const cs_level *next = &r->h->levels[level + 1].cache;
   if (victim != CS_NO_LINE)
      cs_level_expect(next, cs_level_at(next, victim).set);
}

/* Level `asking` lacks a line: looks for it behind, and fills the levels between.  Is it
   dirty for the level that asks? */
static bool fetch_line(request *r, uint32_t asking, uintptr_t line)
{
   uint32_t n_levels = r->h->n_levels, level;
   cs_level_place places[CS_LEVELS_MAX];
   bool dirty = false;
   r->found = n_levels;
   for (level = asking + 1; level < n_levels; level++) {
      places[level] = cs_level_at(&stage_of(r, level)->cache, line);
      uint32_t way = look_up(r, level, &places[level]);
      if (way == CS_NO_WAY) {
         expect_victim(r, level, &places[level]);
         continue;
      }
      if (is_exclusive(r, level))
         dirty = give_up(r, level, asking, &places[level], way);
      break;
   }
   if (level == n_levels)
      count_memory(r, &r->outcome->from_memory);
   while (--level > asking)
      if (!is_exclusive(r, level)) {
         fill_line(r, level, &places[level], dirty, false);
         dirty = false;
      }
   return dirty;
}

/* ---- Writes ---------------------------------------------------------- */

/* The line at p, in this way of this level, was written there. */
static void mark_written(request *r, uint32_t level, const cs_level_place *p,
                         uint32_t way)
{
   if (!stage_of(r, level)->shape.writes_through) {
      p->set->dirty |= UINT64_C(1) << way;
      return;
   }
   count_event(r, &r->outcome->written[level], level);
   write_on(r, level + 1, p->line, false);
}

/* This level lacks a line that is written.  The way that it gets there, or CS_NO_WAY. */
static uint32_t write_miss(request *r, uint32_t level, const cs_level_place *p)
{
   if (!stage_of(r, level)->shape.no_write_allocate && !is_exclusive(r, level)) {
      bool dirty = fetch_line(r, level, p->line);
      uint32_t way = fill_line(r, level, p, dirty, false);
      mark_written(r, level, p, way);
      return way;
   }
   if (++level == r->h->n_levels) {
      r->found = level;
      count_memory(r, &r->outcome->to_memory);
      return CS_NO_WAY;
   }
   cs_level_place next = cs_level_at(&stage_of(r, level)->cache, p->line);
   uint32_t way = look_up(r, level, &next);
   if (way == CS_NO_WAY)
      (void)write_miss(r, level, &next);
   else
      mark_written(r, level, &next, way);
   return CS_NO_WAY;
}

/* ---- Prefetchers ----------------------------------------------------- */

static void run_prefetchers(request *r);

/* Is a line in this level or, if it is exclusive, in one before? */
static bool is_there(const request *r, uint32_t level, uintptr_t line)
{
   const cs_hierarchy *h = r->h;
   if (cs_level_has(&stage_of(r, level)->cache, line))
      return true;
   if (!is_exclusive(r, level))
      return false;
   bool found = cs_level_has(&h->code.stage.cache, line)
                || cs_level_has(&h->data.stage.cache, line);
   while (!found && --level > 0)
      found = cs_level_has(&h->levels[level].cache, line);
   return found;
}

static void note_prefetched(cs_hierarchy *h, uintptr_t line, uint32_t to, uint32_t found)
{
   if (h->n_brought < CS_BROUGHT_MAX)
      h->brought[h->n_brought++] = (cs_brought){ line, to, found };
}

/* Brings a line into a level, which lacks it, for one of its prefetchers. */
static void prefetch_line(const request *by, uint32_t level, uintptr_t line)
{
   cs_level_place p = cs_level_at(&stage_of(by, level)->cache, line);
   request r = { .h = by->h,
                 .first = by->first,
                 .site = by->site,
                 .addr = line,
                 .outcome = by->outcome };
   count_event(&r, &r.outcome->prefetched[level], level);
   bool dirty = fetch_line(&r, level, line);
   note_prefetched(r.h, line, level, r.found);
   fill_line(&r, level, &p, dirty, true);
   run_prefetchers(&r);
}

static void prefetch_lines(const request *by, uint32_t level, const uintptr_t *lines,
                           uint32_t n)
{
   for (uint32_t i = 0; i < n; i++)
      expect_line(by, level, lines[i]);
   for (uint32_t i = 0; i < n; i++)
      if (!is_foreign(lines[i]) && !is_there(by, level, lines[i]))
         prefetch_line(by, level, lines[i]);
}

static void run_level_prefetchers(const request *r, uint32_t level, uint32_t prefetchers)
{
   uint32_t bit = 1u << level;
   cs_seen seen = r->missed & bit ? CS_SEEN_MISS
                  : r->used & bit ? CS_SEEN_FIRST_USE
                                  : CS_SEEN_HIT;
   for (; prefetchers != 0; prefetchers &= prefetchers - 1) {
      uintptr_t lines[CS_PREFETCH_DEGREE_MAX];
      cs_prefetcher *p = &r->h->prefetchers[__builtin_ctz(prefetchers)];
      uint32_t n = cs_prefetch_observe(p, r->site, r->addr, seen, lines);
      prefetch_lines(r, level, lines, n);
   }
}

/* Runs the prefetchers of all levels that were looked up, the nearest first. */
static void run_prefetchers(request *r)
{
   if (r->h->n_prefetchers == 0)
      return;
   for (uint32_t looked = r->looked; looked != 0; looked &= looked - 1) {
      uint32_t level = (uint32_t)__builtin_ctz(looked);
      run_level_prefetchers(r, level, stage_of(r, level)->prefetchers);
   }
}

/* ---- References ------------------------------------------------------ */

/* The first level lacks the line at p.  Returns the way that it gets, or CS_NO_WAY. */
static uint32_t handle_first_miss(request *r, const cs_level_place *p, cs_access how)
{
   uint32_t way;
   if (how == CS_WRITES) {
      way = write_miss(r, 0, p);
   } else {
      bool dirty = fetch_line(r, 0, p->line);
      way = fill_line(r, 0, p, dirty, false);
      if (how & CS_WRITES)
         mark_written(r, 0, p, way);
   }
   return way;
}

static void translate_page(request *r)
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

/* Notes what a reference to one line found and missed. */
static void note_outcome(const request *r, uint32_t found, uint32_t missed)
{
   cs_outcome *o = r->outcome;
   if (missed == 0)
      return;
   o->counts = 1;
   o->missed |= (uint8_t)missed;
   o->found = (uint8_t)(found > o->found ? found : o->found);
}

/* Makes a reference to bytes in one line. */
static void refer_line(request *r, cs_access how)
{
   cs_first *first = r->first;
   uint32_t line_bits = first->stage.cache.line_bits, n_levels = r->h->n_levels;
   uintptr_t line = r->addr >> line_bits << line_bits;
   if (is_foreign(line)) {
      note_outcome(r, n_levels, (1u << n_levels) - 1);
      return;
   }
   cs_level_place p = cs_level_at(&first->stage.cache, line);
   translate_page(r);
   bool is_latest = first->latest[p.index] == line;
   uint32_t way = look_up(r, 0, &p);
   if (way == CS_NO_WAY)
      way = handle_first_miss(r, &p, how);
   else if (how & CS_WRITES)
      mark_written(r, 0, &p, way);
   if (way != CS_NO_WAY)
      cs_first_hold(first, &p, way);
   if (is_latest)
      r->looked &= ~1u;
   note_outcome(r, r->found, r->missed);
   run_prefetchers(r);
}

static inline __attribute__((always_inline)) bool use_both(cs_first *first, bool is_usual,
                                                           uintptr_t addr, uintptr_t end,
                                                           bool writes)
{
   cs_level_place p[2];
   uint32_t way[2];
   if (!cs_first_find(first, addr, is_usual, &p[0], &way[0])
       || !cs_first_find(first, end, is_usual, &p[1], &way[1]))
      return false;
   for (int i = 0; i < 2; i++)
      cs_first_use(first, is_usual, &p[i], way[i], writes);
   return true;
}

bool cs_first_use_both(cs_first *first, uintptr_t addr, uint32_t size_B, bool writes)
{
   uint32_t line_bits = first->stage.cache.line_bits;
   uintptr_t end = (addr + size_B - 1) >> line_bits << line_bits;
   if (first->stage.watchers != 0 || (end - addr) >> line_bits != 0)
      return false;
   return first->stage.cache.is_usual ? use_both(first, true, addr, end, writes)
                                      : use_both(first, false, addr, end, writes);
}

/* A reference that is no usual hit. */
static bool refer_lines(request *r, uint32_t size_B, cs_access how)
{
   uint32_t line_bits = r->first->stage.cache.line_bits;
   uintptr_t line = r->addr >> line_bits << line_bits;
   uintptr_t last = (r->addr + size_B - 1) >> line_bits << line_bits;
   expect_line(r, 0, line);
   *r->outcome = (cs_outcome){ .counts = 0 };
   refer_line(r, how);
   while (line != last) {
      line += (uintptr_t)1 << line_bits;
      request next = { .h = r->h,
                       .first = r->first,
                       .site = r->site,
                       .addr = line,
                       .outcome = r->outcome };
      refer_line(&next, how);
   }
   return r->outcome->counts != 0;
}

/* Prefetchers see a hit. */
static bool show_hit(request *r)
{
   uint32_t watchers = r->first->stage.watchers, n = 0;
   uintptr_t lines[CS_PREFETCH_DEGREE_MAX];
   for (; watchers != 0 && n == 0; watchers &= watchers - 1)
      n = cs_prefetch_observe(&r->h->prefetchers[__builtin_ctz(watchers)], r->site,
                              r->addr, CS_SEEN_HIT, lines);
   if (n == 0)
      return false;
   *r->outcome = (cs_outcome){ .counts = 0 };
   prefetch_lines(r, 0, lines, n);
   run_level_prefetchers(r, 0, watchers);
   return r->outcome->counts != 0;
}

bool cs_hierarchy_refer(cs_hierarchy *h, cs_first *first, cs_hit hit, uintptr_t site_addr,
                        uintptr_t addr, uint32_t size_B, cs_access how,
                        cs_outcome *outcome)
{
   request r = {
      .h = h, .first = first, .site = site_addr, .addr = addr, .outcome = outcome
   };
   return hit == CS_HIT_NONE ? refer_lines(&r, size_B, how) : show_hit(&r);
}
