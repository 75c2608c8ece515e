/* test_hp_accesses.c -- accesses through slots, whose ranges save most looks, against a
   model that looks at every byte.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models/hp_accesses_model.h"

static void run(uint64_t seed, bool with_inner)
{
   begin(unit_random_from(seed));
   for (int step = 0; step < 20000; step++) {
      random_step(with_inner);
      if (step % 1000 == 0)
         compare();
   }
   compare();
   end();
}

static void test_random(void **state)
{
   (void)state;
   for (uint32_t i = 1; i <= 12; i++)
      run(i, false);
}

static void test_random_with_inner_blocks(void **state)
{
   (void)state;
   for (uint32_t i = 1; i <= 12; i++)
      run(100 + i, true);
}

/* Begins with a place that makes one reference. */
static hp_slot *begin_with(uint64_t seed, hp_ref ref)
{
   begin(unit_random_from(seed));
   hp_slot *slot = places[0].slot;
   slot->n_refs = 1;
   slot->refs[0] = ref;
   return slot;
}

/* Passes of the place, as translated code makes them. */
static void access_passes(hp_slot *slot, uintptr_t base, int n)
{
   for (int i = 0; i < n; i++) {
      if (base - slot->low >= slot->length) {
         n_looks++;
         hp_accesses_miss(&accesses, slot, base);
      }
      places[0].passes++;
   }
}

/* The purpose of slots: most passes need no look. */
static void test_ranges_spare_looks(void **state)
{
   (void)state;
   hp_slot *slot = begin_with(5, (hp_ref){ .offset = 0, .size_B = 8, .is_write = true });
   hp_heap_alloc(&heap, 4, 1, TK_LAYER_HEAP, START, 4096, 0);
   for (int round = 0; round < 100; round++)
      for (uint64_t i = 0; i < 512; i++)
         access_passes(slot, START + 8 * i, 1);
   hp_accesses_flush(&accesses, slot);
   assert_int_equal(hp_heap_site(&heap, 4)->use->writes_B, 100 * 4096);
   assert_in_range(n_looks, 1, 1100);

   /* Memory without blocks; one that begins there is seen. */
   n_looks = 0;
   for (uint64_t i = 0; i < 1000; i++)
      if (START + 0x10000 + i - slot->low >= slot->length) {
         n_looks++;
         hp_accesses_miss(&accesses, slot, START + 0x10000 + i);
      }
   assert_int_equal(n_looks, 1);
   hp_heap_alloc(&heap, 0, 1, TK_LAYER_HEAP, START + 0x10010, 24, 0);
   assert_true(START + 0x10010 - slot->low >= slot->length);
   end();
}

/* A base that goes between two blocks too soon asks for ever longer streaks, until a
   range has been of use. */
static void test_patience(void **state)
{
   (void)state;
   hp_slot *slot = begin_with(9, (hp_ref){ .offset = 0, .size_B = 8, .is_write = false });
   hp_heap_alloc(&heap, 4, 1, TK_LAYER_HEAP, START, 4096, 0);
   hp_heap_alloc(&heap, 4, 1, TK_LAYER_HEAP, START + 8192, 4096, 0);
   for (uintptr_t i = 0; i < 8; i++)
      access_passes(slot, START + 8192 * (i % 2), 3);
   assert_true(slot->patience > 0);
   access_passes(slot, START, 100);
   assert_true(slot->length > 0);
   access_passes(slot, START + 8192, 1);
   assert_int_equal(slot->patience, 0);
   end();
}

/* One address of a block with a histogram, over and over: two looks, all counted. */
static void test_heat_by_passes(void **state)
{
   (void)state;
   hp_slot *slot = begin_with(6, (hp_ref){ .offset = 8, .size_B = 8, .is_write = false });
   hp_heap_alloc(&heap, 0, 1, TK_LAYER_HEAP, START, 24, 0);
   access_passes(slot, START, 100000);
   assert_int_equal(n_looks, 2);
   assert_true(hp_heap_free(&heap, TK_LAYER_HEAP, START, 0));
   const hp_use *use = hp_heap_site(&heap, 0)->use;
   assert_int_equal(use->reads_B, 800000);
   assert_int_equal(use->histogram[8], 100000);
   assert_int_equal(use->histogram[16], (uint64_t)-100000);
   assert_int_equal(use->unread.bytes, 16);
   end();
}

