/* test_ac_prices.c -- what rows cost, by cause, and what they wait for data for.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "advice/ac_prices.h"

#include <math.h>

/* A profile of one line; `weights` as for --cycles. */
typedef struct {
   ac_profile *profile;
   ac_metrics *metrics;
   ac_prices prices;
   bool has_kinds;
   const int64_t *counts;
} priced;

static void open_priced(priced *p, const char *machine, const char *events,
                        const char *counts, const char *weights)
{
   char text[1024];
   an_error error;
   snprintf(text, sizeof text,
            "cmd: x\nevents: %s\n#: cachesim 1\n%sfl=a.c\nfn=f\n1 %s\nsummary: %s\n"
            "#: end 1\n",
            events, machine, counts, counts);
   p->profile = test_good_profile(text);
   p->metrics = ac_metrics_new(an_alloc_malloc(), p->profile, weights, &error);
   p->counts = ac_profile_totals(p->profile);
   p->has_kinds = ac_prices_open(&p->prices, p->profile,
                                 ac_metrics_find(p->metrics, an_span_of("CEst")));
}

static void check_near(const char *what, double found, double expected)
{
   if (!(fabs(found - expected) < 1e-6))
      fail_msg("%s: expected %f, found %f", what, expected, found);
}

static void check_groups(const priced *p, double run, double code, double data,
                         double branches)
{
   check_near("run", ac_prices_group(&p->prices, p->counts, TK_EVENT_RUN), run);
   check_near("code", ac_prices_group(&p->prices, p->counts, TK_EVENT_CODE), code);
   check_near("data", ac_prices_group(&p->prices, p->counts, TK_EVENT_DATA), data);
   check_near("branches", ac_prices_group(&p->prices, p->counts, TK_EVENT_BRANCH),
              branches);
}

/* Without a machine, by the weights of CEst. */
static void groups_of_weights(void **state)
{
   (void)state;
   static const char events[] = "Ir I1mr ILmr D1mr DLmr D1mw DLmw Bcm Bim";
   static const char counts[] = "1000 3 2 20 10 5 1 7 1";
   priced p;
   open_priced(&p, "", events, counts, NULL);
   assert_false(p.has_kinds);
   check_groups(&p, 1000, 30 + 200, 250 + 1100, 80);
   check_near("price", p.prices.prices[TK_DLMR], 100);
   open_priced(&p, "", events, counts, "Ir=0.5,L1m=1,LLm=2,Bm=0");
   check_groups(&p, 500, 3 + 4, 25 + 22, 0);
   check_near("price", p.prices.prices[TK_DLMR], 2);
}

#define KINDS "Ir D1mr D2mr DLmr D1mw DTm DTw I1mr ITw Cx Cf Cd Cb Dr LLm@1M"
#define MACHINE \
   "#: machine m\n#: m L2 size=1M latency=14\n#: m L3 size=9M latency=50\n" \
   "#: m memory latency=300\n#: m core walk=30\n#: m DTLB2 latency=7\n"

/* As the tool estimated them; others are of no group. */
static void groups_of_kinds(void **state)
{
   (void)state;
   priced p;
   open_priced(&p, MACHINE, KINDS, "100 9 8 7 6 5 4 3 2 120 30 460 42 50 9", NULL);
   assert_true(p.has_kinds);
   check_groups(&p, 120, 30, 460, 42);
}

/* A miss costs what the level behind takes longer: one that goes to memory, in sum, what
   memory takes. */
static void prices_of_levels(void **state)
{
   (void)state;
   priced p;
   double of[AC_WAITS];
   open_priced(&p, MACHINE, KINDS, "100 9 8 7 6 5 4 3 2 120 30 460 42 50 9", NULL);
   assert_int_equal(p.prices.n_levels, 3);
   check_near("D1", p.prices.prices[TK_D1MR], 14);
   check_near("L2", p.prices.prices[TK_D2MR], 36);
   check_near("LL", p.prices.prices[TK_DLMR], 250);
   check_near("code", p.prices.prices[TK_I1MR], 14);
   check_near("cycles", p.prices.prices[TK_CD], 0);
   ac_prices_list(&p.prices, p.counts, of);
   check_near("first", of[AC_WAIT_FIRST], 15 * 14);
   check_near("middle", of[AC_WAIT_MIDDLE], 8 * 36);
   check_near("last", of[AC_WAIT_LAST], 7 * 250);
   check_near("walks", of[AC_WAIT_WALKS], 5 * 7 + 4 * 30);
   check_near("traffic", of[AC_WAIT_TRAFFIC], 0);
   /* A level that is no slower than the one before it costs nothing more. */
   open_priced(&p, "#: machine m\n#: m L2 latency=300\n#: m memory latency=200\n",
               "Ir D1mr DLmr Cx Cf Cd Cb", "1 1 1 1 1 1 1", NULL);
   check_near("faster", p.prices.prices[TK_DLMR], 0);
}

#define WAITS "D1mr DLmr DTw Cdp Cdw Cx Cf Cd Cb"

static void check_waits(const char *events, const char *counts, double first, double last,
                        double walks, double traffic)
{
   priced p;
   double of[AC_WAITS];
   open_priced(&p, MACHINE, events, counts, NULL);
   ac_prices_waits(&p.prices, p.counts, of);
   check_near("first", of[AC_WAIT_FIRST], first);
   check_near("last", of[AC_WAIT_LAST], last);
   check_near("walks", of[AC_WAIT_WALKS], walks);
   check_near("traffic", of[AC_WAIT_TRAFFIC], traffic);
}

/* By prices; what the tool counted comes first. */
static void waits(void **state)
{
   (void)state;
   check_waits("D1mr DLmr DTw Cx Cf Cd Cb", "50 0 10 0 0 500 0", 350, 0, 150, 0);
   check_waits("D1mr DLmr DTw Cx Cf Cd Cb", "0 0 10 0 0 500 0", 0, 0, 500, 0);
   check_waits("D1mr DLmr DTw Cx Cf Cd Cb", "0 0 0 0 0 500 0", 0, 0, 0, 0);
   /* 14 and 286 of a miss. */
   check_waits(WAITS, "10 10 9 0 0 0 0 3000 0", 140, 2860, 0, 0);
   check_waits(WAITS, "10 10 9 1000 500 0 0 4500 0", 140, 2860, 500, 1000);
   check_waits(WAITS, "10 10 9 1000 500 0 0 1200 0", 0, 0, 200, 1000);
   check_waits(WAITS, "10 10 9 1000 500 0 0 700 0", 0, 0, 0, 700);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(groups_of_weights),
      cmocka_unit_test(groups_of_kinds),
      cmocka_unit_test(prices_of_levels),
      cmocka_unit_test(waits),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
