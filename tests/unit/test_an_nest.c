/* test_an_nest.c -- the order of nested things, against a recursion.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/an_alloc.h"
#include "base/an_nest.h"
#include "unit_alloc.h"

enum { MOST = 60, DEEP = 200000 };

static size_t parents[DEEP];
static an_nested order[DEEP];

static size_t parent_of(const void *context, size_t index)
{
   return ((const size_t *)context)[index];
}

/* The children of `parent`, from *at on, and theirs. */
static void assert_order(size_t n, size_t parent, size_t depth, size_t *at)
{
   for (size_t i = 0; i < n; i++) {
      if (parents[i] != parent)
         continue;
      assert_int_equal(order[*at].index, i);
      assert_int_equal(order[*at].depth, depth);
      ++*at;
      assert_order(n, i, depth + 1, at);
   }
}

static void test_random(void **state)
{
   (void)state;
   unit_random random = { .state = 20261130 };
   for (int trial = 0; trial < 500; trial++) {
      size_t n = unit_random_below(&random, MOST), at = 0;
      for (size_t i = 0; i < n; i++) {
         size_t above = unit_random_below(&random, (unsigned)i + 1);
         parents[i] = above == i ? AN_NO_PARENT : above;
      }
      an_nest(an_alloc_malloc(), n, parent_of, parents, order);
      assert_order(n, AN_NO_PARENT, 0, &at);
      assert_int_equal(at, n);
   }
}

static void test_deep(void **state)
{
   (void)state;
   for (size_t i = 0; i < DEEP; i++)
      parents[i] = i == 0 ? AN_NO_PARENT : i - 1;
   an_nest(an_alloc_malloc(), DEEP, parent_of, parents, order);
   assert_int_equal(order[DEEP - 1].depth, DEEP - 1);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_deep),
   };
   return cmocka_run_group_tests_name("an_nest", tests, NULL, NULL);
}