/* Larger blocks have a histogram from when it is asked for. */
static void test_heat_by_request(void **state)
{
   (void)state;
   hp_slot *slot = begin_with(8, (hp_ref){ .offset = 0, .size_B = 4, .is_write = false });
   assert_false(hp_accesses_want_histogram(&accesses, START));
   hp_heap_alloc(&heap, 1, 1, TK_LAYER_HEAP, START, 3000, 0);
   for (int i = 0; i < 10; i++) {
      if (i == 5)
         assert_true(hp_accesses_want_histogram(&accesses, START + 7));
      access_passes(slot, START + 2000, 1);
   }
   hp_accesses_flush(&accesses, slot);
   const hp_use *use = hp_heap_site(&heap, 1)->use;
   assert_int_equal(use->reads_B, 40);
   assert_int_equal(use->histogram[2000], 5);
   /* Not with many sizes, nor for an ignored site. */
   hp_heap_alloc(&heap, 4, 1, TK_LAYER_HEAP, START + 8192, 300, 0);
   hp_heap_alloc(&heap, 4, 1, TK_LAYER_HEAP, START + 9000, 301, 0);
   assert_false(hp_accesses_want_histogram(&accesses, START + 8192));
   hp_heap_alloc(&heap, HP_SITE_IGNORED, 1, TK_LAYER_HEAP, START + 16384, 301, 0);
   assert_false(hp_accesses_want_histogram(&accesses, START + 16384));
   end();
}

/* Zeroing also resets live blocks. */
static void test_zero(void **state)
{
   (void)state;
   begin(unit_random_from(9));
   hp_heap_alloc(&heap, 0, 1, TK_LAYER_HEAP, START, 24, 0);
   hp_heap_alloc(&heap, 4, 1, TK_LAYER_HEAP, START + 4096, 90, 0);
   for (int round = 0; round < 2; round++) {
      hp_accesses_note(&accesses, START, 8, false);
      hp_accesses_note(&accesses, START + 4096, 10, true);
      hp_use uses[N_SITES] = { { .histogram = NULL } };
      hp_accesses_add_live(&accesses, uses);
      assert_int_equal(uses[0].unread.bytes, 16);
      assert_int_equal(uses[4].unwritten.bytes, 90 - 16);
      assert_int_equal(hp_heap_site(&heap, 0)->use->reads_B, 8);
      assert_int_equal(hp_heap_site(&heap, 0)->use->histogram[0], 1);
      for (int i = 0; i < N_PLACES; i++)
         hp_accesses_close(&accesses, places[i].slot);
      hp_accesses_zero(&accesses);
      assert_int_equal(hp_heap_site(&heap, 0)->use->reads_B, 0);
      assert_false(hp_accesses_has_histogram(hp_heap_site(&heap, 0)));
   }
   end();
}

/* What a block's accesses were before a zero, or while counting was stopped, is not
   known: it is left out of what was never accessed. */
static void test_partly_watched(void **state)
{
   (void)state;
   for (int is_stop = 0; is_stop < 2; is_stop++) {
      begin(unit_random_from(10));
      hp_heap_alloc(&heap, 0, 1, TK_LAYER_HEAP, START, 24, 4);
      hp_heap_alloc(&heap, 0, 1, TK_LAYER_HEAP, START + 64, 24, 5);
      for (int i = 0; i < N_PLACES; i++)
         hp_accesses_close(&accesses, places[i].slot);
      if (is_stop)
         hp_heap_stop(&heap, 5);
      else
         hp_heap_zero(&heap, 5);
      hp_heap_alloc(&heap, 0, 1, TK_LAYER_HEAP, START + 128, 24, 6);
      hp_accesses_note(&accesses, START + 64, 8, true);
      hp_accesses_note(&accesses, START + 128, 8, true);
      assert_true(hp_heap_free(&heap, TK_LAYER_HEAP, START, 7));
      hp_use uses[N_SITES] = { *hp_heap_site(&heap, 0)->use };
      assert_int_equal(uses[0].partly.blocks, 1);
      hp_accesses_add_live(&accesses, uses);
      assert_int_equal(uses[0].partly.blocks, 2);
      assert_int_equal(uses[0].partly.bytes, 48);
      assert_int_equal(uses[0].unread.bytes, 24);
      assert_int_equal(uses[0].unread.blocks, 1);
      assert_int_equal(uses[0].untouched.bytes, 16);
      assert_int_equal(uses[0].untouched.blocks, 0);
      assert_int_equal(uses[0].writes_B, 16); /* what was seen counts */
      end();
   }
}

/* Accesses to inherited blocks count at their sites; what else they were used for is not
   known. */
