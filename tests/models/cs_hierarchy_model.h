/* cs_hierarchy_model.h -- a naive machine: what cs_hierarchy.h says, word by word.

   It sees every reference and has no filter.  It divides where the modules shift and
   mask.  Each level asks the next by a call of itself.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_CS_HIERARCHY_MODEL_H
#define MODELS_CS_HIERARCHY_MODEL_H

#include "models/cs_level_model.h"
#include "models/cs_prefetch_model.h"

/* ---- The machine ----------------------------------------------------- */

/* References from here on fault. */
#define NAIVE_END ((uint64_t)1 << 47)

enum { NAIVE_I1, NAIVE_D1, NAIVE_L2 }; /* caches; further ones follow */

typedef struct {
   int found, missed, tlb;
   uint32_t prefetched[CS_LEVELS_MAX], used[CS_LEVELS_MAX], written[CS_LEVELS_MAX];
   uint32_t from_memory, to_memory;
} naive_result;

typedef struct {
   uintptr_t line_B;
   int n_caches;
   naive_cache caches[CS_LEVELS_MAX + 1];
   uintptr_t *latest[2]; /* of I1 and D1, of each set: block + 1, or 0 */
   naive_tlbs tlbs;
   uint32_t n_prefetchers;
   naive_prefetcher prefetchers[CS_PREFETCHERS_MAX];
   uintptr_t site;
   naive_result result;
} naive_machine;

/* What was looked up for one request, and what was seen there. */
typedef struct {
   int n, found; /* look-ups; the level that had the line */
   struct {
      int cache;
      cs_seen seen;
      bool is_hidden; /* from prefetchers */
   } at[CS_LEVELS_MAX];
} naive_log;

static inline void naive_machine_init(naive_machine *m, const cs_machine *machine)
{
   *m = (naive_machine){ .line_B = machine->d1.geometry.line_size_B,
                         .n_caches = NAIVE_L2 + (int)machine->n_levels,
                         .n_prefetchers = machine->n_prefetchers,
                         .tlbs = naive_tlbs_new(machine) };
   m->caches[NAIVE_I1] = naive_cache_new(&machine->i1);
   m->caches[NAIVE_D1] = naive_cache_new(&machine->d1);
   for (uint32_t i = 0; i < machine->n_levels; i++)
      m->caches[NAIVE_L2 + i] = naive_cache_new(&machine->levels[i]);
   for (int i = 0; i < 2; i++)
      m->latest[i] = naive_zeroed(m->caches[i].n_sets, sizeof *m->latest[i]);
   for (uint32_t i = 0; i < m->n_prefetchers; i++)
      naive_prefetch_init(&m->prefetchers[i], &machine->prefetchers[i],
                          (uint32_t)m->line_B, machine->page_B);
}

static inline void naive_machine_free(naive_machine *m)
{
   for (int i = 0; i < m->n_caches; i++)
      naive_cache_free(&m->caches[i]);
   for (uint32_t i = 0; i < m->n_prefetchers; i++)
      naive_prefetch_free(&m->prefetchers[i]);
   naive_tlbs_free(&m->tlbs);
   free(m->latest[0]);
   free(m->latest[1]);
}

static inline int naive_level_of(int cache)
{
   return cache < NAIVE_L2 ? 0 : cache - 1;
}

static inline int naive_next(int cache)
{
   return cache < NAIVE_L2 ? NAIVE_L2 : cache + 1;
}

static inline uintptr_t *naive_latest(naive_machine *m, int cache, uintptr_t block)
{
   return &m->latest[cache][block % m->caches[cache].n_sets];
}

static inline bool naive_is(const naive_machine *m, int cache, cs_inclusion inclusion)
{
   return cache < m->n_caches && m->caches[cache].shape.inclusion == inclusion;
}

static inline void naive_depart(naive_machine *m, int cache, naive_line_state line);

static inline void naive_place(naive_machine *m, int cache, uintptr_t block, bool dirty,
                               bool unused)
{
   naive_line_state out = naive_put_in(&m->caches[cache], block, dirty, unused);
   if (cache >= NAIVE_I1 && cache < NAIVE_L2)
      *naive_latest(m, cache, block) = 0;
   if (out.is_full)
      naive_depart(m, cache, out);
}

/* ---- Writes on their way to memory ----------------------------------- */

static inline void naive_pass_on(naive_machine *m, int cache, uintptr_t block,
                                 bool is_whole);

