/* test_cs_sim_machine.c -- cs_sim with a machine: when estimated cycles are read.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "machine/cs_presets.h"
#include "simulate/cs_sim.h"
#include "unit_alloc.h"

enum { N_SITES = 24 };

typedef struct {
   unit_alloc memory;
   cs_machine machine;
   cs_sim sim;
   unit_random random;
   cs_site sites[N_SITES];
} bench;

static bench *bench_new(uint64_t seed)
{
   bench *b = calloc(1, sizeof *b);
   assert_non_null(b);
   unit_alloc_init(&b->memory);
   assert_true(cs_preset_find("zen4", &b->machine));
   cs_sim_init_machine(&b->sim, &b->machine, &b->memory.alloc);
   cs_sim_keep_patterns(&b->sim, &b->memory.alloc);
   b->random = unit_random_from(seed);
   for (int i = 0; i < N_SITES; i++) {
      cs_site *s = &b->sites[i];
      s->line = calloc(1, sizeof *s->line + CS_N_EVENTS * sizeof(uint64_t));
      assert_non_null(s->line);
      s->addr = 0x400000 + 64 * (uintptr_t)i;
      s->size_B = 4;
      s->from = unit_random_below(&b->random, 16);
      s->to = unit_random_below(&b->random, 16);
      s->span = 8;
      cs_sim_place(&b->sim, s);
   }
   return b;
}

static void bench_free(bench *b)
{
   cs_sim_fini(&b->sim, &b->memory.alloc);
   assert_int_equal(b->memory.n_live, 0);
   for (int i = 0; i < N_SITES; i++)
      free(b->sites[i].line);
   free(b);
}

/* A few instructions run, and one of this site refers to data that few caches have. */
static void step_at(bench *b, const cs_site *site)
{
   uintptr_t addr = 0x1000000 + (uintptr_t)unit_random_below(&b->random, 1 << 24);
   cs_event column = unit_random_below(&b->random, 3) == 0 ? CS_DW : CS_DR;
   b->sim.ticks[0] += cs_ticks_of(1 + (uint32_t)unit_random_below(&b->random, 20), 5);
   cs_sim_machine_fetch(&b->sim, site);
   cs_sim_machine_data(&b->sim, site, addr, 8, column, false);
}

static void step(bench *b)
{
   step_at(b, &b->sites[unit_random_below(&b->random, N_SITES)]);
}

/* A checkpoint settles, and comes at any time. */
static void test_moments_of_settling_do_not_matter(void **state)
{
   (void)state;
   bench *never = bench_new(7), *often = bench_new(7);
   for (int i = 0; i < 5000; i++) {
      step(never);
      step(often);
      cs_sim_flush(&often->sim);
   }
   cs_sim_wait(&never->sim);
   cs_sim_wait(&often->sim);
   assert_true(never->sim.totals[CS_CD] > 0);
   for (int e = 0; e < CS_N_EVENTS; e++)
      assert_int_equal(never->sim.totals[e], often->sim.totals[e]);
   bench_free(never);
   bench_free(often);
}

/* Code that I1 has lost waits for L2, as much longer as that takes. */
static void test_code_from_the_second_level(void **state)
{
   (void)state;
   bench *b = bench_new(8);
   cs_site site = b->sites[0];
   uint64_t before = 0;
   for (uintptr_t k = 0; k <= 17; k++) { /* twice as many lines of a set as it holds */
      before = b->sim.totals[CS_CF];
      site.addr = 0x800000 + k % 17 * 4096;
      cs_sim_place(&b->sim, &site);
      cs_sim_machine_fetch(&b->sim, &site);
   }
   assert_int_equal(b->sim.totals[CS_I1MR], 18);
   assert_int_equal(b->sim.totals[CS_ILMR], 17);
   assert_int_equal(b->sim.totals[CS_CF] - before,
                    b->machine.levels[0].latency_cycles - b->machine.i1.latency_cycles);
   bench_free(b);
}

/* At the end nothing waits, so to wait once more takes no cycles. */
static void test_wait(void **state)
{
   (void)state;
   bench *b = bench_new(9);
   for (int i = 0; i < 100; i++)
      step(b);
   uint64_t before = b->sim.totals[CS_CD];
   cs_sim_wait(&b->sim);
   uint64_t after = b->sim.totals[CS_CD];
   assert_true(after > before);
   cs_sim_wait(&b->sim);
   assert_int_equal(b->sim.totals[CS_CD], after);
   bench_free(b);
}

static uint64_t sum_of_lines(const bench *b, cs_event e)
{
   uint64_t sum = 0;
   for (int i = 0; i < N_SITES; i++)
      sum += b->sites[i].line->counts[e];
   return sum;
}

/* The even sites run while code is collected, the odd ones while it is not: as often when
   a load waits as when none does.  Each even line costs what it costs in a run that
   collects all, waits included, and the totals are the sums of the lines. */
static void test_waits_belong_to_the_access(void **state)
{
   (void)state;
   bench *whole = bench_new(11), *part = bench_new(11);
   for (int i = 0; i < 5000; i++) {
      int site = (int)unit_random_below(&whole->random, N_SITES);
      assert_int_equal(site, unit_random_below(&part->random, N_SITES));
      cs_sim_collect(&part->sim, site % 2 == 0);
      step_at(whole, &whole->sites[site]);
      step_at(part, &part->sites[site]);
   }
   cs_sim_wait(&whole->sim);
   cs_sim_wait(&part->sim);
   assert_true(part->sim.totals[CS_CD] > 0);
   assert_true(part->sim.totals[CS_CD] < whole->sim.totals[CS_CD]);
   for (cs_event e = 0; e < CS_N_EVENTS; e++) {
      assert_int_equal(part->sim.totals[e], sum_of_lines(part, e));
      for (int i = 0; i < N_SITES; i++)
         assert_int_equal(part->sites[i].line->counts[e],
                          i % 2 == 0 ? whole->sites[i].line->counts[e] : 0);
   }
   bench_free(whole);
   bench_free(part);
}

