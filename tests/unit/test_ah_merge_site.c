/* test_ah_merge_site.c -- adding up allocation sites.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "base/an_overflow.h"

#include "heap/ah_merge_parts.h"

/* ---- Values ---- */

static ah_thread_share share(uint32_t thread, int64_t bytes, int64_t blocks)
{
   return (ah_thread_share){ thread, { bytes, blocks } };
}

static void test_threads(void **state)
{
   (void)state;
   ah_profile *owner = ah_profile_new(test_alloc());
   ah_thread_share two[] = { share(2, 10, 1), share(7, 30, 3) };
   ah_thread_share three[] = { share(1, 1, 1), share(2, 2, 2), share(9, 3, 3) };
   ah_site to = { .n_frames = 0 };
   ah_site first = { .total = { 5, 1 }, .is_cut = true };
   ah_site second = { .total = { 40, 4 }, RARE(.threads = two, .n_threads = 2) };
   ah_site third = { .total = { 6, 6 }, RARE(.threads = three, .n_threads = 3) };
   ah_site_add(&to, &first, owner);
   assert_null(to.rare); /* all by thread 1 */
   assert_true(to.is_cut);
   ah_site_add(&to, &second, owner);
   assert_true(to.is_cut);
   assert_int_equal(to.rare->n_threads, 3);
   ah_site_add(&to, &third, owner);
   /* In place: memory does not grow with the number of profiles. */
   const ah_thread_share *threads = to.rare->threads;
   ah_site_add(&to, &first, owner);
   assert_ptr_equal(to.rare->threads, threads);
   ah_thread_share all[] = { share(1, 11, 3), share(2, 12, 3), share(7, 30, 3),
                             share(9, 3, 3) };
   assert_int_equal(to.rare->n_threads, 4);
   for (size_t i = 0; i < 4; i++) {
      assert_int_equal(to.rare->threads[i].thread, all[i].thread);
      assert_int_equal(to.rare->threads[i].total.bytes, all[i].total.bytes);
      assert_int_equal(to.rare->threads[i].total.blocks, all[i].total.blocks);
   }
}

/* A site without blocks has no sizes, one without freed blocks no lifetimes. */
static void test_ranges(void **state)
{
   (void)state;
   ah_profile *owner = ah_profile_new(test_alloc());
   ah_site to = { .n_frames = 0 };
   ah_site none = { RARE(.failed = { INT64_MAX, 1 }) };
   ah_site some = { .total = { 30, 2 }, .min_size = 10, .max_size = 20 };
   ah_site freed = { .total = { 9, 3 },
                     .min_size = 3,
                     .max_size = 3,
                     .freed_blocks = 3,
                     .shortest = 7,
                     .longest = 8 };
   const ah_site *all[] = { &none, &some, &none, &freed, &some };
   for (size_t i = 0; i < 5; i++)
      ah_site_add(&to, all[i], owner);
   assert_int_equal(to.min_size, 3);
   assert_int_equal(to.max_size, 20);
   assert_int_equal(to.shortest, 7);
   assert_int_equal(to.longest, 8);
   assert_int_equal(to.rare->failed.bytes, INT64_MAX);
   assert_int_equal(to.rare->failed.blocks, 2);
}

/* Classes of both, each once and ascending; `from` keeps its own. */
static void test_size_classes(void **state)
{
   (void)state;
   ah_profile *owner = ah_profile_new(test_alloc());
   ah_class first[] = { { 4, 3 }, { 1, 64 } };
   ah_class second[] = { { 2, 0 }, { 5, 3 }, { 7, 9 } };
   ah_site of_first = { .sizes.of = first, .sizes.n = 2 };
   ah_site of_second = { .sizes.of = second, .sizes.n = 3 };
   ah_site none = { .n_frames = 0 }, to = { .n_frames = 0 };
   static const ah_class expected[] = { { 2, 0 }, { 13, 3 }, { 7, 9 }, { 2, 64 } };
   const ah_site *all[] = { &none, &of_first, &of_second, &of_first, &none };
   for (size_t i = 0; i < 5; i++)
      ah_site_add(&to, all[i], owner);
   assert_int_equal(to.sizes.n, 4);
   for (size_t i = 0; i < 4; i++) {
      assert_int_equal(to.sizes.of[i].number, expected[i].number);
      assert_int_equal(to.sizes.of[i].blocks, expected[i].blocks);
   }
   const ah_class *classes = to.sizes.of;
   ah_site_add(&to, &of_second, owner);
   assert_ptr_equal(to.sizes.of, classes);
   assert_int_equal(first[0].blocks, 4);
   first[1].blocks = INT64_MAX;
   ah_site_add(&to, &of_first, owner);
   assert_true(an_overflow_take());
}

