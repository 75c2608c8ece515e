/* test_cs_tlb.c -- the TLBs of a machine, against a naive model.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machine/cs_tlb.h"
#include "models/cs_tlb_model.h"
#include "test_cs_traces.h"

enum { WALK_EVERY = 61, FILTER_LINES = 16, LINE_B = 64 };

/* ---- Two machines' TLBs and their model ------------------------------ */

/* `all` sees every reference; `filtered` only those whose line is not in `filter`. */
typedef struct {
   unit_alloc memory;
   cs_tlbs all, filtered;
   naive_tlbs model;
   uintptr_t filter[2][FILTER_LINES];
   unsigned n_steps, n_skipped, n_found[4];
} duel;

static void duel_begin(duel *d, const cs_machine *m)
{
   memset(d, 0, sizeof *d);
   unit_alloc_init(&d->memory);
   cs_tlbs_init(&d->all, m, &d->memory.alloc);
   cs_tlbs_init(&d->filtered, m, &d->memory.alloc);
   d->model = naive_tlbs_new(m);
   for (int i = 0; i < FILTER_LINES; i++)
      d->filter[0][i] = d->filter[1][i] = CS_NO_LINE;
}

static void duel_end(duel *d)
{
   cs_tlb *tlbs[] = { &d->all.code, &d->all.data, &d->filtered.code, &d->filtered.data };
   for (int i = 0; i < 4; i++)
      assert_true(cs_tlb_is_valid(tlbs[i]));
   cs_tlbs_fini(&d->all, &d->memory.alloc);
   cs_tlbs_fini(&d->filtered, &d->memory.alloc);
   naive_tlbs_free(&d->model);
   assert_int_equal(d->memory.n_live, 0);
}

static cs_tlb *side(cs_tlbs *tlbs, int of)
{
   return of == 0 ? &tlbs->code : &tlbs->data;
}

/* Refers as caches do: the line comes into the filter, and what is forgotten leaves. */
static void refer_filtered(duel *d, int of, uintptr_t addr, cs_tlb_level expected)
{
   uintptr_t line = addr / LINE_B * LINE_B, *latest = d->filter[of];
   if (latest[line / LINE_B % FILTER_LINES] == line) {
      assert_int_equal(expected, CS_TLB_FIRST);
      d->n_skipped++;
      return;
   }
   cs_tlb *tlb = side(&d->filtered, of);
   cs_tlb_found found = cs_tlb_refer(tlb, addr);
   assert_int_equal(found.level, expected);
   uintptr_t none = CS_NO_LINE;
   for (int i = 0; found.forgot && i < FILTER_LINES; i++)
      if (latest[i] != none) {
         bool leaves = cs_tlb_forgets(tlb, addr, latest[i]);
         assert_int_equal(leaves, !cs_tlb_keeps(tlb, latest[i])); /* no other does */
         latest[i] = leaves ? CS_NO_LINE : latest[i];
      }
   latest[line / LINE_B % FILTER_LINES] = line;
}

static void assert_filter(duel *d)
{
   uintptr_t none = CS_NO_LINE;
   for (int of = 0; of < 2; of++)
      for (int i = 0; i < FILTER_LINES; i++)
         if (d->filter[of][i] != none) {
            assert_true(cs_tlb_keeps(side(&d->filtered, of), d->filter[of][i]));
            assert_true(naive_tlbs_keep(&d->model, of, d->filter[of][i]));
         }
}

static int duel_step(duel *d, int of, uintptr_t addr)
{
   int level = naive_tlbs_refer(&d->model, of, addr);
   cs_tlb_level expected = (cs_tlb_level)(level - 1);
   assert_int_equal(cs_tlb_refer(side(&d->all, of), addr).level, expected);
   assert_true(naive_tlbs_keep(&d->model, of, addr));
   refer_filtered(d, of, addr, expected);
   d->n_found[level]++;
   if (d->n_steps++ % WALK_EVERY == 0) {
      assert_filter(d);
      assert_true(cs_tlb_is_valid(side(&d->filtered, of)));
      assert_true(cs_tlb_is_valid(side(&d->all, of)));
   }
   return level;
}

