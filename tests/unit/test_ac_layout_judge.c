/* test_ac_layout_judge.c -- what each rule of a layout did: the arithmetic of a line, and
   of whole pairs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "advice/ac_data_match.h"
#include "advice/ac_layout_judge.h"

#include <math.h>

/* ---- A line ---- */

static const struct {
   const char *what;
   long double weights[3], change, parts[3];
} lines[] = {
   { "one rule has all", { 0, -40, 0 }, -100, { 0, -100, 0 } },
   { "in proportion", { -10, -30, -60 }, -50, { -5, -15, -30 } },
   { "what is outside all rules", { -10, 0, 0 }, -50, { -50, 0, 0 } },
   { "nothing changed but the cycles", { 0, 0, 0 }, -7, { -7, 0, 0 } },
   { "nothing changed", { 0, 0, 0 }, 0, { 0, 0, 0 } },
   { "misses fell, cycles rose", { 0, -10, -10 }, 8, { 0, 4, 4 } },
   { "all rose", { 0, 10, 30 }, 8, { 0, 2, 6 } },
   { "some rose: by the whole price", { 0, -100, 20 }, -80, { 0, -100, 20 } },
   { "by half of it", { 0, -100, 20 }, -40, { 0, -50, 10 } },
   { "by no more", { 0, -100, 90 }, -50, { -40, -100, 90 } },
   { "nor by less than nothing", { 0, -100, 20 }, 40, { 40, 0, 0 } },
   { "they cancel out", { 0, -100, 100 }, -3, { -3, -100, 100 } },
   { "other data rose", { 50, -100, 0 }, -25, { 25, -50, 0 } },
};

static void test_lines(void **state)
{
   (void)state;
   for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
      long double parts[3];
      ac_layout_split(lines[i].weights, 3, lines[i].change, parts);
      for (size_t k = 0; k < 3; k++)
         if (fabsl(parts[k] - lines[i].parts[k]) > 1e-9L)
            fail_msg("%s: part %zu is %Lg", lines[i].what, k, parts[k]);
   }
}

/* Whatever the weights are, the parts add up to the change. */
static void test_sums(void **state)
{
   (void)state;
   uint32_t seed = 7;
   for (int i = 0; i < 10000; i++) {
      long double weights[5], parts[5], sum = 0;
      for (size_t k = 0; k < 5; k++) {
         seed = seed * 1664525 + 1013904223;
         weights[k] = (seed >> 8) % 5 == 0 ? 0 : (long double)(int)(seed >> 8) - 8388608;
      }
      ac_layout_split(weights, 5, -1000, parts);
      for (size_t k = 0; k < 5; k++)
         sum += parts[k];
      assert_true(fabsl(sum + 1000) < 1e-6L);
   }
}

/* ---- Pairs ---- */

/* Events of code come last, so that lines can leave them out. */
#define CMD "cmd: ./app\nevents: Ir D1mr DLmr D1mw DLmw I1mr ILmr\n#: cachesim 1\n"
#define DATA_OF CMD "#: data 1024 D1mr DLmr D1mw DLmw\n"
#define THINGS \
   "#: ds make\n#: ds a.c\n#: ds table\n#: ds other\n#: ds late\n" \
   "#: df 0x0 0 1 2 8\n#: dh 10 240 24 24 1\n"                       /* 1 */ \
   "#: dv s 0 0x10 64 3\n#: dv s 0 0x50 64 4\n#: dv s 0 0x90 64 5\n" /* 2, 3, 4 */

/* Line 5 misses on the blocks and on what has no rule, line 6 on table; the inlined line
   of a header on the blocks; load on the blocks, more than before. */
static const char old_text[] = DATA_OF
   "fl=a.c\n"
   "fn=load\n9 1000 10 0 10 0\n"
   "fn=walk\n5 1000 300 50 0 0\n6 1000 100 20 0 0\n"
   "fl=b.h\n"
   "fn=walk\n3 100 40 4 0 0\n"
   "summary: 3100 450 74 10 0\n" THINGS "#: dn 1\n#: d 9 1 - 10 0 10\n"
   "#: dn 2\n#: d 5 1 0 200 40\n#: d 5 3 0 100 10\n#: d 6 2 0 100 20\n"
   "#: dn 3\n#: d 3 1 8 40 4\n"
   "#: end 4\n";

