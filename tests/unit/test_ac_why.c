/* test_ac_why.c -- where most cycles of a row go, and why: each rule, at its bounds.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "advice/ac_why.h"

#include <stdarg.h>
#include <stdio.h>

/* A machine of three levels: L2 14 cycles, L3 50, memory 300, a walk 30. */
static const char MACHINE[] =
   "#: machine small\n#: m L2 size=1M latency=14\n#: m L3 size=8M latency=50\n"
   "#: m core width=4 walk=30\n#: m memory latency=300 gap=8\n";

typedef struct {
   ac_why why;
   char text[AC_WHY_B];
} result;

/* Why the only line of a profile with this machine is slow. */
static result why_of(const char *machine, const char *events, const char *counts,
                     size_t room)
{
   char profile_text[1024];
   result r;
   ac_prices prices;
   snprintf(profile_text, sizeof profile_text,
            "cmd: x\nevents: %s\n#: cachesim 1\n%sfl=a.c\nfn=f\n1 %s\nsummary: %s\n"
            "#: end 1\n",
            events, machine, counts, counts);
   ac_profile *profile = test_good_profile(profile_text);
   assert_true(ac_prices_open(&prices, profile, NULL));
   r.why = ac_why_of(&prices, ac_profile_totals(profile));
   size_t n = ac_why_text(r.text, &r.why, room);
   assert_int_equal(n, strlen(r.text));
   return r;
}

static void check(const char *machine, const char *events, const char *counts,
                  const char *rule, const char *expected)
{
   result r = why_of(machine, events, counts, SIZE_MAX);
   assert_string_equal(r.text, expected);
   assert_string_equal(r.why.rule, rule);
   assert_non_null(r.why.cure);
}

static const char DATA[] = "Dr D1mr D2mr DLmr Dw D1mw D2mw DLmw DTw Cx Cf Cd Cb";
#define CHECK_DATA(counts, rule, text) check(MACHINE, DATA, counts, rule, text)

static void test_levels(void **state)
{
   (void)state;
   /* 96 loads need memory: 28,800 cycles if none overlaps another. */
   CHECK_DATA("100 96 96 96 0 0 0 0 0 200 0 10000 0", "data-memory",
              "98% wait for data: 96% of loads need memory");
   CHECK_DATA("100 96 96 96 0 0 0 0 0 200 0 9600 0", "data-memory",
              "98% wait for data: 96% of loads need memory; they overlap");
   CHECK_DATA("100 96 96 96 0 0 0 0 0 200 0 21600 0", "data-chain",
              "99% wait for data: 96% of loads need memory; one at a time (a list?)");
   CHECK_DATA("0 0 0 0 200 50 50 50 0 10 0 7000 0", "data-memory",
              "100% wait for data: 25% of stores need memory");
   CHECK_DATA("60 30 30 30 40 20 20 20 0 10 0 7000 0", "data-memory",
              "100% wait for data: 50% of accesses need memory");
   /* Loads have nine tenths of them. */
   CHECK_DATA("100 90 90 90 100 10 10 10 0 10 0 12000 0", "data-memory",
              "100% wait for data: 90% of loads need memory");
   /* 1000 from L3 cost 50,000, 100 from memory 30,000, 1100 from L2 15,400. */
   CHECK_DATA("4000 2200 1100 100 0 0 0 0 0 10 0 40000 0", "data-level",
              "100% wait for data: 25% of loads need L3");
   CHECK_DATA("4000 2200 40 0 0 0 0 0 0 10 0 15000 0", "data-level",
              "100% wait for data: 54% of loads need L2");
   CHECK_DATA("0 0 0 0 0 0 0 0 0 100 0 900 0", "data", "90% wait for data");
}

