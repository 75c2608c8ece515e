/* test_cs_sim.c -- cs_sim against a model by stack distance, and by hand.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models/cs_sim_model.h"

/* The counts of a site, and nothing else in any column. */
static void assert_only(bench *b, int site, cs_event first, uint64_t n_first,
                        cs_event second, uint64_t n_second)
{
   cs_sim_flush(&b->sim);
   for (int e = 0; e < CS_N_EVENTS; e++)
      assert_int_equal(b->sites[site].line->counts[e], e == (int)first    ? n_first
                                                       : e == (int)second ? n_second
                                                                          : 0);
}

/* ---- Random programs ------------------------------------------------- */

static const struct {
   cs_geometry i1, d1, ll;
} machines[] = {
   { { 512, 2, 64 }, { 768, 12, 64 }, { 4096, 16, 64 } },
   { { 512, 2, 64 }, { 512, 2, 64 }, { 256, 1, 64 } },    /* LL smaller */
   { { 1024, 2, 32 }, { 512, 4, 16 }, { 4096, 4, 128 } }, /* all differ */
   { { 256, 1, 8 }, { 512, 1, 64 }, { 2048, 2, 32 } },
   { { 1024, 4, 128 }, { 1024, 8, 128 }, { 1536, 3, 8 } }, /* LL shortest */
   { { 96, 1, 32 }, { 160, 5, 32 }, { 2816, 11, 64 } },    /* odd sets */
   { { 8, 1, 8 }, { 8, 1, 8 }, { 8, 1, 8 } },              /* one line */
   { { 384, 3, 64 }, { 64, 1, 64 }, { 2112, 3, 64 } },
   /* The last two are large enough for their last level to be packed. */
   { { 512, 2, 64 }, { 768, 12, 64 }, { 65536, 1, 64 } },
   { { 512, 2, 64 }, { 512, 4, 32 }, { 262144, 4, 64 } },
};
enum { N_MACHINES = sizeof machines / sizeof machines[0] };

static bench *machine(int i)
{
   return bench_new(&machines[i].i1, &machines[i].d1, &machines[i].ll, (uint64_t)i + 1);
}

/* Settles now and then: at one of `period` steps, drawn at random. */
static void random_program(int i, uint32_t period)
{
   bench *b = machine(i);
   for (int step = 0; step < 4000; step++) {
      random_step(b);
      if (unit_random_below(&b->random, period) == 0)
         assert_counts(b);
      if (step % 97 == 0)
         assert_valid(b);
   }
   assert_counts(b);
   assert_int_equal(b->sim.ll.tags != NULL, i >= N_MACHINES - 2);
   bench_free(b);
}

static void test_random_programs(void **state)
{
   (void)state;
   const uint32_t periods[] = { 1, 20, 300, 1000000 };
   for (int i = 0; i < N_MACHINES; i++)
      for (int p = 0; p < 4; p++)
         random_program(i, periods[p]);
}

/* ---- Reasons and sweeps ---------------------------------------------- */

static uint64_t sum(const uint64_t *counts, cs_event first, int n)
{
   uint64_t all = 0;
   for (int i = 0; i < n; i++)
      all += counts[first + i];
   return all;
}

/* Checks one line: the classic counts are the model's, reasons add up to them, and a last
   level with as many ways has the last level's misses. */
static void assert_reasons(const bench *b, int site, uint32_t assoc)
{
   const uint64_t *counts = b->sites[site].line->counts, *e = b->expected[site];
   for (int k = CS_I1MR; k <= CS_DLMW; k++)
      if (k != CS_DR && k != CS_DW)
         assert_int_equal(counts[k], e[k]);
   uint64_t last = counts[CS_ILMR] + counts[CS_DLMR] + counts[CS_DLMW];
   assert_int_equal(sum(counts, CS_LCOLD, CS_N_REASONS), last);
   assert_int_equal(sum(counts, CS_D1COLD, CS_N_REASONS),
                    counts[CS_D1MR] + counts[CS_D1MW]);
   assert_int_equal(counts[CS_SWEEP + assoc - 1], last);
   for (int w = 1; w < CS_SWEEP_MOST; w++)
      assert_true(counts[CS_SWEEP + w] <= counts[CS_SWEEP + w - 1]);
}

