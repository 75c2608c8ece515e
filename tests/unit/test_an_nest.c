/* test_an_nest.c -- the order of nested things, against a recursion.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/an_nest.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

enum { MOST = 60, DEEP = 200000 };

static size_t parents[DEEP];
static an_nested order[DEEP];

static size_t parent_of(const void *context, size_t index)
{
   return ((const size_t *)context)[index];
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

      cmocka_unit_test(test_deep),
   };
   return cmocka_run_group_tests_name("an_nest", tests, NULL, NULL);
}