/* What was busy for half of the wait is said in place of how misses overlap. */
static void test_held(void **state)
{
   (void)state;
   static const char HELD[] =
      "Dr D1mr D2mr DLmr Dw D1mw D2mw DLmw DTw Cx Cf Cd Cdb Cdp Cds Cdw Cb";
#define CHECK_HELD(parts, rule, text) \
   check(MACHINE, HELD, "100 96 96 0 0 0 0 0 0 10 0 1000 " parts " 0", rule, text)
   CHECK_HELD("0 0 500 0", "data-set",
              "99% wait for data: 96% of loads need L3; in one set of D1");
   CHECK_HELD("0 0 499 0", "data-level",
              "99% wait for data: 96% of loads need L3; they overlap");
   CHECK_HELD(
      "500 0 0 0", "data-level",
      "99% wait for data: 96% of loads need L3; as many at a time as the core can");
   CHECK_HELD("0 501 0 499", "data-level",
              "99% wait for data: 96% of loads need L3; bandwidth");
   CHECK_HELD("0 0 0 1000", "data-level",
              "99% wait for data: 96% of loads need L3; TLB misses hold them up");
}

static void test_walks(void **state)
{
   (void)state;
   CHECK_DATA("900 50 0 0 100 0 0 0 400 100 0 6000 0", "data-walks",
              "98% wait for data: 40% of accesses walk pages");
   CHECK_DATA("100 96 96 96 0 0 0 0 10 200 0 12000 0", "data-memory",
              "98% wait for data: 96% of loads need memory; 10% walk pages");
   CHECK_DATA("100 96 96 96 0 0 0 0 9 200 0 12000 0", "data-memory",
              "98% wait for data: 96% of loads need memory");
}

static void test_prefetched(void **state)
{
   (void)state;
   static const char events[] = "Dr D1mr D2mr DLmr Pu1 PuL Cx Cf Cd Cb";
   check(MACHINE, events, "100 60 60 60 10 10 10 0 9000 0", "data-memory",
         "100% wait for data: 60% of loads need memory; 25% prefetched");
   check(MACHINE, events, "100 60 60 60 9 10 10 0 9000 0", "data-memory",
         "100% wait for data: 60% of loads need memory");
   check(MACHINE, events, "100 60 60 60 1 0 10 0 9000 0", "data-memory",
         "100% wait for data: 60% of loads need memory; not prefetched");
   /* Two misses do not explain so many cycles. */
   check(MACHINE, events, "100 2 2 2 90 0 10 0 1201 0", "data-late",
         "99% wait for data: prefetched lines come late");
   check(MACHINE, events, "100 2 2 2 17 0 10 0 1200 0", "data-chain",
         "99% wait for data: 2.0% of loads need memory; one at a time (a list?); "
         "89% prefetched");
   /* Nine of ten were brought: the wait is not for those few that are left. */
   check(MACHINE, events, "100 2 2 2 18 0 10 0 450 0", "data-late",
         "98% wait for data: prefetched lines come late");
   check(MACHINE, events, "100 2 2 2 18 0 10 0 449 0", "data-memory",
         "98% wait for data: 2.0% of loads need memory; 90% prefetched");
}

