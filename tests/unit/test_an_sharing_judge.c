/* test_an_sharing_judge.c -- what is false sharing, what is true sharing, and the bounds
   of both.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "data/an_sharing_judge.h"

#define ROW(THREAD, MASK, READS, WRITES) \
   { .thread = (THREAD), .mask = (MASK), .reads = (READS), .writes = (WRITES) }

static an_sharing_judgement judge(const an_shared_access *rows, size_t n)
{
   const an_shared_line line = { .first_access = 0, .n_accesses = n };
   const an_sharing sharing = { .line_B = 64, .n_threads = 4, .lines = &line,
                                .n_lines = 1, .accesses = rows, .n_accesses = n };
   return an_sharing_judge(&sharing, 0);
}

#define JUDGE(...) \
   judge((const an_shared_access[]){ __VA_ARGS__ }, \
         sizeof((const an_shared_access[]){ __VA_ARGS__ }) / sizeof(an_shared_access))

static void check(an_sharing_judgement j, an_sharing_verdict verdict, int64_t bound,
                  int64_t bound_false)
{
   assert_string_equal(an_sharing_verdict_name(j.verdict),
                       an_sharing_verdict_name(verdict));
   assert_int_equal(j.bound, bound);
   assert_int_equal(j.bound_false, bound_false);
   assert_int_equal(j.bound_true, bound - bound_false);
}

static void finds_false_sharing(void **state)
{
   (void)state;
   check(JUDGE(ROW(1, 0xff, 0, 1000), ROW(2, 0xff00, 0, 1000)), AN_SHARING_FALSE, 2000,
         2000);
   /* One thread writes, the other reads its own bytes. */
   check(JUDGE(ROW(1, 0xff, 0, 1000), ROW(2, 0xff00, 500, 0)), AN_SHARING_FALSE, 1001,
         1001);
   /* A third one looks at all counters now and then: their truth is small. */
   check(JUDGE(ROW(1, 0xff, 0, 1000), ROW(2, 0xff00, 0, 1000), ROW(3, 0xffff, 10, 0)),
         AN_SHARING_FALSE, 2010, 2010 - 2 * 21);
}

static void finds_true_sharing(void **state)
{
   (void)state;
   check(JUDGE(ROW(1, 0xf, 0, 1000), ROW(2, 0xf, 0, 1000)), AN_SHARING_TRUE, 2000, 0);
   /* A lock and what it guards: a line of its own for each saves nothing. */
   check(JUDGE(ROW(1, 0xf, 0, 1000), ROW(1, 0xff00, 0, 1000), ROW(2, 0xf, 0, 1000),
               ROW(2, 0xff00, 0, 1000)),
         AN_SHARING_TRUE, 4000, 0);
}

static void finds_both(void **state)
{
   (void)state;
   /* A shared word, and one of a third thread beside it. */
   check(JUDGE(ROW(1, 0xf, 0, 1000), ROW(2, 0xf, 0, 1000), ROW(3, 0xff00, 0, 1000)),
         AN_SHARING_BOTH, 3000, 1000);
}

static void needs_a_writer_and_two_threads(void **state)
{
   (void)state;
   check(JUDGE(ROW(1, 0xff, 1000, 0), ROW(2, 0xff, 1000, 0)), AN_SHARING_NONE, 0, 0);
   check(JUDGE(ROW(1, 0xff, 0, 1000), ROW(1, 0xff00, 0, 1000)), AN_SHARING_NONE, 0, 0);
   check(judge(NULL, 0), AN_SHARING_NONE, 0, 0);
}

static void has_thresholds(void **state)
{
   (void)state;
   /* 2 * 49 + 1 transfers are too few, 2 * 50 + 1 are enough. */
   check(JUDGE(ROW(1, 0xff, 0, 1000), ROW(2, 0xff00, 0, 49)), AN_SHARING_NONE, 99, 99);
   check(JUDGE(ROW(1, 0xff, 0, 1000), ROW(2, 0xff00, 0, 50)), AN_SHARING_FALSE, 101, 101);
   /* A thousandth of all accesses: 101 of 101,000 and of 101,001. */
   check(JUDGE(ROW(1, 0xff, 0, 100950), ROW(2, 0xff00, 0, 50)), AN_SHARING_FALSE, 101,
         101);
   check(JUDGE(ROW(1, 0xff, 0, 100951), ROW(2, 0xff00, 0, 50)), AN_SHARING_NONE, 101, 101);
}

/* Blocks of several lives at one address do not meet. */
static void keeps_lives_apart(void **state)
{
   (void)state;
   an_shared_access rows[] = { ROW(1, 0xff, 0, 1000), ROW(2, 0xff, 0, 1000) };
   rows[0].is_own = true;
   check(judge(rows, 2), AN_SHARING_NONE, 0, 0);
   rows[1].mask = 0xff00;
   check(judge(rows, 2), AN_SHARING_FALSE, 2000, 2000);
}

static void saturates(void **state)
{
   (void)state;
   check(JUDGE(ROW(1, 0xff, INT64_MAX, INT64_MAX), ROW(2, 0xff00, 5, INT64_MAX)),
         AN_SHARING_FALSE, INT64_MAX, INT64_MAX);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_false_sharing),
      cmocka_unit_test(finds_true_sharing),
      cmocka_unit_test(finds_both),
      cmocka_unit_test(needs_a_writer_and_two_threads),
      cmocka_unit_test(has_thresholds),
      cmocka_unit_test(keeps_lives_apart),
      cmocka_unit_test(saturates),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
