/* test_an_file_name.c -- one spelling for each file's name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_file_name.h"

static void check(const char *name, const char *expected)
{
   char text[200];
   size_t n = strlen(name);
   memcpy(text, name, n + 1);
   if (strcmp(name, expected) != 0)
      assert_true(an_file_name_is_untidy(text, n));
   n = an_file_name_tidy(text, n);
   text[n] = '\0';
   assert_string_equal(text, expected);
   assert_int_equal(an_file_name_tidy(text, n), n);
   assert_string_equal(text, expected);
}

static void tidies(void **state)
{
   (void)state;
   check("/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/"
         "bits/new_allocator.h",
         "/usr/include/c++/12/bits/new_allocator.h");
   check("/usr/lib/llvm-14/bin/../include/c++/v1/vector",
         "/usr/lib/llvm-14/include/c++/v1/vector");
   check("/home/me//src/./a.c", "/home/me/src/a.c");
   check("/home/me/build/../src/a.c", "/home/me/src/a.c");
   check("src/../inc/a.h", "inc/a.h");
   check("src/sub/../../a.h", "a.h");
   check("/src/..", "/");
   check("src/..", ".");
   check("//a.c", "/a.c");
   check("a/b/.", "a/b");
}

static void keeps_what_leads_out(void **state)
{
   (void)state;
   check("../a.c", "../a.c");
   check("../../a.c", "../../a.c");
   check("../b/../../a.c", "../../a.c");
   check("b/../../a.c", "../a.c");
   check("b/../../../c/a.c", "../../c/a.c");
   check("/../a.c", "/a.c");
}

static void keeps_the_own_directory(void **state)
{
   (void)state;
   check("./malloc/malloc.c", "./malloc/malloc.c");
   check("./src/../inc/x.h", "./inc/x.h");
   check("././/a.c", "./a.c");
   check("./src/../a.c", "./a.c");
   check("./../a.c", "../a.c");
   check("./src/../../a.c", "../a.c");
   check("./src/..", ".");
}

static void keeps_other_names(void **state)
{
   (void)state;
   check("", "");
   check(".", ".");
   check("..", "..");
   check("/", "/");
   check("???", "???");
   check("a.c", "a.c");
   check("/a/.hidden/..b/c...c", "/a/.hidden/..b/c...c");
   check("<built-in>", "<built-in>");
   check("phar:///srv/a.phar/./b.php", "phar:///srv/a.phar/./b.php");
   check("/rustc/90b35a6/library/alloc/src/vec/mod.rs",
         "/rustc/90b35a6/library/alloc/src/vec/mod.rs");
   assert_false(an_file_name_is_untidy("../a.c", 6));
   assert_false(an_file_name_is_untidy("/usr/include/a.h", 16));
   assert_false(an_file_name_is_untidy("a/", 2));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(tidies),
      cmocka_unit_test(keeps_what_leads_out),
      cmocka_unit_test(keeps_the_own_directory),
      cmocka_unit_test(keeps_other_names),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
