/* test_tk_pace.c -- checkpoints come often enough, and cost little.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/tk_pace.h"

enum { INTERVAL = 30000, LONG = 3600000 };

/* Runs for `total` with checkpoints that take `cost`, and returns their number.  *oldest
   is the greatest age of a checkpoint, *spent the time of all. */
static unsigned run_with(uint64_t interval, uint64_t total, uint64_t cost,
                         uint64_t *oldest, uint64_t *spent)
{
   tk_pace pace;
   unsigned n = 0;
   uint64_t last = 0;
   *oldest = *spent = 0;
   tk_pace_start(&pace, interval, 0);
   for (uint64_t now = 0; now < total; now++) {
      if (now - last > *oldest)
         *oldest = now - last;
      if (!tk_pace_is_due(&pace, now))
         continue;
      tk_pace_done(&pace, now, now + cost);
      last = now += cost;
      *spent += cost;
      n++;
   }
   return n;
}

static void none_is_older_than_the_interval(void **state)
{
   (void)state;
   uint64_t oldest, spent;
   for (uint64_t cost = 0; cost <= 1000; cost = 4 * cost + 1) {
      run_with(INTERVAL, LONG, cost, &oldest, &spent);
      assert_in_range(oldest, 1, INTERVAL);
      run_with(1000, LONG, cost, &oldest, &spent);
      assert_in_range(oldest, 1, 1000);
   }
}

static void the_first_come_sooner(void **state)
{
   (void)state;
   uint64_t oldest, spent;
   assert_int_equal(run_with(INTERVAL, 1999, 1, &oldest, &spent), 0);
   assert_int_equal(run_with(INTERVAL, 2500, 1, &oldest, &spent), 1);
   assert_int_equal(run_with(INTERVAL, 4500, 1, &oldest, &spent), 2);
   assert_int_equal(run_with(INTERVAL, 61000, 1, &oldest, &spent), 5);
}

/* While the interval is long enough for that. */
static void they_cost_little(void **state)
{
   (void)state;
   uint64_t oldest, spent;
   run_with(INTERVAL, LONG, 100, &oldest, &spent);
   assert_in_range(spent, 1, LONG / 200);
   /* Only the first one's cost is not known before. */
   run_with(INTERVAL, 20000, 60, &oldest, &spent);
   assert_in_range(spent, 60, 60 + 20000 / 200);
}

static void none_at_all(void **state)
{
   (void)state;
   uint64_t oldest, spent;
   tk_pace pace;
   assert_int_equal(run_with(0, LONG, 1, &oldest, &spent), 0);
   tk_pace_start(&pace, 0, 0);
   assert_false(tk_pace_may(&pace, LONG));
}

/* Waits at every millisecond: one part in 200 is spent, and not all of it late. */
static void waits_cost_little(void **state)
{
   (void)state;
   tk_pace pace;
   uint64_t spent = 0, at_first = 0;
   tk_pace_start(&pace, INTERVAL, 0);
   for (uint64_t now = 0; now < LONG; now++) {
      if (!tk_pace_may(&pace, now))
         continue;
      tk_pace_done(&pace, now, now + 10);
      spent += 10;
      if (now < 100)
         at_first += 10;
   }
   assert_in_range(at_first, 20, 50);
   assert_in_range(spent, LONG / 250, 50 + LONG / 200);
}

static void a_wait_after_a_long_time_is_saved(void **state)
{
   (void)state;
   tk_pace pace;
   tk_pace_start(&pace, INTERVAL, 0);
   tk_pace_done(&pace, 0, 500); /* expensive */
   pace.purse = 0;
   assert_true(tk_pace_may(&pace, 600)); /* the first in any case */
   assert_false(tk_pace_may(&pace, 601));
   assert_false(tk_pace_may(&pace, 99000));
   assert_true(tk_pace_may(&pace, 101000));
   assert_false(tk_pace_may(&pace, 101001));
   /* A day of waiting saves up for two checkpoints at most. */
   assert_true(tk_pace_may(&pace, 86400000));
   assert_true(tk_pace_may(&pace, 86400001));
   assert_false(tk_pace_may(&pace, 86400002));
}

/* A forked child knows the cost from its parent.  Its first wait is saved; it has nothing
   to spend on others. */
static void a_child_starts_poor(void **state)
{
   (void)state;
   tk_pace pace;
   tk_pace_start(&pace, INTERVAL, 0);
   tk_pace_done(&pace, 4000, 4050);
   tk_pace_fork(&pace, 5000);
   assert_true(tk_pace_may(&pace, 5001));
   assert_false(tk_pace_may(&pace, 5002));
   assert_false(tk_pace_is_due(&pace, 5000 + 9999));
   assert_true(tk_pace_is_due(&pace, 5000 + 10000));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(none_is_older_than_the_interval),
      cmocka_unit_test(the_first_come_sooner),
      cmocka_unit_test(they_cost_little),
      cmocka_unit_test(none_at_all),
      cmocka_unit_test(waits_cost_little),
      cmocka_unit_test(a_wait_after_a_long_time_is_saved),
      cmocka_unit_test(a_child_starts_poor),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
