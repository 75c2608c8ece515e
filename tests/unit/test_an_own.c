/* test_an_own.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/an_own.h"

#define OWN(...) \
   (an_own) \
   { \
      (const an_own_rule[]){ __VA_ARGS__ }, \
         sizeof((an_own_rule[]){ __VA_ARGS__ }) / sizeof(an_own_rule) \
   }

static void without_a_word_of_the_user_the_path_says_it(void **state)
{
   (void)state;
   assert_int_equal(an_own_says(NULL, "/usr/include/stdio.h"), AN_WHOSE_UNSAID);
   assert_true(an_own_is_library(NULL, "/usr/include/stdio.h"));
   assert_false(an_own_is_library(NULL, "/home/ann/inv.c"));
   an_own own = OWN({ "/opt", AN_WHOSE_LIBRARY });
   assert_true(an_own_is_library(&own, "/usr/include/stdio.h"));
   assert_false(an_own_is_library(&own, "/home/ann/inv.c"));
}

static void a_folder_has_what_is_below_it(void **state)
{
   (void)state;
   an_own own = OWN({ "/usr/share/inv", AN_WHOSE_PROGRAM });
   assert_false(an_own_is_library(&own, "/usr/share/inv/a.c"));
   assert_false(an_own_is_library(&own, "/usr/share/inv/deep/a.c"));
   assert_true(an_own_is_library(&own, "/usr/share/inventory/a.c"));
   assert_true(an_own_is_library(&own, "/usr/include/usr/share/inv/a.c"));
}

static void a_relative_folder_is_at_any_place(void **state)
{
   (void)state;
   an_own own = OWN({ "lib/json", AN_WHOSE_LIBRARY });
   assert_true(an_own_is_library(&own, "lib/json/a.c"));
   assert_true(an_own_is_library(&own, "./lib/json/a.c"));
   assert_true(an_own_is_library(&own, "/home/ann/lib/json/a.c"));
   assert_false(an_own_is_library(&own, "/home/ann/mylib/json/a.c"));
   assert_false(an_own_is_library(&own, "/home/ann/json/a.c"));
}

static void a_folder_is_a_pattern(void **state)
{
   (void)state;
   an_own own = OWN({ "/home/*/lib[jx]*", AN_WHOSE_LIBRARY });
   assert_true(an_own_is_library(&own, "/home/ann/libjson/src/a.c"));
   assert_false(an_own_is_library(&own, "/home/ann/src/libjson/a.c"));
   assert_false(an_own_is_library(&own, "/home/ann/libz/a.c"));
}

static void a_file_can_be_named(void **state)
{
   (void)state;
   an_own own = OWN({ "src/sqlite3.c", AN_WHOSE_LIBRARY });
   assert_true(an_own_is_library(&own, "/home/ann/src/sqlite3.c"));
   assert_false(an_own_is_library(&own, "/home/ann/src/sqlite3.cpp"));
}

static void the_last_rule_that_fits_decides(void **state)
{
   (void)state;
   an_own own = OWN({ "vendor", AN_WHOSE_PROGRAM }, { "vendor/zlib", AN_WHOSE_LIBRARY });
   assert_int_equal(an_own_says(&own, "vendor/inv/a.c"), AN_WHOSE_PROGRAM);
   assert_int_equal(an_own_says(&own, "vendor/zlib/a.c"), AN_WHOSE_LIBRARY);
   own = OWN({ "vendor/zlib", AN_WHOSE_LIBRARY }, { "vendor", AN_WHOSE_PROGRAM });
   assert_int_equal(an_own_says(&own, "vendor/zlib/a.c"), AN_WHOSE_PROGRAM);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_a_word_of_the_user_the_path_says_it),
      cmocka_unit_test(a_folder_has_what_is_below_it),
      cmocka_unit_test(a_relative_folder_is_at_any_place),
      cmocka_unit_test(a_folder_is_a_pattern),
      cmocka_unit_test(a_file_can_be_named),
      cmocka_unit_test(the_last_rule_that_fits_decides),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
