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
static uint8_t filter[HP_STALE_FILTER + HP_STALE_FILTER_MORE];
static unit_alloc memory;
static hp_stale stale;
static bool is_short; /* of memory */

static bool has_room(size_t size_B)
{
   (void)size_B;
   return !is_short;
}

static void begin(void)
{
   memset(heap, 0, sizeof heap);
   unit_alloc_init(&memory);
   memset(filter, 0, sizeof filter);
   stale = (hp_stale){ .alloc = &memory.alloc, .has_room = has_room, .filter = filter };
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
   return hp_stale_has(&stale, (uintptr_t)&heap[at]);
}

/* What an allocator leaves in memory. */
static void leave(size_t from, size_t to)
{
   heap[from] = (uintptr_t)&heap[to];
}

/* The program writes. */
static void point(size_t from, size_t to)
{
   leave(from, to);
   hp_stale_written(&stale, (uintptr_t)&heap[from], WORD_B);
}

/* Is there anything in the bytes of the filter that a write to n words reads? */
static bool is_in_filter(size_t at, size_t n)
{
   const uint8_t *bytes = &filter[(uintptr_t)&heap[at] / WORD_B % HP_STALE_FILTER];
   for (size_t i = 0; i < n; i++)
      if (bytes[i] != 0)
         return true;
   return false;
}

static void test_blocks(void **state)
{
   (void)state;
   begin();
   leave(10, 500);
   leave(11, 501);
   heap[12] = 7;
   hp_stale_block(&stale, (uintptr_t)&heap[10], 3 * WORD_B);
   assert_true(is_stale(10));
   assert_true(is_stale(11));
   assert_false(is_stale(12));
   assert_false(is_in_filter(12, 1));
   assert_true(is_in_filter(11, 2));
   point(12, 502);
   assert_false(is_stale(12));
   point(11, 501); /* the same value */
   assert_false(is_stale(11));
   assert_true(is_stale(10));
   hp_stale_written(&stale, (uintptr_t)&heap[11] - 1, 1); /* a byte of a word */
   assert_false(is_stale(10));
   assert_false(is_in_filter(10, 7));
   /* Another block begins at the same place: what is there now counts. */
   hp_stale_block(&stale, (uintptr_t)&heap[10], 2 * WORD_B);
   assert_true(is_stale(10));
   assert_true(is_stale(11));
   heap[10] = 3;
   hp_stale_block(&stale, (uintptr_t)&heap[10], 2 * WORD_B);
   assert_false(is_stale(10));
   assert_true(is_stale(11));
   /* Words of it that are not whole are none. */
   leave(20, 500);
   hp_stale_block(&stale, (uintptr_t)&heap[20] + 1, WORD_B);
   assert_false(is_stale(20));
   end();
}

static void test_moves(void **state)
{
   (void)state;
   begin();
   leave(10, 500);
   leave(11, 501);
   hp_stale_block(&stale, (uintptr_t)&heap[10], 3 * WORD_B);
   point(11, 502); /* the program's own */
   point(12, 503);
   /* It grows elsewhere: the tail has what was there.  That a former block's word was
      marked there says nothing. */
   leave(101, 502);
   hp_stale_block(&stale, (uintptr_t)&heap[101], WORD_B);
   assert_true(is_stale(101));
   leave(103, 504);
   for (size_t i = 0; i < 3; i++)
      heap[100 + i] = heap[10 + i];
   hp_stale_move(&stale, (uintptr_t)&heap[10], 3 * WORD_B, (uintptr_t)&heap[100],
                 4 * WORD_B);
   assert_true(is_stale(100));
   assert_false(is_stale(101));
   assert_false(is_stale(102));
   assert_true(is_stale(103));
   /* In its place. */
   leave(104, 505);
   hp_stale_move(&stale, (uintptr_t)&heap[100], 4 * WORD_B, (uintptr_t)&heap[100],
                 5 * WORD_B);
   assert_true(is_stale(100));
   assert_false(is_stale(101));
   assert_true(is_stale(104));
   /* To where no word can be told: nothing is stale there. */
   hp_stale_move(&stale, (uintptr_t)&heap[100] + 1, 5 * WORD_B, (uintptr_t)&heap[100],
                 5 * WORD_B);
   for (size_t i = 100; i < 105; i++)
      assert_false(is_stale(i));
   end();
}

