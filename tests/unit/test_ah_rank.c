/* test_ah_rank.c -- ranking allocation sites.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "heap/ah_rank.h"

/* Each value is largest at another site. */
static ah_site sites[AH_N_SORTS] = {
   [AH_SORT_PEAK] = { .at_peak = { 90, 1 }, .total = { 1, 1 } },
   [AH_SORT_PEAK_BLOCKS] = { .at_peak = { 1, 90 }, .total = { 2, 1 } },
   [AH_SORT_TOTAL] = { .total = { 90, 1 } },
   [AH_SORT_BLOCKS] = { .total = { 3, 90 } },
   [AH_SORT_LEAKED] = { .at_end = { 90, 1 }, .total = { 4, 1 } },
   [AH_SORT_LEAKED_BLOCKS] = { .at_end = { 1, 90 }, .total = { 5, 1 } },
   [AH_SORT_LOST] = { RARE(.lost = { 90, 1 }), .total = { 16, 1 } },
   [AH_SORT_TEMPORARY] = { .temporary = { 1, 90 }, .total = { 6, 1 } },
   [AH_SORT_REALLOCS] = { RARE(.reallocs = 90), .total = { 7, 1 } },
   [AH_SORT_MOVED] = { RARE(.moved = { 90, 1 }), .total = { 8, 1 } },
   [AH_SORT_READS] = { RARE(.reads = 90), .total = { 9, 1 } },
   [AH_SORT_WRITES] = { RARE(.writes = 90), .total = { 10, 1 } },
   [AH_SORT_NEVER_READ] = { RARE(.never_read = { 90, 1 }), .total = { 11, 1 } },
   [AH_SORT_NEVER_WRITTEN] = { RARE(.never_written = { 90, 1 }), .total = { 12, 1 } },
   [AH_SORT_NEVER_TOUCHED] = { RARE(.never_touched = { 90, 1 }), .total = { 13, 1 } },
   [AH_SORT_LIVE] = { .max = { 90, 1 }, .total = { 14, 1 } },
   [AH_SORT_LIFETIME] = { .lifetime = 90, .total = { 15, 1 } },
};

static const ah_profile profile = { .sites = sites,
                                    .n_sites = AH_N_SORTS,
                                    .has_lifetimes = true };

static void each_has_its_first(void **state)
{
   (void)state;
   for (int i = 0; i < AH_N_SORTS; i++) {
      uint32_t *ranked;
      size_t n;
      ah_rank((ah_sort)i, an_alloc_malloc(), &profile, 0, &ranked, &n);
      assert_int_equal(n, AH_N_SORTS);
      assert_int_equal(ranked[0], i);
   }
}

/* By bytes allocated, then in the order of the file. */
static void equal_ones(void **state)
{
   (void)state;
   uint32_t *ranked;
   size_t n;
   ah_rank(AH_SORT_LEAKED, an_alloc_malloc(), &profile, 0, &ranked, &n);
   const uint32_t expected[] = {
      AH_SORT_LEAKED,        AH_SORT_LEAKED_BLOCKS, AH_SORT_TOTAL,
      AH_SORT_LOST,          AH_SORT_LIFETIME,      AH_SORT_LIVE,
      AH_SORT_NEVER_TOUCHED, AH_SORT_NEVER_WRITTEN, AH_SORT_NEVER_READ,
      AH_SORT_WRITES,        AH_SORT_READS,         AH_SORT_MOVED,
      AH_SORT_REALLOCS,      AH_SORT_TEMPORARY,     AH_SORT_BLOCKS,
      AH_SORT_PEAK_BLOCKS,   AH_SORT_PEAK,
   };
   assert_memory_equal(ranked, expected, sizeof expected);
   ah_site same[3] = { { .total = { 1, 1 } },
                       { .total = { 1, 1 } },
                       { .total = { 1, 1 } } };
   ah_profile three = { .sites = same, .n_sites = 3 };
   const uint32_t in_order[] = { 0, 1, 2 };
   ah_rank(AH_SORT_TOTAL, an_alloc_malloc(), &three, 0, &ranked, &n);
   assert_memory_equal(ranked, in_order, sizeof in_order);
}

/* Paths with one value and as many bytes are sorted by the names of frames, from the
   innermost on; then the shorter path comes first. */