/* ---- Random machines and traces -------------------------------------- */

static cs_tlb_shape random_shape(unit_random *random, uint32_t max_sets)
{
   uint32_t assoc = 1 + (uint32_t)unit_random_below(random, 20);
   uint32_t n_sets = (uint32_t)unit_random_below(random, max_sets + 1);
   return (cs_tlb_shape){ .n_entries = assoc * n_sets, .assoc = assoc };
}

static cs_machine random_machine(unit_random *random)
{
   cs_machine m = { .page_B = UINT64_C(256) << unit_random_below(random, 8),
                    .has_unified_tlb = unit_random_below(random, 2) == 0 };
   m.itlb[0] = random_shape(random, 3);
   m.dtlb[0] = random_shape(random, 5);
   m.itlb[1] = random_shape(random, 6);
   m.dtlb[1] = random_shape(random, 9);
   const cs_tlb_shape *all[] = { &m.itlb[0], &m.itlb[1], &m.dtlb[0], &m.dtlb[1] };
   for (int i = 0; i < 4; i++)
      assert_null(cs_tlb_error(all[i]));
   return m;
}

/* Some places, near which most references are; anywhere, rarely. */
static void random_steps(duel *d, const cs_machine *m, unit_random *random, int n)
{
   uintptr_t page_B = (uintptr_t)m->page_B, place[6];
   uint64_t n_pages = 2 * (m->dtlb[0].n_entries + m->dtlb[1].n_entries) + 4;
   for (int i = 0; i < 6; i++)
      place[i] = (uintptr_t)unit_random_below(random, n_pages) * page_B;
   for (int i = 0; i < n; i++) {
      uintptr_t *p = &place[unit_random_below(random, 6)];
      if (unit_random_below(random, 8) == 0)
         *p = (uintptr_t)unit_random_below(random, n_pages) * page_B;
      else if (unit_random_below(random, 500) == 0)
         *p = (uintptr_t)unit_random_u64(random);
      else if (unit_random_below(random, 50) == 0)
         *p = (uintptr_t)(8 * NAIVE_TIB * unit_random_below(random, 8));
      duel_step(d, (int)unit_random_below(random, 2), *p);
      *p += (uintptr_t)unit_random_below(random, 90);
   }
}

static void test_random(void **state)
{
   (void)state;
   unsigned n_skipped = 0, n_found[4] = { 0 };
   for (uint64_t seed = 1; seed <= 1000; seed++) {
      unit_random random = unit_random_from(seed);
      cs_machine m = random_machine(&random);
      duel d;
      duel_begin(&d, &m);
      random_steps(&d, &m, &random, 600);
      n_skipped += d.n_skipped;
      for (int i = 1; i <= 3; i++)
         n_found[i] += d.n_found[i];
      duel_end(&d);
   }
   assert_in_range(n_skipped, 50000, 550000); /* the traces try everything */
   for (int i = 1; i <= 3; i++)
      assert_in_range(n_found[i], 20000, 550000);
}

/* ---- Real kernels ---------------------------------------------------- */

static const cs_machine real = { .page_B = 4096,
                                 .has_unified_tlb = true,
                                 .itlb[0] = { 8, 8, 0, 0 },
                                 .dtlb = { { 16, 16, 0, 0 }, { 48, 6, 7, 0 } } };

static void see(void *context, const trace_reference *r)
{
   duel_step(context, 0, r->site_addr);
   duel_step(context, 1, r->addr);
}