#define NEW_BODY \
   "fl=a.c\n" \
   "fn=load\n9 1000 16 2 10 0\n" \
   "fn=walk\n5 1000 120 10 0 0\n6 1000 100 20 0 0\n" \
   "fl=b.h\n" \
   "fn=walk\n3 100 4 0 0 0\n" \
   "summary: 3100 240 32 10 0\n"
#define NEW_ENTRIES \
   "#: dn 1\n#: d 9 1 - 16 2 10\n" \
   "#: dn 2\n#: d 5 1 0 30 5\n#: d 5 3 0 90 5\n#: d 6 2 0 100 20\n" \
   "#: dn 3\n#: d 3 1 8 4\n"
#define LAYOUT \
   "#: lr 2 type struct node: hot key; cold rest\n#: lr 3 static table: align 64\n" \
   "#: lr 4 static late: huge\n" \
   "#: lc 1 10 240 0 7 0\n#: lc 2 1 64 0 0 0\n#: lc 3 1 64 0 0 0\n" \
   "#: ld 1 1\n#: ld 2 2\n#: ld 3 4\n"

static const char new_text[] =
   "desc: Layout: a.layout\n" DATA_OF NEW_BODY THINGS NEW_ENTRIES LAYOUT "#: end 4\n";

typedef struct {
   ac_profile *before, *after, *pair;
   ac_metrics *metrics;
   const ac_metric *cycles;
   ac_layout_judged judged;
} fixture;

static void open_pair(fixture *f, const char *old, const char *new, const char *weights)
{
   an_error error;
   *f = (fixture){ .pair = NULL };
   f->before = test_good_profile(old);
   f->after = test_good_profile(new);
   f->pair = ac_combine_pair(test_alloc(), f->before, f->after, NULL, ac_data_match);
   f->metrics = ac_metrics_new(test_alloc(), f->before, weights, &error);
   assert_non_null(f->pair);
   assert_non_null(f->metrics);
   f->cycles = ac_metrics_find(f->metrics, an_span_of("CEst"));
   assert_non_null(f->cycles);
}

static void open_fixture(fixture *f, const char *old, const char *new)
{
   open_pair(f, old, new, NULL);
   ac_layout_judge_open(&f->judged, test_alloc(), f->pair, f->pair, f->cycles);
}

static void check_near(long double found, long double expected)
{
   if (fabsl(found - expected) > 1e-6L)
      fail_msg("%Lg, not %Lg", found, expected);
}

/* "by_city 12 of 340" of each function. */
static void check_functions(const ac_layout_verdict *of, const char *expected)
{
   char text[512] = "";
   for (size_t i = 0; i < of->n_functions; i++)
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s %.6Lg of %.6Lg\n",
               of->functions[i].name, of->functions[i].change, of->functions[i].before);
   assert_string_equal(text, expected);
}

/* In cachegrind's model each miss has its price, so that each rule's part is exact: of
   line 5 the blocks have 170 and 35 misses less, and what has no rule 10 and 5. */
static void test_pair(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f, old_text, new_text);
   const ac_layout_judged *j = &f.judged;
   assert_true(j->has_data);
   assert_int_equal(j->n, 3);
   check_near(j->before, 3100 + 10 * 460 + 100 * 74);
   check_near(j->after, 3100 + 10 * 250 + 100 * 32);
   assert_int_equal(j->d1[0], 460);
   assert_int_equal(j->d1[1], 250);
   assert_int_equal(j->last[0], 74);
   assert_int_equal(j->last[1], 32);
   const ac_layout_verdict *blocks = &j->of[0];
   assert_int_equal(blocks->rule, 1);
   assert_int_equal(blocks->d1[0], 260);
   assert_int_equal(blocks->d1[1], 60);
   assert_int_equal(blocks->last[0], 44);
   assert_int_equal(blocks->last[1], 7);
   long double of_walk = -(10 * (170 + 36) + 100 * (35 + 4)), of_load = 60 + 200;
   check_near(blocks->change, of_walk + of_load);
   check_near(j->rest, -(10 * 10 + 100 * 5));
   /* Both parts of walk are one function: 2,100 instructions, 440 and 74 misses. */
   check_functions(blocks, "walk -5960 of 13900\nload 260 of 1200\n");
   /* Table misses as before; nothing missed on late. */
   assert_int_equal(j->of[1].rule, 2);
   assert_int_equal(j->of[1].d1[0], 100);
   assert_int_equal(j->of[1].d1[1], 100);
   assert_int_equal(j->of[1].n_functions, 0);
   assert_int_equal(j->of[2].rule, 3);
   assert_int_equal(j->of[2].d1[0] + j->of[2].last[0], 0);
   check_near(j->of[1].change, 0);
}

