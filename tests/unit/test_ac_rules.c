/* test_ac_rules.c -- the rules of findings, on both sides of each of their thresholds.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "counts/ac_machine.h"
#include "advice/ac_rules.h"

/* What a rule looks at, empty at first.  The column of each event is its number. */
typedef struct {
   ac_machine machine;
   ac_prices prices;
   ac_criteria criteria;
   ac_findings_source source;
   int64_t counts[TK_N_EVENTS], self[TK_N_EVENTS];
   ac_own_line line;
   ac_datum datum;
   ac_data_object object;
   ac_data_finding layout;
   ac_evidence e;
} made;

static ac_metrics *metrics;
static const ac_metric *cest;

/* CEst of all events: the sum of Cx, Cf, Cd and Cb. */
static int set_up(void **state)
{
   (void)state;
   char text[2048] = "cmd: x\nevents:", zeros[256] = "";
   for (size_t i = 0; i < TK_N_EVENTS; i++) {
      sprintf(text + strlen(text), " %s", tk_events[i].name);
      strcat(zeros, " 0");
   }
   sprintf(text + strlen(text), "\nfl=a\nfn=f\n1%s\nsummary:%s\n", zeros, zeros);
   an_error error;
   ac_profile *profile = test_good_profile(text);
   metrics = ac_metrics_new(an_alloc_malloc(), profile, NULL, &error);
   cest = ac_metrics_find(metrics, an_span_of("CEst"));
   return cest == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
   (void)state;
   return 0;
}

static void make(made *m)
{
   *m = (made){ .machine = { .is_known = true, .width = 4 },
                .criteria = ac_criteria_default };
   for (size_t i = 0; i < TK_N_EVENTS; i++) {
      m->prices.columns[i] = i;
      m->prices.prices[i] = tk_events[i].price;
   }
   m->prices.machine = &m->machine;
   m->source = (ac_findings_source){ .cycles = cest, .criteria = &m->criteria };
   m->line = (ac_own_line){ .counts = m->counts, .self = m->self };
   m->datum = (ac_datum){ .kind = AC_DATA_STATIC };
   m->object = (ac_data_object){ .label = "table", .of = &m->datum };
   m->e = (ac_evidence){ .source = &m->source, .prices = &m->prices, .line = &m->line };
   m->e.cycles[TK_EVENT_DATA] = 1000;
}

/* Gives it an object of so many bytes, each line of which came so often. */
static void have_object(made *m, int64_t size_B, double times)
{
   m->datum.size_B = size_B;
   m->e.object = &m->object;
   m->e.refs = times * (double)size_B / 64;
}

static void check_finding(const made *m, ac_finding_kind kind, double cycles,
                          const char *reason)
{
   char got[AC_FINDING_REASON_B];
   double gain = ac_rules_judge(kind, &m->e, got);
   if (gain < cycles - 0.01 || gain > cycles + 0.01)
      fail_msg("%s: expected %f, found %f", ac_finding_name(kind), cycles, gain);
   assert_string_equal(got, reason);
}

/* Not a finding. */
static void check_none(const made *m, ac_finding_kind kind)
{
   char got[AC_FINDING_REASON_B];
   double gain = ac_rules_judge(kind, &m->e, got);
   if (gain > 0)
      fail_msg("%s: found %f, %s", ac_finding_name(kind), gain, got);
}

/* ---- Memory that is only written ---- */