/* Each reference that D1 had not ready has one pattern.  Its prefetchers bring some. */
static void test_patterns_are_a_partition(void **state)
{
   (void)state;
   bench *b = bench_new(13);
   for (uintptr_t i = 0; i < 5000; i++) {
      const cs_site *site = &b->sites[unit_random_below(&b->random, N_SITES / 2)];
      uintptr_t addr = 0x2000000 + 40 * i;
      if (unit_random_below(&b->random, 3) == 0)
         addr = 0x1000000 + (uintptr_t)unit_random_below(&b->random, 1 << 24);
      cs_sim_machine_data(&b->sim, site, addr, 8, i % 2 == 0 ? CS_DR : CS_DW, false);
   }
   const uint64_t *t = b->sim.totals;
   assert_true(t[CS_PU1] > 100);
   assert_true(t[CS_DSEQ] > 100);
   assert_int_equal(t[CS_DSEQ] + t[CS_DSTRIDE] + t[CS_DCHASE] + t[CS_DOTHER],
                    t[CS_D1MR] + t[CS_D1MW] + t[CS_PU1]);
   bench_free(b);
}

/* ---- The use of lines ---- */

static cs_data datum;

static void find_datum(uintptr_t addr, cs_data_at *at)
{
   *at = (cs_data_at){ .data = &datum, .offset = addr };
}

/* As translated code does. */
static void use_data(bench *b, uintptr_t addr, uint32_t size_B, bool writes)
{
   const cs_filter *f = &b->sim.data;
   if (cs_filter_passes(f, writes ? f->written : f->latest, addr, size_B))
      cs_line_use_latest(b->sim.use, addr, size_B);
   else
      cs_sim_machine_data(&b->sim, &b->sites[0], addr, size_B, writes ? CS_DW : CS_DR,
                          false);
}

/* Six lines of each of two sets, which stay once they have come, and writes that bring no
   line: their bytes count from then on. */
static void test_use_of_lines(void **state)
{
   (void)state;
   enum { LINES = 12, BEGIN = 0x1000000, WAY_B = 4096, LINE_B = 64 };
   uint64_t used[LINES] = { 0 };
   bool is_there[LINES] = { false };
   cs_cells cells;
   cs_line_use use;
   memset(&datum, 0, sizeof datum);
   datum.key.kind = CS_DATA_STATIC;
   bench *b = bench_new(15);
   cs_sim_fini(&b->sim, &b->memory.alloc);
   b->machine.d1.no_write_allocate = true;
   b->machine.n_prefetchers = 0;
   cs_sim_init_machine(&b->sim, &b->machine, &b->memory.alloc);
   cs_sim_place(&b->sim, &b->sites[0]);
   cs_cells_init(&cells, &(cs_cells_setup){ .alloc = &b->memory.alloc,
                                            .find = find_datum,
                                            .d1 = &b->sim.data,
                                            .most = CS_CELLS_MOST });
   cs_line_use_init(&use, &(cs_line_use_setup){ .alloc = &b->memory.alloc,
                                                .near_alloc = &b->memory.alloc,
                                                .data = &b->sim.data,
                                                .assoc = 8 });
   b->sim.cells = &cells;
   b->sim.use = &use;
   for (int i = 0; i < 20000; i++) {
      uint32_t n = (uint32_t)unit_random_below(&b->random, LINES);
      uint32_t size_B = 1 + (uint32_t)unit_random_below(&b->random, 8);
      uint32_t offset = (uint32_t)unit_random_below(&b->random, LINE_B + 1 - size_B);
      bool writes = unit_random_below(&b->random, 20) != 0 && i % 3 != 0;
      use_data(b, BEGIN + n / 2 * WAY_B + n % 2 * LINE_B + offset, size_B, writes);
      is_there[n] |= !writes;
      if (is_there[n])
         used[n] |= cs_line_use_bytes(LINE_B, offset, size_B);
      if (i % 100 != 0)
         continue;
      uint64_t n_used = 0, n_lines = 0;
      for (n = 0; n < LINES; n++) {
         n_used += (uint32_t)__builtin_popcountll(used[n]);
         n_lines += is_there[n];
      }
      cs_line_use_flush(&use);
      assert_int_equal(datum.use.n_lines, n_lines);
      assert_int_equal(datum.use.inside_B, n_lines * LINE_B);
      assert_int_equal(datum.use.used_B, n_used);
   }
   cs_line_use_fini(&use);
   cs_cells_fini(&cells);
   bench_free(b);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_moments_of_settling_do_not_matter),
      cmocka_unit_test(test_code_from_the_second_level),
      cmocka_unit_test(test_wait),
      cmocka_unit_test(test_waits_belong_to_the_access),
      cmocka_unit_test(test_patterns_are_a_partition),
      cmocka_unit_test(test_use_of_lines),
   };
   return cmocka_run_group_tests_name("cs_sim_machine", tests, NULL, NULL);
}
