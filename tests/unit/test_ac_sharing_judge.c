/* test_ac_sharing_judge.c -- what is false sharing, what is true sharing, and the bounds
   of both.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "unit_alloc.h"

#include "base/an_alloc.h"
#include "advice/ac_sharing_judge.h"

#define ROW(THREAD, MASK, READS, WRITES) \
   { .thread = (THREAD), .mask = (MASK), .reads = (READS), .writes = (WRITES) }

static ac_sharing_judgement judge(const ac_shared_access *rows, size_t n)
{
   const ac_shared_line line = { .first_access = 0, .n_accesses = n };
   const ac_sharing sharing = { .line_B = 64,
                                .n_threads = 4,
                                .lines = &line,
                                .n_lines = 1,
                                .accesses = rows,
                                .n_accesses = n };
   ac_sharing_judgement judged;
   ac_sharing_judge(&judged, an_alloc_malloc(), &sharing, 0);
   return judged;
}

#define JUDGE(...) \
   judge((const ac_shared_access[]){ __VA_ARGS__ }, \
         sizeof((const ac_shared_access[]){ __VA_ARGS__ }) / sizeof(ac_shared_access))

static void check(ac_sharing_judgement j, ac_sharing_verdict verdict, int64_t bound,
                  int64_t bound_false)
{
   assert_string_equal(ac_sharing_verdict_name(j.verdict),
                       ac_sharing_verdict_name(verdict));
   assert_int_equal(j.bound, bound);
   assert_int_equal(j.bound_false, bound_false);
   assert_int_equal(j.bound_true, bound - bound_false);
}

static void finds_false_sharing(void **state)
{
   (void)state;
   check(JUDGE(ROW(1, 0xff, 0, 1000), ROW(2, 0xff00, 0, 1000)), AC_SHARING_FALSE, 2000,
         2000);
   /* One thread writes, the other reads its own bytes. */
   check(JUDGE(ROW(1, 0xff, 0, 1000), ROW(2, 0xff00, 500, 0)), AC_SHARING_FALSE, 1000,
         1000);
   /* A third one looks at all counters now and then: their truth is small. */
   check(JUDGE(ROW(1, 0xff, 0, 1000), ROW(2, 0xff00, 0, 1000), ROW(3, 0xffff, 10, 0)),
         AC_SHARING_FALSE, 2010, 2010 - 2 * 20);
}

static void finds_true_sharing(void **state)
{
   (void)state;
   check(JUDGE(ROW(1, 0xf, 0, 1000), ROW(2, 0xf, 0, 1000)), AC_SHARING_TRUE, 2000, 0);
   /* A lock and what it guards: a line of its own for each saves nothing. */
   check(JUDGE(ROW(1, 0xf, 0, 1000), ROW(1, 0xff00, 0, 1000), ROW(2, 0xf, 0, 1000),
               ROW(2, 0xff00, 0, 1000)),
         AC_SHARING_TRUE, 4000, 0);
}

static void finds_both(void **state)
{
   (void)state;
   /* A shared word, and one of a third thread beside it. */
   check(JUDGE(ROW(1, 0xf, 0, 1000), ROW(2, 0xf, 0, 1000), ROW(3, 0xff00, 0, 1000)),
         AC_SHARING_BOTH, 3000, 1000);
}

static void needs_a_writer_and_two_threads(void **state)
{
   (void)state;
   check(JUDGE(ROW(1, 0xff, 1000, 0), ROW(2, 0xff, 1000, 0)), AC_SHARING_NONE, 0, 0);
   check(JUDGE(ROW(1, 0xff, 0, 1000), ROW(1, 0xff00, 0, 1000)), AC_SHARING_NONE, 0, 0);
   check(judge(NULL, 0), AC_SHARING_NONE, 0, 0);
}

static void has_thresholds(void **state)
{
   (void)state;
   /* 2 * 49 transfers are too few, 2 * 50 are enough. */
   check(JUDGE(ROW(1, 0xff, 0, 1000), ROW(2, 0xff00, 0, 49)), AC_SHARING_NONE, 98, 98);
   check(JUDGE(ROW(1, 0xff, 0, 1000), ROW(2, 0xff00, 0, 50)), AC_SHARING_FALSE, 100, 100);
   /* A thousandth of all accesses: 100 of 100,000 and of 100,001. */
   check(JUDGE(ROW(1, 0xff, 0, 99950), ROW(2, 0xff00, 0, 50)), AC_SHARING_FALSE, 100,
         100);
   check(JUDGE(ROW(1, 0xff, 0, 99951), ROW(2, 0xff00, 0, 50)), AC_SHARING_NONE, 100, 100);
}

