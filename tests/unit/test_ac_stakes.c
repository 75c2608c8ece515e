/* test_ac_stakes.c -- what misses on data objects cost, by level; what a layout leaves.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data_view.h"

#include "advice/ac_stakes.h"

#include <math.h>

enum { A, B }; /* nodes of 100,000 bytes, and of 4 MB */

#define HEAD \
   "desc: D1 cache:         32768 B, 64 B, 8-way associative\n" \
   "desc: LL cache:         1048576 B, 64 B, 16-way associative\n"
#define DATA \
   "#: ds f\n#: ds a\n#: ds b\n#: db - /bin/x\n" \
   "#: dv s 1 0x1000 96000 2\n#: dv s 1 0x20000 4194240 3\n" \
   "#: dn 1\n#: d 3 1 0%48 750\n#: d 3 2 8%48 250 100\n" \
   "#: du 1 750 48000 9000\n#: du 2 5000 320000 40000\n#: looks 64\n#: end 1\n"
#define CLASSIC \
   HEAD "cmd: x\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n#: cachesim 1\n" \
        "#: data 1024 D1mr DLmr D1mw DLmw\nfl=a.c\nfn=f\n" \
        "3 10000 0 0 5000 1000 100\nsummary: 10000 0 0 5000 1000 100 0 0 0\n" DATA
#define MACHINE \
   HEAD \
      "cmd: x\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw D2mr DTw Cx Cf Cd Cdp " \
      "Cdw Cb\n#: cachesim 1\n#: machine small\n#: m D1 size=32K ways=8\n" \
      "#: m L2 size=256K ways=8\n#: m prefetch at=D1 kind=stream\n" \
      "#: data 1024 D1mr DLmr D1mw DLmw\nfl=a.c\nfn=f\n" \
      "3 10000 0 0 5000 1000 100 0 0 0 500 10 20000 0 50000 10000 5000\n" \
      "summary: 10000 0 0 5000 1000 100 0 0 0 500 10 20000 0 50000 10000 5000 0\n" DATA

typedef struct {
   ac_profile *profile;
   ac_metrics *metrics;
   ac_data_report report;
   ac_stakes stakes;
} staked;

static void open_staked(staked *s, const char *text)
{
   an_error error;
   const tk_alloc *alloc = an_alloc_malloc();
   s->profile = test_good_profile(text);
   s->metrics = ac_metrics_new(alloc, s->profile, NULL, &error);
   ac_data_report_open(&s->report, alloc, s->profile, 1,
                       ac_metrics_find(s->metrics, an_span_of("CEst")), know_type,
                       (void *)&node_type);
   ac_stakes_open(&s->stakes, s->profile, &s->report);
   assert_string_equal(s->report.view.objects[A].of->name, "a");
}

static void check_near(const char *what, long double found, long double expected)
{
   if (fabsl(found - expected) > 1e-6L * (1 + fabsl(expected)))
      fail_msg("%s: %Lf, not %Lf", what, found, expected);
}

static void check_stake(const staked *s, uint32_t object,
                        const long double expected[AC_WAITS])
{
   static const char *const levels[] = { "first", "middle", "last", "walks", "traffic" };
   for (int level = 0; level < AC_WAITS; level++)
      check_near(levels[level], s->stakes.of[object].cycles[level], expected[level]);
}

/* Prices: 10 for each first-level miss, 100 for each of the last. */
static void knows_prices(void **state)
{
   (void)state;
   staked s;
   open_staked(&s, CLASSIC);
   check_stake(&s, A, (const long double[]){ 7500, 0, 0, 0, 0 });
   check_stake(&s, B, (const long double[]){ 2500, 0, 10000, 0, 0 });
   check_near("all", s.stakes.all, 10000 + 10000 + 10000);
   assert_int_equal(s.stakes.misses, 1000);
   assert_int_equal(s.stakes.cache_B[AC_WAIT_FIRST], 32768);
   assert_int_equal(s.stakes.cache_B[AC_WAIT_MIDDLE], 0);
   assert_int_equal(s.stakes.cache_B[AC_WAIT_LAST], 1048576);
   assert_int_equal(s.stakes.n_sets, 64);
   assert_false(s.stakes.has_prefetchers);
}

/* Of 50,000 cycles, 10,000 are of busy memory and 5,000 of walks.  The others are split
   by what each level takes longer: 1,000 misses of 10 cycles, 500 of 10, 100 of 80. */
static void splits_waits(void **state)
{
   (void)state;
   staked s;
   const long double part = 35000 / 23.0L;
   /* Lines from memory: A has room in the last level, B has four times its size. */
   const long double a = 750 * 0.05L, b = 5000 * (0.05L + 1 - 1048576 / 4194240.0L);
   open_staked(&s, MACHINE);
   check_stake(
      &s, A,
      (const long double[]){ part * 7.5L, part * 3.75L, 0, 3750, 10000 * a / (a + b) });
   check_stake(&s, B,
               (const long double[]){ part * 2.5L, part * 1.25L, part * 8, 1250,
                                      10000 * b / (a + b) });
   assert_int_equal(s.stakes.cache_B[AC_WAIT_MIDDLE], 256 * 1024);
   assert_true(s.stakes.has_prefetchers);
}

