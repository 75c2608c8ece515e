/* test_tk_pool.c -- blocks of a pool do not overlap, are reused, and are all freed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/tk_pool.h"
#include "unit_alloc.h"

#include <stdbool.h>
#include <string.h>

enum { N_BLOCKS = 2000, LARGEST_B = TK_POOL_STEP_B * TK_POOL_CLASSES };

typedef struct {
   unsigned char *at;
   size_t size_B;
   unsigned char mark;
} block;

static bool is_intact(const block *b)
{
   for (size_t i = 0; i < b->size_B; i++)
      if (b->at[i] != b->mark)
         return false;
   return true;
}

static void fill(tk_pool *pool, block *b, size_t size_B, unsigned char mark)
{
   b->at = tk_pool_get(pool, size_B);
   assert_non_null(b->at);
   assert_int_equal((uintptr_t)b->at % 16, 0);
   b->size_B = size_B;
   b->mark = mark;
   memset(b->at, mark, size_B);
}

static void test_blocks_do_not_overlap(void **state)
{
   (void)state;
   unit_alloc memory;
   unit_alloc_init(&memory);
   tk_pool pool = { .alloc = &memory.alloc, .label = "test" };
   static block blocks[N_BLOCKS];
   unit_random random = unit_random_from(7);
   for (int i = 0; i < N_BLOCKS; i++)
      fill(&pool, &blocks[i], 1 + unit_random_below(&random, LARGEST_B + 200),
           (unsigned char)i);
   for (int round = 0; round < 20000; round++) {
      block *b = &blocks[unit_random_below(&random, N_BLOCKS)];
      assert_true(is_intact(b));
      tk_pool_put(&pool, b->at, b->size_B);
      fill(&pool, b, 1 + unit_random_below(&random, LARGEST_B + 200),
           (unsigned char)round);
   }
   for (int i = 0; i < N_BLOCKS; i++) {
      assert_true(is_intact(&blocks[i]));
      tk_pool_put(&pool, blocks[i].at, blocks[i].size_B);
   }
   tk_pool_fini(&pool);
   assert_int_equal(memory.n_live, 0);
}

static void test_blocks_are_reused(void **state)
{
   (void)state;
   unit_alloc memory;
   unit_alloc_init(&memory);
   tk_pool pool = { .alloc = &memory.alloc, .label = "test" };
   void *first = tk_pool_get(&pool, 100);
   tk_pool_put(&pool, first, 100);
   assert_ptr_equal(tk_pool_get(&pool, 112), first); /* the same class */
   assert_ptr_not_equal(tk_pool_get(&pool, 112), first);
   for (int i = 0; i < 100000; i++)
      tk_pool_put(&pool, tk_pool_get(&pool, 500), 500);
   assert_int_equal(memory.n_live, 1);
   tk_pool_fini(&pool);
   assert_int_equal(memory.n_live, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks_do_not_overlap),
      cmocka_unit_test(test_blocks_are_reused),
   };
   return cmocka_run_group_tests_name("tk_pool", tests, NULL, NULL);
}