static void equal_amounts(void **state)
{
   (void)state;
   an_frame frames[] = { { .text = "a", .function = "a" },
                         { .text = "b", .function = "b" } };
   const uint32_t ba[] = { 1, 0 }, aa[] = { 0, 0 };
   ah_site four[] = {
      { .total = { 5, 1 }, .frames = ba, .n_frames = 2 },
      { .total = { 5, 1 }, .frames = aa, .n_frames = 2 },
      { .total = { 7, 1 }, .frames = ba, .n_frames = 2 },
      { .total = { 5, 1 }, .frames = aa, .n_frames = 1 },
   };
   ah_profile of = { .sites = four, .n_sites = 4, .frames = frames, .n_frames = 2 };
   uint32_t order[] = { 0, 1, 2, 3 };
   const uint32_t expected[] = { 2, 3, 1, 0 };
   ah_rank_sort(AH_SORT_PEAK, an_alloc_malloc(), &of, order, 4);
   assert_memory_equal(order, expected, sizeof expected);
   /* The first of the last n: of the value, by bytes, and by path. */
   for (size_t n = 4; n > 0; n--) {
      uint32_t any[] = { expected[3], expected[2], expected[1], expected[0] };
      ah_rank_first(AH_SORT_PEAK, &of, any, n);
      assert_int_equal(any[0], expected[4 - n]);
   }
}

/* Neither by how many sites are sorted, nor by the size of values, does the order
   change. */
static void in_order(void **state)
{
   (void)state;
   enum { N = 3000, FRAMES = 5, DEEPEST = 12 };
   static ah_site of[N];
   static uint32_t paths[N][DEEPEST], order[N];
   an_frame frames[FRAMES] = {
      { .text = "e", .function = "e" },
      { .text = "b", .function = "b" },
      { .text = "b", .function = "b" },
      { .text = "a", .function = "a", .line = 2 },
      { .text = "a", .function = "a", .line = 1 },
   };
   ah_profile p = { .sites = of, .n_sites = N, .frames = frames, .n_frames = FRAMES };
   uint32_t random = 1;
   for (uint32_t i = 0; i < N; i++) {
      for (size_t k = 0; k < DEEPEST; k++)
         paths[i][k] = (random = random * 1664525 + 1013904223) >> 16 & 3;
      random = random * 1664525 + 1013904223;
      of[i] = (ah_site){ .at_peak.bytes = (random >> 20 & 1) * INT64_MAX,
                         .total.bytes = (int64_t)(random >> 24 & 3) << (random >> 27),
                         .frames = paths[i],
                         .n_frames = random >> 16 & 7 };
      if (of[i].n_frames == 7)
         of[i].n_frames = DEEPEST;
      order[i] = N - 1 - i;
   }
   ah_rank_sort(AH_SORT_PEAK, an_alloc_malloc(), &p, order, N);
   for (size_t i = 1; i < N; i++) {
      const ah_site *x = &of[order[i - 1]], *y = &of[order[i]];
      assert_true(x->at_peak.bytes >= y->at_peak.bytes);
      if (x->at_peak.bytes > y->at_peak.bytes)
         continue;
      assert_true(x->total.bytes >= y->total.bytes);
      if (x->total.bytes == y->total.bytes)
         assert_true(ah_rank_paths(&p, order[i - 1], order[i]) < 0);
   }
}

static void thresholds(void **state)
{
   (void)state;
   uint32_t *ranked;
   size_t n;
   ah_site three[3] = { { .total = { 50, 1 } },
                        { .total = { 30, 1 } },
                        { .total = { 20, 1 } } };
   ah_profile of = { .sites = three, .n_sites = 3 };
   const struct {
      double threshold;
      size_t n;
   } cases[] = { { 0, 3 }, { 20, 3 }, { 20.01, 2 }, { 50, 1 }, { 50.1, 0 } };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      ah_rank(AH_SORT_TOTAL, an_alloc_malloc(), &of, cases[i].threshold, &ranked, &n);
      assert_int_equal(n, cases[i].n);
   }
   /* A share of 0 is nothing. */
   ah_rank(AH_SORT_PEAK, an_alloc_malloc(), &of, 1, &ranked, &n);
   assert_int_equal(n, 0);
}

static void totals(void **state)
{
   (void)state;
   ah_site two[2] = { { .lifetime = INT64_MAX }, { .lifetime = INT64_MAX } };
   ah_profile of = { .sites = two, .n_sites = 2 };
   assert_true(ah_sort_total(AH_SORT_LIFETIME, &of) == 2.0L * INT64_MAX);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_has_its_first), cmocka_unit_test(equal_ones),
      cmocka_unit_test(equal_amounts),      cmocka_unit_test(in_order),
      cmocka_unit_test(thresholds),         cmocka_unit_test(totals),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