/* The line is in the cache, and was written there. */
static inline void naive_written(naive_machine *m, int cache, uintptr_t block,
                                 bool is_whole)
{
   if (!m->caches[cache].shape.writes_through) {
      naive_has(&m->caches[cache], block)->is_dirty = true;
      return;
   }
   m->result.written[naive_level_of(cache)]++;
   naive_pass_on(m, naive_next(cache), block, is_whole);
}

static inline void naive_pass_on(naive_machine *m, int cache, uintptr_t block,
                                 bool is_whole)
{
   if (cache == m->n_caches) {
      m->result.to_memory++;
      return;
   }
   bool is_there = naive_has(&m->caches[cache], block) != NULL;
   if (!is_there && is_whole && !m->caches[cache].shape.no_write_allocate
       && !naive_is(m, cache, CS_EXCLUSIVE)) {
      naive_place(m, cache, block, false, false);
      is_there = true;
   }
   if (is_there)
      naive_written(m, cache, block, is_whole);
   else
      naive_pass_on(m, naive_next(cache), block, is_whole);
}

/* True if a level before had it dirty. */
static inline bool naive_drop_before(naive_machine *m, int cache, uintptr_t block)
{
   bool dirty = false;
   for (int before = 0; before < cache; before++) {
      naive_line_state *line = naive_has(&m->caches[before], block);
      if (line == NULL)
         continue;
      if (line->is_dirty) {
         dirty = true;
         m->result.written[naive_level_of(before)]++;
      }
      naive_take_out(&m->caches[before], line);
      if (before < NAIVE_L2 && *naive_latest(m, before, block) == block + 1)
         *naive_latest(m, before, block) = 0;
   }
   return dirty;
}

static inline void naive_depart(naive_machine *m, int cache, naive_line_state line)
{
   int next = naive_next(cache);
   if (naive_is(m, cache, CS_INCLUSIVE) && naive_drop_before(m, cache, line.block))
      line.is_dirty = true;
   if (line.is_dirty)
      m->result.written[naive_level_of(cache)]++;
   if (!naive_is(m, next, CS_EXCLUSIVE)) {
      if (line.is_dirty)
         naive_pass_on(m, next, line.block, true);
      return;
   }
   if (naive_has(&m->caches[next], line.block) == NULL)
      naive_place(m, next, line.block, false, false);
   if (line.is_dirty)
      naive_written(m, next, line.block, true);
}

/* ---- Lines on their way up ------------------------------------------- */

static inline naive_line_state *naive_look_up(naive_machine *m, int cache,
                                              uintptr_t block, naive_log *log)
{
   naive_line_state *line = naive_has(&m->caches[cache], block);
   cs_seen seen = line == NULL      ? CS_SEEN_MISS
                  : line->is_unused ? CS_SEEN_FIRST_USE
                                    : CS_SEEN_HIT;
   log->at[log->n].cache = cache;
   log->at[log->n].is_hidden = cache < NAIVE_L2
                               && *naive_latest(m, cache, block) == block + 1;
   log->at[log->n++].seen = seen;
   if (line == NULL)
      return NULL;
   log->found = naive_level_of(cache);
   m->result.used[naive_level_of(cache)] += seen == CS_SEEN_FIRST_USE;
   line->is_unused = false;
   naive_use_line(&m->caches[cache], line);
   return line;
}

/* Asks a cache for a line, which `getter` gets next.  Is it dirty there, then? */
static inline bool naive_ask_for(naive_machine *m, int cache, uintptr_t block, int getter,
                                 naive_log *log)
{
   if (cache == m->n_caches) {
      m->result.from_memory++;
      log->found = naive_level_of(cache);
      return false;
   }
   naive_line_state *line = naive_look_up(m, cache, block, log);
   if (!naive_is(m, cache, CS_EXCLUSIVE)) {
      if (line == NULL) {
         bool dirty = naive_ask_for(m, naive_next(cache), block, cache, log);
         naive_place(m, cache, block, dirty, false);
      }
      return false;
   }
   if (line == NULL)
      return naive_ask_for(m, naive_next(cache), block, getter, log);
   bool dirty = naive_take_out(&m->caches[cache], line).is_dirty;
   if (!dirty || !m->caches[getter].shape.writes_through)
      return dirty;
   m->result.written[naive_level_of(cache)]++;
   naive_pass_on(m, naive_next(cache), block, true);
   return false;
}

static inline void naive_read(naive_machine *m, int cache, uintptr_t block,
                              naive_log *log)
{
   if (naive_look_up(m, cache, block, log) == NULL) {
      bool dirty = naive_ask_for(m, naive_next(cache), block, cache, log);
      naive_place(m, cache, block, dirty, false);
   }
}