static void clearing_again_and_again(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.line.library = "fill"; /* which calls it */
   m.line.callee = "__memset_avx2";
   m.line.n_calls = 10;
   m.e.all = 5000;
   m.e.own_run = 2499;
   /* One call of ten stays; and waits, as far as other lines wait for the same. */
   check_finding(&m, AC_FINDING_STREAMING_WRITE, 5000 * 0.9, "cleared 10 times");
   m.e.refs = 80;
   m.e.other_misses = 40;
   check_finding(&m, AC_FINDING_STREAMING_WRITE, 4500 * 0.9, "cleared 10 times");
   m.e.other_misses = 800;
   check_finding(&m, AC_FINDING_STREAMING_WRITE, 4000 * 0.9, "cleared 10 times");
   m.e.other_misses = 40;
   m.e.all = 4999; /* cycles of a call: 499.9 */
   check_none(&m, AC_FINDING_STREAMING_WRITE);
   m.e.all = 5000;
   m.e.own_run = 2500; /* half of the line is its own */
   check_none(&m, AC_FINDING_STREAMING_WRITE);
   m.e.own_run = 0;
   m.line.library = m.line.callee = "memcpy";
   check_none(&m, AC_FINDING_STREAMING_WRITE);
   m.line.library = m.line.callee = "memset";
   m.line.n_calls = 7;
   check_none(&m, AC_FINDING_STREAMING_WRITE);
   m.line.n_calls = 8;
   check_finding(&m, AC_FINDING_STREAMING_WRITE, 4500 * 0.875, "cleared 8 times");
   m.line.library = m.line.callee = NULL;
   check_none(&m, AC_FINDING_STREAMING_WRITE);
}

static void writing_in_order(void **state)
{
   (void)state;
   made m;
   make(&m);
   have_object(&m, 6400, 2);
   m.e.pattern = (ac_pattern){ .is_known = true, .in_order = 0.5 };
   m.e.misses = 100;
   m.e.write_misses = 75;
   m.e.own_run = 200;
   check_finding(&m, AC_FINDING_STREAMING_WRITE, 600, "written over 2 times");
   m.e.write_misses = 74; /* three of four are */
   check_none(&m, AC_FINDING_STREAMING_WRITE);
   m.e.write_misses = 100;
   m.e.pattern.in_order = 0.49;
   check_none(&m, AC_FINDING_STREAMING_WRITE);
   m.criteria.pattern = 49;
   check_finding(&m, AC_FINDING_STREAMING_WRITE, 600, "written over 2 times");
   m.e.pattern.is_known = false;
   check_none(&m, AC_FINDING_STREAMING_WRITE);
   m.e.pattern.is_known = true;
   have_object(&m, 6400, 1.99);
   check_none(&m, AC_FINDING_STREAMING_WRITE);
}

/* A line whose accesses were all prefetched has no misses: whether it writes is not
   known. */
static void prefetched_reads_are_no_writes(void **state)
{
   (void)state;
   made m;
   make(&m);
   have_object(&m, 6400, 10);
   m.e.pattern = (ac_pattern){ .is_known = true, .in_order = 1 };
   check_none(&m, AC_FINDING_STREAMING_WRITE);
   check_finding(&m, AC_FINDING_CAPACITY, 900, "traverses 6.25 KiB 10 times");
}

/* ---- Calls ---- */

static void calling_often(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.line.library = m.line.callee = "sort";
   m.line.n_calls = 1000;
   m.line.n_runs = 500;
   m.self[TK_CX] = 500;
   m.self[TK_CD] = 500;
   m.e.all = 1001000; /* however long a call is */
   check_finding(&m, AC_FINDING_REPEATED_CALL, 1000000 * 0.5,
                 "1,000 calls, 1,000 cycles each");
   m.line.n_runs = 250;
   check_finding(&m, AC_FINDING_REPEATED_CALL, 1000000 * 0.75,
                 "1,000 calls, 1,000 cycles each");
   m.line.n_runs = 501; /* a call for each datum is work */
   check_none(&m, AC_FINDING_REPEATED_CALL);
   m.line.n_runs = 0; /* as it may be here */
   check_none(&m, AC_FINDING_REPEATED_CALL);
   m.line.n_runs = 499;
   m.line.n_calls = 999;
   check_none(&m, AC_FINDING_REPEATED_CALL);
   m.criteria.calls = 999;
   check_finding(&m, AC_FINDING_REPEATED_CALL, 1000000 * (1 - 499 / 999.0),
                 "999 calls, 1,001 cycles each");
   m.line.library = m.line.callee = NULL;
   check_none(&m, AC_FINDING_REPEATED_CALL);
}

