/* test_ac_sweep.c -- columns of a sweep by their names, and what curves say.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_sweep.h"

static void test_names(void **state)
{
   (void)state;
   static const struct {
      const char *event;
      bool is_column;
      ac_sweep_kind kind;
      int64_t amount;
   } cases[] = {
      { "Lm@256K", true, AC_SWEEP_SIZE, 262144 },
      { "Lm@8M", true, AC_SWEEP_SIZE, 8388608 },
      { "Lm@1G", true, AC_SWEEP_SIZE, 1073741824 },
      { "Lm@512", true, AC_SWEEP_SIZE, 512 },
      { "Lm@8w", true, AC_SWEEP_WAYS, 8 },
      { "Lm@128B", true, AC_SWEEP_LINE, 128 },
      { "Lm@", false, 0, 0 },
      { "Lm@K", false, 0, 0 },
      { "Lm@08w", false, 0, 0 },
      { "Lm@8ww", false, 0, 0 },
      { "Lm@8KB", false, 0, 0 },
      { "DLmr", false, 0, 0 },
      { "Lm@12345678", false, 0, 0 },
      { "lm@8w", false, 0, 0 },
      { "Lm@-1w", false, 0, 0 },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      ac_sweep_kind kind = AC_N_SWEEP_KINDS;
      int64_t amount = -1;
      assert_int_equal(ac_sweep_is_column(cases[i].event, &kind, &amount),
                       cases[i].is_column);
      assert_int_equal(kind, cases[i].is_column ? cases[i].kind : AC_N_SWEEP_KINDS);
      assert_int_equal(amount, cases[i].is_column ? cases[i].amount : -1);
   }
}

static void test_columns(void **state)
{
   (void)state;
   static const char *const events[] = { "Ir",    "Lm@2M",  "Lm@256K", "Lm@8w",
                                         "Lm@1M", "Lm@64B", "Lm@32B",  "Lm@512K" };
   char text[AC_SWEEP_NAME_B];
   ac_sweep sweep;
   assert_true(ac_sweep_find_in(&sweep, events, 8, AC_SWEEP_SIZE));
   assert_int_equal(sweep.n, 4);
   assert_string_equal(sweep.points[0].name, "256K");
   assert_int_equal(sweep.points[0].event, 2);
   assert_int_equal(sweep.points[1].event, 7);
   assert_string_equal(sweep.points[3].name, "2M");
   assert_string_equal(ac_sweep_amount(text, &sweep, 0), "256 KiB");
   assert_string_equal(ac_sweep_amount(text, &sweep, 3), "2 MiB");
   assert_false(ac_sweep_find_in(&sweep, events, 8, AC_SWEEP_WAYS)); /* one is no curve */
   assert_string_equal(ac_sweep_amount(text, &sweep, 0), "8 ways");
   assert_true(ac_sweep_find_in(&sweep, events, 8, AC_SWEEP_LINE));
   assert_string_equal(ac_sweep_amount(text, &sweep, 1), "64 bytes");
   assert_string_equal(ac_sweep_kind_name(AC_SWEEP_LINE), "line");
}

/* Each reference is within one size, or beyond all. */
static void test_reuse(void **state)
{
   (void)state;
   static const char *const events[] = { "Ir",    "I1mr",    "Dr",   "Dw",
                                         "Lm@1M", "Lm@256K", "Lm@4M" };
   static const int64_t counts[] = { 9000, 5, 700, 295, 60, 400, 10 };
   static const int64_t odd[] = { 0, 0, 1, 0, 70, 60, 80 };
   ac_sweep sweep;
   assert_true(ac_sweep_find_in(&sweep, events, 7, AC_SWEEP_SIZE));
   ac_reuse reuse = ac_reuse_of(&sweep, counts);
   assert_int_equal(reuse.all, 1000);
   assert_int_equal(reuse.within[0], 600);
   assert_int_equal(reuse.within[1], 340);
   assert_int_equal(reuse.within[2], 50);
   assert_int_equal(reuse.within[3], 10);
   reuse = ac_reuse_of(&sweep, odd); /* a profile of no run */
   assert_int_equal(reuse.within[0], 0);
   assert_int_equal(reuse.within[1], 0);
   assert_int_equal(reuse.within[3], 80);
   assert_true(ac_sweep_find_in(&sweep, events + 4, 3, AC_SWEEP_SIZE));
   assert_int_equal(ac_reuse_of(&sweep, counts + 4).all, 0);
}

static ac_curve curve_of(ac_sweep_kind kind, const int64_t *counts, size_t n)
{
   ac_sweep sweep = { .kind = kind, .n = n };
   for (size_t i = 0; i < n; i++)
      sweep.points[i] = (ac_sweep_point){ .event = i, .amount = 1 << i };
   return ac_curve_of(&sweep, counts);
}

#define CURVE(kind, ...) \
   curve_of(kind, (const int64_t[]){ __VA_ARGS__ }, \
            sizeof((const int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t))

static void check(ac_curve curve, ac_curve_shape shape, size_t fits, uint32_t knees)
{
   assert_int_equal(curve.shape, shape);
   if (shape >= AC_CURVE_FITS)
      assert_int_equal(curve.fits, fits);
   assert_int_equal(curve.knees, knees);
}

static void test_curves(void **state)
{
   (void)state;
   check(CURVE(AC_SWEEP_SIZE, 0, 0, 0), AC_CURVE_NONE, 0, 0);
   check(CURVE(AC_SWEEP_SIZE, 100, 100, 100), AC_CURVE_FLAT, 0, 0);
   check(CURVE(AC_SWEEP_SIZE, 100, 95, 91), AC_CURVE_FLAT, 0, 0);
   check(CURVE(AC_SWEEP_SIZE, 0, 5, 9), AC_CURVE_FLAT, 0, 0);
   check(CURVE(AC_SWEEP_WAYS, 0, 0, 1), AC_CURVE_FLAT, 0, 0);
   check(CURVE(AC_SWEEP_LINE, 0, 5), AC_CURVE_FLAT, 0, 0);
   check(CURVE(AC_SWEEP_SIZE, 1000, 1000, 10, 10), AC_CURVE_FITS, 2, 4);
   /* What is left of the fall may be small. */
   check(CURVE(AC_SWEEP_SIZE, 1000, 60, 20, 10), AC_CURVE_FITS, 2, 2);
   check(CURVE(AC_SWEEP_SIZE, 1000, 50, 20, 10), AC_CURVE_FITS, 1, 2);
   /* Two things that fit one after the other. */
   check(CURVE(AC_SWEEP_SIZE, 1000, 600, 590, 5), AC_CURVE_FITS, 3, 10);
   /* The last size takes nearly all, or only a part. */
   check(CURVE(AC_SWEEP_WAYS, 1000, 1000, 50), AC_CURVE_FITS, 2, 4);
   check(CURVE(AC_SWEEP_WAYS, 1000, 1000, 500), AC_CURVE_FALLS, 2, 4);
   /* The length of lines with fewest misses: too long ones cost. */
   check(CURVE(AC_SWEEP_LINE, 1000, 600, 550, 700), AC_CURVE_FITS, 2, 2);
   check(CURVE(AC_SWEEP_LINE, 1000, 500, 250), AC_CURVE_FALLS, 2, 6);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_columns),
      cmocka_unit_test(test_reuse),
      cmocka_unit_test(test_curves),
   };
   return cmocka_run_group_tests_name("ac_sweep", tests, NULL, NULL);
}
