/* test_cs_branch.c -- cs_branch against a naive model, and by hand.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models/cs_branch_model.h"

/* The outcomes of one branch, T or N, repeated `times`; at the same index
   of the result has M for mispredicted or - for predicted. */
static void run_pattern(const char *pattern, int times, char *result)
{
   duel *d = duel_new();
   for (int i = 0; i < times; i++)
      for (const char *p = pattern; *p != '\0'; p++)
         *result++ = duel_cond(d, 0x401234, *p == 'T') ? 'M' : '-';
   *result = '\0';
   free(d);
}

static void assert_pattern(const char *pattern, int times, const char *expected)
{
   char result[256];
   assert_true(strlen(pattern) * (size_t)times < sizeof result);
   run_pattern(pattern, times, result);
   assert_string_equal(result, expected);
}

/* ---- Conditional branches by hand ------------------------------------ */

/* Histories 0, 1, 3, 7, 15, 31 and 63 are seen once; then 127 is seen for
   good, and takes two steps from 0 to 2. */
static void test_always_taken(void **state)
{
   (void)state;
   assert_pattern("T", 20, "MMMMMMMMM-----------");
}

static void test_never_taken(void **state)
{
   (void)state;
   assert_pattern("N", 20, "--------------------");
}

/* Before the T's stand the histories 0, 10, 1010, 101010 and from then on
   0101010, which takes two steps. */
static void test_alternating(void **state)
{
   (void)state;
   assert_pattern("TN", 8, "M-M-M-M-M-------");
}

/* Histories of 7 that repeat are seen from the 7th branch on: the T's of
   the third period are the first steps of their counters, those of the
   fourth the second. */
static void test_period_3(void **state)
{
   (void)state;
   assert_pattern("TTN", 7, "MM-MM-MM-MM----------");
}

/* Seven times round a loop is a history that names the exit: learned, it
   is never mispredicted.  Nine times round is not: the exit has the history
   of the last two iterations, whose counter stays at 2 or 3. */
static void test_loops(void **state)
{
   (void)state;
   char result[256];
   run_pattern("TTTTTTTN", 8, result);
   assert_string_equal(result + 4 * 8, "--------------------------------");
   run_pattern("TTTTTTTTTN", 8, result);
   assert_string_equal(result + 5 * 10, "---------M---------M---------M");
}

/* A counter saturates at both ends: after any number of takens, two of
   the others turn it. */
static void test_counters_saturate(void **state)
{
   (void)state;
   cs_branch *b = calloc(1, sizeof *b);
   assert_non_null(b);
   /* Keep the history still by forcing it: then one counter is used. */
   const struct {
      bool taken, mispredicted;
   } steps[] = {
      { false, false }, { false, false }, { false, false }, /* stays at 0 */
      { true, true },   { true, true },                     /* 1, 2 */
      { true, false },  { true, false },  { true, false },  /* 3, 3, 3 */
      { false, true },  { false, true },                    /* 2, 1 */
      { false, false }, { true, true },   { true, true },   /* 0, 1, 2 */
      { false, true },  { true, true },   { true, false },  /* 1, 2, 3 */
   };
   for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
      b->row = 5 * 128;
      assert_int_equal(cs_branch_cond(b, 42, steps[i].taken), steps[i].mispredicted);
   }
   free(b);
}

/* Branches whose addresses share the low 7 bits share counters; others do
   not. */
static void test_conditional_aliasing(void **state)
{
   (void)state;
   for (uintptr_t other = 0x1001; other <= 0x1080; other++) {
      duel *d = duel_new();
      for (int i = 0; i < 9; i++) /* trains history 1111111 at 0x1000 */
         duel_cond(d, 0x1000, true);
      assert_false(duel_cond(d, 0x1000, true));
      assert_int_equal(duel_cond(d, other, true), other != 0x1080);
      free(d);
   }
}

/* High bits of an address do not count, and must not spill over. */
static void test_conditional_addresses_high_up(void **state)
{
   (void)state;
   duel *d = duel_new();
   for (int i = 0; i < 9; i++)
      duel_cond(d, (uintptr_t)-1 - 127 + 5, true);
   assert_false(duel_cond(d, 5, true));
   free(d);
}

/* All branches share one history. */
static void test_history_is_global(void **state)
{
   (void)state;
   duel *d = duel_new();
   /* 0x2001 follows 0x2000: predicted once it is learned. */
   unit_random random = unit_random_from(4);
   unsigned n_late = 0;
   for (int i = 0; i < 4000; i++) {
      bool way = unit_random_below(&random, 2) != 0;
      duel_cond(d, 0x2000, way);
      n_late += duel_cond(d, 0x2001, way) && i >= 2000;
   }
   assert_int_equal(n_late, 0);
   free(d);
}

