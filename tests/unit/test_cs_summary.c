/* test_cs_summary.c -- cs_summary: every line, to the column.

   The form is that of cachegrind's summary.  The totals of the tests
   called "recorded" are of real programs, and so are their lines, as
   cachegrind of Valgrind 3.19.0 printed them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "outfile/cs_summary.h"

/* ---- What is printed ------------------------------------------------- */

typedef struct {
   char text[8192];
   size_t used_B;
   unsigned n_lines;
} page;

static void take_line(void *context, const char *text)
{
   page *p = context;
   size_t length_B = strlen(text);
   assert_null(strchr(text, '\n'));
   assert_true(length_B + 2 <= sizeof p->text - p->used_B);
   memcpy(p->text + p->used_B, text, length_B);
   p->used_B += length_B;
   p->text[p->used_B++] = '\n';
   p->text[p->used_B] = '\0';
   p->n_lines++;
}

/* The totals are of all events. */
static void assert_summary(const uint64_t totals[CS_N_EVENTS], bool caches, bool branches,
                           const char *expected)
{
   page p = { .used_B = 0 };
   const cs_columns columns = cs_columns_of(caches, branches);
   uint64_t counts[CS_N_EVENTS];
   for (uint32_t k = 0; k < columns.n; k++)
      counts[k] = totals[columns.events[k]];
   cs_summary(counts, &columns, take_line, &p);
   assert_string_equal(p.text, expected);
   assert_int_equal(p.n_lines, 1 + (caches ? 14 : 0) + (branches ? 4 : 0));
}

/* ---- The four subsets, recorded -------------------------------------- */

static const uint64_t recorded[CS_N_EVENTS] = {
   131142, 1091, 1072, 30039, 1152, 1018, 10266, 336, 311, 26325, 3246, 279, 150,
};

#define INSTRUCTIONS "I   refs:      131,142\n"
#define CACHES \
   "I1  misses:      1,091\n" \
   "LLi misses:      1,072\n" \
   "I1  miss rate:    0.83%\n" \
   "LLi miss rate:    0.82%\n" \
   "\n" \
   "D   refs:       40,305  (30,039 rd   + 10,266 wr)\n" \
   "D1  misses:      1,488  ( 1,152 rd   +    336 wr)\n" \
   "LLd misses:      1,329  ( 1,018 rd   +    311 wr)\n" \
   "D1  miss rate:     3.7% (   3.8%     +    3.3%  )\n" \
   "LLd miss rate:     3.3% (   3.4%     +    3.0%  )\n" \
   "\n" \
   "LL refs:         2,579  ( 2,243 rd   +    336 wr)\n" \
   "LL misses:       2,401  ( 2,090 rd   +    311 wr)\n" \
   "LL miss rate:      1.4% (   1.3%     +    3.0%  )\n"
#define BRANCHES \
   "\n" \
   "Branches:       26,604  (26,325 cond +    279 ind)\n" \
   "Mispredicts:     3,396  ( 3,246 cond +    150 ind)\n" \
   "Mispred rate:     12.8% (  12.3%     +   53.8%   )\n"

static void test_instructions_only(void **state)
{
   (void)state;
   assert_summary(recorded, false, false, INSTRUCTIONS);
}

static void test_recorded_caches(void **state)
{
   (void)state;
   assert_summary(recorded, true, false, INSTRUCTIONS CACHES);
}

static void test_recorded_caches_and_branches(void **state)
{
   (void)state;
   assert_summary(recorded, true, true, INSTRUCTIONS CACHES BRANCHES);
}

/* Without caches nothing is counted of data, so columns are narrower. */
static void test_recorded_branches(void **state)
{
   (void)state;
   static const uint64_t totals[CS_N_EVENTS] = {
      [CS_IR] = 131142, [CS_BC] = 26325, [CS_BCM] = 3246, [CS_BI] = 279, [CS_BIM] = 150
   };
   assert_summary(totals, false, true,
                  "I   refs:      131,142\n"
                  "\n"
                  "Branches:       26,604  (26,325 cond + 279 ind)\n"
                  "Mispredicts:     3,396  ( 3,246 cond + 150 ind)\n"
                  "Mispred rate:     12.8% (  12.3%     + 53.8%   )\n");
}

