/* test_hp_snapshots.c -- when snapshots are taken, and of what.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "models/hp_heap_model.h"

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
   do_alloc(1, 1, H, 0x2000, 10, 1);    /* a 2000th */
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

/* ---- Their order ---- */

/* The times of all, the first one first, asked ones as "20a". */
static void check_times(const char *expected)
{
   char text[500] = "", rest[500];
   for (const hp_snapshot *s = heap.snapshots; s != NULL; s = s->next) {
      strcpy(rest, text);
      snprintf(text, sizeof text, "%d%s %.400s", (int)s->time, s->asked ? "a" : "", rest);
   }
   assert_string_equal(text, expected);
}

/* Nothing happens for long: one periodic snapshot stands for all of a time. */
static void test_order_of_times(void **state)
{
   (void)state;
   static const uint64_t asked[] = { 20, 33, 60 };
   begin();
   hp_snapshots_plan(&heap, 8, 10);
   hp_snapshots_ask(&heap, asked, 3);
   hp_snapshots_take(&heap, 9);
   check_times("");
   hp_snapshots_take(&heap, 57);
   check_times("10 20a 30 33a 50 ");
   assert_true(hp_snapshots_order(&heap, 75)); /* first those that are due */
   check_times("10 20a 30 33a 50 60a 70 75a ");
   hp_snapshots_restart(&heap, 79);
   check_times("");
   hp_snapshots_take(&heap, 85);
   check_times("80 ");
   end(85);
}

static void test_restart_at_an_asked_time(void **state)
{
   (void)state;
   static const uint64_t asked[] = { 20, 21 };
   begin();
   hp_snapshots_plan(&heap, 0, 10); /* none but these */
   hp_snapshots_ask(&heap, asked, 2);
   hp_snapshots_restart(&heap, 20);
   hp_snapshots_take(&heap, 1000);
   check_times("21a ");
   end(1000);
}

/* Every other one goes, whatever is between them. */
static void test_thins_periodic_alone(void **state)
{
   (void)state;
   static const uint64_t asked[] = { 15, 16, 25 };
   begin();
   hp_snapshots_plan(&heap, 4, 10);
   hp_snapshots_ask(&heap, asked, 3);
   for (uint64_t now = 1; now < 40; now++)
      hp_snapshots_take(&heap, now);
   check_times("10 15a 16a 20 25a 30 ");
   hp_snapshots_take(&heap, 40);
   check_times("15a 16a 20 25a 40 ");
   assert_int_equal(heap.n_periodic, 2);
   assert_int_equal(heap.next_periodic, 60);
   end(40);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_periodic_snapshots),
      cmocka_unit_test(test_asked_snapshots),
      cmocka_unit_test(test_rest_of_snapshot),
      cmocka_unit_test(test_ordered_snapshots),
      cmocka_unit_test(test_zero_of_snapshots),
      cmocka_unit_test(test_order_of_times),
      cmocka_unit_test(test_restart_at_an_asked_time),
      cmocka_unit_test(test_thins_periodic_alone),
   };
   return cmocka_run_group_tests_name("hp_snapshots", tests, NULL, NULL);
}