static void test_random_conditionals(void **state)
{
   (void)state;
   duel *d = duel_new();
   unit_random random = unit_random_from(1);
   unsigned n_wrong = 0;
   for (int i = 0; i < 300000; i++) {
      uintptr_t addr = 0x400000 + (uintptr_t)unit_random_below(&random, 300);
      /* Each address leans to one side. */
      bool taken = unit_random_below(&random, 8) < addr % 9;
      n_wrong += duel_cond(d, addr, taken);
   }
   assert_in_range(n_wrong, 3000, 150000); /* both happened */
   for (int past = 0; past < 128; past++)
      for (int low = 0; low < 128; low++)
         assert_int_equal(d->actual.counters[past * 128 + low],
                          2 * d->model.counter[past][low]);
   free(d);
}

/* ---- Indirect jumps -------------------------------------------------- */

static void test_jump_by_hand(void **state)
{
   (void)state;
   duel *d = duel_new();
   assert_true(duel_jump(d, 0x1000, 0x5000));
   assert_false(duel_jump(d, 0x1000, 0x5000));
   assert_true(duel_jump(d, 0x1000, 0x6000));
   assert_true(duel_jump(d, 0x1000, 0x5000));
   assert_false(duel_jump(d, 0x1000, 0x5000));
   assert_true(duel_jump(d, 0x1001, 0x5000));
   free(d);
}

/* All bits of a target count. */
static void test_jump_targets_differ_in_one_bit(void **state)
{
   (void)state;
   duel *d = duel_new();
   for (unsigned bit = 0; bit < 8 * sizeof(uintptr_t); bit++) {
      duel_jump(d, 0x1000, 0x5000);
      assert_true(duel_jump(d, 0x1000, 0x5000 ^ (uintptr_t)1 << bit));
   }
   free(d);
}

/* Jumps whose addresses share the low 9 bits share an entry. */
static void test_jump_aliasing(void **state)
{
   (void)state;
   for (uintptr_t other = 0x1001; other <= 0x1200; other++) {
      duel *d = duel_new();
      duel_jump(d, 0x1000, 0x5000);
      assert_int_equal(duel_jump(d, other, 0x5000), other != 0x1200);
      free(d);
   }
}

static void test_jump_addresses_high_up(void **state)
{
   (void)state;
   duel *d = duel_new();
   assert_true(duel_jump(d, (uintptr_t)-1, 0x5000));
   assert_false(duel_jump(d, 511, 0x5000));
   free(d);
}

static void test_random_jumps(void **state)
{
   (void)state;
   duel *d = duel_new();
   unit_random random = unit_random_from(2);
   unsigned n_wrong = 0;
   for (int i = 0; i < 100000; i++)
      n_wrong += duel_jump(d, (uintptr_t)unit_random_below(&random, 2000),
                           (uintptr_t)unit_random_below(&random, 3));
   assert_in_range(n_wrong, 10000, 90000);
   free(d);
}

/* ---- Together -------------------------------------------------------- */

/* Indirect jumps do not change the history, and conditional branches do not change the
   targets. */
static void test_predictors_are_separate(void **state)
{
   (void)state;
   duel *d = duel_new();
   unit_random random = unit_random_from(3);
   for (int i = 0; i < 20000; i++) {
      uintptr_t addr = 0x1000 + (uintptr_t)unit_random_below(&random, 4);
      if (unit_random_below(&random, 2) == 0)
         duel_cond(d, addr, i % 5 < 3);
      else
         duel_jump(d, addr, 0x2000 + addr % 2);
   }
   free(d);
}

static void test_two_instances(void **state)
{
   (void)state;
   duel *a = duel_new(), *b = duel_new();
   for (int i = 0; i < 100; i++) {
      duel_cond(a, 0x1000, true);
      duel_cond(b, 0x1000, false);
      duel_jump(a, 0x1000, 0x5000);
      duel_jump(b, 0x1000, 0x6000);
   }
   free(a);
   free(b);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_always_taken),
      cmocka_unit_test(test_never_taken),
      cmocka_unit_test(test_alternating),
      cmocka_unit_test(test_period_3),
      cmocka_unit_test(test_loops),
      cmocka_unit_test(test_counters_saturate),
      cmocka_unit_test(test_conditional_aliasing),
      cmocka_unit_test(test_conditional_addresses_high_up),
      cmocka_unit_test(test_history_is_global),
      cmocka_unit_test(test_random_conditionals),
      cmocka_unit_test(test_jump_by_hand),
      cmocka_unit_test(test_jump_targets_differ_in_one_bit),
      cmocka_unit_test(test_jump_aliasing),
      cmocka_unit_test(test_jump_addresses_high_up),
      cmocka_unit_test(test_random_jumps),
      cmocka_unit_test(test_predictors_are_separate),
      cmocka_unit_test(test_two_instances),
   };
   return cmocka_run_group_tests_name("cs_branch", tests, NULL, NULL);
}
