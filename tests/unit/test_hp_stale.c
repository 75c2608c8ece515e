/* test_hp_stale.c -- words that were in a block's memory before it was allocated.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "owners/hp_stale.h"
#include "unit_alloc.h"

enum { WORD_B = sizeof(uintptr_t), WORDS = 3000 };

static uintptr_t heap[WORDS];
static unit_alloc memory;
static hp_stale stale;

static void begin(void)
{
   memset(heap, 0, sizeof heap);
   unit_alloc_init(&memory);
   stale = (hp_stale){ .alloc = &memory.alloc };
   hp_stale_block(&stale, (uintptr_t)heap,
                  sizeof heap); /* so all addresses are the heap's */
}

static void end(void)
{
   hp_stale_fini(&stale);
   assert_int_equal(memory.n_live, 0);
}

static bool is_stale(size_t at)
{
   return hp_stale_has(&stale, (uintptr_t)&heap[at], heap[at]);
}

static void point(size_t from, size_t to)
{
   heap[from] = (uintptr_t)&heap[to];
}

static void test_blocks(void **state)
{
   (void)state;
   begin();
   point(10, 500);
   point(11, 501);
   heap[12] = 7;
   hp_stale_block(&stale, (uintptr_t)&heap[10], 3 * WORD_B);
   assert_true(is_stale(10));
   assert_true(is_stale(11));
   assert_false(is_stale(12));
   point(12, 502); /* written later */
   assert_false(is_stale(12));
   point(11, 503); /* another value */
   assert_false(is_stale(11));
   point(11, 501);
   assert_true(is_stale(11));
   /* Another block begins at the same place, when the first word is a number. */
   heap[10] = 3;
   hp_stale_block(&stale, (uintptr_t)&heap[10], 2 * WORD_B);
   point(10, 500);
   assert_false(is_stale(10));
   assert_true(is_stale(11));
   /* Words of it that are not whole are none. */
   point(20, 500);
   hp_stale_block(&stale, (uintptr_t)&heap[20] + 1, WORD_B);
   assert_false(is_stale(20));
   end();
}

static void test_moves(void **state)
{
   (void)state;
   begin();
   point(10, 500);
   point(11, 501);
   hp_stale_block(&stale, (uintptr_t)&heap[10], 3 * WORD_B);
   point(11, 502); /* the program's own */
   point(12, 503);
   /* It grows elsewhere: the tail has what was there.  That a former block's word was
      the same there says nothing. */
   point(101, 502);
   hp_stale_block(&stale, (uintptr_t)&heap[101], WORD_B);
   assert_true(is_stale(101));
   point(103, 504);
   for (size_t i = 0; i < 3; i++)
      heap[100 + i] = heap[10 + i];
   hp_stale_move(&stale, (uintptr_t)&heap[10], 3 * WORD_B, (uintptr_t)&heap[100],
                 4 * WORD_B);
   assert_true(is_stale(100));
   assert_false(is_stale(101));
   assert_false(is_stale(102));
   assert_true(is_stale(103));
   /* In its place. */
   point(104, 505);
   hp_stale_move(&stale, (uintptr_t)&heap[100], 4 * WORD_B, (uintptr_t)&heap[100],
                 5 * WORD_B);
   assert_true(is_stale(100));
   assert_false(is_stale(101));
   assert_true(is_stale(104));
   end();
}

/* Against an array with an entry for each word; the table grows several times. */
static void test_random(void **state)
{
   (void)state;
   static uintptr_t known[WORDS];
   unit_random random = unit_random_from(4);
   begin();
   memset(known, 0, sizeof known);
   for (int i = 0; i < 60000; i++) {
      size_t at = unit_random_below(&random, WORDS);
      size_t n = 1 + unit_random_below(&random, i % 100 == 0 ? 1500 : 20);
      if (at + n > WORDS || unit_random_below(&random, 3) == 0) {
         point(at, unit_random_below(&random, WORDS));
         continue;
      }
      hp_stale_block(&stale, (uintptr_t)&heap[at], n * WORD_B);
      for (size_t k = at; k < at + n; k++)
         known[k] = heap[k];
   }
   for (size_t i = 0; i < WORDS; i++)
      assert_int_equal(is_stale(i), heap[i] != 0 && known[i] == heap[i]);
   end();
}

static void test_no_memory(void **state)
{
   (void)state;
   begin();
   unit_alloc_fail_at(&memory, 1, true);
   point(10, 500);
   hp_stale_block(&stale, (uintptr_t)&heap[10], WORD_B);
   assert_false(is_stale(10));
   unit_alloc_fail_at(&memory, 2, true); /* words, but no page */
   hp_stale_block(&stale, (uintptr_t)&heap[10], WORD_B);
   assert_false(is_stale(10));
   unit_alloc_fail_at(&memory, 0, false);
   hp_stale_block(&stale, (uintptr_t)&heap[10], WORD_B);
   assert_true(is_stale(10));
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_moves),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_no_memory),
   };
   return cmocka_run_group_tests_name("hp_stale", tests, NULL, NULL);
}