static void test_inherit(void **state)
{
   (void)state;
   begin(unit_random_from(9));
   hp_heap_alloc(&heap, 0, 1, TK_LAYER_HEAP, START, 24, 0);
   hp_heap_alloc(&heap, 0, 1, TK_LAYER_HEAP, START + 4096, 24, 0);
   for (int i = 0; i < N_PLACES; i++)
      hp_accesses_close(&accesses, places[i].slot);
   hp_heap_inherit(&heap, 1);
   hp_use uses[N_SITES] = { { .histogram = NULL } };
   hp_accesses_note(&accesses, START, 8, false);
   hp_accesses_add_live(&accesses, uses);
   assert_int_equal(uses[0].unread.bytes, 0);
   const hp_site *site = hp_heap_site(&heap, 0);
   assert_int_equal(site->use->reads_B, 8);
   assert_false(hp_accesses_has_histogram(site));
   /* A block of the child's, whose site could have a histogram; it has only one size. */
   hp_heap_alloc(&heap, 0, 1, TK_LAYER_HEAP, START + 8192, 16, 2);
   hp_accesses_note(&accesses, START + 16, 8, true); /* beyond 16 bytes */
   assert_false(hp_accesses_has_histogram(site));
   hp_accesses_add_live(&accesses, uses);
   assert_int_equal(uses[0].unread.bytes, 16);
   /* Reallocated: its old bytes count as touched, the new ones do not. */
   uint32_t index = hp_heap_realloc_begin(&heap, TK_LAYER_HEAP, START + 4096);
   hp_heap_realloc_end(&heap, index, 1, START + 4096, 40, 3);
   hp_accesses_add_live(&accesses, uses);
   assert_int_equal(uses[0].untouched.bytes, 16 + 16 + 16); /* summed twice */
   assert_true(hp_heap_free(&heap, TK_LAYER_HEAP, START, 4));
   assert_int_equal(site->use->untouched.bytes, 0);
   end();
}

/* Epochs begin at 9/8 of the time; the old one is the last from the first half. */
static void test_epochs(void **state)
{
   (void)state;
   begin(unit_random_from(11));
   assert_false(hp_accesses_epoch_is_due(&accesses, 0));
   assert_int_equal(hp_accesses_old_epoch(&accesses, 1000), 0);
   static const struct {
      uint64_t time;
      bool is_due;
      uint8_t old;
   } steps[] = { { 10, true, 0 },  { 11, false, 0 }, { 12, true, 0 },
                 { 13, false, 0 }, { 24, true, 2 },  { 27, false, 2 },
                 { 28, true, 2 },  { 55, true, 3 },  { 56, false, 4 } };
   for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
      assert_int_equal(hp_accesses_old_epoch(&accesses, steps[i].time), steps[i].old);
      bool is_due = hp_accesses_epoch_is_due(&accesses, steps[i].time);
      if (i + 1 < sizeof steps / sizeof steps[0])
         assert_int_equal(is_due, steps[i].is_due);
      if (is_due)
         hp_accesses_begin_epoch(&accesses, steps[i].time);
   }
   end();
}

/* A block that was not watched for its whole life may have been read unseen. */
static void test_idle_is_watched(void **state)
{
   (void)state;
   begin(unit_random_from(12));
   hp_heap_alloc(&heap, 0, 1, TK_LAYER_HEAP, START, 24, 4);
   for (int i = 0; i < N_PLACES; i++)
      hp_accesses_close(&accesses, places[i].slot);
   hp_accesses_begin_epoch(&accesses, 5);
   assert_true(hp_accesses_is_idle(&accesses, 1, 1));
   hp_heap_stop(&heap, 6);
   assert_false(hp_accesses_is_idle(&accesses, 1, 1));
   hp_heap_zero(&heap, 7);
   assert_int_equal(accesses.epoch, 0);
   end();
}

/* By how much freeing after the last read lowers the peak of 1,600 bytes: as if the heap
   had been as large as its part of 101 bytes allows. */
static void test_idle_saves(void **state)
{
   (void)state;
   hp_idle idle = { .old_B = 0 };
   assert_int_equal(hp_idle_saves(&idle, 1600), 0);
   idle.at_B[15] = 800; /* the heap was that large, anyway */
   assert_int_equal(hp_idle_saves(&idle, 1600), 0);
   idle.at_B[15] = 0;
   idle.at_B[7] = 500;
   assert_int_equal(hp_idle_saves(&idle, 1600), 500);
   idle.at_B[7] = 1000; /* it was 808 then */
   assert_int_equal(hp_idle_saves(&idle, 1600), 792);
   idle.at_B[7] = 400;
   idle.at_B[11] = 600; /* 1,212 without the 400 */
   assert_int_equal(hp_idle_saves(&idle, 1600), 1600 - 812);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_random_with_inner_blocks),
      cmocka_unit_test(test_ranges_spare_looks),
      cmocka_unit_test(test_patience),
      cmocka_unit_test(test_heat_by_passes),
      cmocka_unit_test(test_heat_by_request),
      cmocka_unit_test(test_zero),
      cmocka_unit_test(test_partly_watched),
      cmocka_unit_test(test_epochs),
      cmocka_unit_test(test_idle_is_watched),
      cmocka_unit_test(test_idle_saves),
      cmocka_unit_test(test_inherit),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