static void test_kernels(void **state)
{
   (void)state;
   cs_machine sets = real;
   sets.dtlb[0].assoc = 4;
   sets.has_unified_tlb = false;
   const cs_machine *machines[] = { &real, &sets };
   for (int m = 0; m < 2; m++)
      for (int k = 0; k < N_TRACE_KERNELS; k++) {
         duel d;
         duel_begin(&d, machines[m]);
         uint64_t n = trace_run(k, see, &d);
         assert_in_range(n, 1500, 500000);
         assert_in_range(d.n_skipped, n, 2 * n); /* it filters */
         duel_end(&d);
      }
}

/* ---- By hand --------------------------------------------------------- */

static void test_by_hand(void **state)
{
   (void)state;
   cs_machine m = { .page_B = 4096, .dtlb = { { 2, 2, 0, 0 }, { 4, 4, 7, 0 } } };
   duel d;
   duel_begin(&d, &m);
   assert_int_equal(duel_step(&d, 1, 0x1000), 3); /* walked */
   assert_int_equal(duel_step(&d, 1, 0x1fff), 1);
   assert_int_equal(duel_step(&d, 1, 0x2000), 3);
   assert_int_equal(duel_step(&d, 1, 0x3000), 3);
   assert_int_equal(duel_step(&d, 1, 0x1000), 2); /* only the second level had it */
   assert_int_equal(duel_step(&d, 0, 0x9000), 1); /* no code TLB */
   duel_end(&d);
}

/* A huge page is one wherever it is referenced, and no other has its number. */
static void test_huge_pages(void **state)
{
   (void)state;
   cs_machine m = { .page_B = 4096, .dtlb = { { 24, 8, 0, 0 } } };
   const uintptr_t mirror = (uintptr_t)(40 * NAIVE_TIB + 0x40000000);
   duel d;
   duel_begin(&d, &m);
   assert_int_equal(duel_step(&d, 1, mirror), 3);
   assert_int_equal(duel_step(&d, 1, mirror + 0x1fffff), 1);
   assert_int_equal(duel_step(&d, 1, mirror + 0x200000), 3);
   assert_int_equal(duel_step(&d, 1, mirror - 1), 3);
   assert_int_equal(duel_step(&d, 1, (uintptr_t)(32 * NAIVE_TIB + 0x40000000)), 3);
   assert_int_equal(duel_step(&d, 1, (uintptr_t)(56 * NAIVE_TIB + 0x40000000)), 3);
   assert_int_equal(duel_step(&d, 1, mirror), 1);
   duel_end(&d);
}

/* Code and data share a second level, or do not. */
static void test_unified(void **state)
{
   (void)state;
   for (int is_unified = 0; is_unified < 2; is_unified++) {
      cs_machine m = real;
      m.itlb[1] = (cs_tlb_shape){ 16, 4, 7, 0 };
      m.has_unified_tlb = is_unified;
      duel d;
      duel_begin(&d, &m);
      assert_int_equal(duel_step(&d, 1, 0x5000), 3);
      assert_int_equal(duel_step(&d, 0, 0x5000), is_unified ? 2 : 3);
      duel_end(&d);
   }
}

static void test_errors(void **state)
{
   (void)state;
   const cs_tlb_shape good[] = {
      { 0, 0, 0, 0 }, { 64, 64, 0, 0 }, { 1536, 12, 7, 0 }, { 6, 2, 0, 0 }
   };
   const cs_tlb_shape bad[] = { { 64, 0, 0, 0 },
                                { 64, 65, 0, 0 },
                                { 64, 3, 0, 0 },
                                { 32769, 1, 0, 0 },
                                { UINT32_MAX, UINT32_MAX, 0, 0 } };
   for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
      assert_null(cs_tlb_error(&good[i]));
   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
      assert_non_null(cs_tlb_error(&bad[i]));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),  cmocka_unit_test(test_kernels),
      cmocka_unit_test(test_by_hand), cmocka_unit_test(test_huge_pages),
      cmocka_unit_test(test_unified), cmocka_unit_test(test_errors),
   };
   return cmocka_run_group_tests_name("cs_tlb", tests, NULL, NULL);
}