static void idioms_are_found_before(void **state)
{
   (void)state;
   static const ac_idiom idiom = { .name = "regex-built", .does = "builds a std::regex" };
   made m;
   make(&m);
   check_none(&m, AC_FINDING_IDIOM);
   m.e.found =
      (ac_idiom_found){ .idiom = &idiom, .cycles = 900, .cost = 3000, .n_calls = 2 };
   check_finding(&m, AC_FINDING_IDIOM, 900,
                 "builds a std::regex 2 times, 1,500 cycles each");
   m.e.found.n_calls = 0; /* it was inlined */
   check_finding(&m, AC_FINDING_IDIOM, 900, "builds a std::regex");
}

/* ---- Caches and pages ---- */

static void conflicts_by_reason(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.counts[TK_D1COLD] = 20;
   m.counts[TK_D1CAP] = 30;
   m.counts[TK_D1CONF] = 50;
   check_finding(&m, AC_FINDING_CONFLICT, 500, "50% of misses are conflicts");
   m.counts[TK_D1CONF] = 49;
   check_none(&m, AC_FINDING_CONFLICT);
   m.counts[TK_LCONF] = 3;
   m.counts[TK_LCAP] = 1;
   check_finding(&m, AC_FINDING_CONFLICT, 750, "75% of misses are conflicts");
}

static void conflicts_by_sets(void **state)
{
   (void)state;
   int64_t by_set[8] = { 10, 1, 1, 1, 1, 1, 1, 1 };
   made m;
   make(&m);
   have_object(&m, 1 << 20, 10);
   m.object.by_set = by_set;
   m.object.n_sets = 8;
   check_finding(&m, AC_FINDING_CONFLICT, 900, "half of the misses in 1 of 8 sets");
   m.object.n_sets = 7;
   check_none(&m, AC_FINDING_CONFLICT);
   m.object.n_sets = 8;
   have_object(&m, 1 << 20, 9.99);
   check_none(&m, AC_FINDING_CONFLICT);
   have_object(&m, (1 << 20) + 64, 10);
   check_none(&m, AC_FINDING_CONFLICT);
   m.layout.kind = AC_DATA_CONFLICT;
   m.e.layout = &m.layout;
   m.layout.share = 0.75;
   check_finding(&m, AC_FINDING_CONFLICT, 900, "half of the misses in 1 of 8 sets");
   for (int k = 0; k < AC_N_DATA_FINDINGS; k++) {
      m.layout.kind = (ac_data_finding_kind)k;
      if (k != AC_DATA_CONFLICT)
         check_none(&m, AC_FINDING_CONFLICT);
   }
}

static void pages(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.counts[TK_DTW] = 1000;
   m.e.misses = 2000;
   m.e.step_B = 4096;
   check_finding(&m, AC_FINDING_TLB, 900, "1,000 page walks, 4,096 bytes apart");
   m.e.misses = 2001; /* half of them walk */
   check_none(&m, AC_FINDING_TLB);
   m.e.walk_share = 0.5;
   check_finding(&m, AC_FINDING_TLB, 500, "1,000 page walks");
   m.e.walk_share = 0.49;
   check_none(&m, AC_FINDING_TLB);
   m.e.misses = 2000;
   m.e.step_B = 4095;
   check_none(&m, AC_FINDING_TLB);
   m.e.step_B = 8192;
   m.prices.columns[TK_DTW] = SIZE_MAX;
   check_none(&m, AC_FINDING_TLB);
   m.e.misses = 0; /* all were prefetched */
   check_none(&m, AC_FINDING_TLB);
}

/* ---- Order of accesses ---- */

