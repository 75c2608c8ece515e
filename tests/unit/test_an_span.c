/* test_an_span.c -- pieces of a line of text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_span.h"

static void test_keys(void **state)
{
   (void)state;
   an_span span = an_span_of("fn=main");
   assert_false(an_span_take_key(&span, "fl="));
   assert_int_equal(an_span_length(span), 7);
   assert_true(an_span_take_key(&span, "fn="));
   assert_true(an_span_is(span, "main"));
   assert_false(an_span_is(span, "mai"));
   assert_false(an_span_is(span, "main2"));
   assert_true(an_span_take_key(&span, "main"));
   assert_true(an_span_take_key(&span, ""));
   assert_false(an_span_take_key(&span, "x"));
}

static void test_words(void **state)
{
   (void)state;
   an_span span = an_span_of(" \tIr  I1mr\t");
   assert_true(an_span_is(an_span_take_word(&span), "Ir"));
   assert_true(an_span_is(an_span_take_word(&span), "I1mr"));
   assert_int_equal(an_span_length(an_span_take_word(&span)), 0);
   assert_int_equal(an_span_length(span), 0);
}

static void check_unescaped(const char *text, const char *expected)
{
   char to[64];
   memset(to, '#', sizeof to);
   ptrdiff_t n = an_span_unescape(an_span_of(text), to);
   if (expected == NULL) {
      assert_int_equal(n, -1);
      return;
   }
   assert_int_equal(n, strlen(expected));
   assert_memory_equal(to, expected, strlen(expected));
   assert_int_equal(to[n], '#');
}

static void test_unescape(void **state)
{
   (void)state;
   check_unescaped("", "");
   check_unescaped("plain", "plain");
   check_unescaped("a\\x0ab", "a\nb");
   check_unescaped("\\x1b[0m\\x7f", "\x1b[0m\x7f");
   check_unescaped("\\x5cx41", "\\x41"); /* a name that holds \x41 */
   check_unescaped("C:\\dir\\\\", "C:\\dir\\\\"); /* other backslashes stay */
   check_unescaped("\\", "\\");
   check_unescaped("\\x", NULL);
   check_unescaped("\\x1", NULL);
   check_unescaped("\\xg0", NULL);
   check_unescaped("\\x0g", NULL);
   check_unescaped("\\x1B", NULL); /* the writer's digits are lower case */
   check_unescaped("\\x00", NULL);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_keys),
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_unescape),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