static void test_reasons(void **state)
{
   (void)state;
   static const char events[] = "Dr D1mr DLmr Lcold Lcap Lconf Cx Cf Cd Cb";
   static const struct {
      const char *counts, *reason;
   } cases[] = {
      { "100 50 50 25 25 0 10 0 9000 0", "; cold misses" },
      { "100 50 50 24 26 0 10 0 9000 0", "; capacity misses" },
      { "100 50 50 24 1 25 10 0 9000 0", "; conflict misses" },
      { "100 50 50 24 3 23 10 0 9000 0", "" },
      { "100 50 50 0 0 0 10 0 9000 0", "" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char expected[AC_WHY_B];
      sprintf(expected, "100%% wait for data: 50%% of loads need memory%s",
              cases[i].reason);
      check("", events, cases[i].counts, "data-memory", expected);
   }
}

static void test_code(void **state)
{
   (void)state;
   static const char events[] = "Ir I1mr I2mr ILmr ITw Cx Cf Cd Cb";
   check(MACHINE, events, "1000 30 20 10 0 100 900 0 0", "code-memory",
         "90% wait for code: 1.0% of instructions need memory");
   check(MACHINE, events, "1000 300 0 0 0 100 900 0 0", "code-level",
         "90% wait for code: 30% of instructions need L2");
   check(MACHINE, events, "1000 10 0 0 20 100 900 0 0", "code-walks",
         "90% wait for code: 2.0% of instructions walk pages");
   check(MACHINE, events, "1000 0 0 0 0 100 900 0 0", "code", "90% wait for code");
}

static void test_branches(void **state)
{
   (void)state;
   static const char events[] = "Ir Bc Bcm Bi Bim Cx Cf Cd Cb";
   check(MACHINE, events, "1000 200 50 0 0 100 0 100 800", "branches",
         "80% after mispredictions: 25% of branches");
   check(MACHINE, events, "1000 200 5 40 30 100 0 100 800", "jumps",
         "80% after mispredictions: 75% of indirect jumps");
   check(MACHINE, "Ir Cx Cf Cd Cb", "1000 100 0 100 800", "mispredicted",
         "80% after mispredictions");
}

static void test_execution(void **state)
{
   (void)state;
   static const char events[] = "Ir Cx Cf Cd Cb";
   check(MACHINE, events, "1000 325 0 1 1", "execute-width",
         "99% executing: 0.33 cycles per instruction, the core's width");
   check(MACHINE, events, "1000 326 0 1 1", "execute",
         "99% executing: 0.33 cycles per instruction");
   check(MACHINE, events, "1000 1000 0 1 1", "execute-chain",
         "100% executing: 1.00 cycles per instruction, slow chains");
   check(MACHINE, "Dr Cx Cf Cd Cb", "9 1000 0 0 0", "execute", "100% executing");
}

static void test_nothing(void **state)
{
   (void)state;
   result r = why_of(MACHINE, "Ir Cx Cf Cd Cb", "1000 0 0 0 0", SIZE_MAX);
   assert_null(r.why.rule);
   assert_null(r.why.cycles);
   assert_string_equal(r.text, "");
}

/* What does not fit is left out by whole clauses; the first stays. */
static void test_room(void **state)
{
   (void)state;
   static const char counts[] = "100 96 96 96 0 0 0 0 10 200 0 22000 0";
   static const char whole[] = "99% wait for data: 96% of loads need memory; "
                               "one at a time (a list?); 10% walk pages";
   for (size_t room = 0; room <= sizeof whole; room++) {
      result r = why_of(MACHINE, DATA, counts, room);
      size_t n = room >= strlen(whole)        ? strlen(whole)
                 : room >= strlen(whole) - 16 ? strlen(whole) - 16
                                              : strlen(whole) - 16 - 25;
      assert_int_equal(strlen(r.text), n);
      assert_memory_equal(r.text, whole, n);
   }
}

/* Any counts, and a machine whose text makes no sense. */
static void test_strange(void **state)
{
   (void)state;
   static const char machine[] =
      "#: machine m\n#: m L2 latency=x\n#: m L3 latency=\n#: m core width=0 walk=-1\n"
      "#: m memory latency=99999999999999999999\n";
   static const char most[] = "9223372036854775807";
   char counts[600] = "";
   for (size_t i = 0; i < 13; i++)
      sprintf(counts + strlen(counts), "%s%s", i > 0 ? " " : "", most);
   result r = why_of(machine, DATA, counts, SIZE_MAX);
   assert_non_null(r.why.rule);
   r = why_of(machine, DATA, "0 1 2 3 0 1 2 3 9 0 0 9 0", SIZE_MAX);
   assert_string_equal(r.text, "100% wait for data: 0.0% of accesses need memory; "
                               "they overlap; 0.0% walk pages");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_levels),   cmocka_unit_test(test_held),
      cmocka_unit_test(test_walks),    cmocka_unit_test(test_prefetched),
      cmocka_unit_test(test_reasons),  cmocka_unit_test(test_code),
      cmocka_unit_test(test_branches), cmocka_unit_test(test_execution),
      cmocka_unit_test(test_nothing),  cmocka_unit_test(test_room),
      cmocka_unit_test(test_strange),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