static void patterns(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.e.pattern = (ac_pattern){ true, .chase = 0.5 };
   check_finding(&m, AC_FINDING_CHASE, 900, "50% of misses depend on an earlier miss");
   m.e.pattern.chase = 0.49;
   check_none(&m, AC_FINDING_CHASE);
   m.e.pattern.stride = 0.5;
   check_finding(&m, AC_FINDING_STRIDE, 900, "50% of misses in equal steps over lines");
   m.e.pattern.stride = 0.49;
   check_none(&m, AC_FINDING_STRIDE);
   m.e.pattern.other = 0.5;
   check_finding(&m, AC_FINDING_RANDOM, 900, "50% of misses in random order");
   m.criteria.pattern = 51;
   check_none(&m, AC_FINDING_RANDOM);
   m.criteria.pattern = 0;
   m.e.pattern.is_known = false;
   check_none(&m, AC_FINDING_CHASE);
   check_none(&m, AC_FINDING_STRIDE);
   check_none(&m, AC_FINDING_RANDOM);
   check_none(&m, AC_FINDING_CAPACITY);
}

static void going_over_data_again(void **state)
{
   (void)state;
   made m;
   make(&m);
   have_object(&m, 40 << 20, 4);
   m.e.pattern = (ac_pattern){ true, .in_order = 0.5 };
   check_finding(&m, AC_FINDING_CAPACITY, 750, "traverses 40.0 MiB 4 times");
   have_object(&m, 1 << 10, 3);
   check_finding(&m, AC_FINDING_CAPACITY, 1000 * 2 / 3.0, "traverses 1.00 KiB 3 times");
   have_object(&m, 1 << 10, 2.99);
   check_none(&m, AC_FINDING_CAPACITY);
   m.criteria.again = 2;
   have_object(&m, 512, 2);
   check_finding(&m, AC_FINDING_CAPACITY, 500, "traverses 512 B 2 times");
   m.e.pattern.in_order = 0.49;
   check_none(&m, AC_FINDING_CAPACITY);
   m.e.pattern.in_order = 1;
   have_object(&m, 64, 9); /* a line of the cache */
   check_none(&m, AC_FINDING_CAPACITY);
   /* Of several blocks, or of no object, the memory is not known. */
   have_object(&m, 512, 9);
   m.object.n_blocks = 2;
   check_none(&m, AC_FINDING_CAPACITY);
   m.object.n_blocks = 1;
   check_finding(&m, AC_FINDING_CAPACITY, 1000 * 8 / 9.0, "traverses 512 B 9 times");
   m.e.object = NULL;
   check_none(&m, AC_FINDING_CAPACITY);
}

static void lines_of_which_little_is_used(void **state)
{
   (void)state;
   made m;
   make(&m);
   check_none(&m, AC_FINDING_WASTED);
   m.e.object = &m.object;
   m.object.n_lines_fetched = 100;
   m.object.inside_B = 6400;
   m.object.used_B = 1600;
   m.e.layout = &m.layout;
   m.layout.share = 0.75;
   for (int k = 0; k < AC_N_DATA_FINDINGS; k++) {
      m.layout.kind = (ac_data_finding_kind)k;
      if (k == AC_DATA_UNUSED || k == AC_DATA_AOS)
         check_finding(&m, AC_FINDING_WASTED, 750,
                       "16 of its 64 bytes in each line used");
      else
         check_none(&m, AC_FINDING_WASTED);
   }
}

/* Where most accesses are in no order, more of a line would not be used either. */
static void lines_of_which_little_is_used_at_random(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.e.object = &m.object;
   m.object.n_lines_fetched = 100;
   m.object.inside_B = 6400;
   m.object.used_B = 1600;
   m.e.layout = &m.layout;
   m.layout.share = 0.75;
   m.layout.kind = AC_DATA_UNUSED;
   m.e.pattern = (ac_pattern){ true, .in_order = 0.25, .stride = 0.25, .other = 0.5 };
   check_finding(&m, AC_FINDING_WASTED, 750, "16 of its 64 bytes in each line used");
   m.e.pattern = (ac_pattern){ true, .in_order = 0.24, .stride = 0.25, .other = 0.51 };
   check_none(&m, AC_FINDING_WASTED);
}

