/* test_an_index.c -- numbers for byte strings.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_index.h"

#include <inttypes.h>

enum { N = 5000 };

/* Some of 0 bytes to 24; all are different. */
static size_t make(uint32_t i, char *bytes)
{
   if (i == 0)
      return 0;
   memset(bytes, (int)(i % 7), 24);
   memcpy(bytes, &i, sizeof i);
   return sizeof i + i % 21;
}

static void test_numbers(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_index *index = an_index_new(&alloc);
   char bytes[32];
   for (int round = 0; round < 2; round++)
      for (uint32_t i = 0; i < N; i++) {
         size_t n = make(i, bytes);
         assert_int_equal(an_index_number(index, bytes, n), i);
      }
   assert_int_equal(an_index_n(index), N);
   for (uint32_t i = 0; i < N; i++) {
      size_t n = make(i, bytes), found;
      const void *at = an_index_bytes(index, i, &found);
      assert_int_equal(found, n);
      assert_int_equal((uintptr_t)at % sizeof(uint64_t), 0);
      assert_memory_equal(at, bytes, n);
   }
   an_index_free(index);
   assert_int_equal(heap.n_live, 0);
}

/* A string is not another one that it begins with, and none may be NULL. */
static void test_lengths(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_index *index = an_index_new(&alloc);
   assert_int_equal(an_index_number(index, "ab", 2), 0);
   assert_int_equal(an_index_number(index, "ab", 1), 1);
   assert_int_equal(an_index_number(index, NULL, 0), 2);
   assert_int_equal(an_index_number(index, "", 0), 2);
   assert_int_equal(an_index_number(index, "\0", 1), 3);
   assert_int_equal(an_index_number(index, "ab", 3), 4);
   an_index_free(index);
   an_index_free(NULL);
   assert_int_equal(heap.n_live, 0);
}

/* Where memory runs out, the index is as before. */
static void test_no_memory(void **state)
{
   (void)state;
   size_t n_failed = 0;
   for (size_t fail_at = 1;; fail_at++) {
      test_heap heap = { .fail_at = fail_at };
      tk_alloc alloc = test_alloc(&heap);
      an_index *index = an_index_new(&alloc);
      if (index == NULL) {
         assert_int_equal(heap.n_live, 0);
         n_failed++;
         continue;
      }
      char bytes[32];
      bool failed = false;
      for (uint32_t i = 0; i < N; i++) {
         size_t n = make(i, bytes);
         uint32_t number = an_index_number(index, bytes, n);
         if (number == AN_INDEX_NONE) {
            failed = true;
            assert_int_equal(an_index_n(index), i);
            number = an_index_number(index, bytes, n);
         }
         assert_int_equal(number, i);
      }
      an_index_free(index);
      assert_int_equal(heap.n_live, 0);
      if (!failed)
         break;
      n_failed++;
   }
   assert_true(n_failed > 10);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_lengths),
      cmocka_unit_test(test_no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
