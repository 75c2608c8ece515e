/* test_ac_trust.c -- how far estimated cycles can be trusted: kinds, their sums, and what
   they leave open between two rows.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "advice/ac_trust.h"

#include <math.h>

static ac_prices prices;
static ac_profile *profile;

static int open_profile(void **state)
{
   (void)state;
   profile = test_good_profile("cmd: x\nevents: Ir Cx Cf Cd Cb\n#: cachesim 1\n"
                               "fl=a.c\nfn=f\n1 9 8 0 2 0\n"
                               "summary: 9 8 0 2 0\n#: end 1\n");
   return !ac_prices_open(&prices, profile, NULL);
}

static bool is_near(double a, double b)
{
   return fabs(a - b) < 1e-12;
}

/* The part of cycles of one kind by which they can be off. */
static double part_of(size_t column)
{
   int64_t counts[] = { 9, 0, 0, 0, 0 };
   counts[column] = 5;
   return ac_trust_of(&prices, counts);
}

enum { CX = 1, CF, CD, CB };

/* Each kind has its part; a sum is between them. */
static void test_parts(void **state)
{
   (void)state;
   double run = part_of(CX), data = part_of(CD);
   assert_true(run > 0 && run < 1 && data > 0 && data < 1);
   assert_true(part_of(CF) > 0);
   assert_true(part_of(CB) > 0);
   assert_true(part_of(0) == 0);
   assert_true(is_near(ac_trust_of(&prices, (const int64_t[]){ 9, 30, 0, 10, 0 }),
                       (3 * run + data) / 4));
   assert_true(ac_trust_of(&prices, (const int64_t[]){ 9, 0, 0, 0, 0 }) == 0);
}

/* Fewer cycles of one kind are fewer, however much they are off. */
static void test_one_kind(void **state)
{
   (void)state;
   static const int64_t old[] = { 9, 1000, 0, 1000, 0 };
   assert_false(ac_trust_is_open(&prices, old, old));
   assert_false(ac_trust_is_open(&prices, old, (const int64_t[]){ 9, 999, 0, 1000, 0 }));
   assert_false(ac_trust_is_open(&prices, old, (const int64_t[]){ 9, 999, 0, 999, 0 }));
   assert_false(ac_trust_is_open(&prices, old, (const int64_t[]){ 9, 1000, 0, 2000, 0 }));
}

/* More of one and less of another can be either; not if one is much more. */
static void test_trade(void **state)
{
   (void)state;
   double off = part_of(CX) + part_of(CD);
   static const int64_t old[] = { 9, 1000, 0, 1000, 0 };
   assert_true(ac_trust_is_open(&prices, old, (const int64_t[]){ 9, 1100, 0, 900, 0 }));
   assert_true(ac_trust_is_open(&prices, old, (const int64_t[]){ 9, 900, 0, 1100, 0 }));
   /* The change of 100 + x - 100 is open up to its parts of 100 + x and 100. */
   double run = part_of(CX);
   int64_t most = (int64_t)(100 * off / (1 - run));
   assert_true(
      ac_trust_is_open(&prices, old, (const int64_t[]){ 9, 1100 + most, 0, 900, 0 }));
   assert_false(
      ac_trust_is_open(&prices, old, (const int64_t[]){ 9, 1101 + most, 0, 900, 0 }));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_one_kind),
      cmocka_unit_test(test_trade),
   };
   return cmocka_run_group_tests(tests, open_profile, NULL);
}