/* Only where the profile has no patterns. */
static void misses_of_unknown_order(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.e.misses = 1234;
   m.counts[TK_DR] = 10000;
   m.counts[TK_DW] = 2340;
   check_none(&m, AC_FINDING_MISSES);
   m.prices.columns[TK_DSEQ] = SIZE_MAX;
   check_finding(&m, AC_FINDING_MISSES, 900, "1,234 misses, 10.0% of accesses");
   m.prices.columns[TK_DR] = m.prices.columns[TK_DW] = SIZE_MAX;
   check_finding(&m, AC_FINDING_MISSES, 900, "1,234 misses, 0.0% of accesses");
   m.e.misses = 0;
   check_none(&m, AC_FINDING_MISSES);
}

/* ---- Branches, code and instructions ---- */

static void branches(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.e.own_branch = 300;
   m.self[TK_BC] = 100;
   m.self[TK_BCM] = 5;
   /* Each branch costs two cycles if there is none. */
   check_finding(&m, AC_FINDING_MISPREDICT, 100, "5% of 100 branches mispredicted");
   m.criteria.wrong = 6;
   check_none(&m, AC_FINDING_MISPREDICT);
   m.criteria.wrong = 4;
   m.self[TK_BC] = 151;
   m.self[TK_BCM] = 8;
   check_none(&m, AC_FINDING_MISPREDICT);
   m.self[TK_BC] = 2000; /* what is called counts for its own lines */
   m.self[TK_BCM] = 0;
   m.counts[TK_BC] = m.counts[TK_BCM] = 50;
   check_none(&m, AC_FINDING_MISPREDICT);
   m.self[TK_BC] = 150;
   m.self[TK_BCM] = 99;
   /* The kind that is wrong more often takes all. */
   m.self[TK_BI] = 200;
   m.self[TK_BIM] = 98;
   check_none(&m, AC_FINDING_INDIRECT);
   m.self[TK_BIM] = 100;
   check_none(&m, AC_FINDING_MISPREDICT);
   check_finding(&m, AC_FINDING_INDIRECT, 300, "50% of 200 indirect jumps mispredicted");
   m.criteria.wrong = 51;
   check_none(&m, AC_FINDING_INDIRECT);
}

/* If both are wrong as often, the kind that is tried first has it. */
static void equal_branches(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.e.own_branch = 300;
   m.self[TK_BC] = m.self[TK_BI] = 100;
   m.self[TK_BCM] = m.self[TK_BIM] = 50;
   check_finding(&m, AC_FINDING_INDIRECT, 300, "50% of 100 indirect jumps mispredicted");
}

static void fetches(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.e.own_code = 500;
   m.self[TK_I1MR] = 40;
   check_finding(&m, AC_FINDING_FETCH, 450, "40 fetches miss");
   /* First uses miss each level: 170 of 410 + 170. */
   m.self[TK_I1MR] = 42;
   m.self[TK_I2MR] = m.self[TK_I3MR] = m.self[TK_ILMR] = 1;
   check_finding(&m, AC_FINDING_FETCH, 450 * 410 / 580.0, "42 fetches miss");
   m.prices.columns[TK_ILMR] = SIZE_MAX; /* it is not known what is a first use */
   check_finding(&m, AC_FINDING_FETCH, 450, "42 fetches miss");
   m.prices.columns[TK_ILMR] = TK_ILMR;
   m.self[TK_I1MR] = 1;
   check_none(&m, AC_FINDING_FETCH);
   m.prices.columns[TK_I1MR] = SIZE_MAX;
   check_none(&m, AC_FINDING_FETCH);
}