static void test_reasons_and_sweeps(void **state)
{
   (void)state;
   static cs_reasons last, first;
   static cs_sweep sweep;
   const cs_sweep_range range = { CS_SWEEP_WAYS, 1, 16 };
   for (int i = 0; i < N_MACHINES; i++) {
      bench *b = machine(i);
      const tk_alloc *alloc = &b->memory.alloc;
      cs_reasons_init(&last, &machines[i].ll, alloc);
      cs_reasons_init(&first, &machines[i].d1, alloc);
      cs_sweep_init(&sweep, &range, &machines[i].ll, alloc);
      b->sim.reasons = &last;
      b->sim.sweep = &sweep;
      b->sim.d1_reasons = &first;
      for (int step = 0; step < 3000; step++)
         random_step(b);
      cs_sim_flush(&b->sim);
      for (int site = 0; site < N_SITES; site++)
         assert_reasons(b, site, machines[i].ll.assoc);
      cs_reasons_fini(&last);
      cs_reasons_fini(&first);
      cs_sweep_fini(&sweep, alloc);
      bench_free(b);
   }
}

/* The random programs are useful only if they hit and miss at both levels. */
static void test_random_programs_are_mixed(void **state)
{
   (void)state;
   bench *b = machine(0);
   uint64_t sum[CS_N_EVENTS] = { 0 };
   for (int step = 0; step < 8000; step++)
      random_step(b);
   cs_sim_flush(&b->sim);
   for (int site = 0; site < N_SITES; site++)
      for (int e = 0; e < CS_N_EVENTS; e++)
         sum[e] += b->sites[site].line->counts[e];
   const cs_event first[] = { CS_I1MR, CS_D1MR, CS_D1MW };
   for (int i = 0; i < 3; i++) {
      assert_in_range(sum[first[i]], 200, 2600);
      assert_in_range(sum[first[i] + 1], 50, sum[first[i]] - 50);
   }
   bench_free(b);
}

static void test_data_is_cut_to_smallest_line(void **state)
{
   (void)state;
   for (int i = 0; i < N_MACHINES; i++) {
      bench *b = machine(i);
      uint32_t least = machines[i].i1.line_size_B;
      if (machines[i].d1.line_size_B < least)
         least = machines[i].d1.line_size_B;
      if (machines[i].ll.line_size_B < least)
         least = machines[i].ll.line_size_B;
      assert_int_equal(b->sim.max_data_B, least);
      bench_free(b);
   }
}

static void test_two_instances(void **state)
{
   (void)state;
   bench *a = machine(0), *b = machine(2);
   for (int step = 0; step < 2000; step++) {
      random_step(a);
      random_step(b);
   }
   assert_counts(a);
   assert_counts(b);
   bench_free(a);
   bench_free(b);
}

/* ---- Collecting ------------------------------------------------------ */

static void sum_lines(bench *b, uint64_t sums[CS_N_EVENTS])
{
   cs_sim_flush(&b->sim);
   for (int e = 0; e < CS_N_EVENTS; e++) {
      sums[e] = 0;
      for (int site = 0; site < N_SITES; site++)
         sums[e] += b->sites[site].line->counts[e];
   }
}

/* What is not collected changes the caches all the same; neither the lines nor the totals
   count it. */
