/* test_an_stack_builder.c -- building call paths: each function, path and sample once.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_stacks.h"

static void test_building(void **state)
{
   (void)state;
   an_stacks s;
   assert_true(stacks_open(&s));
   assert_int_equal(s.n_functions, 3);
   assert_int_equal(s.n_nodes, 4);
   assert_int_equal(s.n_samples, 5);
   assert_int_equal(s.values[4 * 2], 16);
   assert_int_equal(s.values[4 * 2 + 1], -1);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_building),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
