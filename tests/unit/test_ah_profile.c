/* test_ah_profile.c -- the model of a heap profile: its memory, and what profiles are.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include <stdalign.h>

/* ---- Memory ---- */

static void gives_memory(void **state)
{
   (void)state;
   ah_profile *p = ah_profile_new(test_alloc());
   unsigned char *before = NULL;
   for (size_t n = 0; n < 100; n++) {
      unsigned char *block = ah_profile_get(p, n, 3);
      assert_non_null(block);
      assert_true(block != before);
      assert_int_equal((uintptr_t)block % alignof(max_align_t), 0);
      for (size_t i = 0; i < 3 * n; i++)
         assert_int_equal(block[i], 0);
      memset(block, 0xff, 3 * n);
      memset(ah_profile_room(p, n, 5), 0xff, 5 * n);
      before = block;
   }
}

static void copies(void **state)
{
   (void)state;
   ah_profile *p = ah_profile_new(an_alloc_malloc());
   const char text[] = "some bytes";
   char *copy = ah_profile_copy(p, text, sizeof text);
   char *other = ah_profile_copy(p, text, sizeof text);
   assert_string_equal(copy, text);
   assert_true(copy != text && copy != other);
   assert_non_null(ah_profile_copy(p, NULL, 0));
}

static void interns(void **state)
{
   (void)state;
   ah_profile *p = ah_profile_new(an_alloc_malloc());
   const char *main = ah_profile_intern(p, "mainly", 4);
   assert_string_equal(main, "main");
   assert_ptr_equal(ah_profile_intern(p, "main", 4), main);
   assert_true(ah_profile_intern(p, "mainly", 6) != main);
   assert_string_equal(ah_profile_intern(p, "", 0), "");
}

/* A site keeps the rare values that it has. */
static void makes_rare_values(void **state)
{
   (void)state;
   ah_profile *p = ah_profile_new(an_alloc_malloc());
   ah_site sites[2] = { { .rare = NULL } };
   assert_ptr_equal(ah_site_rare(&sites[0]), &ah_rare_none);
   ah_rare *rare = ah_profile_rare(p, &sites[0]);
   assert_memory_equal(rare, &ah_rare_none, sizeof *rare);
   rare->reads = 5;
   assert_ptr_equal(ah_profile_rare(p, &sites[0]), rare);
   assert_int_equal(ah_site_rare(&sites[0])->reads, 5);
   assert_int_equal(ah_profile_rare(p, &sites[1])->reads, 0);
}

/* ---- What a profile is ---- */

static void knows_its_process(void **state)
{
   (void)state;
   ah_profile p = {
      .pid = 5,
      .parent = 4,
      .command = "./a",
      .title = "t",
      .has_lifetimes = true,
      .state = { .how = AN_STATE_DUMPED },
      .fork = { .is_known = true, .time = 9 },
      .totals = { .total = { 70, 7 }, .peak = { 30, 3 } },
   };
   an_process process = ah_profile_process(&p);
   assert_int_equal(process.pid, 5);
   assert_int_equal(process.parent, 4);
   assert_string_equal(process.command, "./a");
   assert_string_equal(process.title, "t");
   assert_int_equal(process.state.how, AN_STATE_DUMPED);
   assert_true(process.is_forked && !process.inherits);
   assert_int_equal(process.forked, 9);
   assert_int_equal(process.value, 30);
   p.has_lifetimes = false;
   p.fork.inherits = true;
   process = ah_profile_process(&p);
   assert_int_equal(process.value, 70);
   assert_true(process.inherits);
}

static void knows_its_times(void **state)
{
   (void)state;
   ah_profile p = { .pid = 5,
                    .totals = { .end_time = 90 },
                    .counting = { .counted = 40 } };
   assert_int_equal(ah_profile_watched(&p), 90);
   p.counting.stopped = 1;
   assert_int_equal(ah_profile_watched(&p), 40);
   assert_true(ah_profile_has_peak_time(&p)); /* at time 0 */
   p.pid = 0;
   assert_false(ah_profile_has_peak_time(&p));
   p.totals.peak_time = 1; /* a sum of one */
   assert_true(ah_profile_has_peak_time(&p));
}

static void knows_fates(void **state)
{
   (void)state;
   for (int i = 0; i < 4; i++) {
      ah_profile p = { .is_heapprof = i % 2 == 1, .has_lifetimes = i >= 2 };
      assert_int_equal(ah_profile_has_fates(&p), i == 3);
   }
}

