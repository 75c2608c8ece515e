/* test_ac_instr_split.c -- costs among instructions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read.h"

#include "export/ac_instr_split.h"

#define BIG (INT64_MAX / 4)

static void check(const int64_t *found, size_t n, const int64_t *expected)
{
   for (size_t i = 0; i < n; i++)
      assert_int_equal(found[i], expected[i]);
}

/* In proportion, whole, and all of it; events do not mix. */
static void test_split(void **state)
{
   (void)state;
   ac_instr_split split;
   ac_instr_split_open(&split, test_alloc(), 3, 2);
   assert_true(ac_instr_split_is_empty(&split));
   ac_instr_split_set(&split, 0, (int64_t[]){ 10, 0 });
   ac_instr_split_set(&split, 1, (int64_t[]){ 20, BIG });
   ac_instr_split_set(&split, 2, (int64_t[]){ 10, BIG });
   ac_instr_split_take(&split, (int64_t[]){ 20, BIG });
   check(split.parts, 6, (int64_t[]){ 5, 0, 10, BIG / 2, 5, BIG - BIG / 2 });
   ac_instr_split_take(&split, (int64_t[]){ 3, 0 });
   check(split.parts, 6, (int64_t[]){ 0, 0, 2, 0, 1, 0 });
   check(split.left, 6, (int64_t[]){ 5, 0, 8, BIG - BIG / 2, 4, BIG / 2 });
   assert_false(ac_instr_split_is_empty(&split));
   ac_instr_split_take(&split, (int64_t[]){ 99, INT64_MAX });
   check(split.parts, 6, (int64_t[]){ 5, 0, 8, BIG - BIG / 2, 4, BIG / 2 });
   assert_true(ac_instr_split_is_empty(&split));
   ac_instr_split_take(&split, (int64_t[]){ 1, 1 });
   check(split.parts, 6, (int64_t[6]){ 0 });
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_split),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
