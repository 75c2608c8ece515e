/* test_ac_profile.c -- the model sorts and sums rows.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_profile.h"

#include "base/an_overflow.h"

static void test_header(void **state)
{
   (void)state;
   ac_profile *profile = profile_new();
   assert_string_equal(ac_profile_command(profile), "");
   for (int i = 0; i < 100; i++) {
      char text[] = { 'd', (char)('0' + i / 10), (char)('0' + i % 10) };
      ac_profile_add_text(profile, AC_DESC, text, 3);
   }
   ac_profile_set_desc(profile, 7, "other", 5);
   ac_profile_set_command(profile, "ls -l", 5);
   assert_int_equal(ac_profile_texts(profile, AC_DESC)->n, 100);
   assert_string_equal(ac_profile_texts(profile, AC_DESC)->text[99], "d99");
   assert_string_equal(ac_profile_texts(profile, AC_DESC)->text[7], "other");
   assert_string_equal(ac_profile_command(profile), "ls -l");
   assert_int_equal(ac_profile_n_events(profile), 2);
   assert_string_equal(ac_profile_event(profile, 1), "Dr");
}

static void test_empty(void **state)
{
   (void)state;
   ac_profile *profile = profile_new();
   ac_profile_finish(profile);
   assert_int_equal(ac_profile_n_files(profile), 0);
   assert_int_equal(ac_profile_n_functions(profile), 0);
   profile_check_counts(ac_profile_totals(profile), 0, 0);
   ac_lines lines;
   ac_lines_open(&lines, profile, 0, 0);
   assert_false(ac_lines_next(&lines));
   ac_lines_close(&lines);
}

static void test_sorted_and_summed(void **state)
{
   (void)state;
   ac_profile *profile = profile_new_jumbled();
   profile_check_counts(ac_profile_totals(profile), 99, 14);

   assert_int_equal(ac_profile_n_files(profile), 2);
   const ac_file *file = ac_profile_file(profile, 0);
   assert_string_equal(file->name, "a.c");
   profile_check_counts(file->totals, 100, 10);
   assert_int_equal(file->first_function, 0);
   assert_int_equal(file->n_functions, 1);
   file = ac_profile_file(profile, 1);
   assert_string_equal(file->name, "b.c");
   profile_check_counts(file->totals, -1, 4);
   assert_int_equal(file->first_function, 1);
   assert_int_equal(file->n_functions, 2);

   assert_int_equal(ac_profile_n_functions(profile), 3);
   const ac_function *function = ac_profile_function(profile, 1);
   assert_string_equal(function->name, "f");
   assert_int_equal(function->file, 1);
   profile_check_counts(function->totals, 4, 0);
   function = ac_profile_function(profile, 2);
   assert_string_equal(function->name, "g");
   profile_check_counts(function->totals, -5, 4);
}

/* Many chunks of memory: a function has several blocks. */
static void test_large(void **state)
{
   (void)state;
   enum { N = 200000 };
   ac_profile *profile = profile_new();
   profile_begin(profile, "a.c", "f");
   for (uint32_t i = 1; i <= N; i++)
      profile_add(profile, i, INT64_C(100000007) * i, -(int64_t)i);
   ac_profile_finish(profile);
   assert_int_equal(ac_profile_n_functions(profile), 1);
   int64_t sum = (int64_t)N * (N + 1) / 2;
   profile_check_counts(ac_profile_function(profile, 0)->totals, INT64_C(100000007) * sum,
                        -sum);
   profile_check_counts(ac_profile_totals(profile), INT64_C(100000007) * sum, -sum);
   ac_lines lines;
   ac_lines_open(&lines, profile, 0, 1);
   for (uint32_t i = 1; i <= N; i++)
      profile_check_next(&lines, i, INT64_C(100000007) * i, -(int64_t)i);
   assert_false(ac_lines_next(&lines));
   ac_lines_close(&lines);
}

static void test_overflow(void **state)
{
   (void)state;
   const int64_t most[] = { 1, INT64_MAX };

   ac_profile *profile = profile_new();
   profile_begin(profile, "a.c", "f");
   ac_profile_add(profile, UINT32_MAX, most);
   ac_profile_add(profile, 1, most);
   assert_true(an_overflow_take());

   profile = profile_new(); /* only the sum over functions overflows */
   profile_begin(profile, "a.c", "f");
   ac_profile_add(profile, 1, most);
   profile_begin(profile, "b.c", "f");
   ac_profile_add(profile, 1, most);
   ac_profile_finish(profile);
   assert_true(an_overflow_take());
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_header),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_sorted_and_summed),
      cmocka_unit_test(test_large),
      cmocka_unit_test(test_overflow),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
