/* test_hp_pages.c -- the ranges against an array with one entry for each
   page.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models/hp_pages_model.h"

static void test_random_operations(void **state)
{
   (void)state;
   unit_random random = unit_random_from(3);
   begin();
   for (int i = 0; i < 100000; i++) {
      operation op = random_operation(&random);
      run(&op);
      run_model(&op);
      check();
      if (i % 100 == 0)
         check_find();
   }
   assert_true(pages.capacity > 64); /* it has grown */
   end();
}

/* ---- Single cases ---------------------------------------------------- */

static void test_empty(void **state)
{
   (void)state;
   uint32_t site;
   begin();
   assert_false(hp_pages_find(&pages, 0, &site));
   assert_false(hp_pages_find(&pages, UINT64_MAX, &site));
   hp_pages_unmap(&pages, 0, UINT64_MAX, &gone);
   hp_pages_map(&pages, BASE, 0, 1, &gone);
   hp_pages_move(&pages, BASE, 0, BASE, 0, 1, &gone);
   check();
   end();
}

static void add_up(void *context, uint32_t site, uint64_t bytes, uint64_t start)
{
   (void)site, (void)start;
   *(uint64_t *)context += bytes;
}

static void test_whole_address_space(void **state)
{
   (void)state;
   uint32_t site = NO_SITE;
   uint64_t bytes = 0;
   const hp_pages_gone sum = { add_up, &bytes };
   begin();
   hp_pages_map(&pages, 0, UINT64_MAX, 2, &sum);
   assert_true(hp_pages_find(&pages, 0, &site));
   assert_int_equal(site, 2);
   assert_true(hp_pages_find(&pages, UINT64_MAX - 1, &site));
   assert_false(hp_pages_find(&pages, UINT64_MAX, &site));
   hp_pages_map(&pages, 1, UINT64_MAX - 2, 2, &sum);
   assert_int_equal(pages.n, 1);
   assert_int_equal(bytes, UINT64_MAX - 2);
   end();
}

/* The pieces are reported by address, with their start. */
static void test_pieces(void **state)
{
   (void)state;
   begin();
   operation op = { .kind = MAP, .from = 10, .n_from = 4, .site = 1 };
   run(&op);
   op = (operation){ .kind = MAP, .from = 14, .n_from = 4, .site = 2 };
   run(&op);
   op = (operation){ .kind = MAP, .from = 12, .n_from = 4, .site = 3 };
   run(&op);
   assert_int_equal(told_pages[11], NO_SITE);
   assert_int_equal(told_pages[12], 1);
   assert_int_equal(told_pages[13], 1);
   assert_int_equal(told_pages[14], 2);
   assert_int_equal(told_pages[15], 2);
   assert_int_equal(told_pages[16], NO_SITE);
   assert_int_equal(pages.n, 3);
   end();
}

/* Very many, with the sites of neighbours different; then all of it goes in
   one piece. */
static void test_many_mappings(void **state)
{
   (void)state;
   enum { MANY = 20000 };
   begin();
   uint64_t mapped = 0;
   for (uint64_t i = 0; i < MANY; i++) /* from the top, as mmap does */
      hp_pages_map(&pages, BASE - i * PAGE_B, PAGE_B, (uint32_t)(i % 2), &gone);
   assert_int_equal(pages.n, MANY);
   hp_pages_move(&pages, BASE - (MANY - 1) * (uint64_t)PAGE_B, MANY * (uint64_t)PAGE_B,
                 BASE + PAGE_B, (MANY + 1) * (uint64_t)PAGE_B, 4, &gone);
   assert_int_equal(pages.n, MANY + 1);
   assert_int_equal(pages.ranges[0].start, BASE + PAGE_B);
   assert_int_equal(pages.ranges[MANY].site, 4);
   for (size_t i = 0; i < pages.n; i++)
      mapped += pages.ranges[i].end - pages.ranges[i].start;
   assert_int_equal(mapped, (MANY + 1) * (uint64_t)PAGE_B);
   assert_memory_equal(told_gone, model_gone, sizeof model_gone);
   end();
}

/* Maps a range that can be split, and single pages until there is room in
   the array for `left` ranges, at most 2. */
static void fill_array(size_t left)
{
   begin();
   hp_pages_map(&pages, BASE, 9 * PAGE_B, 0, &gone);
   uint64_t at = BASE;
   while (pages.n + 2 < pages.capacity)
      hp_pages_map(&pages, at += 10 * PAGE_B, PAGE_B, 1, &gone);
   if (left == 1)
      hp_pages_map(&pages, at + 10 * PAGE_B, PAGE_B, 1, &gone);
   else if (left == 0)
      hp_pages_map(&pages, BASE + PAGE_B, PAGE_B, 1, &gone);
   assert_int_equal(pages.n + left, pages.capacity);
}

/* The array grows in time. */
static void test_array_is_full(void **state)
{
   (void)state;
   for (size_t left = 0; left <= 2; left++) {
      const uint64_t from = BASE + 5 * PAGE_B, far = BASE - 9 * PAGE_B;
      fill_array(left);
      size_t n = pages.n;
      hp_pages_map(&pages, from, PAGE_B, 2, &gone);
      assert_int_equal(pages.n, n + 2);
      end();
      fill_array(left);
      hp_pages_unmap(&pages, from, PAGE_B, &gone);
      assert_int_equal(pages.n, n + 1);
      end();
      fill_array(left);
      hp_pages_move(&pages, from, PAGE_B, far, 2 * PAGE_B, 2, &gone);
      assert_int_equal(pages.n, n + 3);
      end();
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_operations),   cmocka_unit_test(test_empty),
      cmocka_unit_test(test_whole_address_space), cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_many_mappings),       cmocka_unit_test(test_array_is_full),
   };
   return cmocka_run_group_tests_name("hp_pages", tests, NULL, NULL);
}
