/* test_hp_heap.c -- the accounting against a model that adds everything up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test_hp_heap_stream.h"

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
   assert_int_equal(hp_site_at_peak(&heap, hp_heap_site(&heap, 2)).bytes, 400);
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
   hp_heap_alloc(&heap, HP_SITE_IGNORED, 1, H, 0x2000, 50, 2);
   index = hp_heap_realloc_begin(&heap, H, 0x2000);
   assert_int_not_equal(index, 0);
   hp_heap_realloc_end(&heap, index, 2, 0x3000, 500, 3);
   hp_heap_fail(&heap, HP_SITE_IGNORED, 10);
   check_all(3);
   assert_true(hp_heap_free(&heap, H, 0x3000, 4));
   hp_heap_alloc(&heap, HP_SITE_IGNORED, 1, H, 0x2000, 50, 5);
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

/* ---- Pages ----------------------------------------------------------- */

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
   hp_heap_init(&heap, &memory.alloc, 0, NULL);
   for (uint32_t i = 0; i < MANY; i++) {
      assert_int_equal(hp_heap_add_site(&heap, &i, i), i);
      hp_heap_alloc(&heap, i, 1, H, 0x10000 + 16 * i, i, i);
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
   assert_int_equal(heap.overhead_B, 0);
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
   hp_heap_init(full, &memory.alloc, ADMIN_B, NULL);
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
      hp_heap_alloc(&full, i & 1, 1, C, 0x10000 + 16 * i, UINT64_MAX, i);
   assert_true(hp_heap_is_full(&full, N));
   assert_int_equal(full.live.bytes, INT64_MAX);
   assert_int_equal(full.peak.bytes, INT64_MAX);
   uint32_t index = hp_heap_realloc_begin(&full, C, 0x10000);
   hp_heap_realloc_end(&full, index, 1, 0x10000, 5000, N);
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
   assert_int_equal(hp_site_lifetime(hp_heap_site(&full, 0), 5 + 1000), 10 * 1000);
   assert_true(hp_heap_is_full(&full, 5 + age));
   for (uint64_t i = 0; i < 10; i++) {
      assert_int_equal(hp_site_lifetime(hp_heap_site(&full, 0), 5 + age), INT64_MAX);
      hp_heap_free(&full, H, 0x10000 + 32 * i, 5 + age);
   }
   assert_int_equal(hp_heap_site(&full, 0)->freed_lifetime, INT64_MAX);
   assert_int_equal(hp_heap_site(&full, 0)->longest, age);
   /* Lifetimes of pages, too: one of two ends. */
   hp_heap_grow(&full, 1, 1, (hp_amount){ 8192, 2 }, 5 + age);
   hp_heap_shrink(&full, 1, (hp_amount){ 4096, 1 }, 15 + age);
   assert_int_equal(hp_site_lifetime(hp_heap_site(&full, 1), 105 + age), 10 + 100);
   end_full(&full);
}

static void test_overhead(void **state)
{
   (void)state;
   for (uint64_t size_B = 0; size_B < 200; size_B++) {
      assert_int_equal(hp_overhead_B(size_B, ADMIN_B), naive_overhead_B(size_B));
      assert_int_equal(hp_overhead_B(size_B, 0), 0);
      assert_int_equal((size_B + hp_overhead_B(size_B, 24)) % 16, 0);
      assert_in_range(hp_overhead_B(size_B, 24), 24, 24 + 16);
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
      cmocka_unit_test(test_temporaries),
      cmocka_unit_test(test_many_threads),
      cmocka_unit_test(test_layers),
      cmocka_unit_test(test_displaced),
      cmocka_unit_test(test_ignored),
      cmocka_unit_test(test_pages),
      cmocka_unit_test(test_many_sites),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_overhead),
      cmocka_unit_test(test_full_of_events),
      cmocka_unit_test(test_full_of_blocks),
      cmocka_unit_test(test_full_of_lifetimes),
      cmocka_unit_test(test_random_streams),
   };
   return cmocka_run_group_tests_name("hp_heap", tests, NULL, NULL);
}
