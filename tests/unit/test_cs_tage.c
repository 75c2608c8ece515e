/* test_cs_tage.c -- cs_tage against a naive model, by hand, and beside cs_branch.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machine/cs_branch.h"
#include "machine/cs_tage.h"
#include "base/tk_hash.h"
#include "models/cs_tage_model.h"
#include "unit_alloc.h"

/* ---- A predictor, its model, and the classic one --------------------- */

typedef struct {
   unit_alloc memory;
   cs_tage *actual;
   naive_tage *model; /* NULL: the predictor runs alone, which is faster */
   cs_branch classic;
   unsigned n_wrong, n_classic_wrong; /* mispredictions */
} duel;

static duel *duel_with(bool has_model, uint32_t jump_history, int n_left_out)
{
   duel *d = calloc(1, sizeof *d);
   assert_non_null(d);
   unit_alloc_init(&d->memory);
   d->actual = cs_tage_new(&d->memory.alloc, jump_history);
   assert_non_null(d->actual);
   if (has_model) {
      d->model = calloc(1, sizeof *d->model);
      d->model->n_left_out = n_left_out;
   }
   return d;
}

static duel *duel_new(bool has_model)
{
   return duel_with(has_model, 200, 0);
}

static void duel_free(duel *d)
{
   tk_put(&d->memory.alloc, d->actual);
   assert_int_equal(d->memory.n_live, 0);
   free(d->model);
   free(d);
}

static bool duel_cond(duel *d, uintptr_t addr, bool taken)
{
   bool actual = cs_tage_cond(d->actual, addr, taken);
   if (d->model != NULL)
      assert_int_equal(actual, naive_tage_cond(d->model, addr, taken));
   d->n_wrong += actual;
   d->n_classic_wrong += cs_branch_cond(&d->classic, addr, taken);
   return actual;
}

static bool duel_jump(duel *d, uintptr_t addr, uintptr_t target)
{
   bool actual = cs_tage_indirect(d->actual, addr, target);
   if (d->model != NULL)
      assert_int_equal(actual, naive_tage_jump(d->model, addr, target,
                                               (int)(tk_hash_word(target) % 16)));
   d->n_wrong += actual;
   d->n_classic_wrong += cs_branch_jump(&d->classic, addr, target);
   return actual;
}

static void forget_wrong(duel *d)
{
   d->n_wrong = d->n_classic_wrong = 0;
}

/* All that the model knows, the predictor has in its place. */
static void assert_same_tables(const duel *d)
{
   const cs_tage *t = d->actual;
   for (int i = 0; i < 8; i++)
      for (int k = 0; k < 2048; k++) {
         const guess *branch = &d->model->branches.table[i][k];
         const guess *jump = &d->model->jumps.table[i][k];
         int slot = 2048 * i + k;
         assert_int_equal(cs_tage_tag(t->branches.entries[slot]),
                          branch->is_there ? branch->tag + 1 : 0);
         assert_int_equal(cs_tage_useful(t->branches.entries[slot]), branch->useful);
         assert_int_equal(t->counters[slot], branch->counter);
         assert_int_equal(cs_tage_tag(t->jumps.entries[slot]),
                          jump->is_there ? jump->tag + 1 : 0);
         assert_int_equal(cs_tage_useful(t->jumps.entries[slot]), jump->useful);
         assert_int_equal(t->targets[slot], jump->target);
         assert_int_equal(t->confidence[slot], jump->confidence);
      }
   assert_int_equal(t->branches.use_alternative, d->model->branches.alternative);
   assert_int_equal(t->jumps.use_alternative, d->model->jumps.alternative);
}

/* ---- Random programs ------------------------------------------------- */

/* A program of `n_sites` branches that jumps about.  Some branches always go one way or
   mostly, some repeat a pattern, some follow the one before, some are random. */
