/* test_ah_threads.c -- what each thread allocated.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "heap/ah_threads.h"

#define THREADS(...) \
   .threads = (ah_thread_share[]){ __VA_ARGS__ }, \
   .n_threads = sizeof(ah_thread_share[]){ __VA_ARGS__ } / sizeof(ah_thread_share)

static ah_site sites[] = {
   { .total = { 40, 4 }, RARE(THREADS({ 2, { 30, 3 } }, { 7, { 10, 1 } })) },
   { .total = { 5, 1 } }, /* by thread 1 */
   { .total = { 3, 2 }, RARE(.reads = 9) },
   { .total = { 101, 3 },
     RARE(THREADS({ 1, { 1, 1 } }, { 2, { 60, 1 } }, { 9, { 40, 1 } })) },
   { .total = { 90, 2 }, RARE(THREADS({ 4, { 90, 2 } })) },
};

static void check(const ah_threads *threads, const ah_thread_share *expected, size_t n)
{
   assert_int_equal(threads->n, n);
   for (size_t i = 0; i < n; i++) {
      assert_int_equal(threads->of[i].thread, expected[i].thread);
      assert_amount(threads->of[i].total, expected[i].total.bytes,
                    expected[i].total.blocks);
   }
}

static void adds_up(void **state)
{
   (void)state;
   static const ah_thread_share by_number[] = {
      { 1, { 9, 4 } },  { 2, { 90, 4 } }, { 4, { 90, 2 } },
      { 7, { 10, 1 } }, { 9, { 40, 1 } },
   };
   static const ah_thread_share by_bytes[] = {
      { 2, { 90, 4 } }, { 4, { 90, 2 } }, { 9, { 40, 1 } },
      { 7, { 10, 1 } }, { 1, { 9, 4 } },
   };
   ah_profile p = { .is_heapprof = true, .sites = sites, .n_sites = 5 };
   ah_threads threads;
   ah_threads_open(&threads, test_alloc(), &p);
   check(&threads, by_number, 5);
   ah_threads_rank(&threads);
   check(&threads, by_bytes, 5);
}

/* Thread 1 is left out if it allocated nothing; others do not say. */
static void knows_nothing(void **state)
{
   (void)state;
   ah_threads threads = { .n = 9 };
   ah_profile p = { .is_heapprof = true, .sites = &sites[4], .n_sites = 1 };
   ah_threads_open(&threads, an_alloc_malloc(), &p);
   check(&threads, &(ah_thread_share){ 4, { 90, 2 } }, 1);
   p.n_sites = 0;
   ah_threads_open(&threads, an_alloc_malloc(), &p);
   check(&threads, NULL, 0);
   ah_threads_rank(&threads);
   p = (ah_profile){ .sites = sites, .n_sites = 5 };
   ah_threads_open(&threads, an_alloc_malloc(), &p);
   check(&threads, NULL, 0);
}

static void finds_names(void **state)
{
   (void)state;
   ah_thread_name names[] = { { 2, "worker" }, { 7, "a" }, { UINT32_MAX, "last" } };
   ah_profile p = { .thread_names = names, .n_thread_names = 3 };
   assert_string_equal(ah_threads_name(&p, 2), "worker");
   assert_string_equal(ah_threads_name(&p, 7), "a");
   assert_string_equal(ah_threads_name(&p, UINT32_MAX), "last");
   assert_null(ah_threads_name(&p, 1));
   assert_null(ah_threads_name(&p, 3));
   assert_null(ah_threads_name(&p, 8));
   p.n_thread_names = 1;
   assert_string_equal(ah_threads_name(&p, 2), "worker");
   assert_null(ah_threads_name(&p, 7));
   p = (ah_profile){ .n_thread_names = 0 };
   assert_null(ah_threads_name(&p, 2));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(adds_up),
      cmocka_unit_test(knows_nothing),
      cmocka_unit_test(finds_names),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
