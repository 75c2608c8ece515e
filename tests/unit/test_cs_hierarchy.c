/* test_cs_hierarchy.c -- cs_hierarchy against a naive machine that sees every reference.

   Two hierarchies go beside it: one with the filter, as translated code has it, and one
   that is called always.  All three must say the same of every reference.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "machine/cs_hierarchy.h"
#include "test_cs_hierarchy_model.h"

/* ---- A machine three times ------------------------------------------- */

typedef struct {
   cs_machine machine;
   unit_alloc memory;
   cs_hierarchy filtered, always;
   naive_machine naive;
   unit_random random;
   unsigned seed, n_steps, n_passed, n_called;
} trio;

static uint32_t below(trio *t, uint64_t n)
{
   return (uint32_t)unit_random_below(&t->random, n);
}

static void trio_begin(trio *t)
{
   unit_alloc_init(&t->memory);
   memset(&t->filtered, 0xa5, sizeof t->filtered);
   memset(&t->always, 0xa5, sizeof t->always);
   assert_true(cs_hierarchy_init(&t->filtered, &t->machine, &t->memory.alloc));
   assert_true(cs_hierarchy_init(&t->always, &t->machine, &t->memory.alloc));
   naive_machine_init(&t->naive, &t->machine);
   t->n_steps = t->n_passed = t->n_called = 0;
}

static void trio_end(trio *t)
{
   assert_true(cs_hierarchy_is_valid(&t->filtered));
   assert_true(cs_hierarchy_is_valid(&t->always));
   cs_hierarchy_fini(&t->filtered, &t->memory.alloc);
   cs_hierarchy_fini(&t->always, &t->memory.alloc);
   assert_int_equal(t->memory.n_live, 0);
   naive_machine_free(&t->naive);
}

static void print_level(const char *name, const cs_level_shape *s)
{
   const char *const policy[] = { "lru", "plru", "srrip", "random" };
   const char *const inclusion[] = { "neither", "inclusive", "exclusive" };
   print_message("%s sets=%lu ways=%u line=%u %s %s%s%s\n", name,
                 (unsigned long)cs_geometry_sets(&s->geometry), s->geometry.assoc,
                 s->geometry.line_size_B, policy[s->policy], inclusion[s->inclusion],
                 s->writes_through ? " through" : "",
                 s->no_write_allocate ? " no-allocate" : "");
}

