/* test_ac_find.c -- each file and each function is found by its name, and no other.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read.h"

#include "counts/ac_find.h"

static void test_find(void **state)
{
   (void)state;
   static const char *const files[] = { "", "a", "b", "b.c", "c", "d" };
   static const char *const functions[] = { "", "f", "g", "h" };
   ac_profile *profile = test_good_profile(
      OWN "fl=b\nfn=g\n1 1\nfn=f\n1 1\nfl=d\nfn=f\n1 1\nfl=a\nfn=h\n1 1\n"
          "summary: 4\n#: end 4\n");
   size_t n_found = 0;
   for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
      size_t file = ac_find_file(profile, files[i]);
      bool is_there = strchr("abd", *files[i]) != NULL && strlen(files[i]) == 1;
      assert_int_equal(file != SIZE_MAX, is_there);
      if (is_there)
         assert_string_equal(ac_profile_file(profile, file)->name, files[i]);
      for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++) {
         size_t number = ac_find_function(profile, files[i], functions[k]);
         if (number == SIZE_MAX)
            continue;
         const ac_function *function = ac_profile_function(profile, number);
         assert_int_equal(function->file, file);
         assert_string_equal(function->name, functions[k]);
         n_found++;
      }
   }
   assert_int_equal(n_found, ac_profile_n_functions(profile));
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_find) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
