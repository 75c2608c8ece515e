/* test_ah_diff.c -- what two heap profiles differ in: pairs of sites and of regions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_diff.h"

#include "sections/ah_diff_report.h"

/* ---- Paths ---- */

/* The pair that limits are held against has the totals, and each path if asked. */
static void test_pair(void **state)
{
   (void)state;
   ah_profile *old = test_ah_text(test_ah_diff_old);
   ah_profile *new = test_ah_text(test_ah_diff_new);
   for (int with_paths = 0; with_paths < 2; with_paths++) {
      ah_diff diff = { .profiles = { old, new } };
      assert_true(ah_diff_open(&diff, test_alloc()));
      ah_diff_pair(&diff, test_alloc(), 1, with_paths);
      assert_int_equal(diff.by, 1);
      assert_string_equal(ac_metrics_at(diff.metrics, 1)->name, "blocks");
      assert_int_equal(ac_profile_totals(diff.pair)[0], 78);
      assert_int_equal(ac_profile_totals(diff.pair)[2], 67);
      assert_int_equal(ac_profile_n_functions(diff.pair), with_paths ? 5 : 1);
   }
}

/* ---- Regions ---- */

static ah_region old_regions[] = {
   { "sort", -1, 1, { 600, 6 }, 1000, 300 },
   { "merge", 0, 4, { 400, 4 }, 900, 30 },
   { "gone", -1, 2, { 9, 1 }, 100, 9 },
};
static ah_region new_regions[] = {
   { "new", -1, 1, { 7, 1 }, 500, 7 },
   { "sort", -1, 1, { 650, 6 }, 1100, 400 },
   { "merge", 1, 5, { 450, 5 }, 950, 40 },
};
static ah_profile old_side = { .regions = old_regions, .n_regions = 3 };
static ah_profile new_side = { .regions = new_regions, .n_regions = 3 };

static void check_regions(bool has_lifetimes, const char *expected)
{
   old_side.has_lifetimes = new_side.has_lifetimes = has_lifetimes;
   ah_diff diff = { .profiles = { &old_side, &new_side } };
   assert_true(ah_diff_open(&diff, test_alloc()));
   const ac_profile *pair = diff.regions;
   char got[512] = "", *at = got;
   for (size_t i = 0; i < ac_profile_n_regions(pair); i++) {
      const ac_region *r = ac_profile_region(pair, i);
      at += sprintf(at, "%s %d %d-%d", r->name, (int)r->parent, (int)r->count_before,
                    (int)r->count);
      for (size_t k = 0; k < 2 * ah_region_n_values(&diff); k++)
         at += sprintf(at, " %d", (int)r->counts[k]);
      at += sprintf(at, "\n");
   }
   assert_string_equal(got, expected);
}

/* Total, blocks, peak and growth: of OLD, then of NEW. */
static void test_regions(void **state)
{
   (void)state;
   check_regions(true, "new -1 0-1 0 0 0 0 7 1 500 7\n"
                       "sort -1 1-1 600 6 1000 300 650 6 1100 400\n"
                       "merge 1 4-5 400 4 900 30 450 5 950 40\n"
                       "gone -1 2-0 9 1 100 9 0 0 0 0\n");
   check_regions(false, "new -1 0-1 0 0 7 1\nsort -1 1-1 600 6 650 6\n"
                        "merge 1 4-5 400 4 450 5\ngone -1 2-0 9 1 0 0\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pair),
      cmocka_unit_test(test_regions),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
