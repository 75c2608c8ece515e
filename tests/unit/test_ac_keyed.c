/* test_ac_keyed.c -- rows that are added up by key.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_overflow.h"

#include "counts/ac_keyed.h"

enum { KEYS = 5000 };

/* Keys that differ in one word; each comes twice. */
static void test_sums(void **state)
{
   (void)state;
   ac_keyed keyed;
   ac_keyed_init(&keyed, test_alloc(), 2, 3);
   const int64_t *first = NULL;
   for (int round = 1; round <= 2; round++)
      for (uint64_t k = 0; k < KEYS; k++) {
         const uint64_t key[] = { k % 2 == 0 ? k : 0, k % 2 == 0 ? 0 : k };
         const int64_t numbers[] = { (int64_t)k, -1 };
         assert_int_equal(ac_keyed_find(&keyed, key), k);
         ac_keyed_add(&keyed, (uint32_t)k, 1, numbers, 2);
         if (first == NULL)
            first = ac_keyed_numbers(&keyed, 0);
      }
   assert_int_equal(keyed.n, KEYS);
   assert_ptr_equal(first, ac_keyed_numbers(&keyed, 0)); /* rows do not move */
   for (uint64_t k = 0; k < KEYS; k++) {
      const int64_t *numbers = ac_keyed_numbers(&keyed, k);
      assert_int_equal(ac_keyed_key(&keyed, k)[k % 2], k);
      assert_int_equal(numbers[0], 0);
      assert_int_equal(numbers[1], 2 * k);
      assert_int_equal(numbers[2], -2);
   }
   ac_keyed_close(&keyed);
   assert_int_equal(first[2], -2);
   ac_keyed_free(&keyed);
}

static void test_overflow(void **state)
{
   (void)state;
   ac_keyed keyed;
   ac_keyed_init(&keyed, test_alloc(), 1, 1);
   const uint64_t key[] = { UINT64_MAX };
   assert_int_equal(ac_keyed_find(&keyed, key), 0);
   ac_keyed_add(&keyed, 0, 0, &(int64_t){ INT64_MAX }, 1);
   ac_keyed_add(&keyed, 0, 0, &(int64_t){ 1 }, 1);
   assert_true(an_overflow_take());
   ac_keyed_free(&keyed);
}

static void test_pairs(void **state)
{
   (void)state;
   uint64_t pair = ac_keyed_pair(UINT32_MAX, 7);
   assert_int_equal(ac_keyed_high(pair), UINT32_MAX);
   assert_int_equal(ac_keyed_low(pair), 7);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_overflow),
      cmocka_unit_test(test_pairs),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