static void test_collect(void **state)
{
   (void)state;
   bench *all = machine(0), *some = machine(0);
   uint64_t expected[CS_N_EVENTS] = { 0 }, before[CS_N_EVENTS], after[CS_N_EVENTS];
   for (int part = 0; part < 300; part++) {
      bool collects = part % 3 != 0;
      cs_sim_collect(&some->sim, collects);
      sum_lines(all, before);
      for (int step = 0; step < 20; step++) {
         random_step(all);
         random_step(some);
      }
      sum_lines(all, after);
      for (int e = 0; collects && e < CS_N_EVENTS; e++)
         expected[e] += after[e] - before[e];
   }
   sum_lines(some, after);
   for (int e = 0; e < CS_N_EVENTS; e++) {
      assert_int_equal(after[e], expected[e]);
      if (all->sim.totals[e] != 0) /* misses; this bench keeps no others */
         assert_int_equal(some->sim.totals[e], expected[e]);
   }
   assert_true(expected[CS_DLMR] > 0 && expected[CS_DLMR] < all->sim.totals[CS_DLMR]);
   bench_free(all);
   bench_free(some);
}

/* ---- Look-ups that wait ---------------------------------------------- */

static uint64_t n_first_misses(const bench *b)
{
   uint64_t n = 0;
   for (int site = 0; site < N_SITES; site++) {
      const uint64_t *counts = b->sites[site].line->counts;
      n += counts[CS_I1MR] + counts[CS_D1MR] + counts[CS_D1MW];
   }
   return n;
}

/* Makes n look-ups wait, or a full queue go and the rest of n wait. */
static void wait_for(bench *b, uint64_t n)
{
   assert_int_equal(b->sim.n_waiting, 0);
   uint64_t end = n_first_misses(b) + n;
   while (n_first_misses(b) < end)
      random_step(b);
   assert_int_equal(b->sim.n_waiting, n % CS_LOOKUPS);
}

/* From an empty machine, and with all numbers one after the other in one machine. */
static void test_any_number_may_wait(void **state)
{
   (void)state;
   for (int i = 0; i < N_MACHINES; i++) {
      bench *all = machine(i);
      for (uint64_t n = 0; n <= 2 * CS_LOOKUPS + 1; n++) {
         bench *one = n % 16 < 2 ? machine(i) : NULL;
         wait_for(all, n);
         assert_counts(all);
         assert_counts(all); /* settling again changes nothing */
         if (one != NULL) {
            wait_for(one, n);
            assert_counts(one);
            bench_free(one);
         }
      }
      bench_free(all);
   }
}

/* First-level misses count at once, last-level misses when they are
   settled: by the call, or by the look-up that fills the queue. */
static void test_full_queue_settles(void **state)
{
   (void)state;
   const cs_geometry one = { 64, 1, 64 };
   bench *b = bench_new(&one, &one, &one, 5);
   const uint64_t *counts = b->sites[0].line->counts;
   for (uintptr_t i = 1; i < CS_LOOKUPS; i++) {
      cs_sim_data(&b->sim, &b->sites[0], i * 64, 1, CS_DR);
      assert_int_equal(counts[CS_D1MR], i);
      assert_int_equal(counts[CS_DLMR], 0);
      assert_int_equal(b->sim.n_waiting, i);
   }
   cs_sim_data(&b->sim, &b->sites[1], 0, 1, CS_DW);
   assert_int_equal(b->sim.n_waiting, 0);
   assert_int_equal(counts[CS_DLMR], CS_LOOKUPS - 1);
   assert_int_equal(b->sites[1].line->counts[CS_DLMW], 1);
   cs_sim_fetch(&b->sim, &b->sites[2]);
   assert_int_equal(b->sim.n_waiting, 1);
   assert_only(b, 2, CS_I1MR, 1, CS_ILMR, 1);
   bench_free(b);
}

/* Whenever it is settled, the sums are those of settling at every step. */
static void test_moments_of_settling_do_not_matter(void **state)
{
   (void)state;
   for (int i = 0; i < N_MACHINES; i++) {
      bench *each = machine(i), *some = machine(i), *never = machine(i);
      unit_random moments = unit_random_from((uint64_t)i + 40);
      for (int step = 0; step < 3000; step++) {
         random_step(each);
         random_step(some);
         random_step(never);
         cs_sim_flush(&each->sim);
         if (unit_random_below(&moments, 40) == 0)
            cs_sim_flush(&some->sim);
      }
      cs_sim_flush(&some->sim);
      cs_sim_flush(&never->sim);
      for (int site = 0; site < N_SITES; site++) {
         const uint64_t *expected = each->sites[site].line->counts;
         const size_t size_B = CS_N_EVENTS * sizeof *expected;
         assert_memory_equal(some->sites[site].line->counts, expected, size_B);
         assert_memory_equal(never->sites[site].line->counts, expected, size_B);
      }
      bench_free(each);
      bench_free(some);
      bench_free(never);
   }
}