static void test_compatible(void **state)
{
   (void)state;
   ah_profile first = {
      .mode = "heap", .time_unit = "ms", .bytes_unit = "bytes", .blocks_unit = "blocks"
   };
   ah_profile other = first;
   an_error error = { .line = 1 };
   other.has_accesses = other.is_heapprof = true;
   assert_true(ah_profile_is_compatible(&first, &other, &error));
   other.blocks_unit = "events";
   assert_false(ah_profile_is_compatible(&first, &other, &error));
   assert_string_equal(error.message, "the unit of blocks is \"events\", not \"blocks\"");
   assert_int_equal(error.line, 0);
   other = first;
   other.has_lifetimes = true;
   assert_false(ah_profile_is_compatible(&first, &other, &error));
   assert_string_equal(error.message, "it has lifetimes and a peak");
   assert_false(ah_profile_is_compatible(&other, &first, &error));
   assert_string_equal(error.message, "it has no lifetimes and no peak");
}

static void compares_every_text(void **state)
{
   (void)state;
   const ah_profile first = {
      .mode = "heap", .time_unit = "ms", .bytes_unit = "bytes", .blocks_unit = "blocks"
   };
   static const struct {
      size_t offset;
      const char *message;
   } texts[] = {
      { offsetof(ah_profile, mode), "the mode is \"x\", not \"heap\"" },
      { offsetof(ah_profile, time_unit), "the unit of time is \"x\", not \"ms\"" },
      { offsetof(ah_profile, bytes_unit), "the unit of sizes is \"x\", not \"bytes\"" },
      { offsetof(ah_profile, blocks_unit),
        "the unit of blocks is \"x\", not \"blocks\"" },
   };
   for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
      ah_profile other = first;
      const char *x = "x";
      an_error error;
      memcpy((char *)&other + texts[i].offset, &x, sizeof x);
      assert_false(ah_profile_is_compatible(&first, &other, &error));
      assert_string_equal(error.message, texts[i].message);
   }
}

/* ---- Sums ---- */

static void adds_amounts(void **state)
{
   (void)state;
   ah_amount sum = { 1, INT64_MAX - 1 };
   assert_true(ah_amount_add(&sum, (ah_amount){ INT64_MAX - 1, 1 }));
   assert_amount(sum, INT64_MAX, INT64_MAX);
   assert_false(ah_amount_add(&sum, (ah_amount){ 1, 0 }));
   sum = (ah_amount){ 5, INT64_MAX };
   assert_false(ah_amount_add(&sum, (ah_amount){ 1, 1 }));
   assert_amount(sum, 5, INT64_MAX); /* unchanged */
}

static void caps_counts(void **state)
{
   (void)state;
   int64_t counts[] = { AH_ACC_MAX - 1, AH_ACC_MAX, AH_ACC_MAX + 1 };
   const ah_heat heat = { .unit_B = 1, .n = 3, .sum = counts };
   assert_int_equal(ah_heat_acc(&heat, 0), 65534);
   assert_int_equal(ah_heat_acc(&heat, 1), 65535);
   assert_int_equal(ah_heat_acc(&heat, 2), 65535);
}

/* Each key is another member. */
static void keys_differ(void **state)
{
   (void)state;
   ah_totals totals = { .zero_blocks = 0 };
   for (size_t i = 0; i < AH_TOTAL_KEYS; i++)
      *ah_total_of(&totals, &ah_total_keys[i]) = (int64_t)i + 1;
   for (size_t i = 0; i < AH_TOTAL_KEYS; i++)
      assert_int_equal(*ah_total_of(&totals, &ah_total_keys[i]), i + 1);
   assert_string_equal(ah_total_keys[4].name, "peak_time");
   assert_int_equal(totals.peak_time, 5);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(gives_memory),
      cmocka_unit_test(copies),
      cmocka_unit_test(interns),
      cmocka_unit_test(makes_rare_values),

      cmocka_unit_test(knows_its_process),
      cmocka_unit_test(knows_its_times),
      cmocka_unit_test(knows_fates),
      cmocka_unit_test(test_compatible),
      cmocka_unit_test(compares_every_text),
      cmocka_unit_test(adds_amounts),
      cmocka_unit_test(caps_counts),
      cmocka_unit_test(keys_differ),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
