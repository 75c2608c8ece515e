/* test_hp_heap.c -- the accounting against a model that adds everything up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test_hp_heap_stream.h"

static void begin(void)
{
   begin_failing(0);
}

static void do_realloc(tk_layer layer, uint64_t from, uint64_t thread,
                       uint64_t to, uint64_t size_B, uint64_t now)
{
   uint32_t index;
   model_block *b = do_realloc_begin(layer, from, &index);
   if (b != NULL)
      do_realloc_end(b, index, thread, to, size_B, now);
}

static void test_random_streams(void **state)
{
   (void)state;
   for (uint64_t seed = 0; seed < 150; seed++) {
      stream s = stream_of(unit_random_from(seed));
      begin();
      run_stream(&s, seed == 0 ? 3000 : 500, 50);
      end(s.now);
   }
}

/* Each call of the allocator fails once; what does not run out is right. */
static void test_memory_runs_out(void **state)
{
   (void)state;
   size_t n_ran_out = 0;
   for (uint64_t seed = 0; seed < 12; seed++) {
      bool again = true;
      for (size_t fail_at = 1; again; fail_at++) {
         stream s = stream_of(unit_random_from(seed));
         s.n_threads = 300;
         begin_failing(fail_at);
         run_stream(&s, 250, 125);
         again = memory.n_calls >= fail_at;
         n_ran_out += ran_out;
         end(s.now);
      }
   }
   assert_true(n_ran_out > 50);
}

/* A thread's first event is a reallocation, and there is no memory to note
   it: the block ends. */
static void test_realloc_runs_out(void **state)
{
   (void)state;
   begin();
   do_alloc(0, 1, H, 0x1000, 100, 1);
   unit_alloc_fail_at(&memory, 1, false);
   do_realloc(H, 0x1000, 1000, 0x1000, 200, 2);
   assert_true(ran_out);
   assert_int_equal(heap.live.blocks, 0);
   end(2);
}

static void test_memory_runs_out_at_first(void **state)
{
   (void)state;
   for (size_t fail_at = 1; fail_at <= 3; fail_at++) {
      unit_alloc_init(&memory);
      unit_alloc_fail_at(&memory, fail_at, false);
      bool good = hp_heap_init(&heap, &memory.alloc, ADMIN_B, NULL);
      if (good) { /* the tables of sites, and a chunk of them */
         assert_int_equal(hp_heap_add_site(&heap, NULL, 0), UINT32_MAX);
         assert_int_equal(hp_heap_add_site(&heap, NULL, 0), 0);
      }
      assert_int_equal(good, fail_at > 1);
      hp_heap_fini(&heap);
      assert_int_equal(memory.n_live, 0);
   }
}

/* ---- Single cases ---------------------------------------------------- */

static void test_nothing_happens(void **state)
{
   (void)state;
   begin();
   end(0);
   begin();
   end(1000);
}

/* All of a site's blocks are freed long before the peak, all of another's
   between two equal ones, and a third's only then allocated. */
static void test_equal_peaks(void **state)
{
   (void)state;
   begin();
   do_alloc(0, 1, H, 0x1000, 500, 1);
   do_free(H, 0x1000, 2);
   do_alloc(1, 1, H, 0x2000, 1000, 3); /* the first peak */
   do_free(H, 0x2000, 4);
   do_alloc(2, 1, H, 0x3000, 400, 5);
   do_alloc(3, 1, H, 0x4000, 600, 6); /* the second one */
   check_all(6);
   do_free(H, 0x3000, 7);
   do_alloc(4, 1, H, 0x3000, 399, 8); /* one byte less */
   check_all(8);
   assert_int_equal(heap.peak_time, 6);
   assert_int_equal(hp_site_at_peak(&heap, hp_heap_site(&heap, 1)).bytes, 0);
   assert_int_equal(hp_site_at_peak(&heap, hp_heap_site(&heap, 2)).bytes,
                    400);
   assert_int_equal(hp_site_at_peak(&heap, hp_heap_site(&heap, 4)).bytes, 0);
   end(9);
}