/* What is of rules and what is of none is the change of the program. */
static void test_adds_up(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f, old_text, new_text);
   long double sum = f.judged.rest;
   for (size_t i = 0; i < f.judged.n; i++)
      sum += f.judged.of[i].change;
   check_near(sum, f.judged.after - f.judged.before);
}

/* Prices are those of CEst. */
static void test_weights(void **state)
{
   (void)state;
   fixture f;
   open_pair(&f, old_text, new_text, "L1m=1,LLm=2");
   ac_layout_judge_open(&f.judged, test_alloc(), f.pair, f.pair, f.cycles);
   check_near(f.judged.of[0].change, -(170 + 36 - 6) - 2 * (35 + 4 - 2));
   check_near(f.judged.rest, -10 - 2 * 5);
}

/* A rule that not one block fits did nothing: its data are as those of none. */
static void test_misfits(void **state)
{
   (void)state;
   static const char misfits[] =
      "desc: Layout: a.layout\n" DATA_OF NEW_BODY THINGS NEW_ENTRIES
      "#: lr 2 type struct node: hot key; cold rest\n#: lc 1 0 0 10 0 0\n#: ld 1 1\n"
      "#: end 4\n";
   fixture f;
   open_fixture(&f, old_text, misfits);
   assert_int_equal(f.judged.of[0].d1[0] + f.judged.of[0].last[0], 0);
   check_near(f.judged.of[0].change, 0);
   check_near(f.judged.rest, f.judged.after - f.judged.before);
}

/* Without data of OLD, only the whole is known; so it is without cycles. */
static void test_unknown(void **state)
{
   (void)state;
   static const char bare[] = CMD NEW_BODY "#: end 4\n";
   fixture f;
   open_fixture(&f, bare, new_text);
   assert_false(f.judged.has_data);
   assert_int_equal(f.judged.n, 3);
   assert_int_equal(f.judged.of[0].d1[1], 0);
   check_near(f.judged.of[0].change, 0);
   assert_int_equal(f.judged.d1[1], 250);
   open_pair(&f, old_text, new_text, NULL);
   ac_layout_judge_open(&f.judged, test_alloc(), f.pair, f.pair, NULL);
   assert_null(f.judged.cycles);
   assert_int_equal(f.judged.of[0].d1[0], 260);
   check_near(f.judged.of[0].change, 0);
   open_fixture(&f, old_text, old_text);
   assert_int_equal(f.judged.n, 0);
   check_near(f.judged.rest, 0);
}

/* ---- A machine ---- */

#define MACHINE_HEAD \
   "cmd: ./app\nevents: Ir D1mr DLmr DTw Cx Cf Cd Cb\n#: cachesim 1\n" \
   "#: data 1024 D1mr DLmr\n#: machine m\n#: m L2 size=1M latency=20\n" \
   "#: m memory latency=200\n#: m core walk=40\n"
#define MACHINE_THINGS \
   "#: ds a\n#: ds b\n#: ds c\n#: dv s 0 0x10 64 1\n#: dv s 0 0x50 64 2\n" \
   "#: dv s 0 0x90 64 3\n#: dn 1\n"
#define MACHINE_LAYOUT \
   "#: lr 2 static a: huge\n#: lr 3 static b: pool\n#: lc 1 1 64 0 0 0\n" \
   "#: lc 2 1 64 0 0 0\n#: ld 1 1\n#: ld 2 2\n#: end 1\n"

