/* test_an_stack_fold.c -- call paths that are too deep.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_stacks.h"

#include "paths/an_stack_builder.h"
#include "paths/an_stack_fold.h"

static const char *const names[] = { "main", "even", "odd", "leaf" };

enum { MAIN, EVEN, ODD, LEAF, DEEP = 5000 };

/* main calls even, which calls odd, and so on; the last calls leaf.  Each costs its
   depth, and calls the next once. */
static bool recursion_open(uint32_t depth, an_stacks *stacks)
{
   static const an_stack_value kind = { .name = "Ir" };
   an_stack_builder b;
   an_stack_open(&b, test_alloc(), "app", &kind, 1);
   uint32_t parent = AN_NO_STACK;
   bool ok = true;
   for (size_t i = 0; ok && i < sizeof names / sizeof *names; i++)
      ok = an_stack_function_add(&b, &(an_stack_function){ .name = names[i] }) == i;
   for (uint32_t i = 0; ok && i < depth; i++) {
      uint32_t function = i == 0 ? MAIN : i == depth - 1 ? LEAF : i % 2 ? EVEN : ODD;
      parent = an_stack_node_add(
         &b, &(an_stack_node){ .parent = parent, .function = function, .n_calls = 1 });
      int64_t *values = parent == AN_NO_STACK
                           ? NULL
                           : an_stack_values(&b, &(an_stack_sample){ .node = parent });
      ok = values != NULL;
      if (ok)
         values[0] += i + 1;
   }
   an_stack_close(&b, ok ? stacks : NULL);
   return ok;
}

static void test_shallow(void **state)
{
   (void)state;
   an_stacks s, folded;
   assert_true(recursion_open(AN_STACK_MOST, &s));
   assert_ptr_equal(an_stack_fold(&s, &folded), &s);
   assert_int_equal(folded.n_nodes, 0);
}

static void test_deep(void **state)
{
   (void)state;
   an_stacks s, folded;
   assert_true(recursion_open(DEEP, &s));
   s.n_left_out = 7;
   assert_ptr_equal(an_stack_fold(&s, &folded), &folded);
   assert_int_equal(folded.n_left_out, 7);
   /* leaf is new on the path. */
   assert_int_equal(folded.n_nodes, AN_STACK_MOST + 1);
   assert_int_equal(an_stacks_deepest(&folded), AN_STACK_MOST);
   int64_t sum = 0, n_calls = 0, last[2] = { 0, 0 };
   for (size_t i = 0; i < folded.n_samples; i++)
      sum += folded.values[i];
   for (size_t i = 0; i < folded.n_nodes; i++)
      n_calls += folded.nodes[i].n_calls;
   assert_int_equal(sum, (int64_t)DEEP * (DEEP + 1) / 2);
   assert_int_equal(n_calls, DEEP);
   /* What is beyond counts in the last two, but for leaf. */
   for (int64_t i = AN_STACK_MOST - 2; i < DEEP - 1; i++)
      last[i % 2] += i + 1;
   assert_int_equal(folded.values[AN_STACK_MOST - 2], last[0]);
   assert_int_equal(folded.values[AN_STACK_MOST - 1], last[1]);
   assert_int_equal(folded.values[AN_STACK_MOST], DEEP);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shallow),
      cmocka_unit_test(test_deep),

   };
   return cmocka_run_group_tests_name("an_stack_fold", tests, NULL, NULL);
}
