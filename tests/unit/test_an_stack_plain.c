/* test_an_stack_plain.c -- call paths whose steps are names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_stacks.h"

#include "paths/an_stack_plain.h"

static void test_plain(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_stacks s;
   an_stack_plain p;
   assert_true(stacks_open(&alloc, &s));
   an_stack_plain_open(&p, &s, false);
   assert_int_equal(p.stacks.n_nodes, 3); /* both calls of f are one */
   assert_int_equal(p.stacks.n_samples, 3);
   assert_int_equal(p.stacks.values[p.order[0] * 2], 1);
   assert_int_equal(p.stacks.values[p.order[1] * 2], 2 + 4 + 8);
   assert_int_equal(p.stacks.values[p.order[2] * 2], 16);
   assert_int_equal(p.stacks.values[p.order[2] * 2 + 1], -1);
   assert_string_equal(p.stacks.functions[2].name, AN_UNKNOWN " (in x.so)");
   an_stack_plain_close(&p);
   an_stacks_free(&s);
   assert_int_equal(heap.n_live, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
