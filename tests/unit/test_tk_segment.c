/* test_tk_segment.c -- tk_segment: passes become counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "code/tk_segment.h"
#include "unit_alloc.h"

enum { N_COUNTS = 4 };

static const char file[] = "a.c", fn[] = "f";

typedef struct {
   unit_alloc memory;
   tk_lines *lines;
   tk_line *line[3];
} fixture;

static int setup(void **state)
{
   static fixture f;
   unit_alloc_init(&f.memory);
   f.lines = tk_lines_new(&f.memory.alloc, N_COUNTS);
   assert_non_null(f.lines);
   for (uint32_t i = 0; i < 3; i++) {
      f.line[i] = tk_lines_at(f.lines,
                              &(tk_place){ .file = file, .fn = fn, .number = i + 1 });
      assert_non_null(f.line[i]);
   }
   *state = &f;
   return 0;
}

static int teardown(void **state)
{
   fixture *f = *state;
   tk_lines_free(f->lines);
   return f->memory.n_live == 0 ? 0 : -1;
}

static void assert_counts(const tk_line *line, uint64_t a, uint64_t b, uint64_t c,
                          uint64_t d)
{
   assert_int_equal(line->counts[0], a);
   assert_int_equal(line->counts[1], b);
   assert_int_equal(line->counts[2], c);
   assert_int_equal(line->counts[3], d);
}

/* 5 instructions and 2 reads of the first line; 1 instruction and 3 writes
   of the second; nothing of the third. */
static void test_settle_multiplies(void **state)
{
   fixture *f = *state;
   tk_contribution contributions[] = { { .line = f->line[0], .column = 0, .amount = 5 },
                                       { .line = f->line[0], .column = 1, .amount = 2 },
                                       { .line = f->line[1], .column = 0, .amount = 1 },
                                       { .line = f->line[1], .column = 3, .amount = 3 } };
   tk_segment segment = { .passes = 7,
                          .contributions = contributions,
                          .n_contributions = 4 };
   f->line[1]->counts[0] = 1000; /* it adds */
   tk_segment_flush(&segment);
   assert_counts(f->line[0], 35, 14, 0, 0);
   assert_counts(f->line[1], 1007, 0, 0, 21);
   assert_counts(f->line[2], 0, 0, 0, 0);
}

static void test_settle_resets(void **state)
{
   fixture *f = *state;
   tk_contribution contribution = { .line = f->line[0], .column = 2, .amount = 3 };
   tk_segment segment = { .passes = 10,
                          .contributions = &contribution,
                          .n_contributions = 1 };
   tk_segment_flush(&segment);
   assert_int_equal(segment.passes, 0);
   assert_ptr_equal(segment.contributions, &contribution);
   assert_int_equal(segment.n_contributions, 1);
   tk_segment_flush(&segment); /* nothing new */
   assert_counts(f->line[0], 0, 0, 30, 0);
   segment.passes += 2;
   tk_segment_flush(&segment);
   assert_counts(f->line[0], 0, 0, 36, 0);
   assert_counts(f->line[1], 0, 0, 0, 0);
}

static void test_segment_without_shares(void **state)
{
   fixture *f = *state;
   tk_segment segment = { .passes = 99 };
   tk_segment_flush(&segment);
   assert_int_equal(segment.passes, 0);
   for (int i = 0; i < 3; i++)
      assert_counts(f->line[i], 0, 0, 0, 0);
}

/* Two contributions of one counter, and two segments with one line, add up. */
static void test_shares_add_up(void **state)
{
   fixture *f = *state;
   tk_contribution contributions[] = { { .line = f->line[0], .column = 0, .amount = 4 },
                                       { .line = f->line[0], .column = 0, .amount = 1 } };
   tk_segment a = { .passes = 3, .contributions = contributions, .n_contributions = 2 };
   tk_segment b = { .passes = 10,
                    .contributions = &contributions[1],
                    .n_contributions = 1 };
   tk_segment_flush(&a);
   tk_segment_flush(&b);
   assert_counts(f->line[0], 25, 0, 0, 0);
}

/* A pass counts once for a mark, whatever it adds to the line. */
static void test_marks(void **state)
{
   fixture *f = *state;
   for (uint64_t i = 0; i < 3; i++)
      tk_lines_mark(f->lines, f->line[0], i);
   tk_contribution contributions[] = { { .line = f->line[0], .mark = 2, .amount = 5 },
                                       { .line = f->line[0], .column = 1, .amount = 1 } };
   tk_segment segment = { .passes = 7,
                          .contributions = contributions,
                          .n_contributions = 2 };
   tk_segment_flush(&segment);
   assert_counts(f->line[0], 35, 7, 0, 0);
   assert_int_equal(f->line[0]->marks[0].count, 0);
   assert_int_equal(f->line[0]->marks[1].count, 7);
   segment.passes = INT64_MAX;
   tk_segment_flush(&segment);
   assert_int_equal(f->line[0]->marks[1].count, INT64_MAX);
}

/* Counts have 63 bits, and saturate. */
static void test_wide_counts(void **state)
{
   fixture *f = *state;
   tk_contribution contributions[] = {
      { .line = f->line[0], .column = 0, .amount = UINT32_MAX },
      { .line = f->line[0], .column = 1, .amount = 1 },
      { .line = f->line[0], .column = 2, .amount = 2 }
   };
   tk_segment segment = { .passes = UINT64_C(1) << 32,
                          .contributions = contributions,
                          .n_contributions = 3 };
   tk_segment_flush(&segment);
   assert_counts(f->line[0], INT64_MAX, UINT64_C(1) << 32, UINT64_C(1) << 33, 0);
   contributions[0].amount = 0;
   segment.passes = INT64_MAX - (UINT64_C(1) << 32);
   tk_segment_flush(&segment);
   assert_counts(f->line[0], INT64_MAX, INT64_MAX, INT64_MAX, 0);
   contributions[0].amount = UINT32_MAX;
   segment.passes = UINT64_MAX;
   tk_segment_flush(&segment);
   assert_counts(f->line[0], INT64_MAX, INT64_MAX, INT64_MAX, 0);
}

/* Settling now and then is the same as settling once. */
static void test_settling_often(void **state)
{
   fixture *f = *state;
   unit_random random = unit_random_from(10);
   tk_contribution contributions[] = { { .line = f->line[0], .column = 0, .amount = 3 },
                                       { .line = f->line[1], .column = 1, .amount = 11 },
                                       { .line = f->line[2], .column = 3, .amount = 1 } };
   tk_segment segment = { .contributions = contributions, .n_contributions = 3 };
   uint64_t n_passes = 0;
   for (int i = 0; i < 10000; i++) {
      uint64_t more = unit_random_below(&random, 1000);
      segment.passes += more;
      n_passes += more;
      if (unit_random_below(&random, 3) == 0)
         tk_segment_flush(&segment);
   }
   tk_segment_flush(&segment);
   assert_counts(f->line[0], 3 * n_passes, 0, 0, 0);
   assert_counts(f->line[1], 0, 11 * n_passes, 0, 0);
   assert_counts(f->line[2], 0, 0, 0, n_passes);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(test_settle_multiplies),
      TEST(test_settle_resets),
      TEST(test_segment_without_shares),
      TEST(test_shares_add_up),
      TEST(test_marks),
      TEST(test_wide_counts),
      TEST(test_settling_often),
   };
   return cmocka_run_group_tests_name("tk_segment", tests, NULL, NULL);
}
