/* test_an_suggest.c -- "did you mean".
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_suggest.h"

static const char *const names[] = {
   "annotate",
   "no-annotate",
   "threshold",
   "limits",
   "limits-fn",
   "Ir",
   "D1mr",
   "D1mw",
   "DLmr",
   "peak",
   "peak_blocks",
   "never_read",
   NULL,
   "",
   "a-name-that-is-longer-than-any-name-that-is-compared",
};

static const char *best(const char *word)
{
   an_suggestion suggestion = { .word = an_span_of(word) };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      an_suggest(&suggestion, names[i]);
   return suggestion.best == NULL ? "-" : suggestion.best;
}

static void test_similar(void **state)
{
   (void)state;
   assert_string_equal(best("threshhold"), "threshold");
   assert_string_equal(best("tresholds"), "threshold");
   assert_string_equal(best("anotate"), "annotate");
   assert_string_equal(best("d1MR"), "D1mr");
   assert_string_equal(best("D1rm"), "D1mr");
   assert_string_equal(best("DLm"), "DLmr");
   assert_string_equal(best("IR"), "Ir");
   assert_string_equal(best("paek"), "peak");
   assert_string_equal(best("never-read"), "never_read");
   assert_string_equal(best("neverread"), "never_read");
   assert_string_equal(best("limits-"), "limits-fn");
   assert_string_equal(best("peak_b"), "peak_blocks");
}

static void test_unlike(void **state)
{
   (void)state;
   assert_string_equal(best("x"), "-");
   assert_string_equal(best(""), "-");
   assert_string_equal(best("Bc"), "-");
   assert_string_equal(best("frobnicate-all"), "-");
   assert_string_equal(best("a-name-that-is-longer-than-any-name-that-is"), "-");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_similar),
      cmocka_unit_test(test_unlike),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
