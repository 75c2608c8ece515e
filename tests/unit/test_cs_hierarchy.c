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
#include "test_cs_traces.h"

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
            r->is_code ? "fetch" : r->modifies ? "modify"
                                 : r->is_write ? "write" : "read",
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

/* ---- By hand --------------------------------------------------------- */

enum { LINE_B = 64 };

static cs_level_shape level_of(uint32_t n_sets, uint32_t assoc)
{
   return (cs_level_shape){ .geometry = { .size_B = (uint64_t)n_sets * assoc * LINE_B,
                                          .assoc = assoc, .line_size_B = LINE_B } };
}

/* D1 of one set of `d1` ways before one level of one set of `l2` ways. */
static void small_machine(trio *t, uint32_t d1, uint32_t l2)
{
   memset(t, 0, sizeof *t);
   t->machine.i1 = level_of(1, 2);
   t->machine.d1 = level_of(1, d1);
   t->machine.levels[0] = level_of(1, l2);
   t->machine.n_levels = 1;
   t->machine.page_B = 4096;
}

static const naive_result *data(trio *t, char line, bool is_write)
{
   const reference r = { .is_write = is_write, .site = 0x1000,
                         .addr = (uintptr_t)line * LINE_B, .size_B = 8 };
   return step(t, &r);
}

/* Reads lines, each named by a letter; returns which of them D1 missed. */
static const char *misses_of(trio *t, const char *lines)
{
   static char missed[64];
   size_t n = 0;
   for (; *lines != '\0'; lines++)
      if (data(t, *lines, false)->missed & 1)
         missed[n++] = *lines;
   missed[n] = '\0';
   return missed;
}

static void test_lru(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 4, 16);
   trio_begin(&t);
   assert_string_equal(misses_of(&t, "abcdabcd"), "abcd");
   assert_string_equal(misses_of(&t, "aecdab"), "eb");
   trio_end(&t);
}

/* The tree forgets who was the oldest: after a, b, c, d, a it points to c, not to b. */
static void test_tree_plru(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 4, 16);
   t.machine.d1.policy = CS_TREE_PLRU;
   trio_begin(&t);
   assert_string_equal(misses_of(&t, "abcdae"), "abcde");
   assert_string_equal(misses_of(&t, "bade"), "");
   assert_string_equal(misses_of(&t, "c"), "c");
   trio_end(&t);
}

/* What was used again stays while others come and go. */
static void test_srrip(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 4, 16);
   t.machine.d1.policy = CS_SRRIP;
   trio_begin(&t);
   assert_string_equal(misses_of(&t, "abcdaefghij"), "abcdefghij");
   assert_string_equal(misses_of(&t, "ka"), "ka"); /* it aged by one in each round */
   trio_end(&t);
   trio_begin(&t);
   assert_string_equal(misses_of(&t, "abcdaefghijaka"), "abcdefghijk");
   trio_end(&t);
}

/* Each way is chosen, about as often as the others. */
static void test_random_policy(void **state)
{
   (void)state;
   const cs_level_shape shape = { .geometry = { 12 * LINE_B, 12, LINE_B },
                                  .policy = CS_RANDOM, .seed = 1 };
   unit_alloc memory;
   cs_level level;
   unsigned n[12] = { 0 };
   unit_alloc_init(&memory);
   assert_true(cs_level_init(&level, &shape, &memory.alloc));
   for (uintptr_t i = 0; i < 12 + 12000; i++) {
      cs_level_left left;
      cs_level_place p = cs_level_at(&level, i * LINE_B);
      uint32_t way = cs_level_fill(&level, &p, &left);
      assert_int_equal(left.line == CS_NO_LINE, i < 12);
      n[way] += i >= 12;
   }
   for (int way = 0; way < 12; way++)
      assert_in_range(n[way], 800, 1200);
   cs_level_fini(&level, &memory.alloc);
}

