/* test_ac_align_rows.c -- which lines of a function are the same, without its source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_align_rows.h"

enum { MOST = 16 };

/* "10:5 12:7": a line with the number of its counts. */
static ac_align_lines lines_of(const char *text, uint32_t *lines, uint32_t *counts)
{
   ac_align_lines to = { lines, counts, 0 };
   int n;
   for (; sscanf(text, "%u:%u%n", &lines[to.n], &counts[to.n], &n) == 2; text += n)
      to.n++;
   return to;
}

/* Expects the lines of NEW that OLD's are, in order; 0: none. */
static void check(const char *old_text, const char *new_text, const char *expected)
{
   uint32_t lines[2][MOST], counts[2][MOST], to[MOST];
   char text[256] = "", *at = text;
   ac_align_lines old = lines_of(old_text, lines[0], counts[0]);
   ac_align_lines new = lines_of(new_text, lines[1], counts[1]);
   ac_align_rows(test_alloc(), &old, &new, to);
   for (size_t i = 0; i < old.n; i++)
      at += sprintf(at, "%s%u", i == 0 ? "" : " ",
                    to[i] == AC_ALIGN_NO_ROW ? 0 : new.lines[to[i]]);
   assert_string_equal(text, expected);
}

static void test_same(void **state)
{
   (void)state;
   check("", "5:1", "");
   check("5:1", "", "0");
   check("5:1 6:2 9:3", "5:1 6:2 9:3", "5 6 9");
}

/* Comments above, and within: all counts are equal. */
static void test_moved(void **state)
{
   (void)state;
   check("5:1 6:2 7:3 9:4", "7:1 8:2 9:3 11:4", "7 8 9 11");
   check("5:1 6:2 7:3 9:4", "5:1 6:2 9:3 11:4", "5 6 9 11");
   check("5:1 6:1 7:1 8:1", "6:1 7:1 8:1 9:1", "6 7 8 9");
}

/* Called three times as often: the distances say it, also where some counts become equal
   by chance. */
static void test_other_counts(void **state)
{
   (void)state;
   check("5:1 6:2 7:3 9:4", "7:11 8:12 9:13 11:14", "7 8 9 11");
   check("5:1 6:2 7:3 9:4 12:5", "5:2 6:3 7:4 9:5 12:6", "5 6 7 9 12");
}

static void test_edited(void **state)
{
   (void)state;
   /* A statement comes, goes, becomes another one. */
   check("5:1 6:2 8:3 9:4", "5:1 6:2 7:9 9:3 10:4", "5 6 9 10");
   check("5:1 6:2 7:9 9:3 10:4", "5:1 6:2 8:3 9:4", "5 6 0 8 9");
   check("5:1 6:2 7:3", "5:1 6:9 7:3", "5 6 7");
   /* Another input does not run all of it. */
   check("5:1 6:2 7:3 8:4 12:5", "5:7 6:8 12:9", "5 0 0 0 12");
}

/* Where it begins and ends needs no more. */
static void test_ends(void **state)
{
   (void)state;
   check("5:1 6:2 9:3", "7:11 9:12 14:13", "7 0 14");
   /* The first line is not the second one, nor the last that before the last. */
   check("5:1 7:2 12:3", "4:9 5:1 8:8 20:7", "4 0 20");
   check("5:1 7:2 12:3", "5:7 9:8 12:3 13:9", "5 0 13");
}

/* Of lines that are as good, that with the old number is; but it says less than all
   else. */
static void test_numbers(void **state)
{
   (void)state;
   check("5:1 7:1 8:1", "5:1 6:1 7:1 8:1", "5 7 8");
   check("5:1 6:1 7:1 8:1 9:1 10:1 11:1 12:1 13:1 14:1",
         "6:1 7:1 8:1 9:1 10:1 11:1 12:1 13:1 14:1 15:1", "6 7 8 9 10 11 12 13 14 15");
}

/* A function that is too large for the table has no lines that are known. */
static void test_too_large(void **state)
{
   (void)state;
   enum { MANY = 3000 };
   static uint32_t lines[MANY], counts[MANY], to[MANY];
   for (uint32_t i = 0; i < MANY; i++)
      lines[i] = counts[i] = i + 1;
   ac_align_lines of = { lines, counts, MANY };
   ac_align_rows(test_alloc(), &of, &of, to);
   assert_int_equal(to[0], AC_ALIGN_NO_ROW);
   assert_int_equal(to[MANY - 1], AC_ALIGN_NO_ROW);
   of.n = 1000;
   ac_align_rows(test_alloc(), &of, &of, to);
   assert_int_equal(to[999], 999);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same),         cmocka_unit_test(test_moved),
      cmocka_unit_test(test_other_counts), cmocka_unit_test(test_edited),
      cmocka_unit_test(test_too_large),    cmocka_unit_test(test_ends),
      cmocka_unit_test(test_numbers),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
