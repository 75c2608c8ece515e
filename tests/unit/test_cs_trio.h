/* test_cs_trio.h -- a machine three times: a naive one that sees every reference, a
   cs_hierarchy with the filter, as translated code has it, and one that is called always.
   All three must say the same of every reference.
   The includer has included cmocka.h or a substitute, and stdio.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_CS_TRIO_H
#define TEST_CS_TRIO_H

#include "machine/cs_hierarchy.h"
#include "models/cs_hierarchy_model.h"

/* ---- A machine three times ------------------------------------------- */

typedef struct {
   cs_machine machine;
   unit_alloc memory;
   cs_hierarchy filtered, always;
   cs_icache lines; /* of code, for turns of `filtered` */
   naive_machine naive;
   unit_random random;
   unsigned seed, n_steps, n_passed, n_turned, n_called;
   naive_result sum; /* of what all steps counted */
} trio;

static inline void trio_begin(trio *t)
{
   unit_alloc_init(&t->memory);
   memset(&t->filtered, 0xa5, sizeof t->filtered);
   memset(&t->always, 0xa5, sizeof t->always);
   cs_hierarchy_init(&t->filtered, &t->machine, &t->memory.alloc);
   cs_hierarchy_init(&t->always, &t->machine, &t->memory.alloc);
   cs_icache_init_lines(&t->lines, &t->machine.i1.geometry,
                        t->filtered.code.filter.latest, &t->memory.alloc);
   naive_machine_init(&t->naive, &t->machine);
   t->n_steps = t->n_passed = t->n_turned = t->n_called = 0;
   t->sum = (naive_result){ .found = 0 };
}

static inline void trio_end(trio *t)
{
   assert_true(cs_hierarchy_is_valid(&t->filtered));
   assert_true(cs_hierarchy_is_valid(&t->always));
   cs_icache_fini(&t->lines);
   cs_hierarchy_fini(&t->filtered, &t->memory.alloc);
   cs_hierarchy_fini(&t->always, &t->memory.alloc);
   assert_int_equal(t->memory.n_live, 0);
   naive_machine_free(&t->naive);
}

static inline void print_level(const char *name, const cs_level_shape *s)
{
   const char *const policy[] = { "lru", "plru", "srrip", "random" };
   const char *const inclusion[] = { "neither", "inclusive", "exclusive" };
   fprintf(stderr, "%s sets=%lu ways=%u line=%u %s %s%s%s\n", name,
           (unsigned long)cs_geometry_sets(&s->geometry), s->geometry.assoc,
           s->geometry.line_size_B, policy[s->policy], inclusion[s->inclusion],
           s->writes_through ? " through" : "",
           s->no_write_allocate ? " no-allocate" : "");
}

static inline void print_machine(const cs_machine *m)
{
   print_level("I1", &m->i1);
   print_level("D1", &m->d1);
   for (uint32_t i = 0; i < m->n_levels; i++)
      print_level("  further", &m->levels[i]);
   for (uint32_t i = 0; i < m->n_prefetchers; i++) {
      const cs_prefetcher_shape *p = &m->prefetchers[i];
      fprintf(stderr, "prefetcher level=%u%s kind=%d\n", p->level, p->of_code ? "i" : "",
              (int)p->kind);
   }
   for (int i = 0; i < CS_TLB_LEVELS; i++)
      fprintf(stderr, "TLB %d: code %u/%u, data %u/%u%s, page %lu\n", i,
              m->itlb[i].n_entries, m->itlb[i].assoc, m->dtlb[i].n_entries,
              m->dtlb[i].assoc, m->has_unified_tlb ? " unified" : "",
              (unsigned long)m->page_B);
}

/* ---- Comparing ------------------------------------------------------- */

typedef struct {
   bool is_code, is_write, modifies;
   uintptr_t site, addr;
   uint32_t size_B;
} reference;

static inline void refer_to(cs_hierarchy *h, const reference *r, cs_outcome *o)
{
   cs_first *first = r->is_code ? &h->code : &h->data;
   uintptr_t site = r->is_code ? r->addr : r->site;
   cs_access how = r->is_code ? CS_READS : cs_access_of(r->is_write, r->modifies);
   cs_hit hit = cs_hierarchy_hit(h, first, site, r->addr, r->size_B, how);
   if (hit == CS_HIT_DONE
       || !cs_hierarchy_refer(h, first, hit, site, r->addr, r->size_B, how, o))
      *o = (cs_outcome){ .found = 0 };
}

static inline bool passes(const cs_hierarchy *h, const reference *r)
{
   const cs_filter *f = r->is_code ? &h->code.filter : &h->data.filter;
   uint32_t line_B = 1u << f->line_bits;
   return r->size_B <= line_B
          && cs_filter_passes(f, r->is_write || r->modifies ? f->written : f->latest,
                              r->addr, r->size_B);
}