static void print_machine(const cs_machine *m)
{
   print_level("I1", &m->i1);
   print_level("D1", &m->d1);
   for (uint32_t i = 0; i < m->n_levels; i++)
      print_level("  further", &m->levels[i]);
   for (uint32_t i = 0; i < m->n_prefetchers; i++) {
      const cs_prefetcher_shape *p = &m->prefetchers[i];
      print_message("prefetcher level=%u%s kind=%d\n", p->level, p->of_code ? "i" : "",
                    (int)p->kind);
   }
   for (int i = 0; i < CS_TLB_LEVELS; i++)
      print_message("TLB %d: code %u/%u, data %u/%u%s, page %lu\n", i,
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

static void refer_to(cs_hierarchy *h, const reference *r, cs_outcome *o)
{
   bool counts = r->is_code ? cs_hierarchy_fetch(h, r->addr, r->size_B, o)
                            : cs_hierarchy_data(h, r->site, r->addr, r->size_B,
                                                r->is_write, r->modifies, o);
   if (!counts)
      *o = (cs_outcome){ .found = 0 };
}

static bool passes(const cs_hierarchy *h, const reference *r)
{
   const cs_filter *f = r->is_code ? &h->code.filter : &h->data.filter;
   uint32_t line_B = 1u << f->line_bits;
   return r->size_B <= line_B
          && cs_filter_passes(f, r->is_write || r->modifies ? f->written : f->latest,
                              r->addr, r->size_B);
}

static bool is_empty(const naive_result *n)
{
   const naive_result none = { .found = 0 };
   return memcmp(n, &none, sizeof none) == 0;
}

static bool same(const naive_result *n, const cs_outcome *o)
{
   return n->found == o->found && n->missed == o->missed && n->tlb == o->tlb
          && memcmp(n->prefetched, o->prefetched, sizeof n->prefetched) == 0
          && memcmp(n->used, o->used, sizeof n->used) == 0
          && memcmp(n->written, o->written, sizeof n->written) == 0
          && n->from_memory == o->from_memory && n->to_memory == o->to_memory
          && is_empty(n) == !o->counts;
}

static void print_naive(const naive_result *n)
{
   print_message("naive: found %d missed %x tlb %d from %u to %u\n", n->found,
                 (unsigned)n->missed, n->tlb, n->from_memory, n->to_memory);
   for (int i = 0; i < CS_LEVELS_MAX; i++)
      print_message("  level %d: prefetched %u used %u written %u\n", i,
                    n->prefetched[i], n->used[i], n->written[i]);
}

static void print_outcome(const cs_outcome *o)
{
   print_message("fast:  found %d missed %x tlb %d from %u to %u\n", o->found,
                 (unsigned)o->missed, o->tlb, o->from_memory, o->to_memory);
   for (int i = 0; i < CS_LEVELS_MAX; i++)
      print_message("  level %d: prefetched %u used %u written %u\n", i,
                    o->prefetched[i], o->used[i], o->written[i]);
}

static void differ(const trio *t, const reference *r, const cs_outcome *o,
                   const char *which)
{
   print_machine(&t->machine);
   print_naive(&t->naive.result);
   if (o != NULL)
      print_outcome(o);
   fail_msg("seed %u, step %u, %s at %#lx+%u of %#lx: %s differs", t->seed, t->n_steps,
            r->is_code ? "fetch" : r->modifies ? "modify" : r->is_write ? "write" : "read",
            (unsigned long)r->addr, r->size_B, (unsigned long)r->site, which);
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
   } else {
      t->n_called++;
      refer_to(&t->filtered, r, &o);
      if (!same(&t->naive.result, &o))
         differ(t, r, &o, "with the filter");
   }
   if (t->n_steps % 197 == 0
       && (!cs_hierarchy_is_valid(&t->filtered) || !cs_hierarchy_is_valid(&t->always)))
      differ(t, r, NULL, "the walk of the caches");
   return &t->naive.result;
}

/* ---- Machines at random ---------------------------------------------- */

static cs_level_shape random_level(trio *t, uint32_t line_B, uint32_t most_sets)
{
   const uint32_t wide[] = { 5, 7, 8, 11, 12, 16, 17, 20, 24, 32, 63, 64 };
   uint32_t assoc = below(t, 4) == 0 ? wide[below(t, sizeof wide / sizeof wide[0])]
                                     : 1 + below(t, 4);
   uint32_t n_sets = 1 + below(t, most_sets);
   if (below(t, 2) == 0)
      while ((n_sets & (n_sets - 1)) != 0)
         n_sets &= n_sets - 1;
   cs_level_shape s = {
      .geometry = { .size_B = (uint64_t)n_sets * assoc * line_B, .assoc = assoc,
                    .line_size_B = line_B },
      .policy = (cs_policy)below(t, 4), .seed = below(t, 3),
      .writes_through = below(t, 4) == 0, .no_write_allocate = below(t, 4) == 0 };
   assert_null(cs_geometry_error(&s.geometry));
   return s;
}

static cs_tlb_shape random_tlb(trio *t, uint32_t most)
{
   uint32_t assoc = 1 + below(t, 4);
   return (cs_tlb_shape){ .n_entries = assoc * (1 + below(t, most)), .assoc = assoc };
}

static void random_tlbs(trio *t)
{
   cs_machine *m = &t->machine;
   m->page_B = (uint64_t)256 << below(t, 4);
   while (m->page_B < m->d1.geometry.line_size_B)
      m->page_B *= 2;
   if (below(t, 3) == 0)
      return;
   m->itlb[0] = random_tlb(t, 3);
   m->dtlb[0] = random_tlb(t, 3);
   if (below(t, 2) == 0)
      return;
   m->itlb[1] = random_tlb(t, 8);
   m->dtlb[1] = random_tlb(t, 8);
   m->has_unified_tlb = below(t, 2) == 0;
   if (m->has_unified_tlb)
      m->itlb[1] = m->dtlb[1];
}

static void random_prefetchers(trio *t)
{
   cs_machine *m = &t->machine;
   if (below(t, 3) == 0)
      return;
   m->n_prefetchers = 1 + below(t, below(t, 2) == 0 ? 2 : CS_PREFETCHERS_MAX);
   for (uint32_t i = 0; i < m->n_prefetchers; i++) {
      cs_prefetcher_shape *p = &m->prefetchers[i];
      *p = (cs_prefetcher_shape){
         .kind = (cs_prefetcher_kind)below(t, 4), .level = 1 + below(t, m->n_levels + 1),
         .n_entries = 1 + below(t, 8), .n_to_begin = 1 + below(t, 3),
         .degree = 1 + below(t, 3), .crosses_pages = below(t, 2) == 0 };
      p->distance = p->degree + below(t, 4);
      p->of_code = p->level == 1 && p->kind != CS_STRIDE && below(t, 3) == 0;
      assert_null(cs_prefetch_error(p));
   }
}

static void random_machine(trio *t, unsigned seed)
{
   cs_machine *m = &t->machine;
   memset(t, 0, sizeof *t);
   t->seed = seed;
   t->random = unit_random_from(seed);
   /* Caches of long lines are packed. */
   uint32_t line_B = below(t, 3) == 0 ? 8192u << below(t, 4) : 16u << below(t, 4);
   m->i1 = random_level(t, line_B, 4);
   m->d1 = random_level(t, line_B, 8);
   m->n_levels = 1 + below(t, CS_LEVELS_MAX - 1);
   for (uint32_t i = 0; i < m->n_levels; i++) {
      m->levels[i] = random_level(t, line_B, 8u << i);
      m->levels[i].inclusion = (cs_inclusion)below(t, 3);
   }
   random_tlbs(t);
   random_prefetchers(t);
}

/* ---- Traces at random ------------------------------------------------ */

/* Each instruction goes on by a step of its own, or jumps; some share their memory with
   others and with code. */
enum { N_SITES = 12 };

typedef struct {
   uintptr_t addr, step_B;
   uint32_t how; /* 0: fetch, 1: write, 2: modify, else read */
} walker;

static uintptr_t place(trio *t, uintptr_t region_B)
{
   const uint64_t bases[] = { 0, NAIVE_END - region_B / 2, 0x400000 };
   uint32_t which = below(t, 12);
   return (uintptr_t)bases[which < 2 ? which : 2] + below(t, region_B);
}

static uintptr_t random_step_B(trio *t)
{
   uintptr_t line_B = t->machine.d1.geometry.line_size_B;
   switch (below(t, 6)) {
   case 0: return 0;
   case 1: return 4 + below(t, line_B / 4);
   case 2: return line_B;
   case 3: return line_B * (1 + below(t, 9));
   case 4: return (uintptr_t)0 - line_B;
   }
   return below(t, 1000) - (uintptr_t)500;
}

static void random_trace(trio *t, unsigned n_steps)
{
   walker walkers[N_SITES];
   uintptr_t line_B = t->machine.d1.geometry.line_size_B;
   uintptr_t region_B = line_B << (3 + below(t, 8));
   for (int i = 0; i < N_SITES; i++)
      walkers[i] = (walker){ place(t, region_B), random_step_B(t), below(t, 8) };
   int site = 0;
   while (t->n_steps < n_steps) {
      if (below(t, 3) == 0)
         site = (int)below(t, N_SITES);
      walker *w = &walkers[site];
      if (below(t, 32) == 0)
         *w = (walker){ place(t, region_B), random_step_B(t), below(t, 8) };
      reference r = { .is_code = w->how == 0, .is_write = w->how == 1,
                      .modifies = w->how == 2, .site = 0x1000 + 5 * (uintptr_t)site,
                      .addr = w->addr, .size_B = 1u << below(t, 4) };
      if (below(t, 16) == 0)
         r.size_B = 1 + below(t, 2 * line_B);
      /* In the last line, the filter may be wrong. */
      if (r.addr + 4 * line_B < r.addr)
         w->addr = place(t, region_B);
      else
         step(t, &r);
      w->addr += w->step_B;
   }
}

enum { N_MACHINES = 800, N_STEPS = 1500 };

static void test_random_machines(void **state)
{
   (void)state;
   unsigned n_passed = 0, n_called = 0;
   for (unsigned seed = 0; seed < N_MACHINES; seed++) {
      trio t;
      random_machine(&t, seed);
      trio_begin(&t);
      random_trace(&t, N_STEPS);
      n_passed += t.n_passed;
      n_called += t.n_called;
      trio_end(&t);
   }
   /* The traces try both. */
   assert_in_range(n_passed, (n_passed + n_called) / 10, n_called);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_machines),
   };
   return cmocka_run_group_tests_name("cs_hierarchy", tests, NULL, NULL);
}