static void random_program(duel *d, uint64_t seed, unsigned n_sites, long n_steps)
{
   unit_random random = unit_random_from(seed);
   unsigned *n_times = calloc(n_sites, sizeof *n_times);
   bool last = false;
   unsigned site = 0;
   for (long step = 0; step < n_steps; step++) {
      uintptr_t addr = 0x400000 + site * 0x1003 * seed;
      unsigned n = n_times[site]++;
      uint64_t drawn = unit_random_below(&random, 1000);
      switch (site % 7) {
      case 0: duel_cond(d, addr, site % 2); break;
      case 1: duel_cond(d, addr, drawn < 2); break;
      case 2: duel_cond(d, addr, last = n % (site + 3) == 0); break;
      case 3: duel_cond(d, addr, last = last != (site % 3 == 0)); break;
      case 4: duel_cond(d, addr, last = drawn < 500); break;
      case 5: duel_jump(d, addr, 0x500000 + (last ? n % 5 : site) * 16); break;
      case 6: duel_jump(d, addr, 0x600000 + (drawn < 3) * 16); break;
      }
      site = drawn < 100 ? (unsigned)unit_random_below(&random, n_sites)
                         : (site + 1) % n_sites;
   }
   free(n_times);
}

static void test_random_programs(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 12; seed++) {
      duel *d = duel_new(true);
      random_program(d, seed, (unsigned)(3 + seed * seed * 5), 20000);
      assert_in_range(d->n_wrong, 50, 12000); /* both happened */
      assert_same_tables(d);
      duel_free(d);
   }
}

/* Of the eight histories, jumps have only those that are short enough. */
static void test_random_jumps(void **state)
{
   (void)state;
   static const struct {
      uint32_t bits;
      int n_left_out;
   } of[] = { { 0, 8 }, { 3, 8 }, { 12, 5 }, { 20, 5 }, { 21, 4 }, { 1000, 0 } };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      duel *d = duel_with(true, of[i].bits, of[i].n_left_out);
      random_program(d, 3 + i, 100, 20000);
      assert_same_tables(d);
      duel_free(d);
   }
}

/* Usefulness is halved in both ways, shortly after each jump ahead. */
static void test_aging(void **state)
{
   (void)state;
   duel *d = duel_new(true);
   unit_random random = unit_random_from(7);
   for (int i = 0; i < 60000; i++) {
      if (i % 20000 == 19900)
         d->model->branches.n_trained = d->actual->branches.n_trained =
            CS_TAGE_AGING * (1 + (unsigned)i / 20000) - 100;
      duel_cond(d, 0x1000 + unit_random_below(&random, 3000) * 5,
                unit_random_below(&random, 4) < 3);
      if (i % 20000 == 19999)
         assert_same_tables(d);
   }
   duel_free(d);
}

/* Addresses and targets anywhere, also where their high bits are set. */
static void test_addresses_high_up(void **state)
{
   (void)state;
   duel *d = duel_new(true);
   unit_random random = unit_random_from(8);
   uintptr_t addrs[64];
   for (int i = 0; i < 64; i++)
      addrs[i] = (uintptr_t)unit_random_u64(&random);
   for (int i = 0; i < 30000; i++) {
      uintptr_t addr = addrs[unit_random_below(&random, 64)];
      if (addr % 2 == 0)
         duel_cond(d, addr, unit_random_below(&random, 3) == 0);
      else
         duel_jump(d, addr, addrs[unit_random_below(&random, 4)]);
   }
   assert_same_tables(d);
   duel_free(d);
}

/* ---- The filters ----------------------------------------------------- */

/* A branch that is steady changes nothing as long as it goes the same way. */
static void test_steady_branch_changes_nothing(void **state)
{
   (void)state;
   for (int taken = 0; taken <= 1; taken++) {
      duel *d = duel_new(true);
      cs_tage *before = malloc(sizeof *before);
      for (int i = 0; i < CS_TAGE_STEADY; i++) {
         assert_int_not_equal(d->actual->bias[0x1234], cs_tage_steady_bias(taken));
         duel_cond(d, 0x401234, taken);
      }
      assert_int_equal(d->actual->bias[0x1234], cs_tage_steady_bias(taken));
      *before = *d->actual;
      for (int i = 0; i < 1000; i++)
         assert_false(duel_cond(d, 0x401234, taken));
      assert_memory_equal(before, d->actual, sizeof *before);
      assert_true(duel_cond(d, 0x401234, !taken));
      assert_int_equal(d->actual->bias[0x1234], 2 | !taken);
      free(before);
      duel_free(d);
   }
}