/* L2 does not know how much D1 uses a line, and takes it away. */
static void test_inclusive(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 2);
   t.machine.levels[0].inclusion = CS_INCLUSIVE;
   trio_begin(&t);
   assert_string_equal(misses_of(&t, "abac"), "abc");
   assert_string_equal(misses_of(&t, "a"), "a");
   data(&t, 'a', true);
   const naive_result *r = data(&t, 'd', false); /* takes c from L2 */
   assert_int_equal(r->written[0], 0);
   r = data(&t, 'e', false); /* takes a from both; it was dirty in D1 only */
   assert_int_equal(r->written[0], 1);
   assert_int_equal(r->written[1], 1);
   assert_int_equal(r->to_memory, 1);
   trio_end(&t);
}

/* A line is in D1 or in L2, so both hold as many as they have ways. */
static void test_exclusive(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 2);
   t.machine.levels[0].inclusion = CS_EXCLUSIVE;
   trio_begin(&t);
   assert_string_equal(misses_of(&t, "abcd"), "abcd");
   assert_int_equal(data(&t, 'a', true)->found, 1);
   assert_int_equal(data(&t, 'b', false)->found, 1);
   assert_int_equal(data(&t, 'c', false)->found, 1); /* a moved down, dirty */
   assert_int_equal(data(&t, 'a', false)->found, 1); /* and up */
   const naive_result *r = data(&t, 'd', false);     /* c moved down */
   assert_int_equal(r->found, 1);
   r = data(&t, 'e', false);
   assert_int_equal(r->written[0], 1); /* a, down */
   assert_int_equal(r->to_memory, 0);
   data(&t, 'f', false);
   r = data(&t, 'g', false);
   assert_int_equal(r->written[1] + data(&t, 'h', false)->written[1], 1); /* a, out */
   trio_end(&t);
}

static void test_write_back(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 1, 2);
   trio_begin(&t);
   const naive_result *r = data(&t, 'a', true);
   assert_int_equal(r->missed, 3);
   assert_int_equal(r->from_memory, 1);
   assert_int_equal(r->to_memory, 0);
   r = data(&t, 'b', false);
   assert_int_equal(r->written[0], 1);
   assert_int_equal(r->to_memory, 0); /* L2 has a */
   r = data(&t, 'c', false);
   assert_int_equal(r->written[0], 0);
   assert_int_equal(r->written[1], 1);
   assert_int_equal(r->to_memory, 1);
   trio_end(&t);
}

static void test_write_through(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 4);
   t.machine.d1.writes_through = true;
   t.machine.d1.no_write_allocate = true;
   trio_begin(&t);
   const naive_result *r = data(&t, 'a', true); /* L2 allocates */
   assert_int_equal(r->missed, 3);
   assert_int_equal(r->written[0], 0);
   assert_int_equal(r->from_memory, 1);
   assert_int_equal(data(&t, 'a', false)->found, 1); /* D1 did not */
   r = data(&t, 'a', true);
   assert_int_equal(r->missed, 0);
   assert_int_equal(r->written[0], 1);
   assert_int_equal(r->to_memory, 0);
   trio_end(&t);
}

/* Lines come before they are needed: of a run, the first misses. */
static void test_next_line(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 4, 16);
   t.machine.prefetchers[0] = (cs_prefetcher_shape){ .kind = CS_NEXT_LINE, .level = 1,
                                                     .degree = 1, .distance = 1 };
   t.machine.n_prefetchers = 1;
   trio_begin(&t);
   const naive_result *r = data(&t, 'a', false);
   assert_int_equal(r->missed, 3);
   assert_int_equal(r->prefetched[0], 1);
   assert_int_equal(r->from_memory, 2);
   for (char line = 'b'; line < 'h'; line++) {
      r = data(&t, line, false);
      assert_int_equal(r->missed, 0);
      assert_int_equal(r->used[0], 1);
      assert_int_equal(r->prefetched[0], 1);
   }
   assert_true(is_empty(data(&t, 'g', false)));
   trio_end(&t);
}

/* ---- The filter by hand ---------------------------------------------- */