/* A block of which nothing was read takes the marks away. */
static void test_large(void **state)
{
   (void)state;
   begin();
   leave(10, 500);
   hp_stale_block(&stale, (uintptr_t)&heap[10], WORD_B);
   assert_true(is_stale(10));
   hp_stale_block(&stale, (uintptr_t)&heap[10], HP_STALE_MOST_B + WORD_B);
   assert_false(is_stale(10));
   end();
}

/* The last words of the filter's range are read together with the first. */
static void test_filter(void **state)
{
   (void)state;
   static uintptr_t wide[HP_STALE_FILTER + 2];
   begin();
   hp_stale_block(&stale, (uintptr_t)wide, sizeof wide);
   size_t last = HP_STALE_FILTER - 1 - (uintptr_t)wide / WORD_B % HP_STALE_FILTER;
   wide[last] = wide[last + 1] = (uintptr_t)wide;
   hp_stale_block(&stale, (uintptr_t)&wide[last + 1], WORD_B);
   assert_int_equal(filter[HP_STALE_FILTER - 1], 0);
   assert_int_equal(filter[HP_STALE_FILTER], 1);
   assert_int_equal(filter[0], 1);
   hp_stale_written(&stale, (uintptr_t)&wide[last + 1], WORD_B);
   assert_int_equal(filter[HP_STALE_FILTER], 0);
   assert_int_equal(filter[0], 0);
   end();
}

/* So many words share a byte that it stays full. */
static void test_full(void **state)
{
   (void)state;
   begin();
   leave(10, 500);
   uint8_t *count = &filter[(uintptr_t)&heap[10] / WORD_B % HP_STALE_FILTER];
   *count = UINT8_MAX - 1;
   hp_stale_block(&stale, (uintptr_t)&heap[10], WORD_B);
   assert_int_equal(*count, UINT8_MAX);
   hp_stale_written(&stale, (uintptr_t)&heap[10], WORD_B);
   assert_int_equal(*count, UINT8_MAX);
   assert_false(is_stale(10));
   end();
}

/* Against an array with an entry for each word; the table grows several times.  The
   filter never hides a word that is marked. */
static void test_random(void **state)
{
   (void)state;
   static bool known[WORDS];
   unit_random random = unit_random_from(4);
   begin();
   memset(known, 0, sizeof known);
   for (int i = 0; i < 60000; i++) {
      size_t at = unit_random_below(&random, WORDS);
      size_t n = 1 + unit_random_below(&random, i % 100 == 0 ? 1500 : 20);
      if (at + n > WORDS || unit_random_below(&random, 3) == 0) {
         point(at, unit_random_below(&random, WORDS));
         known[at] = false;
         continue;
      }
      hp_stale_block(&stale, (uintptr_t)&heap[at], n * WORD_B);
      for (size_t k = at; k < at + n; k++)
         known[k] = heap[k] != 0;
   }
   for (size_t i = 0; i < WORDS; i++) {
      assert_int_equal(is_stale(i), known[i]);
      assert_int_equal(is_in_filter(i, 1), known[i]);
   }
   end();
}

static void test_no_room(void **state)
{
   (void)state;
   begin();
   leave(10, 500);
   is_short = true;
   hp_stale_block(&stale, (uintptr_t)&heap[10], WORD_B);
   assert_false(is_stale(10));
   is_short = false;
   hp_stale_block(&stale, (uintptr_t)&heap[10], WORD_B);
   assert_true(is_stale(10));
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks),  cmocka_unit_test(test_moves),
      cmocka_unit_test(test_large),   cmocka_unit_test(test_filter),
      cmocka_unit_test(test_full),    cmocka_unit_test(test_random),
      cmocka_unit_test(test_no_room),
   };
   return cmocka_run_group_tests_name("hp_stale", tests, NULL, NULL);
}
