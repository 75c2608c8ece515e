/* test_ac_lines.c -- the cursor over lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_profile.h"

/* The lines of one function, and those of a file: all its functions add up. */
static void test_lines(void **state)
{
   (void)state;
   ac_profile *profile = profile_new_jumbled();
   ac_lines lines;
   ac_lines_open(&lines, profile, 2, 1); /* g */
   for (int pass = 0; pass < 2; pass++) {
      profile_check_next(&lines, 0, 16, 0);
      profile_check_next(&lines, 10, -22, 4);
      profile_check_next(&lines, 20, 1, 0);
      assert_false(ac_lines_next(&lines));
      ac_lines_rewind(&lines);
   }
   ac_lines_close(&lines);

   ac_lines_open(&lines, profile, 1, 2); /* b.c */
   profile_check_next(&lines, 0, 16, 0);
   profile_check_next(&lines, 10, -18, 4);
   profile_check_next(&lines, 20, 1, 0);
   assert_false(ac_lines_next(&lines));
   ac_lines_close(&lines);
}

/* Functions that share a file, each with lines between those of the others. */
static void test_order(void **state)
{
   (void)state;
   ac_profile *profile = profile_new();
   profile_begin(profile, "a.c", "f");
   profile_add(profile, UINT32_MAX, 1, 0);
   profile_add(profile, 3, 2, 0);
   profile_begin(profile, "a.c", "g");
   profile_add(profile, 2, 4, 0);
   profile_add(profile, 9, 8, 0);
   profile_begin(profile, "a.c", "h");
   profile_add(profile, 1, 16, 0);
   profile_begin(profile, "b.c", "f");
   profile_add(profile, 5, 32, 0);
   ac_profile_finish(profile);
   ac_lines lines;
   ac_lines_open(&lines, profile, 0, 3);
   profile_check_next(&lines, 1, 16, 0);
   profile_check_next(&lines, 2, 4, 0);
   profile_check_next(&lines, 3, 2, 0);
   profile_check_next(&lines, 9, 8, 0);
   profile_check_next(&lines, UINT32_MAX, 1, 0);
   assert_false(ac_lines_next(&lines));
   assert_false(ac_lines_next(&lines));
   ac_lines_close(&lines);
}

/* Rows of two lines that descend, with counts of several bytes. */
static void test_descending(void **state)
{
   (void)state;
   static const int64_t larges[] = { 63, 64, -65, 1 << 13, -(1 << 20), INT64_MIN };
   for (size_t i = 0; i < sizeof larges / sizeof larges[0]; i++) {
      ac_profile *profile = profile_new();
      profile_begin(profile, "a.c", "f");
      profile_add(profile, 200, larges[i], larges[i]);
      profile_add(profile, 128, 1, 2);
      ac_profile_finish(profile);
      ac_lines lines;
      ac_lines_open(&lines, profile, 0, 1);
      profile_check_next(&lines, 128, 1, 2);
      profile_check_next(&lines, 200, larges[i], larges[i]);
      assert_false(ac_lines_next(&lines));
      ac_lines_close(&lines);
   }
}

/* Sums of a function and of a file fit; that of its line alone need not. */
static void test_wrap(void **state)
{
   (void)state;
   ac_profile *profile = profile_new();
   profile_begin(profile, "a.c", "f");
   profile_add(profile, 1, INT64_MAX, 0);
   profile_add(profile, 2, -INT64_MAX, INT64_MIN);
   profile_add(profile, 2, INT64_MAX, INT64_MAX);
   profile_add(profile, 3, -INT64_MAX, 2);
   profile_add(profile, 1, 1, 0);
   ac_profile_finish(profile);
   ac_lines lines;
   ac_lines_open(&lines, profile, 0, 1);
   profile_check_next(&lines, 1, INT64_MIN, 0);
   profile_check_next(&lines, 2, 0, -1);
   profile_check_next(&lines, 3, -INT64_MAX, 2);
   assert_false(ac_lines_next(&lines));
   ac_lines_close(&lines);
}

static void test_none(void **state)
{
   (void)state;
   ac_profile *profile = profile_new_jumbled();
   ac_lines lines;
   ac_lines_open(&lines, profile, 1, 0);
   assert_false(ac_lines_next(&lines));
   ac_lines_rewind(&lines);
   assert_false(ac_lines_next(&lines));
   ac_lines_close(&lines);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lines),      cmocka_unit_test(test_order),
      cmocka_unit_test(test_descending), cmocka_unit_test(test_wrap),
      cmocka_unit_test(test_none),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