static bool filter_has(const trio *t, char line, bool is_write)
{
   const reference r = { .addr = (uintptr_t)line * LINE_B + 5, .size_B = 8,
                         .is_write = is_write };
   return passes(&t->filtered, &r);
}

static void test_filter_of_writes(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 4);
   trio_begin(&t);
   data(&t, 'a', false);
   assert_true(filter_has(&t, 'a', false));
   assert_false(filter_has(&t, 'a', true)); /* it would be dirty then */
   data(&t, 'a', true);
   assert_true(filter_has(&t, 'a', true));
   assert_true(filter_has(&t, 'a', false));
   data(&t, 'b', false);
   assert_false(filter_has(&t, 'a', false));
   data(&t, 'a', false);
   assert_true(filter_has(&t, 'a', true)); /* it is dirty already */
   trio_end(&t);
   t.machine.d1.writes_through = true;
   trio_begin(&t);
   data(&t, 'a', true);
   assert_true(filter_has(&t, 'a', false));
   assert_false(filter_has(&t, 'a', true));
   trio_end(&t);
}

static void test_filter_of_srrip(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 4);
   t.machine.d1.policy = CS_SRRIP;
   trio_begin(&t);
   data(&t, 'a', false);
   assert_false(filter_has(&t, 'a', false));
   data(&t, 'a', false);
   assert_true(filter_has(&t, 'a', false));
   trio_end(&t);
}

/* A line that L2 takes away, and lines of pages that the TLB forgets. */
static void test_filter_forgets(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 2);
   t.machine.d1 = level_of(2, 2);
   t.machine.levels[0].inclusion = CS_INCLUSIVE;
   trio_begin(&t);
   data(&t, 'a', false);
   data(&t, 'b', false);
   assert_true(filter_has(&t, 'a', false));
   data(&t, 'd', false); /* of the set of b; L2 takes a */
   assert_false(filter_has(&t, 'a', false));
   trio_end(&t);

   small_machine(&t, 2, 64);
   t.machine.d1 = level_of(64, 2);
   t.machine.dtlb[0] = (cs_tlb_shape){ .n_entries = 2, .assoc = 2 };
   t.machine.page_B = LINE_B;
   trio_begin(&t);
   data(&t, 'a', false);
   assert_true(filter_has(&t, 'a', false));
   assert_int_equal(data(&t, 'b', false)->tlb, CS_TLB_WALK); /* forgets a's use */
   assert_false(filter_has(&t, 'a', false));
   assert_true(filter_has(&t, 'b', false));
   assert_true(is_empty(data(&t, 'a', false)));
   trio_end(&t);
}

/* No line of a program passes an empty filter, not even line 0. */
static void test_empty_filter(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 4);
   t.machine.d1 = level_of(4, 2);
   trio_begin(&t);
   const cs_filter *f = &t.filtered.data.filter;
   for (uintptr_t addr = 0; addr < 1000; addr++)
      for (uintptr_t size_B = 1; size_B <= 16; size_B *= 2) {
         assert_false(cs_filter_passes(f, f->latest, addr, size_B));
         assert_false(cs_filter_passes(f, f->written, addr, size_B));
         assert_false(cs_filter_passes(f, f->latest, NAIVE_END + addr, size_B));
      }
   trio_end(&t);
}

/* ---- Real programs --------------------------------------------------- */

static void see(void *context, const trace_reference *r)
{
   trio *t = context;
   const reference code = { .is_code = true, .addr = r->site_addr, .size_B = 5 };
   const reference datum = { .is_write = r->is_write, .site = r->site_addr,
                             .addr = r->addr, .size_B = r->size_B };
   if (t->n_steps > 60000)
      return;
   step(t, &code);
   step(t, &datum);
}

