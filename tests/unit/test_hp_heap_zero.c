/* test_hp_heap_zero.c -- counts from zero again, after a stop, and in a child.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models/hp_heap_model.h"

/* After counts are set to zero, what is live is the total and the peak. */
static void test_zero(void **state)
{
   (void)state;
   uint32_t index;
   begin();
   do_alloc(0, 1, H, 0x1000, 5000, 1);
   do_alloc(1, 2, H, 0x9000, 0, 2);
   do_alloc(2, 1, H, 0xa000, 100, 3);
   hp_heap_alloc(&heap, HP_SITE_IGNORED, 1, H, 0xb000, 50, 3);
   do_free(H, 0x1000, 4);
   do_realloc(H, 0xa000, 2, 0x1000, 300, 5);
   do_fail(3, 10);
   model_block *b = do_realloc_begin(H, 0x1000, &index);
   hp_heap_site(&heap, 2)->is_cut = true;
   do_zero(100); /* during a reallocation */
   assert_true(hp_heap_site(&heap, 2)->is_cut);
   assert_amount(heap.total, (hp_amount){ 301, 2 });
   assert_int_equal(heap.peak_time, 100);
   check_all(100);
   b = model_taken();
   do_realloc_end(b, index, 3, 0x2000, 20, 101);
   do_free(H, 0x9000, 102);
   assert_int_equal(heap.temporary.blocks, 0);
   assert_true(hp_heap_free(&heap, H, 0xb000, 102)); /* still not counted */
   check_all(102);
   do_free(H, 0x2000, 103);
   do_zero(103); /* nothing is live */
   do_zero(103);
   check_all(104);
   do_alloc(0, 1, H, 0x1000, 8, 105);
   do_free(H, 0x1000, 105);
   end(106);
   assert_int_equal(heap.peak.bytes, 8);
   assert_int_equal(heap.temporary.blocks, 1);
}

/* Each live block is allocated again, the last one too. */
static void test_zero_of_blocks(void **state)
{
   (void)state;
   begin();
   do_stack(7000, 1);
   do_stack(10, 1);
   do_alloc(0, 1, H, 0x1000, 10, 2);
   do_alloc(1, 1, H, 0x2000, 20, 3);
   do_zero(9);
   assert_amount(heap.total, (hp_amount){ 30, 2 });
   assert_amount(hp_heap_site(&heap, 1)->live, (hp_amount){ 20, 1 });
   assert_int_equal(heap.most_stack_B, 10);
   end(9);
}

/* After a stop, the next allocation of a block's thread is not seen. */
static void test_stop(void **state)
{
   (void)state;
   begin();
   hp_heap_alloc(&heap, 0, 1, H, 0x1000, 10, 1);
   hp_heap_stop(&heap, 2);
   hp_heap_alloc(&heap, HP_SITE_IGNORED, 1, H, 0x2000, 10, 3);
   assert_true(hp_heap_free(&heap, H, 0x1000, 4));
   assert_int_equal(heap.temporary.blocks, 0);
   assert_int_equal(hp_heap_site(&heap, 0)->freed_blocks, 1);
   assert_true(hp_heap_is_partly_watched(&heap, 2));
   assert_false(hp_heap_is_partly_watched(&heap, 3));
   assert_false(hp_heap_is_old(&heap, 0));
   hp_heap_zero(&heap, 5);
   assert_true(hp_heap_is_old(&heap, 5));
   assert_false(hp_heap_is_old(&heap, 6));
   hp_heap_fini(&heap);
   hp_timeline_fini(&timeline);
}