static void test_steady_jump_changes_nothing(void **state)
{
   (void)state;
   duel *d = duel_new(true);
   cs_tage *before = malloc(sizeof *before);
   for (int i = 0; i < CS_TAGE_STEADY; i++) {
      assert_int_equal(d->actual->steady[0x234], CS_TAGE_NO_TARGET);
      duel_jump(d, 0x401234, 0x5000);
   }
   assert_int_equal(d->actual->steady[0x234], 0x5000);
   *before = *d->actual;
   for (int i = 0; i < 1000; i++)
      assert_false(duel_jump(d, 0x401234, 0x5000));
   assert_memory_equal(before, d->actual, sizeof *before);
   assert_true(duel_jump(d, 0x401234, 0x5001));
   assert_int_equal(d->actual->steady[0x234], CS_TAGE_NO_TARGET);
   free(before);
   duel_free(d);
}

/* A branch that always does the same is mispredicted at most at its beginning. */
static void test_steady_branches(void **state)
{
   (void)state;
   duel *d = duel_new(true);
   for (int i = 0; i < 300; i++) {
      duel_cond(d, 0x1000, true);
      duel_cond(d, 0x1002, false);
      duel_jump(d, 0x1004, 0x2000);
   }
   assert_in_range(d->n_wrong, 2, 4);
   duel_free(d);
}

/* ---- Known patterns -------------------------------------------------- */

/* The last of `period` outcomes is not taken.  Counts mispredictions of 1000 periods,
   after 1000 to learn. */
static void run_loop(duel *d, int period)
{
   for (int i = 0; i < 2000; i++) {
      for (int k = 0; k < period; k++)
         duel_cond(d, 0x1000, k < period - 1);
      if (i == 999)
         forget_wrong(d);
   }
}

/* Loops of up to 100 iterations are learned.  The classic predictor misses the end of
   those with 9 or more. */
static void test_loops(void **state)
{
   (void)state;
   for (int period = 3; period <= 100; period++) {
      duel *d = duel_new(false);
      run_loop(d, period);
      assert_in_range(d->n_wrong, 0, 10);
      assert_int_equal(d->n_classic_wrong, period > 8 ? 1000 : 0);
      duel_free(d);
   }
}

/* Longer ones are missed once. */
static void test_long_loops(void **state)
{
   (void)state;
   const int periods[] = { 129, 200, 1000, 3000 };
   for (int i = 0; i < 4; i++) {
      duel *d = duel_new(false);
      run_loop(d, periods[i]);
      assert_in_range(d->n_wrong, 1000, 1010);
      duel_free(d);
   }
}

static void test_alternating(void **state)
{
   (void)state;
   duel *d = duel_new(true);
   for (int i = 0; i < 1000; i++)
      duel_cond(d, 0x1000, i % 2);
   assert_in_range(d->n_wrong, 1, 40);
   duel_free(d);
}

/* Half of random branches, whatever the predictor. */
static void test_random_branch(void **state)
{
   (void)state;
   duel *d = duel_new(false);
   unit_random random = unit_random_from(3);
   for (int i = 0; i < 100000; i++)
      duel_cond(d, 0x1000, unit_random_below(&random, 2));
   assert_in_range(d->n_wrong, 49000, 51000);
   duel_free(d);
}

/* A branch that is taken nine times of ten, at random, is mispredicted little more often
   than the tenth time. */