/* ---- By hand --------------------------------------------------------- */

/* 2 sets of 2 ways in the first levels; one set of 4 ways behind. */
static const cs_geometry small_l1 = { 256, 2, 64 }, small_ll = { 256, 4, 64 };

static bench *small_bench(void)
{
   return bench_new(&small_l1, &small_l1, &small_ll, 77);
}

static void test_columns(void **state)
{
   (void)state;
   bench *b = small_bench();
   put(b, 0, 0x1000, 4);
   cs_sim_fetch(&b->sim, &b->sites[0]);
   cs_sim_fetch(&b->sim, &b->sites[0]);
   assert_only(b, 0, CS_I1MR, 1, CS_ILMR, 1);
   cs_sim_data(&b->sim, &b->sites[1], 0x2000, 8, CS_DR);
   cs_sim_data(&b->sim, &b->sites[1], 0x2000, 8, CS_DR);
   assert_only(b, 1, CS_D1MR, 1, CS_DLMR, 1);
   cs_sim_data(&b->sim, &b->sites[2], 0x3000, 8, CS_DW);
   cs_sim_data(&b->sim, &b->sites[2], 0x3000, 8, CS_DW);
   assert_only(b, 2, CS_D1MW, 1, CS_DLMW, 1);
   bench_free(b);
}

/* Line 0 is in the caches of data from the start, as in cachegrind, so that
   to follow a null pointer is a hit; no other line is.  Nothing can be
   fetched from it: it would miss, but not in the last level. */
static void test_line_0_is_in_at_first(void **state)
{
   (void)state;
   for (int i = 0; i < N_MACHINES; i++) {
      bench *b = machine(i);
      uintptr_t i1_line_B = machines[i].i1.line_size_B;
      uintptr_t d1_line_B = machines[i].d1.line_size_B;
      put(b, 0, 0, 1);
      put(b, 1, i1_line_B, 1);
      cs_sim_fetch(&b->sim, &b->sites[0]);
      cs_sim_data(&b->sim, &b->sites[0], 0, 1, CS_DR);
      cs_sim_data(&b->sim, &b->sites[0], d1_line_B - 1, 1, CS_DW);
      assert_only(b, 0, CS_I1MR, 1, CS_ILMR, 0);
      cs_sim_fetch(&b->sim, &b->sites[1]);
      assert_int_equal(b->sites[1].line->counts[CS_I1MR], 1);
      cs_sim_data(&b->sim, &b->sites[2], d1_line_B, 1, CS_DR);
      assert_int_equal(b->sites[2].line->counts[CS_D1MR], 1);
      assert_valid(b);
      bench_free(b);
   }
}

/* ... and in the last level, where it is found once it has left the
   first. */
static void test_line_0_is_in_last_level(void **state)
{
   (void)state;
   bench *b = small_bench();
   cs_sim_data(&b->sim, &b->sites[0], 0x1000, 1, CS_DR); /* set 0 of D1 */
   cs_sim_data(&b->sim, &b->sites[0], 0x2000, 1, CS_DR);
   assert_only(b, 0, CS_D1MR, 2, CS_DLMR, 2);
   cs_sim_data(&b->sim, &b->sites[1], 0, 1, CS_DR);
   assert_only(b, 1, CS_D1MR, 1, CS_DLMR, 0);
   bench_free(b);
}

