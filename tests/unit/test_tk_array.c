/* test_tk_array.c -- the growing array keeps its items.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/tk_array.h"
#include "unit_alloc.h"

#define LABEL "test"

static unit_alloc memory;

static void test_one_by_one(void **state)
{
   (void)state;
   enum { N = 100000 };
   uint64_t *items = NULL;
   size_t capacity = 0;
   unit_alloc_init(&memory);
   for (size_t n = 0; n < N; n++) {
      TK_ARRAY_ROOM(&memory.alloc, LABEL, items, n, capacity);
      assert_true(capacity > n);
      items[n] = n;
   }
   assert_in_range(memory.n_calls, 2, 20); /* it doubles */
   for (size_t n = 0; n < N; n++)
      assert_int_equal(items[n], n);
   tk_put(&memory.alloc, items);
   assert_int_equal(memory.n_live, 0);
}

static void test_add(void **state)
{
   (void)state;
   struct {
      int a, b;
   } *items = NULL;
   size_t n = 0, capacity = 0;
   unit_alloc_init(&memory);
   for (int i = 0; i < 100; i++)
      TK_ARRAY_ADD(&memory.alloc, LABEL, items, n, capacity,
                   (__typeof__(*items)){ i, 2 * i });
   assert_int_equal(n, 100);
   for (int i = 0; i < 100; i++)
      assert_true(items[i].a == i && items[i].b == 2 * i);
   tk_put(&memory.alloc, items);
   assert_int_equal(memory.n_live, 0);
}

static void test_several_at_once(void **state)
{
   (void)state;
   char *text = NULL;
   size_t n = 0, capacity = 0;
   unit_alloc_init(&memory);
   for (size_t more = 0; more < 3000; more++) {
      TK_ARRAY_ROOM_FOR(more, &memory.alloc, LABEL, text, n, capacity);
      assert_true(capacity - n >= more);
      for (size_t i = 0; i < more; i++)
         text[n++] = (char)(more % 100);
   }
   for (size_t more = 0, i = 0; more < 3000; more++)
      for (size_t k = 0; k < more; k++)
         assert_int_equal(text[i++], more % 100);
   tk_put(&memory.alloc, text);
   assert_int_equal(memory.n_live, 0);
}

static void test_size_at_run_time(void **state)
{
   (void)state;
   unit_alloc_init(&memory);
   for (size_t item_B = 1; item_B < 100; item_B += 7) {
      unsigned char *items = NULL;
      size_t capacity = 0;
      for (size_t n = 0; n < 100; n++) {
         tk_array_reserve(&memory.alloc, LABEL, &items, n, 1, &capacity, item_B);
         memset(items + n * item_B, (int)n, item_B);
      }
      for (size_t i = 0; i < 100 * item_B; i++)
         assert_int_equal(items[i], i / item_B);
      tk_put(&memory.alloc, items);
   }
   assert_int_equal(memory.n_live, 0);
}

/* For a size that does not fit the allocator is asked for what nobody has. */
static void test_overflow(void **state)
{
   (void)state;
   static const struct {
      size_t n, more, capacity, item_B;
   } cases[] = {
      { 1, SIZE_MAX, 1, 1 },
      { SIZE_MAX, 1, SIZE_MAX, 1 },
      { SIZE_MAX / 2 + 1, 1, SIZE_MAX / 2 + 1, 1 },
      { 0, SIZE_MAX / 8 + 1, 0, 8 },
      { SIZE_MAX / 16 + 1, 1, SIZE_MAX / 16 + 1, 8 },
      { 0, 1, 0, SIZE_MAX / 2 },
   };
   unit_alloc_init(&memory);
   for (volatile size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char item, *items = &item;
      size_t capacity = cases[i].capacity;
      ASSERT_REFUSED(&memory,
                     tk_array_reserve(&memory.alloc, LABEL, &items, cases[i].n,
                                      cases[i].more, &capacity, cases[i].item_B));
      assert_ptr_equal(items, &item);
      assert_int_equal(capacity, cases[i].capacity);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_by_one),      cmocka_unit_test(test_add),
      cmocka_unit_test(test_several_at_once), cmocka_unit_test(test_size_at_run_time),
      cmocka_unit_test(test_overflow),
   };
   return cmocka_run_group_tests_name("tk_array", tests, NULL, NULL);
}
