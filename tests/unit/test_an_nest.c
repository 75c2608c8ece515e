/* test_an_nest.c -- the order of nested things, against a recursion.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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
   unit_random r = unit_random_from(1);
   for (size_t n = 0; n <= MOST; n++) {
      unit_alloc memory;
      size_t at = 0;
      unit_alloc_init(&memory);
      for (size_t i = 0; i < n; i++) {
         size_t of = unit_random_below(&r, i + 1);
         parents[i] = of == i ? AN_NO_PARENT : of;
      }
      assert_true(an_nest(&memory.alloc, n, parent_of, parents, order));
      assert_order(n, AN_NO_PARENT, 0, &at);
      assert_int_equal(at, n);
      unit_alloc_fail_at(&memory, 1, false);
      assert_false(an_nest(&memory.alloc, n, parent_of, parents, order));
      assert_int_equal(memory.n_live, 0);
   }
}

static void test_deep(void **state)
{
   (void)state;
   unit_alloc memory;
   unit_alloc_init(&memory);
   for (size_t i = 0; i < DEEP; i++)
      parents[i] = i == 0 ? AN_NO_PARENT : i - 1;
   assert_true(an_nest(&memory.alloc, DEEP, parent_of, parents, order));
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
