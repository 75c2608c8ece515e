/* test_hp_spread.c -- looks that are spread over a run: where they are, and what they
   cost.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "looks/hp_spread.h"

enum { MOST = 100000 };

/* A run, with an allocation at each step, and what is kept of it. */
static struct {
   hp_spread spread;
   uint64_t next, kept[MOST], n, spent, n_taken;
} the;

static void begin(uint64_t now)
{
   the.next = hp_spread_begin(&the.spread, now);
   the.n = the.spent = the.n_taken = 0;
}

static void run_to(uint64_t now, uint64_t end, uint64_t step, uint64_t cost)
{
   for (; now <= end; now += step) {
      if (now < the.next)
         continue;
      hp_spread_turn turn = hp_spread_turn_of(&the.spread, now, cost, &the.next);
      if (turn == HP_SPREAD_WAITS)
         continue;
      assert_true(the.next > now);
      the.kept[the.n++] = now;
      the.n_taken++;
      the.spent += cost;
      if (turn != HP_SPREAD_THINS)
         continue;
      the.n /= 2;
      for (uint64_t i = 0; i < the.n; i++)
         the.kept[i] = the.kept[2 * i + 1];
   }
}

/* Those that are left are as far from each other, whenever the run ends. */
static void are_spread(void **state)
{
   (void)state;
   for (uint64_t end = 12 * HP_SPREAD_INTERVAL; end < 5000 * (uint64_t)HP_SPREAD_INTERVAL;
        end += end / 7) {
      begin(500);
      run_to(500, end, 1000, 10);
      assert_in_range(the.n, HP_SPREAD_MOST / 2, HP_SPREAD_MOST);
      uint64_t distance = the.kept[1] - the.kept[0];
      assert_in_range(the.kept[0], distance, distance + 1500);
      for (uint64_t i = 1; i < the.n; i++)
         assert_in_range(the.kept[i] - the.kept[i - 1], distance - 1000, distance + 1000);
      assert_in_range(end - the.kept[the.n - 1], 0, distance + 1000);
   }
}

/* The first comes after one interval, to the last instruction. */
static void is_due(void **state)
{
   (void)state;
   begin(70);
   assert_int_equal(the.next, 70 + HP_SPREAD_INTERVAL);
   assert_true(hp_spread_turn_of(&the.spread, the.next, 1, &the.next));
   assert_int_equal(the.next, 70 + 2 * HP_SPREAD_INTERVAL);
   /* If nothing is allocated for long, one stands for all that were due. */
   assert_true(hp_spread_turn_of(&the.spread, 69 + 9 * HP_SPREAD_INTERVAL, 1, &the.next));
   assert_int_equal(the.next, 70 + 9 * HP_SPREAD_INTERVAL);
}

/* Until the start of Valgrind has paid for it; then it waits. */
static void waits_for_its_price(void **state)
{
   (void)state;
   uint64_t now = HP_SPREAD_INTERVAL;
   uint64_t most = (now + HP_SPREAD_START) / HP_SPREAD_PART;
   begin(0);
   assert_true(hp_spread_turn_of(&the.spread, now, most, &the.next));
   begin(0);
   assert_false(hp_spread_turn_of(&the.spread, now, most + 1, &the.next));
   uint64_t paid = (most + 1) * HP_SPREAD_PART - HP_SPREAD_START;
   assert_in_range(paid - now, 1, HP_SPREAD_PART);
   assert_int_equal(the.next, paid);
   assert_true(hp_spread_turn_of(&the.spread, paid, most + 1, &the.next));
   /* What was spent counts. */
   assert_false(hp_spread_turn_of(&the.spread, paid + HP_SPREAD_PART - 1, 1, &the.next));
   assert_int_equal(the.next, paid + HP_SPREAD_PART);
}

/* By what is live. */
static void has_a_cost(void **state)
{
   (void)state;
   assert_int_equal(hp_spread_cost(0, 0), HP_SPREAD_COST);
   assert_int_equal(hp_spread_cost(3, 9), HP_SPREAD_COST + 1504);
}

static void costs_little(void **state)
{
   (void)state;
   uint64_t end = 2000 * (uint64_t)HP_SPREAD_INTERVAL;
   for (uint64_t cost = 1; cost < end / 4; cost *= 3) {
      begin(0);
      run_to(0, end, 10000, cost);
      assert_true(the.spent * HP_SPREAD_PART <= end + HP_SPREAD_START);
      assert_true(the.n <= HP_SPREAD_MOST);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(are_spread),          cmocka_unit_test(is_due),
      cmocka_unit_test(waits_for_its_price), cmocka_unit_test(has_a_cost),
      cmocka_unit_test(costs_little),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
