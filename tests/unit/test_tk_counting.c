/* test_tk_counting.c -- begins, stops, starts and zeros in all orders that differ; sums.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/tk_counting.h"

/* ---- A run ---- */

static void whole(void **state)
{
   (void)state;
   tk_counting c;
   tk_counting_begin(&c, true);
   assert_false(tk_counting_set(&c, true, 5));
   c = tk_counting_now(&c, 100);
   assert_true(tk_counting_is_whole(&c));
   assert_int_equal(c.counted, 100);
}

static void late(void **state)
{
   (void)state;
   tk_counting c;
   tk_counting_begin(&c, false);
   tk_counting_zero(&c, 10); /* forgets nothing */
   assert_false(tk_counting_set(&c, false, 11));
   tk_counting never = tk_counting_now(&c, 20);
   assert_false(tk_counting_is_whole(&never));
   assert_int_equal(never.late, 1);
   assert_int_equal(never.off, 1);
   assert_int_equal(never.restarted, 0);
   assert_int_equal(never.counted, 0);
   assert_true(tk_counting_set(&c, true, 30));
   c = tk_counting_now(&c, 100);
   assert_int_equal(c.began, 30);
   assert_int_equal(c.counted, 70);
   assert_int_equal(c.off, 0);
   assert_int_equal(c.stopped, 0);
}

static void stops(void **state)
{
   (void)state;
   tk_counting c;
   tk_counting_begin(&c, true);
   assert_true(tk_counting_set(&c, false, 10));
   tk_counting off = tk_counting_now(&c, 15);
   assert_int_equal(off.off, 1);
   assert_int_equal(off.counted, 10);
   assert_true(tk_counting_set(&c, true, 20));
   assert_true(tk_counting_set(&c, false, 50));
   assert_true(tk_counting_set(&c, true, 55));
   c = tk_counting_now(&c, 100);
   assert_int_equal(c.stopped, 1);
   assert_int_equal(c.stops, 2);
   assert_int_equal(c.first_stop, 10);
   assert_int_equal(c.last_start, 55);
   assert_int_equal(c.off_time, 15);
   assert_int_equal(c.counted, 85);
}

/* What was before the last zero does not matter any more. */
static void zeros(void **state)
{
   (void)state;
   tk_counting c;
   tk_counting_begin(&c, false);
   tk_counting_set(&c, true, 10);
   tk_counting_set(&c, false, 20);
   tk_counting_set(&c, true, 30);
   tk_counting_zero(&c, 40);
   tk_counting_zero(&c, 50);
   tk_counting on = tk_counting_now(&c, 100);
   assert_int_equal(on.late, 0);
   assert_int_equal(on.stopped, 0);
   assert_int_equal(on.restarted, 1);
   assert_int_equal(on.zeros, 2);
   assert_int_equal(on.last_zero, 50);
   assert_int_equal(on.counted, 50);
   tk_counting_set(&c, false, 60);
   tk_counting_zero(&c, 70); /* while it is off */
   tk_counting_set(&c, true, 75);
   c = tk_counting_now(&c, 100);
   assert_int_equal(c.stopped, 1);
   assert_int_equal(c.first_stop, 70);
   assert_int_equal(c.off_time, 5);
   assert_int_equal(c.counted, 25);
}

/* ---- Sums ---- */

static void sums(void **state)
{
   (void)state;
   tk_counting zeroed = {
      .processes = 1, .restarted = 1, .zeros = 3, .last_zero = 7, .counted = 20
   };
   tk_counting cut = {
      .processes = 1, .late = 1, .began = 4, .stopped = 1, .stops = 1, .counted = 5
   };
   tk_counting rest = { .processes = 2, .counted = 30 }, sum = { .late = 0 };
   tk_counting_add(&sum, &zeroed);
   assert_int_equal(sum.last_zero, 7); /* of one, its own */
   tk_counting_add(&sum, &rest);
   tk_counting_add(&sum, &cut);
   tk_counting_add(&sum, &zeroed);
   assert_int_equal(sum.processes, 5);
   assert_int_equal(sum.restarted, 2);
   assert_int_equal(sum.late, 1);
   assert_int_equal(sum.stopped, 1);
   assert_int_equal(sum.counted, 30);
   assert_int_equal(sum.zeros + sum.last_zero + sum.began + sum.stops, 0);
   tk_counting same = { .late = 0 };
   tk_counting_add(&same, &rest);
   tk_counting_add(&same, &rest);
   assert_true(tk_counting_is_whole(&same));
}

/* Neither a zero nor a fork nor a stop changes that only some code is counted. */
static void toggled(void **state)
{
   (void)state;
   tk_counting c;
   tk_counting_begin(&c, true);
   c.toggled = 1;
   assert_false(tk_counting_is_whole(&c));
   tk_counting_zero(&c, 10);
   assert_int_equal(c.toggled, 1);
   tk_counting_set(&c, false, 20);
   tk_counting_zero(&c, 30);
   assert_int_equal(c.toggled, 1);
   tk_counting_fork(&c, 40);
   assert_int_equal(c.toggled, 1);
   tk_counting sum = { .processes = 0 };
   c.processes = 1;
   tk_counting_add(&sum, &c);
   tk_counting_add(&sum, &c);
   assert_int_equal(sum.toggled, 2);
}

static void keys(void **state)
{
   (void)state;
   tk_counting c = { .late = 1, .off = 12 };
   assert_int_equal(*tk_counting_of(&c, 0), 1);
   assert_string_equal(tk_counting_keys[0].name, "late");
   assert_int_equal(*tk_counting_of(&c, TK_COUNTING_KEYS - 1), 12);
   assert_string_equal(tk_counting_keys[TK_COUNTING_KEYS - 1].name, "off");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole), cmocka_unit_test(late), cmocka_unit_test(stops),
      cmocka_unit_test(zeros), cmocka_unit_test(sums), cmocka_unit_test(toggled),
      cmocka_unit_test(keys),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
