/* test_tk_search.c -- each search finds what counting finds, in few steps.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/tk_search.h"

/* The items are 0, 2, 4 ... */
static void search_number(size_t n, size_t number, size_t most_steps)
{
   size_t n_before = 0, n_steps = 0;
   for (size_t i = 0; i < n; i++)
      n_before += 2 * i < number;
   tk_search s = { .high = n };
   for (; tk_search_next(&s); n_steps++) {
      assert_true(s.middle < n);
      tk_search_step(&s, 2 * s.middle < number);
   }
   assert_int_equal(s.low, n_before);
   assert_int_equal(TK_SEARCH(i, n, 2 * i < number), n_before);
   assert_true(n_steps <= most_steps);
}

static void test_all(void **state)
{
   (void)state;
   size_t most_steps = 0;
   for (size_t n = 0; n < 70; n++) {
      most_steps += n == (size_t)1 << most_steps;
      for (size_t number = 0; number <= 2 * n + 1; number++)
         search_number(n, number, most_steps);
   }
}

/* A search can begin within the items, and their number can be the largest. */
static void test_bounds(void **state)
{
   (void)state;
   tk_search s = { .low = 3, .high = SIZE_MAX };
   while (tk_search_next(&s))
      tk_search_step(&s, s.middle < SIZE_MAX - 1);
   assert_int_equal(s.low, SIZE_MAX - 1);
   s = (tk_search){ .low = 3, .high = 9 };
   while (tk_search_next(&s))
      tk_search_step(&s, false);
   assert_int_equal(s.low, 3);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all),
      cmocka_unit_test(test_bounds),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
