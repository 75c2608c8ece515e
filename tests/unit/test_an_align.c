/* test_an_align.c -- which elements of two sequences are the same.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"
#include "unit_alloc.h"

#include "base/an_align.h"

enum { MOST = 400 };

/* Letters as elements. */
static an_sequence sequence_of(const char *text, uint32_t *of)
{
   size_t n = strlen(text);
   for (size_t i = 0; i < n; i++)
      of[i] = (unsigned char)text[i];
   return (an_sequence){ of, n };
}

/* What is written below OLD: for each element the one of NEW's with its index, or a
   dot. */
static void check_with(const char *old, const char *new, const char *expected,
                       bool has_moved)
{
   unit_alloc u;
   uint32_t of[2][MOST], to[MOST];
   char text[MOST] = "";
   unit_alloc_init(&u);
   an_sequence a = sequence_of(old, of[0]), b = sequence_of(new, of[1]);
   an_align(test_alloc(), a, b, 256, to);
   if (has_moved)
      an_align_moved(test_alloc(), a, b, 256, to);
   for (size_t i = 0; i < a.n; i++) {
      assert_true(to[i] == AN_ALIGN_NONE || b.of[to[i]] == a.of[i]);
      text[i] = to[i] == AN_ALIGN_NONE ? '.' : (char)('0' + to[i]);
   }
   text[a.n] = '\0';
   assert_string_equal(text, expected);
}

static void check(const char *old, const char *new, const char *expected)
{
   check_with(old, new, expected, false);
}

static void test_edits(void **state)
{
   (void)state;
   check("", "", "");
   check("", "abc", "");
   check("abc", "", "...");
   check("abc", "abc", "012");
   check("abc", "xabc", "123");
   check("abc", "axbc", "023");
   check("abc", "ac", "0.1");
   check("abc", "axc", "0.2");
   check("abc", "xyz", "...");
}

/* Braces follow what is known better, though more of them would match in order. */
static void test_unique(void **state)
{
   (void)state;
   check("f}g}", "n}n}f}g}", "4567");
   check("}}}a", "a}}}", "...0");
   check("aa", "aaa", "01");
   check("abab", "baba", ".012");
}

static void test_moved(void **state)
{
   (void)state;
   check("abcde", "deabc", "234..");
   check_with("abcde", "deabc", "23401", true);
   check_with("ab}cd}", "cd}ab}", "342015", true);
   check_with("abxx", "xxab", "23..", true);
}

/* Whatever was cut, put in and exchanged: partners are equal and ascend, and all that
   both have once is found where the order did not change. */
static void test_random(void **state)
{
   (void)state;
   unit_random random = unit_random_from(1);
   for (int round = 0; round < 300; round++) {
      unit_alloc u;
      uint32_t old[MOST], new[2 * MOST], to[MOST];
      size_t n_old = 1 + unit_random_below(&random, MOST - 1), n_new = 0;
      uint32_t n_numbers = 1 + (uint32_t)unit_random_below(&random, 500);
      unit_alloc_init(&u);
      for (size_t i = 0; i < n_old; i++) {
         old[i] = (uint32_t)unit_random_below(&random, n_numbers);
         uint64_t what = unit_random_below(&random, 10);
         if (what != 0)
            new[n_new++] = old[i];
         if (what == 1)
            new[n_new++] = (uint32_t)unit_random_below(&random, n_numbers);
      }
      an_sequence a = { old, n_old }, b = { new, n_new };
      an_align(test_alloc(), a, b, n_numbers, to);
      size_t n = 0, next = 0;
      for (size_t i = 0; i < n_old; i++) {
         if (to[i] == AN_ALIGN_NONE)
            continue;
         assert_true(to[i] >= next && to[i] < n_new);
         assert_int_equal(new[to[i]], old[i]);
         next = to[i] + 1;
         n++;
      }
      assert_true(n_numbers < 100 || 2 * n > n_old);
      an_align_moved(test_alloc(), a, b, n_numbers, to);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_edits),
      cmocka_unit_test(test_unique),
      cmocka_unit_test(test_moved),
      cmocka_unit_test(test_random),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