/* Two peaks at the same time: the later event is the peak. */
static void test_equal_peaks_at_one_time(void **state)
{
   (void)state;
   begin();
   do_alloc(0, 1, H, 0x1000, 64, 7);
   do_free(H, 0x1000, 7);
   do_alloc(1, 1, H, 0x1000, 64, 7);
   check_all(7);
   assert_int_equal(hp_site_at_peak(&heap, hp_heap_site(&heap, 1)).bytes, 64);
   do_free(H, 0x1000, 7);
   end(7);
}

/* A spike of one event above a high plateau, and one at the very end. */
static void test_spikes(void **state)
{
   (void)state;
   begin();
   uint64_t now = 0;
   for (uint64_t i = 0; i < 300; i++)
      do_alloc((uint32_t)(i % N_SITES), 1, H, 0x1000 + 64 * i, 48, now += 9);
   do_alloc(5, 1, H, 0x100, 1, now);
   do_free(H, 0x100, now);
   for (uint64_t i = 0; i < 300; i += 2)
      do_free(H, 0x1000 + 64 * i, now += 9);
   check_all(now);
   assert_int_equal(heap.peak.bytes, 300 * 48 + 1);
   do_alloc(2, 1, H, 0x100, 150 * 48 + 2, now);
   assert_int_equal(heap.peak_time, now);
   end(now);
}

static void test_zero_sizes(void **state)
{
   (void)state;
   begin();
   do_alloc(0, 1, H, 0x1000, 0, 1);
   do_alloc(0, 1, H, 0x1020, 0, 1);
   do_realloc(H, 0x1000, 1, 0x1000, 0, 2);
   do_realloc(H, 0x1020, 1, 0x1040, 10, 3);
   do_realloc(H, 0x1040, 1, 0x1020, 0, 4);
   do_free(H, 0x1020, 5);
   end(6);
   assert_int_equal(heap.zero_blocks, 4);
}

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

/* Temporary is: freed, by whomever, before its thread allocates again. */
static void test_temporaries(void **state)
{
   (void)state;
   begin();
   do_alloc(0, 1, H, 0x1000, 10, 1);
   do_free(H, 0x1000, 2); /* is one */
   do_alloc(0, 1, H, 0x1000, 10, 3);
   do_alloc(0, 2, H, 0x2000, 10, 4);
   do_free(H, 0x1000, 5); /* is one: another thread allocated */
   do_alloc(0, 1, H, 0x1000, 10, 6);
   do_alloc(1, 1, H, 0x3000, 10, 6);
   do_free(H, 0x1000, 7); /* is none */
   do_free(H, 0x3000, 7); /* is one */
   do_alloc(2, 1, H, 0x3000, 10, 8);
   do_realloc(H, 0x3000, 1, 0x4000, 20, 9);
   do_free(H, 0x4000, 9); /* is one */
   do_alloc(3, 1, H, 0x3000, 10, 10);
   do_realloc(H, 0x2000, 1, 0x4000, 20, 11);
   do_free(H, 0x3000, 12); /* is none */
   end(12);
   assert_int_equal(heap.temporary.blocks, 4);
   assert_int_equal(heap.temporary.bytes, 10 + 10 + 10 + 20);
}

/* More threads than a block has bits for share the last number. */
static void test_many_threads(void **state)
{
   (void)state;
   begin();
   for (uint64_t i = 0; i < 300; i++)
      do_alloc(0, 1 + 109 * i, H, 0x1000 + 16 * i, 8, i);
   for (uint64_t i = 0; i < 300; i++)
      do_free(H, 0x1000 + 16 * i, 300);
   assert_int_equal(heap.temporary.blocks, 300);
   do_alloc(1, TK_MAX_THREAD + 1, H, 0x1000, 8, 301);
   do_alloc(1, (uint64_t)1 << 40, H, 0x2000, 8, 301);
   do_free(H, 0x2000, 302);
   check_classes(1);
   check_shares(1);
   end(303);
}

