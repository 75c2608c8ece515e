/* test_cs_sim.c -- cs_sim against a model by stack distance.

   LRU has a second definition (Mattson et al., 1970): a line is in a cache
   of n ways if fewer than n other lines of its set were used since it was.
   The model here keeps every line ever used, in order of use, and so
   shares neither the idea of ways nor that of replacement with the module.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cs_sim.h"
#include "unit_alloc.h"

/* ---- The naive model ------------------------------------------------- */

enum { NAIVE_LINES_MAX = 4096 };

typedef struct {
   cs_geometry shape;
   size_t n_used;
   uintptr_t used[NAIVE_LINES_MAX]; /* blocks, the latest first */
} naive_cache;

static bool naive_touch(naive_cache *c, uintptr_t block)
{
   uintptr_t n_sets = c->shape.size_B / c->shape.line_size_B / c->shape.assoc;
   uint32_t distance = 0;
   size_t i = 0;
   while (i < c->n_used && c->used[i] != block) {
      distance += c->used[i] % n_sets == block % n_sets;
      i++;
   }
   bool known = i < c->n_used;
   if (!known) {
      assert_true(c->n_used < NAIVE_LINES_MAX);
      c->n_used++;
   }
   for (; i > 0; i--)
      c->used[i] = c->used[i - 1];
   c->used[0] = block;
   return !known || distance >= c->shape.assoc;
}

static bool naive_refer(naive_cache *c, uintptr_t addr, uint32_t size_B)
{
   uintptr_t line_B = c->shape.line_size_B;
   int n_misses = 0;
   for (uintptr_t b = addr / line_B; b <= (addr + size_B - 1) / line_B; b++)
      n_misses += naive_touch(c, b);
   return n_misses > 0;
}

typedef struct {
   naive_cache i1, d1, ll;
} naive_machine;

static void naive_hierarchy(naive_cache *first, naive_cache *ll,
                            uintptr_t addr, uint32_t size_B,
                            uint64_t *first_misses, uint64_t *ll_misses)
{
   if (!naive_refer(first, addr, size_B))
      return;
   ++*first_misses;
   if (naive_refer(ll, addr, size_B))
      ++*ll_misses;
}

/* ---- A machine and its model ----------------------------------------- */

enum { N_SITES = 24 };

typedef struct {
   unit_alloc memory;
   cs_sim sim;
   naive_machine model;
   unit_random random;
   cs_site sites[N_SITES];
   uint64_t expected[N_SITES][CS_N_EVENTS];
} bench;

static tk_line *new_line(void)
{
   tk_line *line = calloc(1, sizeof *line + CS_N_EVENTS * sizeof(uint64_t));
   assert_non_null(line);
   return line;
}

