/* cs_hierarchy_state.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_hierarchy.h"

#define LABEL "cs.filter"

/* ---- Made and freed -------------------------------------------------- */

static void init_stage(cs_stage *stage, const cs_level_shape *shape,
                       const tk_alloc *alloc)
{
   stage->shape = *shape;
   cs_level_init(&stage->cache, shape, alloc);
}

static uintptr_t *new_entries(uintptr_t n_sets, const tk_alloc *alloc)
{
   uintptr_t *entries = tk_get(alloc, LABEL, n_sets * sizeof *entries);
   for (uintptr_t i = 0; i < n_sets; i++)
      entries[i] = CS_NO_LINE;
   return entries;
}

static void init_first(cs_first *first, const cs_level_shape *shape, cs_tlb *tlb,
                       bool is_written, const tk_alloc *alloc)
{
   first->tlb = tlb;
   init_stage(&first->stage, shape, alloc);
   const cs_level *cache = &first->stage.cache;
   cs_filter *f = &first->filter;
   *f = (cs_filter){ .latest = new_entries(cache->n_sets, alloc),
                     .written = is_written ? new_entries(cache->n_sets, alloc) : NULL,
                     .n_sets = cache->n_sets,
                     .set_mask = cache->set_mask,
                     .line_bits = cache->line_bits };
   first->latest = new_entries(cache->n_sets, alloc);
   cs_filter_empty(&first->filter, 0);
}

static void fini_first(cs_first *first, const tk_alloc *alloc)
{
   cs_level_fini(&first->stage.cache, alloc);
   tk_put(alloc, first->filter.latest);
   tk_put(alloc, first->filter.written);
   tk_put(alloc, first->latest);
   tk_put(alloc, first->turns);
   first->turns = NULL;
   first->filter.latest = first->filter.written = first->latest = NULL;
}

static void init_prefetcher(cs_hierarchy *h, const cs_machine *machine,
                            const cs_prefetcher_shape *shape, const tk_alloc *alloc)
{
   cs_stage *stage = shape->level > 1 ? &h->levels[shape->level - 1]
                     : shape->of_code ? &h->code.stage
                                      : &h->data.stage;
   uint32_t number = h->n_prefetchers++;
   cs_prefetcher *p = &h->prefetchers[number];
   cs_prefetch_init(p, shape, stage->shape.geometry.line_size_B, machine->page_B, alloc);
   stage->prefetchers |= 1u << number;
   stage->watchers |= (uint32_t)cs_prefetch_sees_hits(p) << number;
}

/* The turns of code, if it has any. */
static void init_turns(cs_first *code, const tk_alloc *alloc)
{
   const cs_level *cache = &code->stage.cache;
   if (sizeof(uintptr_t) < sizeof(uint64_t) || !cache->is_usual
       || code->stage.watchers != 0)
      return;
   size_t n_ways = cache->n_sets * cache->assoc;
   code->turns = tk_get(alloc, LABEL, n_ways * sizeof *code->turns);
   for (size_t i = 0; i < n_ways; i++)
      code->turns[i] = (cs_icache_turn){ .keep = ~cache->above[i % cache->assoc],
                                         .away = cache->away[i % cache->assoc] };
}

void cs_hierarchy_init(cs_hierarchy *h, const cs_machine *machine, const tk_alloc *alloc)
{
   *h = (cs_hierarchy){ .n_levels = machine->n_levels + 1 };
   cs_tlbs_init(&h->tlbs, machine, alloc);
   init_first(&h->code, &machine->i1, &h->tlbs.code, false, alloc);
   init_first(&h->data, &machine->d1, &h->tlbs.data, true, alloc);
   for (uint32_t i = 0; i < machine->n_levels; i++)
      init_stage(&h->levels[i + 1], &machine->levels[i], alloc);
   for (uint32_t i = 0; i < machine->n_prefetchers; i++)
      init_prefetcher(h, machine, &machine->prefetchers[i], alloc);
   init_turns(&h->code, alloc);
}