static inline void naive_write(naive_machine *m, int cache, uintptr_t block,
                               naive_log *log)
{
   if (cache == m->n_caches) {
      m->result.to_memory++;
      log->found = naive_level_of(cache);
      return;
   }
   if (naive_look_up(m, cache, block, log) == NULL) {
      if (m->caches[cache].shape.no_write_allocate || naive_is(m, cache, CS_EXCLUSIVE)) {
         naive_write(m, naive_next(cache), block, log);
         return;
      }
      bool dirty = naive_ask_for(m, naive_next(cache), block, cache, log);
      naive_place(m, cache, block, dirty, false);
   }
   naive_written(m, cache, block, false);
}

/* ---- Prefetchers ----------------------------------------------------- */

static inline void naive_act(naive_machine *m, const naive_log *log, uintptr_t addr);

static inline void naive_fetch_ahead(naive_machine *m, int cache, uintptr_t addr)
{
   uintptr_t block = addr / m->line_B;
   naive_log log = { .n = 0 };
   if (addr >= NAIVE_END)
      return;
   for (int i = 0; i < cache; i++)
      if (naive_is(m, cache, CS_EXCLUSIVE) && naive_has(&m->caches[i], block) != NULL)
         return;
   if (naive_has(&m->caches[cache], block) != NULL)
      return;
   m->result.prefetched[naive_level_of(cache)]++;
   bool dirty = naive_ask_for(m, naive_next(cache), block, cache, &log);
   naive_place(m, cache, block, dirty, true);
   naive_act(m, &log, addr);
}

static inline bool naive_serves(const naive_prefetcher *p, int cache)
{
   if (cache < NAIVE_L2)
      return p->shape.level == 1 && p->shape.of_code == (cache == NAIVE_I1);
   return p->shape.level == (uint32_t)naive_level_of(cache) + 1;
}

static inline void naive_act(naive_machine *m, const naive_log *log, uintptr_t addr)
{
   for (int i = 0; i < log->n; i++)
      for (uint32_t p = 0; p < m->n_prefetchers; p++) {
         naive_prefetcher *prefetcher = &m->prefetchers[p];
         int cache = log->at[i].cache;
         if (log->at[i].is_hidden || !naive_serves(prefetcher, cache))
            continue;
         naive_prefetch_observe(prefetcher, m->site, addr, log->at[i].seen);
         for (uint32_t k = 0; k < prefetcher->n_lines; k++)
            naive_fetch_ahead(m, cache, prefetcher->lines[k]);
      }
}

/* ---- References ------------------------------------------------------ */

/* The bytes from addr on that are in one line. */
static inline void naive_touch(naive_machine *m, int cache, uintptr_t addr, bool reads,
                               bool writes)
{
   naive_result *r = &m->result;
   naive_log log = { .n = 0 };
   uintptr_t block = addr / m->line_B;
   if (addr >= NAIVE_END) {
      r->found = m->n_caches - 1;
      r->missed = (1 << r->found) - 1;
      return;
   }
   int tlb = naive_tlbs_refer(&m->tlbs, cache == NAIVE_D1, addr) - 1;
   r->tlb = tlb > r->tlb ? tlb : r->tlb;
   if (reads) {
      naive_read(m, cache, block, &log);
      if (writes)
         naive_written(m, cache, block, false);
   } else {
      naive_write(m, cache, block, &log);
   }
   if (naive_has(&m->caches[cache], block) != NULL)
      *naive_latest(m, cache, block) = block + 1;
   r->found = log.found > r->found ? log.found : r->found;
   for (int i = 0; i < log.n; i++)
      if (log.at[i].seen == CS_SEEN_MISS)
         r->missed |= 1 << naive_level_of(log.at[i].cache);
   naive_act(m, &log, addr);
}

/* Leaves in m->result what it did. */
static inline void naive_machine_refer(naive_machine *m, bool is_code, uintptr_t site,
                                       uintptr_t addr, uintptr_t size_B, bool reads,
                                       bool writes)
{
   int cache = is_code ? NAIVE_I1 : NAIVE_D1;
   m->result = (naive_result){ .found = 0 };
   m->site = site;
   naive_touch(m, cache, addr, reads, writes);
   for (uintptr_t byte = addr + 1; byte - addr < size_B; byte++)
      if (byte % m->line_B == 0)
         naive_touch(m, cache, byte, reads, writes);
}

#endif