/* Reads move a line only after a write: a pointer that is written once costs little. */
static void counts_moves(void **state)
{
   (void)state;
   check(JUDGE(ROW(1, 0xff, 0, 1), ROW(2, 0xff, 100000, 0), ROW(3, 0xff, 100000, 0)),
         AC_SHARING_NONE, 3, 0);
}

/* Blocks of several lives at one address do not meet. */
static void keeps_lives_apart(void **state)
{
   (void)state;
   ac_shared_access rows[] = { ROW(1, 0xff, 0, 1000), ROW(2, 0xff, 0, 1000) };
   rows[0].is_own = true;
   check(judge(rows, 2), AC_SHARING_NONE, 0, 0);
   rows[1].mask = 0xff00;
   check(judge(rows, 2), AC_SHARING_FALSE, 2000, 2000);
   /* Three threads in turn, and the block's head in the same line, for the allocator: it
      moves about as often as that is used. */
   ac_shared_access lives[] = { ROW(1, 0xff, 3, 3), ROW(2, 0xff00, 0, 1000),
                                ROW(3, 0xff00, 0, 1000), ROW(4, 0xff00, 0, 1000) };
   for (int i = 1; i < 4; i++)
      lives[i].is_own = true;
   check(judge(lives, 4), AC_SHARING_NONE, 24, 24);
}

static void saturates(void **state)
{
   (void)state;
   check(JUDGE(ROW(1, 0xff, INT64_MAX, INT64_MAX), ROW(2, 0xff00, 5, INT64_MAX)),
         AC_SHARING_FALSE, INT64_MAX, INT64_MAX);
}

/* Where a double, or a long double of some processors, has too few bits. */
static void is_exact(void **state)
{
   (void)state;
   const int64_t much = (INT64_C(1) << 60) + 1;
   check(JUDGE(ROW(1, 0xff, 0, much), ROW(2, 0xff00, 0, much)), AC_SHARING_FALSE,
         2 * much, 2 * much);
   check(JUDGE(ROW(1, 0xff, 0, much), ROW(2, 0xff00, 0, INT64_MAX)), AC_SHARING_FALSE,
         2 * much, 2 * much);
}

/* ---- Against the definition ---- */

static bool conflict(const ac_shared_access *a, const ac_shared_access *b)
{
   bool meet = (a->mask & b->mask) != 0;
   return a->thread != b->thread && (a->writes > 0 || b->writes > 0)
          && !(meet && (a->is_own || b->is_own));
}

enum { ROWS = 24, THREADS = 4 };

static int64_t least(int64_t a, int64_t b)
{
   return a < b ? a : b;
}

/* The accesses that can find the line moved, of row i of own bytes: as many as those of
   other threads that conflict, or whose first byte is at least none of its own. */
static void add_caused(const ac_shared_access *rows, const bool *counts, size_t n,
                       size_t i, int64_t *reads, int64_t *writes)
{
   int64_t other_writes = 0, others = 0;
   for (size_t k = 0; k < n; k++) {
      uint64_t first = rows[k].mask & -rows[k].mask;
      if (counts[k] && rows[k].thread != rows[i].thread && (rows[i].mask & first) == 0) {
         other_writes += rows[k].writes;
         others += rows[k].reads + rows[k].writes;
      }
   }
   *reads += rows[i].is_own ? least(rows[i].reads, other_writes) : rows[i].reads;
   *writes += rows[i].is_own ? least(rows[i].writes, others) : rows[i].writes;
}