static bench *bench_new(const cs_geometry *i1, const cs_geometry *d1,
                        const cs_geometry *ll, uint64_t seed)
{
   bench *b = calloc(1, sizeof *b);
   assert_non_null(b);
   unit_alloc_init(&b->memory);
   memset(&b->sim, 0xa5, sizeof b->sim);
   assert_true(cs_sim_init(&b->sim, i1, d1, ll, &b->memory.alloc));
   b->model.i1.shape = *i1;
   b->model.d1.shape = *d1;
   b->model.ll.shape = *ll;
   /* All three start with line 0 in them. */
   naive_touch(&b->model.i1, 0);
   naive_touch(&b->model.d1, 0);
   naive_touch(&b->model.ll, 0);
   b->random = unit_random_from(seed);
   for (int i = 0; i < N_SITES; i++)
      b->sites[i] = (cs_site){
         .addr = 0x400000 + (uintptr_t)unit_random_below(&b->random, 2048),
         .line = new_line(),
         .size_B = 1 + (uint32_t)unit_random_below(&b->random, 15) };
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

static void fetch_both(bench *b, int site)
{
   const cs_site *s = &b->sites[site];
   uint64_t *e = b->expected[site];
   cs_sim_fetch(&b->sim, s);
   naive_hierarchy(&b->model.i1, &b->model.ll, s->addr, s->size_B,
                   &e[CS_I1MR], &e[CS_ILMR]);
}

static void read_both(bench *b, int site, uintptr_t addr, uint32_t size_B)
{
   uint64_t *e = b->expected[site];
   cs_sim_data(&b->sim, &b->sites[site], addr, size_B, CS_DR);
   naive_hierarchy(&b->model.d1, &b->model.ll, addr, size_B,
                   &e[CS_D1MR], &e[CS_DLMR]);
}

static void write_both(bench *b, int site, uintptr_t addr, uint32_t size_B)
{
   uint64_t *e = b->expected[site];
   cs_sim_data(&b->sim, &b->sites[site], addr, size_B, CS_DW);
   naive_hierarchy(&b->model.d1, &b->model.ll, addr, size_B,
                   &e[CS_D1MW], &e[CS_DLMW]);
}

static void assert_counts(const bench *b, int site)
{
   const uint64_t *actual = b->sites[site].line->counts;
   for (int e = 0; e < CS_N_EVENTS; e++)
      if (actual[e] != b->expected[site][e])
         fail_msg("site %d, column %d: %lu, but %lu in the model", site, e,
                  (unsigned long)actual[e],
                  (unsigned long)b->expected[site][e]);
}

static void random_step(bench *b)
{
   int site = (int)unit_random_below(&b->random, N_SITES);
   /* Data now and then lies where the code is: the last level is shared. */
   uintptr_t data = unit_random_below(&b->random, 5) == 0 ? 0x400000
                                                          : 0x401800;
   if (unit_random_below(&b->random, 50) == 0)
      data = 0; /* or near it */
   data += (uintptr_t)unit_random_below(&b->random, data == 0 ? 96 : 3072);
   uint32_t size_B =
      1 + (uint32_t)unit_random_below(&b->random, b->sim.max_data_B);
   switch (unit_random_below(&b->random, 3)) {
   case 0: fetch_both(b, site); break;
   case 1: read_both(b, site, data, size_B); break;
   default: write_both(b, site, data, size_B); break;
   }
   assert_counts(b, site);
}

static void assert_valid(const bench *b)
{
   assert_true(cs_cache_is_valid(&b->sim.i1));
   assert_true(cs_cache_is_valid(&b->sim.d1));
   assert_true(cs_cache_is_valid(&b->sim.ll));
}

/* ---- Random programs ------------------------------------------------- */

static const struct {
   cs_geometry i1, d1, ll;
} machines[] = {
   { { 512, 2, 64 }, { 768, 12, 64 }, { 4096, 16, 64 } },
   { { 512, 2, 64 }, { 512, 2, 64 }, { 256, 1, 64 } },      /* LL smaller */
   { { 1024, 2, 32 }, { 512, 4, 16 }, { 4096, 4, 128 } },   /* all differ */
   { { 256, 1, 8 }, { 512, 1, 64 }, { 2048, 2, 32 } },
   { { 1024, 4, 128 }, { 1024, 8, 128 }, { 1536, 3, 8 } },  /* LL shortest */
   { { 96, 1, 32 }, { 160, 5, 32 }, { 2816, 11, 64 } },     /* odd sets */
   { { 8, 1, 8 }, { 8, 1, 8 }, { 8, 1, 8 } },               /* one line */
   { { 384, 3, 64 }, { 64, 1, 64 }, { 2112, 3, 64 } },
};
enum { N_MACHINES = sizeof machines / sizeof machines[0] };

static bench *machine(int i)
{
   return bench_new(&machines[i].i1, &machines[i].d1, &machines[i].ll,
                    (uint64_t)i + 1);
}

static void test_random_programs(void **state)
{
   (void)state;
   for (int i = 0; i < N_MACHINES; i++) {
      bench *b = machine(i);
      for (int step = 0; step < 8000; step++) {
         random_step(b);
         if (step % 97 == 0)
            assert_valid(b);
      }
      for (int site = 0; site < N_SITES; site++)
         assert_counts(b, site);
      bench_free(b);
   }
}

/* The random programs are worth something only if they hit and miss at
   both levels. */
static void test_random_programs_are_mixed(void **state)
{
   (void)state;
   bench *b = machine(0);
   uint64_t sum[CS_N_EVENTS] = { 0 };
   for (int step = 0; step < 8000; step++)
      random_step(b);
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
   bench_free(a);
   bench_free(b);
}

/* ---- By hand --------------------------------------------------------- */

/* 2 sets of 2 ways in the first levels; one set of 4 ways behind. */
static const cs_geometry small_l1 = { 256, 2, 64 }, small_ll = { 256, 4, 64 };

static bench *small_bench(void)
{
   return bench_new(&small_l1, &small_l1, &small_ll, 77);
}

/* The counts of a line, and nothing else in any column. */
static void assert_only(const tk_line *line, cs_event a, uint64_t count_a,
                        cs_event b, uint64_t count_b)
{
   for (int e = 0; e < CS_N_EVENTS; e++)
      assert_int_equal(line->counts[e], e == (int)a ? count_a
                                        : e == (int)b ? count_b : 0);
}

static void test_columns(void **state)
{
   (void)state;
   bench *b = small_bench();
   b->sites[0].addr = 0x1000;
   b->sites[0].size_B = 4;
   cs_sim_fetch(&b->sim, &b->sites[0]);
   cs_sim_fetch(&b->sim, &b->sites[0]);
   assert_only(b->sites[0].line, CS_I1MR, 1, CS_ILMR, 1);
   cs_sim_data(&b->sim, &b->sites[1], 0x2000, 8, CS_DR);
   cs_sim_data(&b->sim, &b->sites[1], 0x2000, 8, CS_DR);
   assert_only(b->sites[1].line, CS_D1MR, 1, CS_DLMR, 1);
   cs_sim_data(&b->sim, &b->sites[2], 0x3000, 8, CS_DW);
   cs_sim_data(&b->sim, &b->sites[2], 0x3000, 8, CS_DW);
   assert_only(b->sites[2].line, CS_D1MW, 1, CS_DLMW, 1);
   bench_free(b);
}

/* As in cachegrind, line 0 is in all three from the start, so that to follow
   a null pointer is a hit; no other line is. */
static void test_line_0_is_in_at_first(void **state)
{
   (void)state;
   for (int i = 0; i < N_MACHINES; i++) {
      bench *b = machine(i);
      uintptr_t i1_line_B = machines[i].i1.line_size_B;
      uintptr_t d1_line_B = machines[i].d1.line_size_B;
      b->sites[0].addr = 0;
      b->sites[0].size_B = 1;
      b->sites[1].addr = i1_line_B;
      b->sites[1].size_B = 1;
      cs_sim_fetch(&b->sim, &b->sites[0]);
      cs_sim_data(&b->sim, &b->sites[0], 0, 1, CS_DR);
      cs_sim_data(&b->sim, &b->sites[0], d1_line_B - 1, 1, CS_DW);
      assert_only(b->sites[0].line, CS_I1MR, 0, CS_D1MR, 0);
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
   assert_only(b->sites[0].line, CS_D1MR, 2, CS_DLMR, 2);
   cs_sim_data(&b->sim, &b->sites[1], 0, 1, CS_DR);
   assert_only(b->sites[1].line, CS_D1MR, 1, CS_DLMR, 0);
   bench_free(b);
}

/* A write brings its line in: a read of it then hits. */
static void test_writes_allocate(void **state)
{
   (void)state;
   bench *b = small_bench();
   cs_sim_data(&b->sim, &b->sites[0], 0x3000, 8, CS_DW);
   cs_sim_data(&b->sim, &b->sites[1], 0x3008, 8, CS_DR);
   assert_only(b->sites[0].line, CS_D1MW, 1, CS_DLMW, 1);
   assert_only(b->sites[1].line, CS_D1MR, 0, CS_DLMR, 0);
   bench_free(b);
}

/* Code and data have first levels of their own, but share the last. */
static void test_last_level_is_shared(void **state)
{
   (void)state;
   bench *b = small_bench();
   b->sites[0].addr = 0x1000;
   b->sites[0].size_B = 4;
   cs_sim_fetch(&b->sim, &b->sites[0]);
   cs_sim_data(&b->sim, &b->sites[1], 0x1020, 8, CS_DR);
   assert_only(b->sites[0].line, CS_I1MR, 1, CS_ILMR, 1);
   assert_only(b->sites[1].line, CS_D1MR, 1, CS_DLMR, 0);

   b->sites[2].addr = 0x2000;
   b->sites[2].size_B = 4;
   cs_sim_data(&b->sim, &b->sites[3], 0x2000, 8, CS_DW);
   cs_sim_fetch(&b->sim, &b->sites[2]);
   assert_only(b->sites[3].line, CS_D1MW, 1, CS_DLMW, 1);
   assert_only(b->sites[2].line, CS_I1MR, 1, CS_ILMR, 0);
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
   assert_only(s->line, CS_D1MR, 5, CS_DLMR, 5);
   /* Out of D1, too, by two lines of set 0; then it misses everywhere. */
   cs_sim_data(&b->sim, s, 0x4000, 1, CS_DR);
   cs_sim_data(&b->sim, s, 0x4080, 1, CS_DR);
   cs_sim_data(&b->sim, &b->sites[1], 0x1000, 1, CS_DR);
   assert_only(b->sites[1].line, CS_D1MR, 1, CS_DLMR, 1);
   bench_free(b);
}

/* Two lines missed by one reference are one miss, at each level; and the
   last level sees both lines even if one was in the first. */
static void test_whole_reference_is_looked_up(void **state)
{
   (void)state;
   bench *b = small_bench();
   cs_sim_data(&b->sim, &b->sites[0], 0x103c, 8, CS_DR);
   assert_only(b->sites[0].line, CS_D1MR, 1, CS_DLMR, 1);

   /* 0x1000 and 0x1040 are in both.  Fill LL with fetches until 0x1000 is
      out of it, but not out of D1. */
   for (uintptr_t i = 0; i < 3; i++) {
      b->sites[1].addr = 0x8000 + i * 64;
      b->sites[1].size_B = 1;
      cs_sim_fetch(&b->sim, &b->sites[1]);
   }
   cs_sim_data(&b->sim, &b->sites[2], 0x0fff, 2, CS_DW);
   assert_only(b->sites[2].line, CS_D1MW, 1, CS_DLMW, 1);
   /* By this, 0x1000 has come back into LL. */
   b->sites[3].addr = 0x1000;
   b->sites[3].size_B = 1;
   cs_sim_fetch(&b->sim, &b->sites[3]);
   assert_only(b->sites[3].line, CS_I1MR, 1, CS_ILMR, 0);
   bench_free(b);
}

/* ---- Branches -------------------------------------------------------- */

static void test_conditional_column(void **state)
{
   (void)state;
   bench *b = small_bench();
   cs_sim_cond(&b->sim, &b->sites[0], false); /* as predicted */
   assert_only(b->sites[0].line, CS_BCM, 0, CS_BIM, 0);
   cs_sim_cond(&b->sim, &b->sites[0], true);
   assert_only(b->sites[0].line, CS_BCM, 1, CS_BIM, 0);
   /* Always taken from here: with a history of 0000001, 0000011, ... and
      then 1111111 three times until that is learned. */
   for (int i = 0; i < 20; i++)
      cs_sim_cond(&b->sim, &b->sites[0], true);
   assert_only(b->sites[0].line, CS_BCM, 9, CS_BIM, 0);
   bench_free(b);
}

static void test_indirect_column(void **state)
{
   (void)state;
   bench *b = small_bench();
   cs_sim_jump(&b->sim, &b->sites[0], 0x5000);
   cs_sim_jump(&b->sim, &b->sites[0], 0x5000);
   cs_sim_jump(&b->sim, &b->sites[0], 0x6000);
   assert_only(b->sites[0].line, CS_BCM, 0, CS_BIM, 2);
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
   assert_only(b->sites[0].line, CS_BCM, 0, CS_BIM, 1);
   assert_only(b->sites[1].line, CS_BCM, 0, CS_BIM, 1);
   assert_only(b->sites[2].line, CS_BCM, 0, CS_BIM, 0);
   bench_free(b);
}

/* ---- Memory ---------------------------------------------------------- */

static void fail_each_allocation(bool beyond)
{
   unit_alloc memory;
   unit_alloc_init(&memory);
   for (size_t n = 1;; n++) {
      cs_sim sim;
      memset(&sim, 0xa5, sizeof sim);
      unit_alloc_fail_at(&memory, n, beyond);
      if (cs_sim_init(&sim, &small_l1, &small_l1, &small_ll,
                      &memory.alloc)) {
         assert_true(n > 3); /* each of three caches has asked for some */
         assert_true(memory.n_calls < n);
         cs_sim_fini(&sim, &memory.alloc);
         assert_int_equal(memory.n_live, 0);
         return;
      }
      assert_int_equal(memory.n_live, 0);
      assert_in_range(n, 1, 20);
   }
}

static void test_memory_runs_out(void **state)
{
   (void)state;
   fail_each_allocation(false);
   fail_each_allocation(true);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_programs),
      cmocka_unit_test(test_random_programs_are_mixed),
      cmocka_unit_test(test_data_is_cut_to_smallest_line),
      cmocka_unit_test(test_two_instances),
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
      cmocka_unit_test(test_memory_runs_out),
   };
   return cmocka_run_group_tests_name("cs_sim", tests, NULL, NULL);
}
