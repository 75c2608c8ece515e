/* test_ah_timeline.c -- timelines in columns.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "heap/ah_timeline.h"
#include "unit_alloc.h"

static void columns(void **state)
{
   (void)state;
   assert_int_equal(ah_timeline_column(0, 100, 10), 0);
   assert_int_equal(ah_timeline_column(9, 100, 10), 0);
   assert_int_equal(ah_timeline_column(10, 100, 10), 1);
   assert_int_equal(ah_timeline_column(99, 100, 10), 9);
   assert_int_equal(ah_timeline_column(100, 100, 10), 9);
   assert_int_equal(ah_timeline_column(200, 100, 10), 9); /* after the end */
   assert_int_equal(ah_timeline_column(0, 0, 10), 9);
   assert_int_equal(ah_timeline_column(INT64_MAX - 1, INT64_MAX, 400), 399);
   assert_int_equal(ah_timeline_column(INT64_MAX / 2, INT64_MAX, 400), 199);
}

static void heights(void **state)
{
   (void)state;
   assert_int_equal(ah_timeline_height(0, 100, 8), 0);
   assert_int_equal(ah_timeline_height(1, 1000000, 8), 1);
   assert_int_equal(ah_timeline_height(50, 100, 8), 4);
   assert_int_equal(ah_timeline_height(99, 100, 8), 7);
   assert_int_equal(ah_timeline_height(100, 100, 8), 8);
   assert_int_equal(ah_timeline_height(0, 0, 8), 0);
   assert_int_equal(ah_timeline_height(INT64_MAX - 1, INT64_MAX, 96), 95);
}

static void check_maxima(ah_bucket *buckets, size_t n_buckets, int64_t end_time,
                         const int64_t *expected, size_t n)
{
   int64_t maxima[32];
   ah_profile profile = { .timeline = buckets,
                          .n_timeline = n_buckets,
                          .totals.end_time = end_time };
   assert_true(n <= 32);
   ah_timeline_maxima(&profile, n, maxima);
   for (size_t i = 0; i < n; i++)
      assert_int_equal(maxima[i], expected[i]);
}

static void lines_between(void **state)
{
   (void)state;
   ah_bucket one[] = { { .end = 100, .max = 50, .max_at = 50 } };
   const int64_t slopes[] = { 0, 10, 20, 30, 40, 50, 37, 25, 12, 0 };
   check_maxima(one, 1, 100, slopes, 10);
   ah_bucket early[] = { { .end = 40, .max = 8, .max_at = 0, .last = 8 } };
   const int64_t flat[] = { 8, 8, 8, 8 };
   check_maxima(early, 1, 100, flat, 4); /* and to the end */
   const int64_t nothing[] = { 0, 0 };
   check_maxima(NULL, 0, 100, nothing, 2);
   check_maxima(NULL, 0, 0, nothing, 2);
}

/* Each bucket's maximum is in its column, and no column is higher than the
   neighbouring buckets allow. */
static void no_maximum_is_lost(void **state)
{
   (void)state;
   enum { N = 100 };
   unit_random random = unit_random_from(7);
   for (size_t round = 0; round < 200; round++) {
      ah_bucket buckets[N];
      int64_t time = 0, most = 0, maxima[32];
      for (size_t i = 0; i < N; i++) {
         int64_t length = (int64_t)unit_random_below(&random, 50);
         ah_bucket *b = &buckets[i];
         b->end = time + length;
         b->max_at = time + (int64_t)unit_random_below(&random, (uint64_t)length + 1);
         b->max = (int64_t)unit_random_below(&random, 1000);
         b->last = (int64_t)unit_random_below(&random, (uint64_t)b->max + 1);
         time = b->end;
         most = b->max > most ? b->max : most;
      }
      ah_profile profile = { .timeline = buckets,
                             .n_timeline = N,
                             .totals.end_time = time };
      size_t n = 1 + (size_t)unit_random_below(&random, 32);
      int64_t highest = 0;
      ah_timeline_maxima(&profile, n, maxima);
      for (size_t i = 0; i < N; i++)
         assert_true(maxima[ah_timeline_column(buckets[i].max_at, time, n)]
                     >= buckets[i].max);
      for (size_t i = 0; i < n; i++)
         highest = maxima[i] > highest ? maxima[i] : highest;
      assert_int_equal(highest, most);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns),
      cmocka_unit_test(heights),
      cmocka_unit_test(lines_between),
      cmocka_unit_test(no_maximum_is_lost),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
