/* test_hp_realloc.c -- reallocations, in two steps.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "models/hp_heap_model.h"

/* A block that grows, moves, and shrinks, in the hands of several threads;
   the site that first allocated it keeps it. */
static void test_realloc_chain(void **state)
{
   (void)state;
   begin();
   do_alloc(3, 1, H, 0x10000, 16, 1);
   uint64_t at = 0x10000;
   for (uint64_t i = 1; i < 200; i++) {
      uint64_t to = i % 3 == 0 ? at : 0x10000 + (i * 7919 % 512) * 16;
      do_realloc(H, at, 1 + i % 3, to, i * 37 % 1000, i);
      at = to;
   }
   check_all(200);
   do_free(H, at, 201);
   assert_int_equal(hp_heap_site(&heap, 3)->freed_blocks, 1);
   assert_int_equal(hp_heap_site(&heap, 3)->longest, 200);
   end(201);
}

/* While a reallocation is going on, its old place goes to another thread. */
static void test_realloc_races(void **state)
{
   (void)state;
   uint32_t index;
   begin();
   do_alloc(0, 1, H, 0x1000, 100, 1);
   model_block *b = do_realloc_begin(H, 0x1000, &index);
   do_alloc(1, 2, H, 0x1000, 50, 2);
   do_realloc_end(b, index, 1, 0x2000, 200, 3);
   assert_int_equal(heap.live.bytes, 250);
   do_free(H, 0x1000, 4);
   check_all(4);
   b = do_realloc_begin(H, 0x2000, &index);
   do_realloc_cancel(b, index);
   do_free(H, 0x2000, 5);
   end(5);
}

/* A block that is not counted stays so, and makes its thread's latest no older. */
static void test_realloc_of_ignored(void **state)
{
   (void)state;
   begin();
   hp_heap_alloc(&heap, HP_SITE_IGNORED, 1, H, 0x1000, 10, 1);
   do_alloc(0, 1, H, 0x2000, 8, 2);
   uint32_t index = hp_heap_realloc_begin(&heap, H, 0x1000);
   hp_heap_realloc_end(&heap, index, 1, 0x3000, 500, 3);
   assert_int_equal(heap.reallocs, 0);
   assert_int_equal(heap.moved.blocks, 0);
   assert_true(hp_heap_free(&heap, H, 0x3000, 4));
   do_free(H, 0x2000, 5);
   end(5);
   assert_int_equal(heap.temporary.blocks, 1);
}

/* What is copied is what both sizes have. */
static void test_moves(void **state)
{
   (void)state;
   begin();
   do_alloc(0, 1, H, 0x1000, 100, 1);
   do_realloc(H, 0x1000, 1, 0x1000, 200, 2);
   assert_amount(heap.moved, (hp_amount){ 0, 0 });
   do_realloc(H, 0x1000, 1, 0x2000, 300, 3);
   assert_amount(heap.moved, (hp_amount){ 200, 1 });
   do_realloc(H, 0x2000, 1, 0x3000, 50, 4);
   assert_amount(heap.moved, (hp_amount){ 250, 2 });
   assert_amount(hp_heap_site(&heap, 0)->moved, heap.moved);
   do_alloc(1, 1, H, 0x4000, 8, 5);
   do_realloc(H, 0x3000, 1, 0x4000, 60, 6); /* that one had been freed, unseen */
   assert_amount(heap.live, (hp_amount){ 60, 1 });
   end(6);
}

/* A block of the parent becomes one of the child. */
static void test_realloc_in_a_child(void **state)
{
   (void)state;
   begin();
   hp_heap_alloc(&heap, 0, 1, H, 0x1000, 100, 1);
   hp_heap_alloc(&heap, 0, 1, H, 0x2000, 30, 1);
   hp_heap_inherit(&heap, 2);
   uint32_t index = hp_heap_realloc_begin(&heap, H, 0x1000);
   hp_heap_realloc_end(&heap, index, 1, 0x1000, 150, 3);
   assert_amount(heap.inherited.freed, (hp_amount){ 100, 1 });
   assert_int_equal(heap.inherited.reallocated, 1);
   assert_int_equal(hp_heap_site(&heap, 0)->reallocs, 1);
   assert_amount(heap.live, (hp_amount){ 150, 1 });
   index = hp_heap_realloc_begin(&heap, H, 0x1000);
   hp_heap_realloc_end(&heap, index, 1, 0x1000, 160, 4);
   assert_int_equal(heap.inherited.reallocated, 1); /* it was the child's */
   assert_true(hp_heap_free(&heap, H, 0x1000, 5));
   assert_amount(heap.inherited.freed, (hp_amount){ 100, 1 });
   assert_amount(heap.live, (hp_amount){ 0, 0 });
   hp_heap_fini(&heap);
   hp_timeline_fini(&timeline);
   assert_int_equal(memory.n_live, 0);
}

/* ---- What follows the blocks ---- */

static char seen[200];

static void note(char what, uint32_t block)
{
   sprintf(seen + strlen(seen), "%c%u ", what, (unsigned)block);
}

static void on_begin(void *context, uint32_t block)
{
   (void)context;
   note('b', block);
}
static void on_lift(void *context, uint32_t block)
{
   (void)context;
   note('l', block);
}
static void on_back(void *context, uint32_t block)
{
   (void)context;
   note('p', block);
}
static void on_end(void *context, uint32_t block)
{
   (void)context;
   note('e', block);
}

static void on_resize(void *context, uint32_t block, uint64_t old_B)
{
   (void)context;
   note('r', block);
   note('/', (uint32_t)old_B);
}

static void check_seen(const char *expected)
{
   assert_string_equal(seen, expected);
   seen[0] = '\0';
}

static void test_events_of_reallocs(void **state)
{
   (void)state;
   static const hp_block_events events = { on_begin,  on_lift, on_back,
                                           on_resize, on_end,  NULL };
   begin();
   heap.block_events = &events;
   do_alloc(0, 1, H, 0x1000, 100, 1);
   check_seen("b1 ");
   do_realloc(H, 0x1000, 1, 0x2000, 50, 2);
   check_seen("l1 p1 r1 /100 ");
   uint32_t index;
   model_block *b = do_realloc_begin(H, 0x2000, &index);
   do_realloc_cancel(b, index);
   check_seen("l1 p1 ");
   b = do_realloc_begin(H, 0x2000, &index);
   do_realloc_free(b, index, 3);
   check_seen("l1 e1 ");
   end(3);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_realloc_chain),
      cmocka_unit_test(test_realloc_races),
      cmocka_unit_test(test_realloc_of_ignored),
      cmocka_unit_test(test_moves),
      cmocka_unit_test(test_realloc_in_a_child),
      cmocka_unit_test(test_events_of_reallocs),
   };
   return cmocka_run_group_tests_name("hp_realloc", tests, NULL, NULL);
}