/* A's misses are on key, and B's on next; each with the same wait for a line. */
static void knows_waits_of_fields(void **state)
{
   (void)state;
   staked s;
   double waits[4];
   open_staked(&s, MACHINE);
   ac_stakes_waits(&s.stakes, A, &node_type, waits);
   assert_true(waits[0] == 1 && waits[1] == 1 && waits[2] == 1);
   ac_stakes_waits(&s.stakes, B, &node_type, waits);
   assert_true(waits[1] == 1 && waits[3] == 1);
}

static const ac_plan_effect now = { .lines = 1, .waits = 1, .hot_B = 48, .ever_B = 48 };

static void gains_nothing_by_nothing(void **state)
{
   (void)state;
   static const char *const texts[] = { CLASSIC, MACHINE };
   for (size_t i = 0; i < 2; i++) {
      staked s;
      open_staked(&s, texts[i]);
      for (uint32_t object = A; object <= B; object++) {
         check_near("misses", ac_stakes_misses(&s.stakes, object, &now, &now), 1);
         check_near("gain", ac_stakes_gain(&s.stakes, object, &now, &now), 0);
      }
   }
}

/* Half of the lines, from as much memory. */
static void gains_lines(void **state)
{
   (void)state;
   staked s;
   ac_plan_effect then = now;
   then.lines = then.waits = 0.5;
   open_staked(&s, CLASSIC);
   check_near("misses", ac_stakes_misses(&s.stakes, A, &now, &then), 0.5);
   check_near("gain", ac_stakes_gain(&s.stakes, A, &now, &then), 3750);
   /* All of B's misses of the last level are on lines that come first: as many then. */
   check_near("gain of B", ac_stakes_gain(&s.stakes, B, &now, &then), 1250);
   then.ever_B = 12;
   check_near("gain of less memory", ac_stakes_gain(&s.stakes, B, &now, &then),
              1250 + 7500);
}

/* What does not fit now and would then: 2,000 nodes in three quarters of D1. */
static void gains_room(void **state)
{
   (void)state;
   staked s;
   ac_plan_effect now_large = now, then = now;
   open_staked(&s, CLASSIC);
   now_large.ever_B = 0; /* all has been there before */
   then.ever_B = 0;
   then.hot_B = 24;
   const double room_B = 32768 * 0.75;
   check_near("half as large", ac_stakes_misses(&s.stakes, A, &now_large, &then),
              (1 - room_B / 48000) / (1 - room_B / 96000));
   then.hot_B = room_B / 2000;
   check_near("fits", ac_stakes_misses(&s.stakes, A, &now_large, &then), 0);
}

/* Of 2,000 nodes a visit uses one of three halves of a line, by turns, or always the same
   one: the cache is full after visits[] of each element, which is solved by hand. */
static void knows_how_long_data_stay(void **state)
{
   (void)state;
   staked s;
   const double room_B = 32768 * 0.75;
   ac_plan_effect before = {
      .lines = 1, .waits = 1, .hot_B = 32, .n_hot = 1, .hot = { { 1, 32 } }
   };
   ac_plan_effect turns = { .lines = 1,
                            .waits = 1,
                            .hot_B = 32,
                            .n_hot = 3,
                            .hot = {
                               { 1 / 3.0, 32 }, { 1 / 3.0, 32 }, { 1 / 3.0, 32 } } };
   open_staked(&s, CLASSIC);
   /* Of one item, 1 - exp(-visits) is what of it the cache has; of three, a third of the
      visits is for each. */
   double one = 1 - room_B / 64000, three = 1 - room_B / 192000;
   check_near("three items", ac_stakes_misses(&s.stakes, A, &before, &turns),
              three / one);
   /* A rare one takes little room from the other, and misses nearly always. */
   ac_plan_effect rare = { .lines = 1,
                           .waits = 1,
                           .hot_B = 32.32,
                           .n_hot = 2,
                           .hot = { { 1, 32 }, { 0.01, 32 } } };
   double left = ac_stakes_misses(&s.stakes, A, &before, &rare);
   assert_true(left > 1 && left < 1.03);
   /* All fits. */
   turns.hot[0].bytes = turns.hot[1].bytes = turns.hot[2].bytes = 4;
   check_near("fits", ac_stakes_misses(&s.stakes, A, &before, &turns), 0);
}

/* A block that moves is fetched by its first use; where it was, the allocator had fetched
   it. */
static void pays_for_moves(void **state)
{
   (void)state;
   staked s;
   ac_plan_effect then = now;
   then.moves = true;
   open_staked(&s, CLASSIC);
   long double lines = 4194240 / 64.0L;
   check_near("loss", ac_stakes_gain(&s.stakes, B, &now, &then), 10000 - 100 * lines);
   open_staked(&s, MACHINE); /* but prefetchers bring it */
   check_near("none", ac_stakes_gain(&s.stakes, B, &now, &then), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(knows_prices),
      cmocka_unit_test(splits_waits),
      cmocka_unit_test(knows_waits_of_fields),
      cmocka_unit_test(gains_nothing_by_nothing),
      cmocka_unit_test(gains_lines),
      cmocka_unit_test(gains_room),
      cmocka_unit_test(knows_how_long_data_stay),
      cmocka_unit_test(pays_for_moves),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