/* `misses` of the line as a whole, of a, of b and of c, which has no rule. */
#define MACHINE_TEXT(walks, cycles, all, a, b, c, end) \
   MACHINE_HEAD "fl=x.c\nfn=f\n7 100 " all " " walks " 100 0 " cycles " 0\n" \
                "summary: 100 " all " " walks " 100 0 " cycles " 0\n" MACHINE_THINGS \
                "#: d 7 1 - " a "\n#: d 7 2 - " b "\n#: d 7 3 - " c "\n" end

static void check_machine(const char *old, const char *new, long double of_a,
                          long double of_b, long double rest)
{
   fixture f;
   open_fixture(&f, old, new);
   for (size_t i = 0; i < 2; i++)
      check_near(f.judged.of[i].change, f.judged.of[i].rule == 1 ? of_a : of_b);
   check_near(f.judged.rest, rest);
}

/* A miss of D1 has the latency of L2, one of the last level what memory takes longer; the
   cycles are those of the line. */
static void test_latencies(void **state)
{
   (void)state;
   check_machine(
      MACHINE_TEXT("0", "5000", "30 20", "10 10", "10 5", "10 5", "#: end 1\n"),
      "desc: Layout: x\n" MACHINE_TEXT("0", "2800", "20 10", "0 0", "10 5", "10 5",
                                       MACHINE_LAYOUT),
      -2200, 0, 0);
   /* 10 * 20 + 10 * 180 of a, 10 * 20 of b. */
   check_machine(
      MACHINE_TEXT("0", "5000", "30 20", "10 10", "10 5", "10 5", "#: end 1\n"),
      "desc: Layout: x\n" MACHINE_TEXT("0", "3900", "10 10", "0 0", "0 5", "10 5",
                                       MACHINE_LAYOUT),
      -1000, -100, 0);
   /* b grows as a falls: 1,600 cycles less would be the whole price. */
   check_machine(
      MACHINE_TEXT("0", "5000", "30 20", "10 10", "10 5", "10 5", "#: end 1\n"),
      "desc: Layout: x\n" MACHINE_TEXT("0", "4200", "31 11", "0 0", "21 6", "10 5",
                                       MACHINE_LAYOUT),
      -1000, 200, 0);
}

/* Page walks are of data with a rule, as they miss D1, though these misses do not
   change. */
static void test_walks(void **state)
{
   (void)state;
   check_machine(
      MACHINE_TEXT("100", "5000", "30 20", "10 10", "0", "20 10", "#: end 1\n"),
      "desc: Layout: x\n" MACHINE_TEXT("0", "3000", "30 20", "10 10", "0", "20 10",
                                       MACHINE_LAYOUT),
      -2000, 0, 0);
   check_machine(
      MACHINE_TEXT("100", "5000", "30 20", "12 10", "3 0", "15 10", "#: end 1\n"),
      "desc: Layout: x\n" MACHINE_TEXT("0", "3000", "30 20", "12 10", "3 0", "15 10",
                                       MACHINE_LAYOUT),
      -1600, -400, 0);
   /* 100 * 40 of a, and 1 * 20 of c. */
   check_machine(
      MACHINE_TEXT("100", "9000", "31 20", "10 10", "0", "21 10", "#: end 1\n"),
      "desc: Layout: x\n" MACHINE_TEXT("0", "6990", "30 20", "10 10", "0", "20 10",
                                       MACHINE_LAYOUT),
      -2000, 0, -10);
}

/* Misses of a level between, and pages of the second TLB, are known by line only: pages
   of 2 MiB change no lines, other rules both. */
#define BETWEEN_HEAD \
   "cmd: ./app\nevents: Ir D1mr D2mr DLmr DTm Cx Cf Cd Cb\n#: cachesim 1\n" \
   "#: data 1024 D1mr DLmr\n#: machine m\n#: m L2 size=1M latency=20\n" \
   "#: m L3 size=9M latency=50\n#: m memory latency=200\n#: m DTLB2 latency=5\n"
