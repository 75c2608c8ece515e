/* test_an_stacks.c -- call paths with values: their kinds, nodes and names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_stacks.h"

static void test_paths(void **state)
{
   (void)state;
   an_stacks s;
   assert_true(stacks_open(&s));
   assert_int_equal(an_stacks_kind(&s, "peak"), 1);
   assert_int_equal(an_stacks_kind(&s, "pea"), 2);
   assert_int_equal(an_stacks_deepest(&s), 3);
   uint32_t path[3];
   assert_int_equal(an_stacks_path(&s, 3, path), 3);
   assert_int_equal(path[0], 3);
   assert_int_equal(path[2], 0);
   assert_int_equal(an_stacks_depth(&s, 2), 2);
}

static void test_names(void **state)
{
   (void)state;
   static const struct {
      const char *function, *object, *expected;
   } cases[] = {
      { "main", NULL, "main" },
      { "main", "x.so", "main" },
      { AN_UNKNOWN, NULL, AN_UNKNOWN },
      { AN_UNKNOWN, "a;b.so", AN_UNKNOWN " (in a\\x3bb.so)" },
      { "f(a;\n)", NULL, "f(a\\x3b\\x0a)" },
      { "\\x3b", NULL, "\\x5cx3b" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char *step = an_stacks_step(cases[i].function, cases[i].object);
      assert_string_equal(step, cases[i].expected);
      free(step);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_paths),
      cmocka_unit_test(test_names),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