/* A forked child's counts leave out what is live; its later end changes nothing. */
static void test_inherit(void **state)
{
   (void)state;
   uint32_t index;
   begin();
   for (uint64_t i = 1; i <= 9; i++)
      hp_heap_alloc(&heap, 0, 1, H, i * 0x1000, 100, i);
   hp_heap_alloc(&heap, HP_SITE_IGNORED, 1, H, 0xb000, 50, 10);
   assert_true(hp_heap_free(&heap, H, 0x9000, 10));
   index = hp_heap_realloc_begin(&heap, H, 0x8000);
   hp_heap_inherit(&heap, 11);
   assert_amount(heap.inherited.at_fork, (hp_amount){ 800, 8 });
   assert_amount(heap.live, (hp_amount){ 0, 0 });
   assert_amount(heap.peak, (hp_amount){ 0, 0 });
   assert_amount(heap.total, (hp_amount){ 0, 0 });
   assert_amount(hp_heap_site(&heap, 0)->live, (hp_amount){ 0, 0 });
   assert_false(hp_site_is_used(hp_heap_site(&heap, 0)));
   /* Freed, displaced, not counted; reallocated in place and elsewhere. */
   assert_true(hp_heap_free(&heap, H, 0x1000, 12));
   hp_heap_alloc(&heap, 1, 1, H, 0x2000, 10, 12);
   assert_true(hp_heap_free(&heap, H, 0xb000, 12));
   assert_amount(heap.inherited.freed, (hp_amount){ 200, 2 });
   hp_heap_realloc_end(&heap, index, 1, 0x8000, 300, 13);
   index = hp_heap_realloc_begin(&heap, H, 0x3000);
   hp_heap_realloc_end(&heap, index, 1, 0xc000, 20, 14);
   assert_amount(heap.inherited.freed, (hp_amount){ 400, 4 });
   assert_int_equal(heap.inherited.reallocated, 2);
   assert_int_equal(heap.reallocs, 2);
   assert_amount(heap.moved, (hp_amount){ 20, 1 });
   assert_amount(heap.live, (hp_amount){ 330, 3 });
   assert_amount(heap.total, (hp_amount){ 330, 3 });
   assert_amount(hp_heap_site(&heap, 0)->live, (hp_amount){ 320, 2 });
   /* They are the child's now; also those in records of freed ones. */
   assert_true(hp_heap_free(&heap, H, 0x8000, 15));
   assert_true(hp_heap_free(&heap, H, 0x2000, 15));
   assert_amount(heap.freed, (hp_amount){ 310, 2 });
   assert_int_equal(hp_site_lifetime(hp_heap_site(&heap, 1), 15), 3);
   hp_heap_zero(&heap, 16);
   assert_amount(heap.total, (hp_amount){ 20, 1 });
   /* A child of the child. */
   hp_heap_inherit(&heap, 17);
   assert_amount(heap.inherited.at_fork, (hp_amount){ 420, 5 });
   assert_amount(heap.inherited.freed, (hp_amount){ 0, 0 });
   assert_true(hp_heap_free(&heap, H, 0xc000, 18));
   for (uint64_t i = 4; i <= 7; i++)
      assert_true(hp_heap_free(&heap, H, i * 0x1000, 18));
   assert_amount(heap.inherited.freed, heap.inherited.at_fork);
   assert_amount(heap.total, (hp_amount){ 0, 0 });
   hp_heap_fini(&heap);
   hp_timeline_fini(&timeline);
   assert_int_equal(memory.n_live, 0);
}

/* Pages have sites, but neither blocks nor, one by one, threads. */
static void test_zero_of_pages(void **state)
{
   (void)state;
   begin();
   hp_heap_grow(&heap, 0, 1, (hp_amount){ 8192, 2 }, 1);
   hp_heap_grow(&heap, 1, 1, (hp_amount){ 4096, 1 }, 2);
   hp_heap_grow(&heap, 0, 5, (hp_amount){ 4096, 1 }, 3);
   hp_heap_shrink(&heap, 1, (hp_amount){ 4096, 1 }, 4);
   hp_heap_zero(&heap, 10);
   const hp_site *site = hp_heap_site(&heap, 0);
   assert_amount(site->total, (hp_amount){ 12288, 3 });
   assert_amount(site->max, site->total);
   assert_int_equal(hp_site_lifetime(site, 11), 3);
   assert_int_equal(site->n_shares, 1);
   assert_int_equal(site->shares->thread, 5);
   assert_amount(site->shares->total, site->total);
   assert_amount(hp_heap_site(&heap, 1)->total, (hp_amount){ 0, 0 });
   assert_amount(heap.total, site->total);
   assert_amount(heap.peak, site->total);
   assert_int_equal(heap.freed.bytes, 0);
   hp_heap_shrink(&heap, 0, (hp_amount){ 12288, 3 }, 12);
   assert_int_equal(hp_site_lifetime(site, 20), 3 * 2);
   hp_heap_fini(&heap);
   hp_timeline_fini(&timeline);
   assert_int_equal(memory.n_live, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_zero),          cmocka_unit_test(test_zero_of_blocks),
      cmocka_unit_test(test_stop),          cmocka_unit_test(test_inherit),
      cmocka_unit_test(test_zero_of_pages),
   };
   return cmocka_run_group_tests_name("hp_heap_zero", tests, NULL, NULL);
}