/* A program of five instructions: rates are wider than their columns. */
static void test_recorded_tiny(void **state)
{
   (void)state;
   static const uint64_t totals[CS_N_EVENTS] = {
      [CS_IR] = 5,   [CS_I1MR] = 1, [CS_ILMR] = 1, [CS_DW] = 1, [CS_D1MW] = 1,
      [CS_DLMW] = 1, [CS_DR] = 1,   [CS_BC] = 1,   [CS_BI] = 1
   };
   assert_summary(totals, true, true,
                  "I   refs:      5\n"
                  "I1  misses:    1\n"
                  "LLi misses:    1\n"
                  "I1  miss rate: 20.00%\n"
                  "LLi miss rate: 20.00%\n"
                  "\n"
                  "D   refs:      2  (1 rd   + 1 wr)\n"
                  "D1  misses:    1  (0 rd   + 1 wr)\n"
                  "LLd misses:    1  (0 rd   + 1 wr)\n"
                  "D1  miss rate: 50.0% (0.0%     + 100.0%  )\n"
                  "LLd miss rate: 50.0% (0.0%     + 100.0%  )\n"
                  "\n"
                  "LL refs:       2  (1 rd   + 1 wr)\n"
                  "LL misses:     2  (1 rd   + 1 wr)\n"
                  "LL miss rate:  28.6% (16.7%     + 100.0%  )\n"
                  "\n"
                  "Branches:      2  (1 cond + 1 ind)\n"
                  "Mispredicts:   0  (0 cond + 0 ind)\n"
                  "Mispred rate:  0.0% (0.0%     + 0.0%   )\n");
}

/* ---- Rates of nothing ------------------------------------------------ */

static void test_nothing(void **state)
{
   (void)state;
   static const uint64_t totals[CS_N_EVENTS] = { 0 };
   assert_summary(totals, true, true,
                  "I   refs:      0\n"
                  "I1  misses:    0\n"
                  "LLi misses:    0\n"
                  "I1  miss rate: n/a\n"
                  "LLi miss rate: n/a\n"
                  "\n"
                  "D   refs:      0  (0 rd   + 0 wr)\n"
                  "D1  misses:    0  (0 rd   + 0 wr)\n"
                  "LLd misses:    0  (0 rd   + 0 wr)\n"
                  "D1  miss rate: n/a  (n/a      + n/a   )\n"
                  "LLd miss rate: n/a  (n/a      + n/a   )\n"
                  "\n"
                  "LL refs:       0  (0 rd   + 0 wr)\n"
                  "LL misses:     0  (0 rd   + 0 wr)\n"
                  "LL miss rate:  n/a  (n/a      + n/a   )\n"
                  "\n"
                  "Branches:      0  (0 cond + 0 ind)\n"
                  "Mispredicts:   0  (0 cond + 0 ind)\n"
                  "Mispred rate:  n/a  (n/a      + n/a    )\n");
}

/* Some rates are "n/a": they fill their columns like the others. */
static void test_no_writes_no_jumps(void **state)
{
   (void)state;
   static const uint64_t totals[CS_N_EVENTS] = {
      [CS_IR] = 2000000, [CS_I1MR] = 10, [CS_ILMR] = 5,    [CS_DR] = 30000,
      [CS_D1MR] = 300,   [CS_DLMR] = 3,  [CS_BC] = 400000, [CS_BCM] = 1000
   };
   assert_summary(totals, true, true,
                  "I   refs:      2,000,000\n"
                  "I1  misses:           10\n"
                  "LLi misses:            5\n"
                  "I1  miss rate:      0.00%\n"
                  "LLi miss rate:      0.00%\n"
                  "\n"
                  "D   refs:         30,000  ( 30,000 rd   + 0 wr)\n"
                  "D1  misses:          300  (    300 rd   + 0 wr)\n"
                  "LLd misses:            3  (      3 rd   + 0 wr)\n"
                  "D1  miss rate:       1.0% (    1.0%     + n/a   )\n"
                  "LLd miss rate:       0.0% (    0.0%     + n/a   )\n"
                  "\n"
                  "LL refs:             310  (    310 rd   + 0 wr)\n"
                  "LL misses:             8  (      8 rd   + 0 wr)\n"
                  "LL miss rate:        0.0% (    0.0%     + n/a   )\n"
                  "\n"
                  "Branches:        400,000  (400,000 cond + 0 ind)\n"
                  "Mispredicts:       1,000  (  1,000 cond + 0 ind)\n"
                  "Mispred rate:        0.3% (    0.3%     + n/a    )\n");
}