/* Each value by itself. */
static void check_overflow(const ah_site *from)
{
   ah_rare rare = { .reads = 0 };
   ah_site to = { .rare = &rare };
   ah_site_add(&to, from, NULL);
   ah_site_add(&to, from, NULL);
   assert_true(an_overflow_take());
}

static void test_overflow(void **state)
{
   (void)state;
   static const size_t of_site[] = {
      offsetof(ah_site, total.bytes),    offsetof(ah_site, total.blocks),
      offsetof(ah_site, at_peak.bytes),  offsetof(ah_site, at_end.blocks),
      offsetof(ah_site, max.bytes),      offsetof(ah_site, temporary.bytes),
      offsetof(ah_site, lifetime),       offsetof(ah_site, freed_blocks),
      offsetof(ah_site, freed_lifetime),
   };
   static const size_t of_rare[] = {
      offsetof(ah_rare, failed.blocks),
      offsetof(ah_rare, reallocs),
      offsetof(ah_rare, reads),
      offsetof(ah_rare, writes),
      offsetof(ah_rare, never_read.bytes),
      offsetof(ah_rare, never_written.blocks),
      offsetof(ah_rare, never_touched.bytes),
      offsetof(ah_rare, partly.blocks),
      offsetof(ah_rare, old.bytes),
      offsetof(ah_rare, old_freed),
      offsetof(ah_rare, old_lifetime),
      offsetof(ah_rare, moved.bytes),
   };
   const int64_t half = INT64_MAX / 2 + 1;
   for (size_t i = 0; i < sizeof of_site / sizeof of_site[0]; i++) {
      ah_site from = { .n_frames = 0 };
      memcpy((char *)&from + of_site[i], &half, sizeof half);
      check_overflow(&from);
   }
   for (size_t i = 0; i < sizeof of_rare / sizeof of_rare[0]; i++) {
      ah_rare rare = { .reads = 0 };
      memcpy((char *)&rare + of_rare[i], &half, sizeof half);
      check_overflow(&(ah_site){ .rare = &rare });
   }
}

/* Without lists; refused bytes stop at the largest number. */
static void test_amounts(void **state)
{
   (void)state;
   ah_thread_share two[] = { share(2, 10, 1) };
   ah_rare sums = { .failed = { INT64_MAX - 1, 1 } };
   ah_site to = { .total = { 1, 1 }, .rare = &sums, .min_size = 1, .max_size = 1 };
   ah_site from = { .total = { 10, 2 },
                    .min_size = 4,
                    .max_size = 6,
                    .is_cut = true,
                    RARE(.failed = { 1, 1 }, .old_freed = 3, .threads = two,
                         .n_threads = 1) };
   assert_true(ah_site_add_amounts(&to, &from));
   assert_amount(to.total, 11, 3);
   assert_int_equal(to.min_size, 1);
   assert_int_equal(to.max_size, 6);
   assert_true(to.is_cut);
   assert_amount(sums.failed, INT64_MAX, 2);
   assert_int_equal(sums.old_freed, 3);
   assert_null(sums.threads);
   assert_true(ah_site_add_amounts(&to, &from));
   assert_amount(sums.failed, INT64_MAX, 3);
}

/* ---- Heat ---- */

static int64_t counts[] = { 1, 2, 3, 4 }, zeros[] = { 0, 0, 0, 0 };
static const ah_heat apart = { 8, 4, counts, zeros, counts };
static const ah_heat summed = { 8, 4, NULL, NULL, counts };
static const ah_heat other_unit = { 16, 4, counts, zeros, counts };
static const ah_heat other_n = { 8, 3, counts, zeros, counts };

static const ah_site cases[] = {
   { .total = { 32, 1 },
     .min_size = 32,
     .max_size = 32,
     RARE(.reads = 10, .heat = &apart) },
   { .total = { 32, 1 },
     .min_size = 32,
     .max_size = 32,
     RARE(.reads = 10, .heat = &summed) },
   { .total = { 64, 1 },
     .min_size = 64,
     .max_size = 64,
     RARE(.reads = 10, .heat = &other_unit) },
   { .total = { 24, 1 },
     .min_size = 24,
     .max_size = 24,
     RARE(.reads = 10, .heat = &other_n) },
   { .total = { 32, 1 }, .min_size = 32, .max_size = 32 },
   { .total = { 33, 1 }, .min_size = 33, .max_size = 33 },
   { .total = { 32, 1 }, .min_size = 32, .max_size = 32, RARE(.writes = 1) },
   { RARE(.failed = { 32, 1 }) },
};