void cs_hierarchy_fini(cs_hierarchy *h, const tk_alloc *alloc)
{
   fini_first(&h->code, alloc);
   fini_first(&h->data, alloc);
   for (uint32_t i = 1; i < h->n_levels; i++)
      cs_level_fini(&h->levels[i].cache, alloc);
   for (uint32_t i = 0; i < h->n_prefetchers; i++)
      cs_prefetch_fini(&h->prefetchers[i], alloc);
   h->n_prefetchers = 0;
   cs_tlbs_fini(&h->tlbs, alloc);
}

/* ---- Checks ---------------------------------------------------------- */

/* Does `outer` have all lines of `inner`? */
static bool includes_lines(const cs_level *outer, const cs_level *inner)
{
   for (uintptr_t i = 0; i < inner->n_sets; i++)
      for (uint32_t way = 0; way < inner->assoc; way++) {
         uintptr_t line = cs_level_line(inner, i, way);
         if (line != CS_NO_LINE && !cs_level_has(outer, line))
            return false;
      }
   return true;
}

/* Are its own lines right, and are the levels before in it if it is inclusive? */
static bool stage_is_valid(const cs_hierarchy *h, uint32_t level)
{
   const cs_stage *stage = &h->levels[level];
   const cs_level *cache = &stage->cache;
   if (!cs_level_is_valid(cache))
      return false;
   if (stage->shape.inclusion != CS_INCLUSIVE)
      return true;
   for (uint32_t i = 1; i < level; i++)
      if (!includes_lines(cache, &h->levels[i].cache))
         return false;
   return includes_lines(cache, &h->code.stage.cache)
          && includes_lines(cache, &h->data.stage.cache);
}

/* Does a reference to what the filter has in a set change nothing? */
static bool entry_is_valid(const cs_first *first, uintptr_t index)
{
   const cs_filter *f = &first->filter;
   const cs_level *cache = &first->stage.cache;
   uintptr_t line = f->latest[index];
   cs_level_place p = cs_level_at(cache, line);
   uint32_t way = cs_level_find(cache, &p);
   if (line == cs_filter_none(f, index))
      return f->written == NULL || f->written[index] == line;
   if (way == CS_NO_WAY || line != first->latest[index]
       || !cs_level_is_stable(cache, p.set, way) || (p.set->unused >> way & 1) != 0
       || !cs_tlb_keeps(first->tlb, line))
      return false;
   return f->written == NULL || f->written[index] != line
          || ((p.set->dirty >> way & 1) != 0 && !first->stage.shape.writes_through);
}

/* Is each line that is held in its way, used, and its page, too? */
static bool turns_are_valid(const cs_first *first)
{
   const cs_level *cache = &first->stage.cache;
   for (uintptr_t i = 0; first->turns != NULL && i < cache->n_sets * cache->assoc; i++) {
      const cs_icache_line *line = first->turns[i].line;
      if (line == NULL)
         continue;
      cs_level_place p = cs_level_at(cache, line->addr);
      uint32_t way = (uint32_t)(i % cache->assoc);
      if (line->turn != &first->turns[i] || p.index != i / cache->assoc
          || cs_level_find(cache, &p) != way || (p.set->unused >> way & 1) != 0
          || !cs_tlb_keeps(first->tlb, line->addr))
         return false;
   }
   return true;
}

static bool first_is_valid(const cs_first *first)
{
   for (uintptr_t i = 0; i < first->filter.n_sets; i++)
      if (!entry_is_valid(first, i))
         return false;
   return cs_level_is_valid(&first->stage.cache) && cs_tlb_is_valid(first->tlb)
          && turns_are_valid(first);
}

bool cs_hierarchy_is_valid(const cs_hierarchy *h)
{
   for (uint32_t i = 1; i < h->n_levels; i++)
      if (!stage_is_valid(h, i))
         return false;
   return first_is_valid(&h->code) && first_is_valid(&h->data);
}
