/* test_an_base_name.c -- paths and commands without directories.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_base_name.h"

static void paths(void **state)
{
   (void)state;
   assert_string_equal(an_base_name("/usr/include/a.h"), "a.h");
   assert_string_equal(an_base_name("a.h"), "a.h");
   assert_string_equal(an_base_name("./a b.h"), "a b.h");
   assert_string_equal(an_base_name("dir/"), "dir/");
   assert_string_equal(an_base_name("/x/dir/"), "dir/");
   assert_string_equal(an_base_name("/"), "/");
   assert_string_equal(an_base_name(""), "");
}

static void commands(void **state)
{
   (void)state;
   assert_string_equal(an_base_command("/usr/bin/app a/b"), "app a/b");
   assert_string_equal(an_base_command("./app"), "app");
   assert_string_equal(an_base_command("app /a/b"), "app /a/b");
   assert_string_equal(an_base_command("dir/ /a/b"), "dir/ /a/b");
   assert_string_equal(an_base_command(""), "");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(paths),
      cmocka_unit_test(commands),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