/* A block of the heap in which the program's own allocator hands out blocks,
   the first at its very beginning. */
static void test_layers(void **state)
{
   (void)state;
   begin();
   do_alloc(0, 1, H, 0x1000, 4096, 1);
   do_alloc(1, 1, C, 0x1000, 100, 2);
   do_alloc(1, 1, C, 0x1070, 100, 3);
   do_free(C, 0x1000, 4);
   do_free(C, 0x1000, 5); /* not again */
   do_free(H, 0x1070, 5); /* not that one */
   check_all(5);
   do_free(H, 0x1000, 6);
   do_free(C, 0x1070, 7);
   end(8);
}

/* An address is given out again, though its block was never freed. */
/* What the user does not want is known, but not counted. */
static void test_ignored(void **state)
{
   (void)state;
   uint32_t index;
   begin();
   do_alloc(0, 1, H, 0x1000, 100, 1);
   assert_true(hp_heap_alloc(&heap, HP_SITE_IGNORED, 1, H, 0x2000, 50, 2));
   index = hp_heap_realloc_begin(&heap, H, 0x2000);
   assert_int_not_equal(index, 0);
   assert_true(hp_heap_realloc_end(&heap, index, 2, 0x3000, 500, 3));
   hp_heap_fail(&heap, HP_SITE_IGNORED, 10);
   check_all(3);
   assert_true(hp_heap_free(&heap, H, 0x3000, 4));
   assert_true(hp_heap_alloc(&heap, HP_SITE_IGNORED, 1, H, 0x2000, 50, 5));
   do_alloc(1, 1, H, 0x2000, 60, 6); /* displaces it */
   do_free(H, 0x1000, 7);
   end(8);
}

