/* test_ac_data_lines.c -- lines with their entries of data.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data.h"

#include "counts/ac_data_lines.h"

/* "find:3 10 2", with the instructions of each row and its number of entries. */
static void check_rows(const ac_profile *profile, const ac_data *data,
                       const char *expected)
{
   char text[512] = "";
   ac_data_lines rows = { .profile = profile, .data = data };
   while (ac_data_lines_next(&rows)) {
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s:%u %lld %zu\n",
               ac_profile_function(profile, rows.function)->name, rows.lines.line,
               (long long)rows.lines.counts[0], rows.n_entries);
      for (size_t i = 0; i < rows.n_entries; i++) {
         assert_int_equal(rows.entries[i].function, rows.function);
         assert_int_equal(rows.entries[i].line, rows.lines.line);
      }
   }
   ac_data_lines_close(&rows);
   assert_string_equal(text, expected);
}

static void test_rows(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(DATA_FILE);
   check_rows(profile, ac_profile_data(profile),
              "find:3 10 2\nfind:4 20 2\nmake:8 100 1\nmake:9 5 0\n"
              "0x1000 in libfoo.so:0 25 2\n");
   check_rows(profile, NULL,
              "find:3 10 0\nfind:4 20 0\nmake:8 100 0\nmake:9 5 0\n"
              "0x1000 in libfoo.so:0 25 0\n");
}

static void test_left_early(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(DATA_FILE);
   ac_data_lines rows = { .profile = profile, .data = ac_profile_data(profile) };
   assert_true(ac_data_lines_next(&rows));
   ac_data_lines_close(&rows);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_left_early),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