static void test_mostly_taken(void **state)
{
   (void)state;
   duel *d = duel_new(false);
   unit_random random = unit_random_from(4);
   for (int i = 0; i < 100000; i++)
      duel_cond(d, 0x1000, unit_random_below(&random, 10) != 0);
   assert_in_range(d->n_wrong, 9000, 14000);
   duel_free(d);
}

/* The last of 20 branches repeats what the first did; those between them are a loop. */
static void test_correlated(void **state)
{
   (void)state;
   duel *d = duel_new(false);
   unit_random random = unit_random_from(5);
   unsigned n_wrong = 0, n_before = 0;
   for (int i = 0; i < 20000; i++) {
      bool first = unit_random_below(&random, 2) != 0;
      duel_cond(d, 0x1000, first);
      for (int k = 0; k < 18; k++)
         duel_cond(d, 0x1010, k < 17);
      n_before = d->n_classic_wrong;
      n_wrong += duel_cond(d, 0x1020, first) && i >= 10000;
   }
   assert_true(n_before > 0);
   assert_in_range(n_wrong, 0, 200); /* of 10000, random to who has a short memory */
   duel_free(d);
}

/* `if (data[i] < 128)`: sorted data have few mispredictions, others many. */
static void test_sorted_data(void **state)
{
   (void)state;
   unit_random random = unit_random_from(6);
   for (int sorted = 0; sorted <= 1; sorted++) {
      duel *d = duel_new(false);
      for (int pass = 0; pass < 3; pass++)
         for (int i = 0; i < 30000; i++) {
            duel_cond(d, 0x1000, sorted ? i < 15000 : unit_random_below(&random, 2));
            duel_cond(d, 0x1008, i < 29999);
         }
      if (sorted)
         assert_in_range(d->n_wrong, 1, 40);
      else
         assert_in_range(d->n_wrong, 44000, 47000);
      duel_free(d);
   }
}

/* An interpreter's one indirect jump runs a program of 60 operations of 12 kinds, again
   and again.  The last target says little about the next; the history says all. */
static void test_dispatch(void **state)
{
   (void)state;
   duel *d = duel_new(false);
   unit_random random = unit_random_from(9);
   unsigned operations[60];
   for (int i = 0; i < 60; i++)
      operations[i] = (unsigned)unit_random_below(&random, 12);
   for (int i = 0; i < 1000; i++) {
      for (int k = 0; k < 60; k++)
         duel_jump(d, 0x1000, 0x5000 + 0x40 * operations[k]);
      if (i == 499)
         forget_wrong(d);
   }
   assert_in_range(d->n_classic_wrong, 20000, 30000);
   assert_in_range(d->n_wrong, 0, 300);
   duel_free(d);
}

/* ---- Limits ---------------------------------------------------------- */

static void test_two_instances(void **state)
{
   (void)state;
   duel *a = duel_new(true), *b = duel_new(true);
   for (int i = 0; i < 400; i++) {
      duel_cond(a, 0x1000, true);
      duel_cond(b, 0x1000, i % 3);
      duel_jump(a, 0x1000, 0x5000);
      duel_jump(b, 0x1000, 0x6000);
   }
   duel_free(a);
   duel_free(b);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_programs),
      cmocka_unit_test(test_random_jumps),
      cmocka_unit_test(test_aging),
      cmocka_unit_test(test_addresses_high_up),
      cmocka_unit_test(test_steady_branch_changes_nothing),
      cmocka_unit_test(test_steady_jump_changes_nothing),
      cmocka_unit_test(test_steady_branches),
      cmocka_unit_test(test_loops),
      cmocka_unit_test(test_long_loops),
      cmocka_unit_test(test_alternating),
      cmocka_unit_test(test_random_branch),
      cmocka_unit_test(test_mostly_taken),
      cmocka_unit_test(test_correlated),
      cmocka_unit_test(test_sorted_data),
      cmocka_unit_test(test_dispatch),
      cmocka_unit_test(test_two_instances),
   };
   return cmocka_run_group_tests_name("cs_tage", tests, NULL, NULL);
}
