/* test_hp_merge.c -- heap profiles added up, and written.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_hp_whole.h"

#include "hp_like.h"
#include "hp_merge_site.h"
#include "hp_merge_sum.h"
#include "hp_write.h"

/* ---- Sites ---- */

static hp_thread_share share(uint32_t thread, int64_t bytes, int64_t blocks)
{
   return (hp_thread_share){ thread, { bytes, blocks } };
}

static void test_threads(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   hp_profile *owner = hp_profile_new(&alloc);
   hp_thread_share two[] = { share(2, 10, 1), share(7, 30, 3) };
   hp_thread_share three[] = { share(1, 1, 1), share(2, 2, 2),
                               share(9, 3, 3) };
   hp_site to = { .n_frames = 0 };
   hp_site first = { .total = { 5, 1 } };
   hp_site second = { .total = { 40, 4 }, .threads = two, .n_threads = 2 };
   hp_site third = { .total = { 6, 6 }, .threads = three, .n_threads = 3 };
   assert_int_equal(hp_site_add(&to, &first, owner), AN_OK);
   assert_null(to.threads); /* all by thread 1 */
   assert_int_equal(hp_site_add(&to, &second, owner), AN_OK);
   assert_int_equal(to.n_threads, 3);
   assert_int_equal(hp_site_add(&to, &third, owner), AN_OK);
   assert_int_equal(hp_site_add(&to, &first, owner), AN_OK);
   hp_thread_share all[] = { share(1, 11, 3), share(2, 12, 3),
                             share(7, 30, 3), share(9, 3, 3) };
   assert_int_equal(to.n_threads, 4);
   for (size_t i = 0; i < 4; i++) {
      assert_int_equal(to.threads[i].thread, all[i].thread);
      assert_int_equal(to.threads[i].total.bytes, all[i].total.bytes);
      assert_int_equal(to.threads[i].total.blocks, all[i].total.blocks);
   }
   hp_profile_free(owner);
   assert_int_equal(heap.n_live, 0);
}

/* A site that has allocated nothing has no sizes, one that freed nothing no
   lifetimes. */
static void test_ranges(void **state)
{
   (void)state;
   hp_site to = { .n_frames = 0 };
   hp_site none = { .failed = { INT64_MAX, 1 } };
   hp_site some = { .total = { 30, 2 }, .min_size = 10, .max_size = 20 };
   hp_site freed = { .total = { 9, 3 }, .min_size = 3, .max_size = 3,
                     .freed_blocks = 3, .shortest = 7, .longest = 8 };
   const hp_site *all[] = { &none, &some, &none, &freed, &some };
   for (size_t i = 0; i < 5; i++)
      assert_int_equal(hp_site_add(&to, all[i], NULL), AN_OK);
   assert_int_equal(to.min_size, 3);
   assert_int_equal(to.max_size, 20);
   assert_int_equal(to.shortest, 7);
   assert_int_equal(to.longest, 8);
   assert_int_equal(to.failed.bytes, INT64_MAX);
   assert_int_equal(to.failed.blocks, 2);
}

/* Each value by itself. */
static void test_overflow(void **state)
{
   (void)state;
   static const size_t offsets[] = {
      offsetof(hp_site, total.bytes), offsetof(hp_site, total.blocks),
      offsetof(hp_site, at_peak.bytes), offsetof(hp_site, at_end.blocks),
      offsetof(hp_site, max.bytes), offsetof(hp_site, temporary.bytes),
      offsetof(hp_site, failed.blocks), offsetof(hp_site, reallocs),
      offsetof(hp_site, lifetime), offsetof(hp_site, freed_blocks),
      offsetof(hp_site, freed_lifetime), offsetof(hp_site, reads),
      offsetof(hp_site, writes),
   };
   for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
      hp_site to = { .n_frames = 0 }, from = { .n_frames = 0 };
      *(int64_t *)((char *)&from + offsets[i]) = INT64_MAX / 2 + 1;
      assert_int_equal(hp_site_add(&to, &from, NULL), AN_OK);
      assert_int_equal(hp_site_add(&to, &from, NULL), AN_OVERFLOW);
   }
}

/* ---- Kinds ---- */

static void test_like(void **state)
{
   (void)state;
   hp_profile first = { .mode = "heap", .time_unit = "ms",
                        .bytes_unit = "bytes", .blocks_unit = "blocks" };
   hp_profile other = first;
   an_error error = { .line = 1 };
   other.has_accesses = other.is_heapprof = true;
   assert_true(hp_is_like(&first, &other, &error));
   other.blocks_unit = "events";
   assert_false(hp_is_like(&first, &other, &error));
   assert_string_equal(error.message,
                       "the unit of blocks is \"events\", not \"blocks\"");
   assert_int_equal(error.line, 0);
   other = first;
   other.has_lifetimes = true;
   assert_false(hp_is_like(&first, &other, &error));
   assert_string_equal(error.message, "it has lifetimes and a peak");
   assert_false(hp_is_like(&other, &first, &error));
   assert_string_equal(error.message, "it has no lifetimes and no peak");
}

/* ---- Sums ---- */

/* Adds the profile twice and writes the sum: what it wrote, on the heap, or
   NULL if memory ran out. */
static char *sum_of(const hp_profile *profile, const tk_alloc *alloc)
{
   static const hp_write_options own = { .own = true, .n_merged = 2 };
   char *text;
   size_t size_B;
   FILE *out = open_memstream(&text, &size_B);
   hp_sum *sum = hp_sum_new(alloc);
   an_status status = sum == NULL ? AN_NO_MEMORY : AN_OK;
   for (int i = 0; i < 2 && status == AN_OK; i++) {
      assert_true((hp_sum_kind(sum) == NULL) == (i == 0));
      status = hp_sum_add(sum, profile);
   }
   const hp_profile *all = status == AN_OK ? hp_sum_finish(sum) : NULL;
   if (all == NULL || hp_write(all, alloc, &own, out) != AN_OK)
      status = AN_NO_MEMORY;
   hp_sum_free(sum);
   fclose(out);
   if (status == AN_OK)
      return text;
   assert_int_equal(status, AN_NO_MEMORY);
   free(text);
   return NULL;
}

static void test_no_memory(void **state)
{
   (void)state;
   test_heap heap = { 0 }, good = { 0 };
   tk_alloc alloc = test_alloc(&heap), profile_alloc = test_alloc(&good);
   hp_profile *profile = test_hp_text(&profile_alloc, test_hp_heapprof);
   char *text = NULL;
   for (heap.fail_at = 1; text == NULL; heap.fail_at++) {
      heap.n_calls = 0;
      text = sum_of(profile, &alloc);
      assert_int_equal(heap.n_live, 0);
   }
   assert_true(heap.fail_at > 20);
   hp_profile *again = test_hp_text(&profile_alloc, text);
   assert_int_equal(again->n_sites, 2);
   assert_int_equal(again->totals.peak.bytes, 22);
   assert_int_equal(again->totals.peak_time, 0);
   assert_int_equal(again->sites[0].size_classes[3], 4);
   assert_string_equal(again->frames[again->sites[0].frames[0]].file,
                       "/src/a.c");
   hp_profile_free(again);
   hp_profile_free(profile);
   free(text);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_overflow),
      cmocka_unit_test(test_like),
      cmocka_unit_test(test_no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