/* A write brings its line in: a read of it then hits. */
static void test_writes_allocate(void **state)
{
   (void)state;
   bench *b = small_bench();
   cs_sim_data(&b->sim, &b->sites[0], 0x3000, 8, CS_DW);
   cs_sim_data(&b->sim, &b->sites[1], 0x3008, 8, CS_DR);
   assert_only(b, 0, CS_D1MW, 1, CS_DLMW, 1);
   assert_only(b, 1, CS_D1MR, 0, CS_DLMR, 0);
   bench_free(b);
}

/* Code and data have first levels of their own, but share the last. */
static void test_last_level_is_shared(void **state)
{
   (void)state;
   bench *b = small_bench();
   put(b, 0, 0x1000, 4);
   cs_sim_fetch(&b->sim, &b->sites[0]);
   cs_sim_data(&b->sim, &b->sites[1], 0x1020, 8, CS_DR);
   assert_only(b, 0, CS_I1MR, 1, CS_ILMR, 1);
   assert_only(b, 1, CS_D1MR, 1, CS_DLMR, 0);

   put(b, 2, 0x2000, 4);
   cs_sim_data(&b->sim, &b->sites[3], 0x2000, 8, CS_DW);
   cs_sim_fetch(&b->sim, &b->sites[2]);
   assert_only(b, 3, CS_D1MW, 1, CS_DLMW, 1);
   assert_only(b, 2, CS_I1MR, 1, CS_ILMR, 0);
   bench_free(b);
}

/* A hit in the first level is not seen by the last: the line grows old
   there, and is replaced although it is in use. */
static void test_first_level_hits_are_hidden(void **state)
{
   (void)state;
   bench *b = small_bench();
   const cs_site *s = &b->sites[0];
   cs_sim_data(&b->sim, s, 0x1000, 1, CS_DR); /* set 0 of D1; in LL */
   for (uintptr_t i = 0; i < 4; i++) {
      cs_sim_data(&b->sim, s, 0x2040 + i * 0x80, 1, CS_DR); /* set 1 */
      cs_sim_data(&b->sim, s, 0x1000, 1, CS_DR);            /* hits D1 */
   }
   assert_only(b, 0, CS_D1MR, 5, CS_DLMR, 5);
   /* Out of D1, too, by two lines of set 0; then it misses everywhere. */
   cs_sim_data(&b->sim, s, 0x4000, 1, CS_DR);
   cs_sim_data(&b->sim, s, 0x4080, 1, CS_DR);
   cs_sim_data(&b->sim, &b->sites[1], 0x1000, 1, CS_DR);
   assert_only(b, 1, CS_D1MR, 1, CS_DLMR, 1);
   bench_free(b);
}

/* Two lines missed by one reference are one miss, at each level; and the
   last level sees both lines even if one was in the first. */
static void test_whole_reference_is_looked_up(void **state)
{
   (void)state;
   bench *b = small_bench();
   cs_sim_data(&b->sim, &b->sites[0], 0x103c, 8, CS_DR);
   assert_only(b, 0, CS_D1MR, 1, CS_DLMR, 1);

   /* 0x1000 and 0x1040 are in both.  Fill LL with fetches until 0x1000 is
      out of it, but not out of D1. */
   for (uintptr_t i = 0; i < 3; i++) {
      put(b, 1, 0x8000 + i * 64, 1);
      cs_sim_fetch(&b->sim, &b->sites[1]);
   }
   cs_sim_data(&b->sim, &b->sites[2], 0x0fff, 2, CS_DW);
   assert_only(b, 2, CS_D1MW, 1, CS_DLMW, 1);
   /* This has brought 0x1000 back into LL. */
   put(b, 3, 0x1000, 1);
   cs_sim_fetch(&b->sim, &b->sites[3]);
   assert_only(b, 3, CS_I1MR, 1, CS_ILMR, 0);
   bench_free(b);
}

/* ---- Branches -------------------------------------------------------- */