/* Adds sites by number, the digits of `order`.  All but the last have one
   block. */
static ah_site sum_sites(const char *order, ah_profile *owner)
{
   ah_site to = { .n_frames = 0 };
   for (; *order != '\0'; order++)
      ah_site_add(&to, &cases[*order - '0'], owner);
   return to;
}

/* Expects the counts times n in the sum, and in reads; 0: no heat. */
static void check_heat(const char *order, int64_t in_sum, int64_t in_reads)
{
   ah_profile *owner = ah_profile_new(test_alloc());
   ah_site sum = sum_sites(order, owner);
   const ah_heat *heat = ah_site_rare(&sum)->heat;
   assert_int_equal(heat != NULL, in_sum > 0);
   assert_int_equal(heat != NULL && heat->reads != NULL, in_reads > 0);
   for (size_t i = 0; heat != NULL && i < 4; i++) {
      assert_int_equal(heat->sum[i], in_sum * counts[i]);
      if (heat->reads != NULL)
         assert_int_equal(heat->reads[i], in_reads * counts[i]);
   }
   assert_int_equal(counts[0], 1); /* the added site is unchanged */
}

static void test_heat(void **state)
{
   (void)state;
   check_heat("0", 1, 1);
   check_heat("000", 3, 3);
   check_heat("11", 2, 0);
   /* In either order: with only a sum, with another unit or length. */
   check_heat("001", 3, 0);
   check_heat("100", 3, 0);
   check_heat("02", 0, 0);
   check_heat("20", 0, 0);
   check_heat("030", 0, 0);
   check_heat("300", 0, 0);
   /* No accesses to blocks of the same size, or of another; accesses at unknown
      offsets; no blocks. */
   check_heat("040", 2, 2);
   check_heat("400", 2, 2);
   check_heat("050", 0, 0);
   check_heat("500", 0, 0);
   check_heat("450", 0, 0);
   check_heat("060", 0, 0);
   check_heat("600", 0, 0);
   check_heat("070", 2, 2);
   check_heat("7007", 2, 2);
}

/* A block of a byte without accesses has a count of 0; an empty one has no byte. */
static void test_small_heat(void **state)
{
   (void)state;
   int64_t one[] = { 5 };
   const ah_heat heat = { 1, 1, one, one, one }, coarse = { 8, 1, one, one, one };
   const ah_site hot = {
      .total = { 1, 1 }, .min_size = 1, .max_size = 1, RARE(.reads = 5, .heat = &heat)
   };
   const ah_site of_8 = {
      .total = { 8, 1 }, .min_size = 8, .max_size = 8, RARE(.reads = 5, .heat = &coarse)
   };
   const ah_site cold = { .total = { 1, 1 }, .min_size = 1, .max_size = 1 };
   const ah_site empty = { .total = { 1, 1 } };
   const struct {
      const ah_site *hot, *cold;
      bool is_kept;
   } pairs[] = { { &hot, &cold, true },
                 { &hot, &empty, false },
                 { &of_8, &empty, false } };
   ah_profile *owner = ah_profile_new(an_alloc_malloc());
   for (size_t i = 0; i < 3; i++) {
      ah_site to = { .n_frames = 0 };
      ah_site_add(&to, pairs[i].hot, owner);
      ah_site_add(&to, pairs[i].cold, owner);
      assert_int_equal(to.rare->heat != NULL, pairs[i].is_kept);
   }
}

static void test_heat_overflow(void **state)
{
   (void)state;
   ah_profile *owner = ah_profile_new(test_alloc());
   int64_t large[] = { INT64_MAX / 2 + 1 };
   ah_heat hot = { 1, 1, large, zeros, large };
   ah_site to = { .n_frames = 0 }, from = { .total = { 1, 1 }, RARE(.heat = &hot) };
   ah_site_add(&to, &from, owner);
   ah_site_add(&to, &from, owner);
   assert_true(an_overflow_take());
}

/* ---- Memory ---- */

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_threads),      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_size_classes), cmocka_unit_test(test_overflow),
      cmocka_unit_test(test_amounts),      cmocka_unit_test(test_heat),
      cmocka_unit_test(test_small_heat),   cmocka_unit_test(test_heat_overflow),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
