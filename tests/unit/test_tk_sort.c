/* test_tk_sort.c -- random pointers come out sorted, and are the same ones.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/tk_sort.h"
#include "unit_alloc.h"

enum { MOST = 100 };

static int compare(void *context, const void *a, const void *b)
{
   const uint64_t *x = a, *y = b;
   ++*(size_t *)context;
   return (*x > *y) - (*x < *y);
}

static void sort_random(uint64_t seed, size_t n, uint64_t n_values)
{
   uint64_t values[MOST];
   size_t n_seen[MOST] = { 0 }, n_compared = 0;
   const void *items[MOST];
   unit_random r = unit_random_from(seed);
   for (size_t i = 0; i < n; i++) {
      values[i] = unit_random_below(&r, n_values);
      items[i] = &values[i];
   }
   tk_sort(items, n, compare, &n_compared);
   for (size_t i = 0; i < n; i++) {
      n_seen[(const uint64_t *)items[i] - values]++;
      assert_true(i == 0 || compare(&n_compared, items[i - 1], items[i]) <= 0);
   }
   for (size_t i = 0; i < n; i++)
      assert_int_equal(n_seen[i], 1);
   assert_true(n_compared <= 2 * n * 8 + n);
}

static void test_random(void **state)
{
   (void)state;
   for (size_t n = 0; n <= MOST; n++)
      for (uint64_t n_values = 1; n_values < 1000; n_values *= 7)
         sort_random(n * 1000 + n_values, n, n_values);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_random) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