static void test_conditional_column(void **state)
{
   (void)state;
   bench *b = small_bench();
   cs_sim_cond(&b->sim, &b->sites[0], false); /* as predicted */
   assert_only(b, 0, CS_BCM, 0, CS_BIM, 0);
   cs_sim_cond(&b->sim, &b->sites[0], true);
   assert_only(b, 0, CS_BCM, 1, CS_BIM, 0);
   /* Always taken from here: with a history of 0000001, 0000011, ... and
      then 1111111 three times until that is learned. */
   for (int i = 0; i < 20; i++)
      cs_sim_cond(&b->sim, &b->sites[0], true);
   assert_only(b, 0, CS_BCM, 9, CS_BIM, 0);
   bench_free(b);
}

static void test_indirect_column(void **state)
{
   (void)state;
   bench *b = small_bench();
   cs_sim_jump(&b->sim, &b->sites[0], 0x5000);
   cs_sim_jump(&b->sim, &b->sites[0], 0x5000);
   cs_sim_jump(&b->sim, &b->sites[0], 0x6000);
   assert_only(b, 0, CS_BCM, 0, CS_BIM, 2);
   bench_free(b);
}

/* The predictor sees the address of the site. */
static void test_branches_of_two_sites(void **state)
{
   (void)state;
   bench *b = small_bench();
   b->sites[0].addr = 0x1000;
   b->sites[1].addr = 0x1002;
   b->sites[2].addr = 0x1200; /* the low 9 bits of site 0 */
   cs_sim_jump(&b->sim, &b->sites[0], 0x5000);
   cs_sim_jump(&b->sim, &b->sites[1], 0x5000);
   cs_sim_jump(&b->sim, &b->sites[2], 0x5000);
   assert_only(b, 0, CS_BCM, 0, CS_BIM, 1);
   assert_only(b, 1, CS_BCM, 0, CS_BIM, 1);
   assert_only(b, 2, CS_BCM, 0, CS_BIM, 0);
   bench_free(b);
}

/* A steady branch has no mispredictions, whatever cs_branch would say; while nothing is
   collected, nothing counts. */
static void test_tage(void **state)
{
   (void)state;
   bench *b = small_bench();
   cs_sim_use_tage(&b->sim, &b->memory.alloc, 200);
   for (int i = 0; i < 1000; i++) {
      cs_sim_cond(&b->sim, &b->sites[0], i < 500);
      cs_sim_jump(&b->sim, &b->sites[1], i < 700 ? 0x5000 : 0x6000);
      if (i == 600)
         cs_sim_collect(&b->sim, false);
   }
   assert_in_range(b->sites[0].line->counts[CS_BCM], 2, 8);
   assert_in_range(b->sites[1].line->counts[CS_BIM], 1, 2);
   assert_int_equal(b->sim.totals[CS_BIM], b->sites[1].line->counts[CS_BIM]);
   assert_int_equal(b->sim.totals[CS_BCM], b->sites[0].line->counts[CS_BCM]);
   assert_int_equal(b->sim.branch.row, 0); /* untouched */
   bench_free(b);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_programs),
      cmocka_unit_test(test_random_programs_are_mixed),
      cmocka_unit_test(test_reasons_and_sweeps),
      cmocka_unit_test(test_data_is_cut_to_smallest_line),
      cmocka_unit_test(test_two_instances),
      cmocka_unit_test(test_collect),
      cmocka_unit_test(test_any_number_may_wait),
      cmocka_unit_test(test_full_queue_settles),
      cmocka_unit_test(test_moments_of_settling_do_not_matter),
      cmocka_unit_test(test_columns),
      cmocka_unit_test(test_line_0_is_in_at_first),
      cmocka_unit_test(test_line_0_is_in_last_level),
      cmocka_unit_test(test_writes_allocate),
      cmocka_unit_test(test_last_level_is_shared),
      cmocka_unit_test(test_first_level_hits_are_hidden),
      cmocka_unit_test(test_whole_reference_is_looked_up),
      cmocka_unit_test(test_conditional_column),
      cmocka_unit_test(test_indirect_column),
      cmocka_unit_test(test_branches_of_two_sites),
      cmocka_unit_test(test_tage),
   };
   return cmocka_run_group_tests_name("cs_sim", tests, NULL, NULL);
}
