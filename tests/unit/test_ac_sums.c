/* test_ac_sums.c -- rows added up as they come give the same profile as rows
   added up at the end.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_overflow.h"

#include "counts/ac_lines.h"
#include "counts/ac_sums.h"
#include "unit_alloc.h"

enum { EVENTS = 3, FILES = 4, FUNCTIONS = 30, LINES = 60 };

static void name_of(char *to, char kind, uintptr_t i)
{
   to[0] = kind;
   to[1] = (char)('a' + i / 26);
   to[2] = (char)('a' + i % 26);
   to[3] = '\0';
}

static ac_profile *new_profile(bool sums)
{
   static const char *const events[EVENTS] = { "A", "B", "C" };
   ac_profile *profile = ac_profile_new(test_alloc());
   assert_non_null(profile);
   for (int i = 0; i < EVENTS; i++)
      ac_profile_add_text(profile, AC_EVENT, events[i], 1);
   if (sums)
      ac_profile_sum_lines(profile);
   return profile;
}

static void begin(ac_profile *profile, uintptr_t file, uintptr_t function)
{
   char text[4];
   name_of(text, 'f', file);
   const char *of_file = ac_profile_intern(profile, text, 3);
   name_of(text, 'g', function);
   const char *of_function = ac_profile_intern(profile, text, 3);
   ac_profile_begin(profile, of_file, of_function);
}

/* Adds the same rows each time: functions repeat, lines are in order or not. */
static void fill(ac_profile *profile, unsigned n)
{
   unit_random random = unit_random_from(7);
   for (unsigned i = 0; i < n; i++) {
      uintptr_t file = (uintptr_t)unit_random_below(&random, FILES);
      begin(profile, file, (uintptr_t)unit_random_below(&random, FUNCTIONS));
      uint32_t line = 0;
      for (int k = 0; k < 10; k++) {
         int64_t counts[EVENTS];
         for (int e = 0; e < EVENTS; e++)
            counts[e] = (int64_t)unit_random_below(&random, 1000) - 100;
         line = k % 4 == 3 ? (uint32_t)unit_random_below(&random, LINES) : line + 1;
         ac_profile_add(profile, line, counts);
      }
   }
}

static void assert_same_lines(const ac_profile *a, const ac_profile *b, size_t function)
{
   ac_lines of_a, of_b;
   ac_lines_open(&of_a, a, function, 1);
   ac_lines_open(&of_b, b, function, 1);
   while (ac_lines_next(&of_a)) {
      assert_true(ac_lines_next(&of_b));
      assert_int_equal(of_a.line, of_b.line);
      assert_memory_equal(of_a.counts, of_b.counts, sizeof(int64_t) * EVENTS);
   }
   assert_false(ac_lines_next(&of_b));
   ac_lines_close(&of_a);
   ac_lines_close(&of_b);
}

static void test_same_as_at_the_end(void **state)
{
   (void)state;
   ac_profile *plain = new_profile(false);
   ac_profile *summed = new_profile(true);
   fill(plain, 3000);
   fill(summed, 3000);
   ac_profile_finish(plain);
   ac_profile_finish(summed);

   size_t n = ac_profile_n_functions(plain);
   assert_int_equal(n, FILES * FUNCTIONS);
   assert_int_equal(ac_profile_n_functions(summed), n);
   assert_memory_equal(ac_profile_totals(plain), ac_profile_totals(summed),
                       sizeof(int64_t) * EVENTS);
   for (size_t i = 0; i < n; i++) {
      assert_string_equal(ac_profile_function(plain, i)->name,
                          ac_profile_function(summed, i)->name);
      assert_same_lines(plain, summed, i);
   }
}

/* Repeated lines take no more memory. */
static void test_memory_follows_what_differs(void **state)
{
   (void)state;
   ac_profile *profile = new_profile(true);
   fill(profile, 5000);
   size_t once_B = ac_profile_body_B(profile);
   assert_true(once_B > 0);
   for (int i = 0; i < 5; i++)
      fill(profile, 5000);
   assert_int_equal(ac_profile_body_B(profile), once_B);
}

static void test_nothing_to_add_up(void **state)
{
   (void)state;
   ac_profile *profile = new_profile(true);
   ac_profile_finish(profile);
   assert_int_equal(ac_profile_n_functions(profile), 0);
}

static void test_overflow(void **state)
{
   (void)state;
   ac_profile *profile = new_profile(true);
   const int64_t counts[EVENTS] = { 0, INT64_MAX, 1 };
   begin(profile, 0, 0);
   ac_profile_add(profile, 1, counts);
   ac_profile_add(profile, 2, counts);
   ac_profile_add(profile, 1, counts);
   assert_true(an_overflow_take());
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_as_at_the_end),
      cmocka_unit_test(test_memory_follows_what_differs),
      cmocka_unit_test(test_nothing_to_add_up),
      cmocka_unit_test(test_overflow),

   };
   return cmocka_run_group_tests_name("ac_sums", tests, NULL, NULL);
}
