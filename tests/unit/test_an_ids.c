/* test_an_ids.c -- names by number.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"
#include "unit_alloc.h"

#include "base/an_ids.h"

/* Dense numbers, sparse ones, and the extremes. */
static uint64_t number(size_t i)
{
   static const uint64_t special[] = { 0, UINT64_MAX, UINT64_MAX - 1, (uint64_t)1 << 63 };
   if (i < 4)
      return special[i];
   return i % 2 == 0 ? i : (uint64_t)i << 40;
}

static void test_ids(void **state)
{
   (void)state;
   enum { N = 5000 };
   static char names[N];
   an_ids ids;
   an_ids_init(&ids, test_alloc());
   for (size_t i = 0; i < N; i++) {
      assert_null(an_ids_find(&ids, number(i)));
      an_ids_add(&ids, number(i), &names[i]);
   }
   for (size_t i = 0; i < N; i++)
      assert_ptr_equal(an_ids_find(&ids, number(i)), &names[i]);
   assert_null(an_ids_find(&ids, 1));
}

/* An empty table takes no memory. */
static void test_empty(void **state)
{
   (void)state;
   an_ids ids;
   unit_alloc heap;
   unit_alloc_init(&heap);
   an_ids_init(&ids, &heap.alloc);
   assert_null(an_ids_find(&ids, 7));
   assert_int_equal(heap.n_calls, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ids),
      cmocka_unit_test(test_empty),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