static void chains(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.self[TK_IR] = 1000;
   m.e.own_run = 1500;
   check_finding(&m, AC_FINDING_CHAIN, 1000, "1.5 cycles per instruction");
   m.e.pattern = (ac_pattern){ .is_known = true, .chase = 0.49 };
   check_finding(&m, AC_FINDING_CHAIN, 1000, "1.5 cycles per instruction");
   m.e.pattern.chase = 0.5; /* a list is slow, too, when nothing misses */
   check_none(&m, AC_FINDING_CHAIN);
   m.e.pattern.chase = 0;
   m.e.own_run = 1499;
   check_none(&m, AC_FINDING_CHAIN);
   m.e.own_run = 899;
   m.criteria.cpi = 0.8L;
   m.machine.width = 2; /* two cycles for two instructions is all that it can do */
   check_none(&m, AC_FINDING_CHAIN);
   m.machine.width = 0; /* unknown */
   check_none(&m, AC_FINDING_CHAIN);
   m.machine.width = 4;
   check_finding(&m, AC_FINDING_CHAIN, 399, "0.9 cycles per instruction");
   m.prices.columns[TK_CX] = SIZE_MAX;
   check_none(&m, AC_FINDING_CHAIN);
   m.prices.columns[TK_CX] = TK_CX;
   m.prices.columns[TK_IR] = SIZE_MAX;
   check_none(&m, AC_FINDING_CHAIN);
}

/* Nothing is known, nothing is found, whatever the criteria are. */
static void nothing(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.criteria = (ac_criteria){ .share = 0 };
   for (int k = 0; k < AC_N_FINDING_KINDS; k++)
      check_none(&m, (ac_finding_kind)k);
}

/* Of eight instructions, one loads, or stores. */
static void cures_of_chains(void **state)
{
   (void)state;
   made m;
   make(&m);
   m.self[TK_IR] = 800;
   m.self[TK_DR] = 99;
   m.self[TK_DW] = 800;
   assert_int_equal(ac_rules_chain_cure(&m.e), AC_CURE_NO_CHAINS);
   m.self[TK_DR] = 100;
   assert_int_equal(ac_rules_chain_cure(&m.e), AC_CURE_NO_MEMORY);
   m.self[TK_DW] = 100;
   assert_int_equal(ac_rules_chain_cure(&m.e), AC_CURE_NO_MEMORY);
   m.self[TK_DW] = 99;
   assert_int_equal(ac_rules_chain_cure(&m.e), AC_CURE_NO_LOADS);
   /* A line of the same statement stores; one further up need not. */
   int64_t others[TK_N_EVENTS] = { [TK_DW] = 1 };
   ac_own_line lines[] = { { .line = 6, .function = "f", .self = others } };
   const ac_own_lines own = { .lines = lines, .n = 1 };
   m.source.own = &own;
   m.line.function = "f";
   m.line.line = 10;
   assert_int_equal(ac_rules_chain_cure(&m.e), AC_CURE_NO_MEMORY);
   m.line.line = 11;
   assert_int_equal(ac_rules_chain_cure(&m.e), AC_CURE_NO_LOADS);
   m.prices.columns[TK_DR] = SIZE_MAX; /* it is not known */
   assert_int_equal(ac_rules_chain_cure(&m.e), AC_CURE_NO_CHAINS);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(clearing_again_and_again),
      cmocka_unit_test(writing_in_order),
      cmocka_unit_test(prefetched_reads_are_no_writes),
      cmocka_unit_test(calling_often),
      cmocka_unit_test(idioms_are_found_before),
      cmocka_unit_test(conflicts_by_reason),
      cmocka_unit_test(conflicts_by_sets),
      cmocka_unit_test(pages),
      cmocka_unit_test(patterns),
      cmocka_unit_test(going_over_data_again),
      cmocka_unit_test(lines_of_which_little_is_used),
      cmocka_unit_test(lines_of_which_little_is_used_at_random),
      cmocka_unit_test(misses_of_unknown_order),
      cmocka_unit_test(branches),
      cmocka_unit_test(equal_branches),
      cmocka_unit_test(fetches),
      cmocka_unit_test(chains),
      cmocka_unit_test(cures_of_chains),
      cmocka_unit_test(nothing),
   };
   return cmocka_run_group_tests(tests, set_up, tear_down);
}