#define BETWEEN_TEXT(l2, tlb, cycles, end) \
   BETWEEN_HEAD "fl=x.c\nfn=f\n7 100 40 " l2 " 0 " tlb " 100 0 " cycles " 0\n" \
                "summary: 100 40 " l2 " 0 " tlb " 100 0 " cycles " 0\n" MACHINE_THINGS \
                "#: d 7 1 - 10\n#: d 7 2 - 10\n#: d 7 3 - 20\n" end

static void test_between(void **state)
{
   (void)state;
   /* 20 * 30 of b; 40 * 5 of a and b alike, by half the price. */
   check_machine(BETWEEN_TEXT("30", "40", "5000", "#: end 1\n"),
                 "desc: Layout: x\n" BETWEEN_TEXT("10", "0", "4600", MACHINE_LAYOUT), -50,
                 -350, 0);
   /* Lines of huge pages alone do not move. */
   check_machine(BETWEEN_TEXT("30", "0", "5000", "#: end 1\n"),
                 "desc: Layout: x\n" BETWEEN_TEXT(
                    "10", "0", "4400",
                    "#: lr 2 static a: huge\n#: lr 3 static b: huge\n#: lc 1 1 64 0 0 0\n"
                    "#: lc 2 1 64 0 0 0\n#: ld 1 1\n#: ld 2 2\n#: end 1\n"),
                 0, 0, -600);
}

/* ---- Functions ---- */

/* Six functions, each missing on the blocks; the smallest below a hundredth. */
static void test_functions(void **state)
{
   (void)state;
   static const int old_misses[] = { 100, 90, 80, 70, 60, 1 };
   char old[4096] = DATA_OF "fl=a.c\n",
        new[4096] = "desc: Layout: x\n" DATA_OF "fl=a.c\n";
   char old_d[1024] = "", new_d[1024] = "";
   int sum = 0;
   for (int i = 0; i < 6; i++) {
      sum += old_misses[i];
      sprintf(old + strlen(old), "fn=f%d\n%d 10 %d\n", i, i + 1, old_misses[i]);
      sprintf(new + strlen(new), "fn=f%d\n%d 10 0\n", i, i + 1);
      sprintf(old_d + strlen(old_d), "#: dn %d\n#: d %d 1 - %d\n", i + 1, i + 1,
              old_misses[i]);
   }
   sprintf(old + strlen(old), "summary: 60 %d\n%s%s#: end 6\n", sum, THINGS, old_d);
   sprintf(new + strlen(new), "summary: 60 0\n%s%s%s#: end 6\n", THINGS, new_d, LAYOUT);
   fixture f;
   open_fixture(&f, old, new);
   check_functions(&f.judged.of[0],
                   "f0 -1000 of 1010\nf1 -900 of 910\nf2 -800 of 810\nf3 -700 of 710\n");
}

/* Exactly a hundredth is listed, less is not. */
static void test_least(void **state)
{
   (void)state;
   static const char least[] = DATA_OF "fl=a.c\nfn=f\n1 %d 1\nsummary: %d 1\n" THINGS
                                       "#: dn 1\n#: d 1 1 - 1\n#: end 1\n";
   static const char new[] = "desc: Layout: x\n" DATA_OF
                             "fl=a.c\nfn=f\n1 %d 0\nsummary: %d 0\n" THINGS LAYOUT
                             "#: end 1\n";
   for (int i = 0; i < 2; i++) {
      char before[1024], after[1024];
      fixture f;
      snprintf(before, sizeof before, least, 990 + i, 990 + i);
      snprintf(after, sizeof after, new, 990 + i, 990 + i);
      open_fixture(&f, before, after);
      check_near(f.judged.of[0].change, -10);
      assert_int_equal(f.judged.of[0].n_functions, i == 0);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lines),     cmocka_unit_test(test_sums),
      cmocka_unit_test(test_pair),      cmocka_unit_test(test_adds_up),
      cmocka_unit_test(test_weights),   cmocka_unit_test(test_unknown),
      cmocka_unit_test(test_latencies), cmocka_unit_test(test_walks),
      cmocka_unit_test(test_misfits),   cmocka_unit_test(test_between),
      cmocka_unit_test(test_functions), cmocka_unit_test(test_least),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