/* The bound of the rows that have one of the bytes, pair by pair. */
static int64_t bound_of(const ac_shared_access *rows, size_t n, uint64_t bytes)
{
   bool marks[ROWS];
   int64_t reads[THREADS + 1] = { 0 }, writes[THREADS + 1] = { 0 };
   int64_t reads_caused[THREADS + 1] = { 0 }, writes_caused[THREADS + 1] = { 0 };
   int64_t sum = 0, all_writes = 0, most = 0, moves = 0;
   for (size_t i = 0; i < n; i++) {
      bool counts = false;
      for (size_t k = 0; k < n; k++)
         counts |= (rows[i].mask & bytes) != 0 && (rows[k].mask & bytes) != 0
                   && conflict(&rows[i], &rows[k]);
      reads[rows[i].thread] += counts ? rows[i].reads : 0;
      writes[rows[i].thread] += counts ? rows[i].writes : 0;
      marks[i] = counts;
   }
   for (size_t i = 0; i < n; i++)
      if (marks[i])
         add_caused(rows, marks, n, i, &reads_caused[rows[i].thread],
                    &writes_caused[rows[i].thread]);
   for (int t = 1; t <= THREADS; t++) {
      sum += reads[t] + writes[t];
      all_writes += writes[t];
      most = reads[t] + writes[t] > most ? reads[t] + writes[t] : most;
   }
   for (int t = 1; t <= THREADS; t++) {
      int64_t others = all_writes - writes[t], rest = sum - reads[t] - writes[t];
      moves += least(reads_caused[t], others) + least(writes_caused[t], rest);
   }
   return least(moves, least(sum, 2 * (sum - most) + 1));
}

static int64_t bound_apart(const ac_shared_access *rows, size_t n)
{
   int64_t sum = 0;
   for (int byte = 0; byte < 64; byte++) {
      bool is_known = false;
      for (int other = 0; other < byte && !is_known; other++) {
         is_known = true;
         for (size_t i = 0; i < n; i++)
            is_known &= (rows[i].mask >> byte & 1) == (rows[i].mask >> other & 1);
      }
      sum += is_known ? 0 : bound_of(rows, n, UINT64_C(1) << byte);
   }
   return sum;
}

static ac_shared_access random_row(unit_random *random, uint32_t thread)
{
   unsigned first = unit_random_below(random, 64);
   unsigned n = 1 + unit_random_below(random, 64 - first);
   uint64_t mask = n == 64 ? UINT64_MAX : ((UINT64_C(1) << n) - 1) << first;
   if (unit_random_below(random, 8) == 0)
      mask |= UINT64_C(1) << unit_random_below(random, 64);
   return (ac_shared_access){ .thread = thread,
                              .mask = mask,
                              .is_own = unit_random_below(random, 3) == 0,
                              .reads = unit_random_below(random, 300),
                              .writes = unit_random_below(random, 2)
                                        * unit_random_below(random, 300) };
}

static void is_as_defined(void **state)
{
   (void)state;
   unit_random random = unit_random_from(20);
   for (int round = 0; round < 3000; round++) {
      ac_shared_access rows[ROWS];
      size_t n = 1 + unit_random_below(&random, ROWS);
      for (size_t i = 0; i < n; i++)
         rows[i] = random_row(&random, 1 + (uint32_t)(i * THREADS / n));
      int64_t bound = bound_of(rows, n, UINT64_MAX), apart = bound_apart(rows, n);
      ac_sharing_judgement j = judge(rows, n);
      assert_int_equal(j.bound, bound);
      assert_int_equal(j.bound_true, apart < bound ? apart : bound);
   }
}

/* How much is looked at for n rows, of which some have own bytes. */
static size_t steps_of(size_t n)
{
   unit_random random = unit_random_from(7);
   ac_shared_access *rows = calloc(n, sizeof *rows);
   assert_non_null(rows);
   for (size_t i = 0; i < n; i++)
      rows[i] = random_row(&random, 1 + (uint32_t)(i * 16 / n));
   size_t n_steps = judge(rows, n).n_steps;
   free(rows);
   return n_steps;
}

static void takes_time_by_the_row(void **state)
{
   (void)state;
   size_t few = steps_of(500), many = steps_of(8000);
   assert_true(few < 500 * 400);
   assert_true(many < 20 * few);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_false_sharing),
      cmocka_unit_test(finds_true_sharing),
      cmocka_unit_test(finds_both),
      cmocka_unit_test(needs_a_writer_and_two_threads),
      cmocka_unit_test(has_thresholds),
      cmocka_unit_test(counts_moves),
      cmocka_unit_test(keeps_lives_apart),
      cmocka_unit_test(saturates),
      cmocka_unit_test(is_exact),
      cmocka_unit_test(is_as_defined),
      cmocka_unit_test(takes_time_by_the_row),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
