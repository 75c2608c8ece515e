/* test_an_stack_plain.c -- call paths whose steps are names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_stacks.h"

#include "paths/an_stack_plain.h"

static void test_plain(void **state)
{
   (void)state;
   an_stacks s;
   an_stack_plain p;
   assert_true(stacks_open(&s));
   an_stack_plain_open(&p, &s, false);
   assert_int_equal(p.stacks.n_nodes, 3); /* both calls of f are one */
   assert_int_equal(p.stacks.n_samples, 3);
   assert_int_equal(p.stacks.values[p.order[0] * 2], 1);
   assert_int_equal(p.stacks.values[p.order[1] * 2], 2 + 4 + 8);
   assert_int_equal(p.stacks.values[p.order[2] * 2], 16);
   assert_int_equal(p.stacks.values[p.order[2] * 2 + 1], -1);
   assert_string_equal(p.stacks.functions[2].name, AN_UNKNOWN " (in x.so)");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