static void test_displaced(void **state)
{
   (void)state;
   begin();
   do_alloc(0, 1, H, 0x1000, 100, 1);
   do_alloc(1, 2, H, 0x1000, 50, 5);
   check_all(5);
   do_alloc(2, 1, H, 0x2000, 70, 6);
   do_realloc(H, 0x1000, 1, 0x2000, 60, 7);
   assert_int_equal(heap.live.blocks, 1);
   assert_int_equal(heap.freed.blocks, 2);
   end(9);
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

/* ---- Zero ------------------------------------------------------------- */

/* After counts are set to zero, what is live is the total and the peak. */
static void test_zero(void **state)
{
   (void)state;
   uint32_t index;
   begin();
   do_alloc(0, 1, H, 0x1000, 5000, 1);
   do_alloc(1, 2, H, 0x9000, 0, 2);
   do_alloc(2, 1, H, 0xa000, 100, 3);
   assert_true(hp_heap_alloc(&heap, HP_SITE_IGNORED, 1, H, 0xb000, 50, 3));
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

/* After a stop, the next allocation of a block's thread is not seen. */
static void test_stop(void **state)
{
   (void)state;
   begin();
   assert_true(hp_heap_alloc(&heap, 0, 1, H, 0x1000, 10, 1));
   hp_heap_stop(&heap, 2);
   assert_true(hp_heap_alloc(&heap, HP_SITE_IGNORED, 1, H, 0x2000, 10, 3));
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
      assert_true(hp_heap_alloc(&heap, 0, 1, H, i * 0x1000, 100, i));
   assert_true(hp_heap_alloc(&heap, HP_SITE_IGNORED, 1, H, 0xb000, 50, 10));
   assert_true(hp_heap_free(&heap, H, 0x9000, 10));
   index = hp_heap_realloc_begin(&heap, H, 0x8000);
   unit_alloc_fail_at(&memory, 1, true);
   assert_false(hp_heap_inherit(&heap, 11));
   assert_int_equal(heap.live.blocks, 8);
   unit_alloc_fail_at(&memory, 0, false);
   assert_true(hp_heap_inherit(&heap, 11));
   assert_amount(heap.inherited.at_fork, (hp_amount){ 800, 8 });
   assert_amount(heap.live, (hp_amount){ 0, 0 });
   assert_amount(heap.peak, (hp_amount){ 0, 0 });
   assert_amount(heap.total, (hp_amount){ 0, 0 });
   assert_amount(hp_heap_site(&heap, 0)->live, (hp_amount){ 0, 0 });
   assert_false(hp_site_is_used(hp_heap_site(&heap, 0)));
   /* Freed, displaced, not counted; reallocated in place and elsewhere. */
   assert_true(hp_heap_free(&heap, H, 0x1000, 12));
   assert_true(hp_heap_alloc(&heap, 1, 1, H, 0x2000, 10, 12));
   assert_true(hp_heap_free(&heap, H, 0xb000, 12));
   assert_amount(heap.inherited.freed, (hp_amount){ 200, 2 });
   assert_true(hp_heap_realloc_end(&heap, index, 1, 0x8000, 300, 13));
   index = hp_heap_realloc_begin(&heap, H, 0x3000);
   assert_true(hp_heap_realloc_end(&heap, index, 1, 0xc000, 20, 14));
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
   assert_true(hp_heap_inherit(&heap, 17));
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

/* Snapshots start again too: the old ones go, and the first comes as soon as in a
   new run. */
static void test_zero_of_snapshots(void **state)
{
   (void)state;
   static const uint64_t asked[] = { 50, 1000, 1003, 2000 };
   begin();
   hp_snapshots_plan(&heap, 4, 2);
   hp_snapshots_ask(&heap, asked, 4);
   for (uint64_t now = 1; now <= 1000; now++)
      do_alloc(0, 1, H, 16 * now, 8, now);
   assert_true(heap.interval > 100);
   do_stack(7000, 1001);
   do_stack(10, 1001);
   do_zero(1001);
   assert_null(heap.snapshots);
   assert_int_equal(heap.most_stack_B, 10);
   do_alloc(1, 1, H, 0x100000, 8, 1003);
   assert_int_equal(heap.snapshots->time, 1003); /* asked for */
   assert_int_equal(heap.snapshots->next->time, 1002);
   assert_null(heap.snapshots->next->next);
   assert_true(hp_snapshots_order(&heap, 1004));
   assert_true(heap.snapshots->asked);
   assert_int_equal(heap.snapshots->time, 1004);
   assert_int_equal(heap.snapshots->n_sites, 2);
   end(1005);
}

static void test_ordered_snapshots(void **state)
{
   (void)state;
   begin();
   do_alloc(0, 1, H, 0x1000, 8, 1);
   for (uint32_t i = 0; i < HP_MOST_ORDERED; i++)
      assert_true(hp_snapshots_order(&heap, 2));
   assert_false(hp_snapshots_order(&heap, 2));
   assert_int_equal(heap.n_ordered, HP_MOST_ORDERED);
   do_zero(3);
   assert_true(hp_snapshots_order(&heap, 4));
   end(4);
   begin();
   unit_alloc_fail_at(&memory, 1, true);
   assert_false(hp_snapshots_order(&heap, 1));
   assert_int_equal(heap.n_ordered, 0);
   end(1);
}

/* ---- Snapshots and pages --------------------------------------------- */

/* With events all the time there are always more than half of them, equally
   far apart. */
static void test_periodic_snapshots(void **state)
{
   (void)state;
   for (uint32_t max = 2; max <= 20; max += 6) {
      begin();
      hp_snapshots_plan(&heap, max, 4);
      for (uint64_t now = 0; now < 1000; now++) {
         if (now % 2 == 0)
            do_alloc(now % N_SITES, 1, H, 0x1000 + now / 4 * 16, now, now);
         else
            do_free(H, 0x1000 + now / 4 * 16, now);
         assert_true(now < 4 * max || heap.n_periodic >= max / 2);
         uint64_t time = heap.next_periodic;
         for (const hp_snapshot *s = heap.snapshots; s != NULL; s = s->next)
            assert_int_equal(s->time, time -= heap.interval);
         assert_int_equal(time, heap.interval);
      }
      end(1000);
   }
}

static void test_asked_snapshots(void **state)
{
   (void)state;
   static const uint64_t times[] = { 0, 10, 10, 15, 40, 50 };
   static const uint64_t taken[] = { 40, 15, 10, 10, 0 }; /* latest first */
   begin();
   hp_snapshots_ask(&heap, times, 6);
   do_alloc(0, 1, H, 0x1000, 1 << 20, 9);
   do_alloc(1, 1, H, 0x2000, 1, 10);
   do_alloc(2, 1, H, 0x3000, 1, 20);
   hp_snapshots_take(&heap, 49);
   const hp_snapshot *s = heap.snapshots;
   for (size_t i = 0; i < 5; i++, s = s->next) {
      assert_non_null(s);
      assert_true(s->asked);
      assert_int_equal(s->time, taken[i]);
   }
   assert_null(s);
   assert_int_equal(heap.snapshots->n_sites, 3);
   end(49);
}

/* Sites below 1/2000 of the bytes are not listed, unless it was asked for. */
static void test_rest_of_snapshot(void **state)
{
   (void)state;
   static const uint64_t asked[] = { 5 };
   begin();
   hp_snapshots_plan(&heap, 4, 5);
   hp_snapshots_ask(&heap, asked, 1);
   do_alloc(0, 1, H, 0x1000, 19980, 1); /* all: 20000 */
   do_alloc(1, 1, H, 0x2000, 10, 1); /* a 2000th */
   do_alloc(2, 1, H, 0x3000, 9, 1);
   do_alloc(3, 1, H, 0x4000, 0, 1);
   do_free(H, 0x2000, 1);
   do_alloc(1, 1, H, 0x2000, 10, 1);
   do_stack(77, 1);
   hp_snapshots_take(&heap, 5);
   const hp_snapshot *first = heap.snapshots, *second = first->next;
   assert_non_null(second);
   assert_int_equal(first->n_sites + second->n_sites, 2 + 4);
   assert_int_equal(first->rest.blocks + second->rest.blocks, 2);
   end(5);
}

static void test_pages(void **state)
{
   (void)state;
   begin();
   hp_heap_grow(&heap, 0, 1, (hp_amount){ 8192, 1 }, 1);
   hp_heap_grow(&heap, 1, 1, (hp_amount){ 4096, 1 }, 2);
   hp_heap_shrink(&heap, 0, (hp_amount){ 4096, 0 }, 3);
   hp_heap_shrink(&heap, 0, (hp_amount){ 4096, 1 }, 4);
   assert_amount(heap.live, (hp_amount){ 4096, 1 });
   assert_amount(heap.peak, (hp_amount){ 12288, 2 });
   assert_int_equal(heap.peak_time, 2);
   assert_amount(heap.freed, (hp_amount){ 8192, 1 });
   const hp_site *site = hp_heap_site(&heap, 0);
   assert_amount(hp_site_at_peak(&heap, site), (hp_amount){ 8192, 1 });
   assert_amount(site->live, (hp_amount){ 0, 0 });
   hp_heap_fini(&heap);
   hp_timeline_fini(&timeline);
   assert_int_equal(memory.n_live, 0);
}

/* Many sites, each with a block; without a timeline. */
static void test_many_sites(void **state)
{
   (void)state;
   enum { MANY = 70000 };
   unit_alloc_init(&memory);
   assert_true(hp_heap_init(&heap, &memory.alloc, 0, NULL));
   for (uint32_t i = 0; i < MANY; i++) {
      assert_int_equal(hp_heap_add_site(&heap, &i, i), i);
      assert_true(hp_heap_alloc(&heap, i, 1, H, 0x10000 + 16 * i, i, i));
   }
   for (uint32_t i = 0; i < MANY; i += 2)
      assert_true(hp_heap_free(&heap, H, 0x10000 + 16 * i, MANY));
   for (uint32_t i = 0; i < MANY; i++) {
      const hp_site *site = hp_heap_site(&heap, i);
      assert_int_equal(site->n_frames, i);
      assert_int_equal(site->live.blocks, i % 2);
      assert_int_equal(hp_site_at_peak(&heap, site).bytes, i == 0 ? 1 : i);
      assert_int_equal(hp_site_lifetime(site, MANY), MANY - i);
   }
   assert_int_equal(heap.extra_B, 0);
   hp_heap_fini(&heap);
   assert_int_equal(memory.n_live, 0);
}

/* Requests and bytes that were refused, up to what a reader takes. */
static void test_failures(void **state)
{
   (void)state;
   begin();
   do_fail(0, 7);
   do_fail(0, INT64_MAX - 8);
   check_all(0);
   assert_int_equal(hp_heap_site(&heap, 0)->failed_B, INT64_MAX - 1);
   do_fail(0, 1);
   do_fail(0, 1);
   do_fail(1, UINT64_MAX);
   do_fail(1, UINT64_MAX);
   end(0);
}

/* ---- Sums that do not fit ---- */

static void start_full(hp_heap *full)
{
   unit_alloc_init(&memory);
   assert_true(hp_heap_init(full, &memory.alloc, ADMIN_B, NULL));
   for (uint32_t i = 0; i < 2; i++)
      assert_int_equal(hp_heap_add_site(full, NULL, 0), i);
   assert_false(hp_heap_is_full(full, 0));
}

static void end_full(hp_heap *full)
{
   hp_heap_fini(full);
   assert_int_equal(memory.n_live, 0);
}

/* The events of a program with weights of its own. */
static void test_full_of_events(void **state)
{
   (void)state;
   hp_heap full;
   start_full(&full);
   hp_heap_occur(&full, 0, 1, (hp_amount){ INT64_MAX - 3, 1 });
   assert_false(hp_heap_is_full(&full, 0));
   hp_heap_occur(&full, 1, 2, (hp_amount){ UINT64_MAX, 1 });
   hp_heap_occur(&full, 0, 1, (hp_amount){ 1, 1 });
   assert_true(hp_heap_is_full(&full, 0));
   assert_int_equal(full.total.bytes, INT64_MAX);
   assert_int_equal(full.total.blocks, 3);
   assert_int_equal(hp_heap_site(&full, 0)->total.bytes, INT64_MAX - 3);
   assert_int_equal(hp_heap_site(&full, 1)->total.bytes, 3);
   assert_int_equal(hp_heap_site(&full, 1)->shares->total.bytes, 3);
   end_full(&full);
}

/* What is live is never more than what was allocated, and ends as it began. */
static void test_full_of_blocks(void **state)
{
   (void)state;
   enum { N = 1 << 15 }; /* of 2^48 - 1 bytes, the most that is believed */
   hp_heap full;
   start_full(&full);
   for (uint64_t i = 0; i < N + 10; i++)
      assert_true(hp_heap_alloc(&full, i & 1, 1, C, 0x10000 + 16 * i,
                                UINT64_MAX, i));
   assert_true(hp_heap_is_full(&full, N));
   assert_int_equal(full.live.bytes, INT64_MAX);
   assert_int_equal(full.peak.bytes, INT64_MAX);
   uint32_t index = hp_heap_realloc_begin(&full, C, 0x10000);
   assert_true(hp_heap_realloc_end(&full, index, 1, 0x10000, 5000, N));
   assert_int_equal(full.total.bytes, INT64_MAX);
   assert_int_equal(full.live.bytes, INT64_MAX - ((UINT64_C(1) << 48) - 1));
   for (uint64_t i = 0; i < N + 10; i++)
      assert_true(hp_heap_free(&full, C, 0x10000 + 16 * i, N + 10));
   for (uint32_t i = 0; i < 2; i++) {
      assert_int_equal(hp_heap_site(&full, i)->live.bytes, 0);
      assert_int_equal(hp_heap_site(&full, i)->live.blocks, 0);
   }
   assert_int_equal(full.live.bytes, 0);
   assert_int_equal(full.peak.bytes, INT64_MAX);
   end_full(&full);
}

/* Ten blocks that live for 2^62 each, and end one after the other. */
static void test_full_of_lifetimes(void **state)
{
   (void)state;
   const uint64_t age = UINT64_C(1) << 62;
   hp_heap full;
   start_full(&full);
   for (uint64_t i = 0; i < 10; i++)
      hp_heap_alloc(&full, 0, 1, H, 0x10000 + 32 * i, 20, 5);
   assert_false(hp_heap_is_full(&full, 5 + 1000));
   assert_int_equal(hp_site_lifetime(hp_heap_site(&full, 0), 5 + 1000),
                    10 * 1000);
   assert_true(hp_heap_is_full(&full, 5 + age));
   for (uint64_t i = 0; i < 10; i++) {
      assert_int_equal(hp_site_lifetime(hp_heap_site(&full, 0), 5 + age),
                       INT64_MAX);
      hp_heap_free(&full, H, 0x10000 + 32 * i, 5 + age);
   }
   assert_int_equal(hp_heap_site(&full, 0)->freed_lifetime, INT64_MAX);
   assert_int_equal(hp_heap_site(&full, 0)->longest, age);
   /* Of pages too: one of two ends. */
   hp_heap_grow(&full, 1, 1, (hp_amount){ 8192, 2 }, 5 + age);
   hp_heap_shrink(&full, 1, (hp_amount){ 4096, 1 }, 15 + age);
   assert_int_equal(hp_site_lifetime(hp_heap_site(&full, 1), 105 + age),
                    10 + 100);
   end_full(&full);
}

static void test_extra(void **state)
{
   (void)state;
   for (uint64_t size_B = 0; size_B < 200; size_B++) {
      assert_int_equal(hp_extra_B(size_B, ADMIN_B), naive_extra_B(size_B));
      assert_int_equal(hp_extra_B(size_B, 0), 0);
      assert_int_equal((size_B + hp_extra_B(size_B, 24)) % 16, 0);
      assert_in_range(hp_extra_B(size_B, 24), 24, 24 + 16);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_happens),
      cmocka_unit_test(test_equal_peaks),
      cmocka_unit_test(test_equal_peaks_at_one_time),
      cmocka_unit_test(test_spikes),
      cmocka_unit_test(test_zero_sizes),
      cmocka_unit_test(test_realloc_chain),
      cmocka_unit_test(test_temporaries),
      cmocka_unit_test(test_many_threads),
      cmocka_unit_test(test_layers),
      cmocka_unit_test(test_displaced),
      cmocka_unit_test(test_ignored),
      cmocka_unit_test(test_realloc_races),
      cmocka_unit_test(test_zero),
      cmocka_unit_test(test_stop),
      cmocka_unit_test(test_inherit),
      cmocka_unit_test(test_zero_of_pages),
      cmocka_unit_test(test_zero_of_snapshots),
      cmocka_unit_test(test_ordered_snapshots),
      cmocka_unit_test(test_periodic_snapshots),
      cmocka_unit_test(test_asked_snapshots),
      cmocka_unit_test(test_rest_of_snapshot),
      cmocka_unit_test(test_pages),
      cmocka_unit_test(test_many_sites),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_extra),
      cmocka_unit_test(test_full_of_events),
      cmocka_unit_test(test_full_of_blocks),
      cmocka_unit_test(test_full_of_lifetimes),
      cmocka_unit_test(test_random_streams),
      cmocka_unit_test(test_memory_runs_out),
      cmocka_unit_test(test_realloc_runs_out),
      cmocka_unit_test(test_memory_runs_out_at_first),
   };
   return cmocka_run_group_tests_name("hp_heap", tests, NULL, NULL);
}
