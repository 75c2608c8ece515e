/* test_tk_count.c -- counts that saturate; sums beyond 64 bits.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "base/tk_count.h"
#include "unit_alloc.h"

static const uint64_t edges[] = {
   0,
   1,
   2,
   3,
   UINT32_MAX - 1,
   UINT32_MAX,
   UINT64_C(1) << 32,
   (UINT64_C(1) << 32) + 1,
   UINT64_C(3037000499),
   UINT64_C(3037000500),
   TK_COUNT_MAX - 1,
   TK_COUNT_MAX,
   TK_COUNT_MAX + 1,
   UINT64_MAX - 1,
   UINT64_MAX,
};
enum { N_EDGES = sizeof edges / sizeof edges[0] };

#if defined(__SIZEOF_INT128__)
static uint64_t capped(unsigned __int128 exact)
{
   return exact > TK_COUNT_MAX ? TK_COUNT_MAX : (uint64_t)exact;
}

static void test_counts(void **state)
{
   (void)state;
   for (size_t i = 0; i < N_EDGES; i++) {
      unsigned __int128 a = edges[i];
      assert_int_equal(tk_count_capped(edges[i]), capped(a));
      for (size_t k = 0; k < N_EDGES; k++) {
         uint64_t b = edges[k];
         assert_int_equal(tk_count_add(edges[i], b), capped(a + b));
         assert_int_equal(tk_count_product(edges[i], b), capped(a * b));
         if (edges[i] <= TK_COUNT_MAX)
            assert_int_equal(tk_count_room(edges[i], b), capped(a + b) - edges[i]);
      }
   }
}

static void assert_wide(tk_wide sum, unsigned __int128 exact)
{
   assert_int_equal(sum.low, (uint64_t)exact);
   assert_int_equal(sum.high, (uint64_t)(exact >> 64));
   assert_int_equal(tk_wide_capped(sum), capped(exact));
}

static void test_wide_products(void **state)
{
   (void)state;
   for (size_t i = 0; i < N_EDGES; i++)
      for (size_t k = 0; k < N_EDGES; k++)
         assert_wide(tk_wide_product(edges[i], edges[k]),
                     (unsigned __int128)edges[i] * edges[k]);
}

static void test_wide_least(void **state)
{
   (void)state;
   for (size_t i = 0; i < N_EDGES * N_EDGES; i++)
      for (size_t k = 0; k < N_EDGES * N_EDGES; k++) {
         unsigned __int128 a = (unsigned __int128)edges[i % N_EDGES] * edges[i / N_EDGES];
         unsigned __int128 b = (unsigned __int128)edges[k % N_EDGES] * edges[k / N_EDGES];
         assert_wide(tk_wide_least((tk_wide){ (uint64_t)a, (uint64_t)(a >> 64) },
                                   (tk_wide){ (uint64_t)b, (uint64_t)(b >> 64) }),
                     a < b ? a : b);
      }
}

/* Sums go below 0 and back, too. */
static void test_wide_sums(void **state)
{
   (void)state;
   unit_random random = unit_random_from(7);
   unsigned __int128 exact = 0;
   tk_wide sum = { 0, 0 };
   for (int i = 0; i < 10000; i++) {
      uint64_t a = edges[unit_random_below(&random, N_EDGES)];
      uint64_t b = edges[unit_random_below(&random, N_EDGES)];
      if (unit_random_below(&random, 2) == 0) {
         tk_wide_add(&sum, tk_wide_product(a, b));
         exact += (unsigned __int128)a * b;
      } else {
         tk_wide_sub(&sum, tk_wide_of(a));
         exact -= a;
      }
      assert_wide(sum, exact);
   }
}

/* A number below 0 is a large one to tk_compare. */
static void test_order(void **state)
{
   (void)state;
   assert_int_equal(tk_compare(2, 1), 1);
   assert_int_equal(tk_compare(7, 7), 0);
   assert_int_equal(tk_compare((uint64_t)-1, 1), 1);
   assert_int_equal(tk_compare_signed(-1, 1), -1);
   assert_int_equal(tk_compare_signed(INT64_MAX, INT64_MIN), 1);
   assert_int_equal(tk_compare_signed(INT64_MIN, INT64_MIN), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),         cmocka_unit_test(test_counts),
      cmocka_unit_test(test_wide_products), cmocka_unit_test(test_wide_least),
      cmocka_unit_test(test_wide_sums),
   };
   return cmocka_run_group_tests_name("tk_count", tests, NULL, NULL);
}
#else
int main(void)
{
   puts("1..0 # SKIP no 128-bit integers to compare with");
   return 0;
}
#endif