/* Each column is as wide as the widest count in it, data or branches. */
static void test_widths(void **state)
{
   (void)state;
   static const uint64_t wide_branches[CS_N_EVENTS] = {
      [CS_IR] = 1000000, [CS_DR] = 10, [CS_DW] = 20, [CS_BC] = 1000, [CS_BI] = 100000
   };
   assert_summary(wide_branches, true, true,
                  "I   refs:      1,000,000\n"
                  "I1  misses:            0\n"
                  "LLi misses:            0\n"
                  "I1  miss rate:      0.00%\n"
                  "LLi miss rate:      0.00%\n"
                  "\n"
                  "D   refs:             30  (   10 rd   +      20 wr)\n"
                  "D1  misses:            0  (    0 rd   +       0 wr)\n"
                  "LLd misses:            0  (    0 rd   +       0 wr)\n"
                  "D1  miss rate:       0.0% (  0.0%     +     0.0%  )\n"
                  "LLd miss rate:       0.0% (  0.0%     +     0.0%  )\n"
                  "\n"
                  "LL refs:               0  (    0 rd   +       0 wr)\n"
                  "LL misses:             0  (    0 rd   +       0 wr)\n"
                  "LL miss rate:        0.0% (  0.0%     +     0.0%  )\n"
                  "\n"
                  "Branches:        101,000  (1,000 cond + 100,000 ind)\n"
                  "Mispredicts:           0  (    0 cond +       0 ind)\n"
                  "Mispred rate:        0.0% (  0.0%     +     0.0%   )\n");
}

/* ---- Huge counts ----------------------------------------------------- */

#define P(n) (UINT64_C(1) << (n))

static void test_huge_counts(void **state)
{
   (void)state;
   static const uint64_t totals[CS_N_EVENTS] = {
      [CS_IR] = P(63),   [CS_I1MR] = P(62),   [CS_ILMR] = P(61),    [CS_DR] = P(61),
      [CS_D1MR] = P(60), [CS_DLMR] = P(58),   [CS_DW] = P(61),      [CS_D1MW] = P(61),
      [CS_DLMW] = P(61), [CS_BC] = P(63) - 1, [CS_BCM] = P(63) - 1, [CS_BI] = P(62),
      [CS_BIM] = P(60)
   };
   assert_summary(totals, true, true,
                  "I   refs:      9,223,372,036,854,775,808\n"
                  "I1  misses:    4,611,686,018,427,387,904\n"
                  "LLi misses:    2,305,843,009,213,693,952\n"
                  "I1  miss rate:                     50.00%\n"
                  "LLi miss rate:                     25.00%\n"
                  "\n"
                  "D   refs:      4,611,686,018,427,387,904"
                  "  (2,305,843,009,213,693,952 rd   + 2,305,843,009,213,693,952 wr)\n"
                  "D1  misses:    3,458,764,513,820,540,928"
                  "  (1,152,921,504,606,846,976 rd   + 2,305,843,009,213,693,952 wr)\n"
                  "LLd misses:    2,594,073,385,365,405,696"
                  "  (  288,230,376,151,711,744 rd   + 2,305,843,009,213,693,952 wr)\n"
                  "D1  miss rate:                      75.0%"
                  " (                     50.0%     +                     100.0%  )\n"
                  "LLd miss rate:                      56.3%"
                  " (                     12.5%     +                     100.0%  )\n"
                  "\n"
                  "LL refs:       8,070,450,532,247,928,832"
                  "  (5,764,607,523,034,234,880 rd   + 2,305,843,009,213,693,952 wr)\n"
                  "LL misses:     4,899,916,394,579,099,648"
                  "  (2,594,073,385,365,405,696 rd   + 2,305,843,009,213,693,952 wr)\n"
                  "LL miss rate:                       35.4%"
                  " (                     22.5%     +                     100.0%  )\n"
                  "\n"
                  "Branches:      13,835,058,055,282,163,711"
                  "  (9,223,372,036,854,775,807 cond + 4,611,686,018,427,387,904 ind)\n"
                  "Mispredicts:   10,376,293,541,461,622,783"
                  "  (9,223,372,036,854,775,807 cond + 1,152,921,504,606,846,976 ind)\n"
                  "Mispred rate:                       75.0%"
                  " (                    100.0%     +                      25.0%   )\n");
}

/* Twice: the module keeps nothing between two summaries. */
static void test_twice(void **state)
{
   (void)state;
   test_huge_counts(state);
   test_recorded_caches(state);
   test_recorded_caches(state);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_instructions_only),
      cmocka_unit_test(test_recorded_caches),
      cmocka_unit_test(test_recorded_caches_and_branches),
      cmocka_unit_test(test_recorded_branches),
      cmocka_unit_test(test_recorded_tiny),
      cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_no_writes_no_jumps),
      cmocka_unit_test(test_widths),
      cmocka_unit_test(test_huge_counts),
      cmocka_unit_test(test_twice),
   };
   return cmocka_run_group_tests_name("cs_summary", tests, NULL, NULL);
}
