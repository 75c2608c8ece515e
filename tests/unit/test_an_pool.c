/* test_an_pool.c -- memory that goes back all at once.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/an_pool.h"
#include "unit_alloc.h"

static unit_alloc memory;

/* Blocks that go back one by one, in any order, and the rest at the end.  Each keeps its
   bytes meanwhile. */
static void gives_all_back(void **state)
{
   (void)state;
   enum { N = 100, SIZE_B = 24 };
   unsigned char *blocks[N];
   unit_random random = { .state = 7 };
   unit_alloc_init(&memory);
   an_pool *pool = an_pool_new(&memory.alloc);
   const tk_alloc *alloc = an_pool_alloc(pool);
   size_t n_own = memory.n_live, n_left = N;
   for (int i = 0; i < N; i++) {
      blocks[i] = tk_get(alloc, "test", SIZE_B);
      assert_int_equal((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
      memset(blocks[i], i, SIZE_B);
   }
   for (int k = 0; k < N; k++) {
      unsigned i = unit_random_below(&random, N);
      n_left -= blocks[i] != NULL;
      tk_put(alloc, blocks[i]);
      blocks[i] = NULL;
      assert_int_equal(memory.n_live, n_own + n_left);
   }
   assert_in_range(n_left, 1, N - 1);
   for (int i = 0; i < N; i++)
      for (int b = 0; blocks[i] != NULL && b < SIZE_B; b++)
         assert_int_equal(blocks[i][b], i);
   an_pool_free(pool);
   assert_int_equal(memory.n_live, 0);
}

/* A pool takes from a pool, and ends with it. */
static void nests(void **state)
{
   (void)state;
   unit_alloc_init(&memory);
   an_pool *outer = an_pool_new(&memory.alloc);
   an_pool *inner = an_pool_new(an_pool_alloc(outer));
   tk_get(an_pool_alloc(inner), "test", 1);
   tk_get(an_pool_alloc(outer), "test", 1);
   an_pool_free(inner);
   tk_get(an_pool_alloc(an_pool_new(an_pool_alloc(outer))), "test", 1);
   an_pool_free(outer);
   assert_int_equal(memory.n_live, 0);
   an_pool_free(NULL);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(gives_all_back),
      cmocka_unit_test(nests),
   };
   return cmocka_run_group_tests_name("an_pool", tests, NULL, NULL);
}