/* Makes a fetch as translated code does, if all its lines have turns. */
static inline bool turns(trio *t, const reference *r)
{
   cs_icache *lines = &t->lines;
   cs_first *code = &t->filtered.code;
   uint32_t n_lines = cs_icache_span(lines, r->addr, r->size_B);
   if (!r->is_code || n_lines > lines->n_sets || code->turns == NULL)
      return false;
   cs_icache_line *first = cs_icache_at(lines, r->addr, r->size_B), *line = first;
   for (uint32_t i = 0; i < n_lines; i++, line = line->next)
      if (line->turn == NULL)
         return false;
   line = first;
   for (uint32_t i = 0; i < n_lines; i++, line = line->next) {
      cs_level_place p = cs_level_at_usual(&code->stage.cache, line->addr);
      p.set->state = (p.set->state & line->turn->keep) | line->turn->away;
      *line->mru = code->latest[p.index] = line->addr;
   }
   return true;
}

/* After a fetch that no turn made. */
static inline void hold_lines(trio *t, const reference *r)
{
   uint32_t n_lines = cs_icache_span(&t->lines, r->addr, r->size_B);
   cs_icache_line *line = cs_icache_at(&t->lines, r->addr, r->size_B);
   for (uint32_t i = 0; i < n_lines; i++, line = line->next)
      if (line->turn == NULL)
         cs_hierarchy_hold(&t->filtered, line);
}

static inline bool is_empty(const naive_result *n)
{
   const naive_result none = { .found = 0 };
   return memcmp(n, &none, sizeof none) == 0;
}

static inline bool same(const naive_result *n, const cs_outcome *o)
{
   return n->found == o->found && n->missed == o->missed && n->tlb == o->tlb
          && memcmp(n->prefetched, o->prefetched, sizeof n->prefetched) == 0
          && memcmp(n->used, o->used, sizeof n->used) == 0
          && memcmp(n->written, o->written, sizeof n->written) == 0
          && n->from_memory == o->from_memory && n->to_memory == o->to_memory
          && is_empty(n) == !o->counts;
}

static inline void print_naive(const naive_result *n)
{
   fprintf(stderr, "naive: found %d missed %x tlb %d from %u to %u\n", n->found,
           (unsigned)n->missed, n->tlb, n->from_memory, n->to_memory);
   for (int i = 0; i < CS_LEVELS_MAX; i++)
      fprintf(stderr, "  level %d: prefetched %u used %u written %u\n", i,
              n->prefetched[i], n->used[i], n->written[i]);
}

static inline void print_outcome(const cs_outcome *o)
{
   fprintf(stderr, "fast:  found %d missed %x tlb %d from %u to %u\n", o->found,
           (unsigned)o->missed, o->tlb, o->from_memory, o->to_memory);
   for (int i = 0; i < CS_LEVELS_MAX; i++)
      fprintf(stderr, "  level %d: prefetched %u used %u written %u\n", i,
              o->prefetched[i], o->used[i], o->written[i]);
}

static inline void differ(const trio *t, const reference *r, const cs_outcome *o,
                          const char *which)
{
   print_machine(&t->machine);
   print_naive(&t->naive.result);
   if (o != NULL)
      print_outcome(o);
   fail_msg("seed %u, step %u, %s at %#lx+%u of %#lx: %s differs", t->seed, t->n_steps,
            r->is_code    ? "fetch"
            : r->modifies ? "modify"
            : r->is_write ? "write"
                          : "read",
            (unsigned long)r->addr, r->size_B, (unsigned long)r->site, which);
}

static inline void add_up(naive_result *sum, const naive_result *n)
{
   sum->from_memory += n->from_memory;
   sum->to_memory += n->to_memory;
   for (int i = 0; i < CS_LEVELS_MAX; i++) {
      sum->prefetched[i] += n->prefetched[i];
      sum->used[i] += n->used[i];
      sum->written[i] += n->written[i];
   }
}

/* One reference to all three. */
static const naive_result *step(trio *t, const reference *r)
{
   cs_outcome o;
   t->n_steps++;
   naive_machine_refer(&t->naive, r->is_code, r->is_code ? r->addr : r->site, r->addr,
                       r->size_B, !r->is_write, r->is_write || r->modifies);
   refer_to(&t->always, r, &o);
   if (!same(&t->naive.result, &o))
      differ(t, r, &o, "without the filter");
   if (passes(&t->filtered, r)) {
      t->n_passed++;
      if (!is_empty(&t->naive.result))
         differ(t, r, NULL, "the filter");
   } else if (turns(t, r)) {
      t->n_turned++;
      if (!is_empty(&t->naive.result))
         differ(t, r, NULL, "a turn");
   } else {
      t->n_called++;
      refer_to(&t->filtered, r, &o);
      if (!same(&t->naive.result, &o))
         differ(t, r, &o, "with the filter");
      if (r->is_code && t->filtered.code.turns != NULL)
         hold_lines(t, r);
   }
   if (t->n_steps % 197 == 0
       && (!cs_hierarchy_is_valid(&t->filtered) || !cs_hierarchy_is_valid(&t->always)))
      differ(t, r, NULL, "the walk of the caches");
   add_up(&t->sum, &t->naive.result);
   return &t->naive.result;
}

#endif