/* Like a real machine, but with caches of an eighth, as the kernels are small. */
static void real_machine(trio *t, int kind)
{
   cs_machine *m = &t->machine;
   memset(t, 0, sizeof *t);
   m->page_B = 4096;
   m->i1 = level_of(8, 8);
   m->d1 = level_of(8, kind == 0 ? 12 : 8);
   m->levels[0] = level_of(kind == 0 ? 128 : 96, kind == 0 ? 16 : 8);
   m->levels[1] = level_of(kind == 0 ? 384 : 1024, kind == 0 ? 11 : 16);
   m->n_levels = kind == 2 ? 1 : 2;
   m->levels[0].inclusion = kind == 0 ? CS_NEITHER : CS_INCLUSIVE;
   m->levels[1].inclusion = kind == 0 ? CS_NEITHER : CS_EXCLUSIVE;
   m->d1.policy = kind == 0 ? CS_TREE_PLRU : CS_LRU;
   m->levels[0].policy = kind == 0 ? CS_SRRIP : CS_TREE_PLRU;
   m->levels[1].policy = kind == 0 ? CS_SRRIP : CS_RANDOM;
   m->d1.writes_through = m->d1.no_write_allocate = kind == 2;
   m->prefetchers[0] = (cs_prefetcher_shape){ CS_STRIDE, 1, false, 32, 2, 1, 8, false };
   m->prefetchers[1] = (cs_prefetcher_shape){ CS_STREAM, 2, false, 16, 2, 2, 16, false };
   m->prefetchers[2] = (cs_prefetcher_shape){ CS_ADJACENT, 2, false, 0, 0, 1, 1, false };
   m->prefetchers[3] = (cs_prefetcher_shape){ CS_NEXT_LINE, 1, true, 0, 0, 1, 1, true };
   m->n_prefetchers = 4;
   m->itlb[0] = (cs_tlb_shape){ 8, 8, 0 };
   m->dtlb[0] = (cs_tlb_shape){ 16, 4, 0 };
   m->itlb[1] = m->dtlb[1] = (cs_tlb_shape){ 96, 12, 7 };
   m->has_unified_tlb = true;
}

static void test_real_traces(void **state)
{
   (void)state;
   for (int kind = 0; kind < 3; kind++)
      for (int kernel = 0; kernel < N_TRACE_KERNELS; kernel++) {
         trio t;
         real_machine(&t, kind);
         t.seed = (unsigned)(100 * kind + kernel);
         trio_begin(&t);
         trace_run(kernel, see, &t);
         assert_in_range(t.n_passed, t.n_called / 4, t.n_steps);
         trio_end(&t);
      }
}

/* ---- Memory ---------------------------------------------------------- */

static void test_memory_runs_out(void **state)
{
   (void)state;
   trio t;
   unit_alloc memory;
   cs_hierarchy h;
   real_machine(&t, 0);
   unit_alloc_init(&memory);
   for (size_t n = 1;; n++) {
      memset(&h, 0xa5, sizeof h);
      unit_alloc_fail_at(&memory, n, n % 2 == 0);
      if (cs_hierarchy_init(&h, &t.machine, &memory.alloc))
         break;
      assert_int_equal(memory.n_live, 0);
      assert_in_range(n, 1, 100);
   }
   cs_hierarchy_fini(&h, &memory.alloc);
   assert_int_equal(memory.n_live, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lru),
      cmocka_unit_test(test_tree_plru),
      cmocka_unit_test(test_srrip),
      cmocka_unit_test(test_random_policy),
      cmocka_unit_test(test_inclusive),
      cmocka_unit_test(test_exclusive),
      cmocka_unit_test(test_write_back),
      cmocka_unit_test(test_write_through),
      cmocka_unit_test(test_next_line),
      cmocka_unit_test(test_filter_of_writes),
      cmocka_unit_test(test_filter_of_srrip),
      cmocka_unit_test(test_filter_forgets),
      cmocka_unit_test(test_empty_filter),
      cmocka_unit_test(test_real_traces),
      cmocka_unit_test(test_memory_runs_out),
      cmocka_unit_test(test_random_machines),
   };
   return cmocka_run_group_tests_name("cs_hierarchy", tests, NULL, NULL);
}
