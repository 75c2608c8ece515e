/* test_an_span.c -- pieces of a line of text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_span.h"
#include "unit_alloc.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
   static const char list[] = "std core alloc";
   assert_true(an_span_is_among(an_span_of("std"), list));
   assert_true(an_span_is_among(an_span_of("core"), list));
   assert_true(an_span_is_among(an_span_of("alloc"), list));
   assert_false(an_span_is_among(an_span_of("allo"), list));
   assert_false(an_span_is_among(an_span_of("cores"), list));
   assert_false(an_span_is_among(an_span_of("std core"), list));
   assert_false(an_span_is_among(an_span_of(""), list));
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
   check_unescaped("\\x5cx41", "\\x41");          /* a name that holds \x41 */
   check_unescaped("C:\\dir\\\\", "C:\\dir\\\\"); /* other backslashes stay */
   check_unescaped("\\", "\\");
   check_unescaped("\\x", NULL);
   check_unescaped("\\x1", NULL);
   check_unescaped("\\xg0", NULL);
   check_unescaped("\\x0g", NULL);
   check_unescaped("\\x1B", NULL); /* the writer's digits are lower case */
   check_unescaped("\\x00", NULL);
}

static void check_number(const char *text, long double expected, size_t expected_length)
{
   an_span span = an_span_of(text);
   long double number = 42;
   assert_int_equal(an_span_take_number(&span, &number), expected_length > 0);
   assert_int_equal(span.at - text, expected_length);
   if (number != expected)
      fail_msg("%s: expected %.20Lg, found %.20Lg", text, expected, number);
}

static void test_numbers(void **state)
{
   (void)state;
   check_number("", 42, 0);
   check_number(".", 42, 0);
   check_number("-1", 42, 0);
   check_number("e3", 42, 0);
   check_number("inf", 42, 0);
   check_number("0", 0, 1);
   check_number("0x10", 0, 1);
   check_number("007,5", 7, 3);
   check_number("1.5.", 1.5L, 3);
   check_number(".5", 0.5L, 2);
   check_number("5.", 5, 2);
   check_number("0.1", 0.1L, 3);
   check_number("0.000000000000000001", 1e-18L, 20);
   check_number("1e3", 1000, 3);
   check_number("1E+3", 1000, 4);
   check_number("25e-2", 0.25L, 5);
   check_number("0.001e3", 1, 7);
   check_number("1e", 1, 1);
   check_number("1e+", 1, 1);
   check_number("9223372036854775807", INT64_MAX, 19);
   check_number("18446744073709551616", 18446744073709551616.0L, 20);
   check_number("1000000000000000000000000", 1e24L, 25);
   check_number("0e999999999999999999999", 0, 23);
   check_number("1e-999999999999999999999", 0, 24);
   check_number("1e99999", INFINITY, 7);
}

static void test_random(void **state)
{
   (void)state;
   unit_random random = unit_random_from(7);
   for (int i = 0; i < 20000; i++) {
      char text[48];
      snprintf(text, sizeof text, "%" PRIu64 ".%0*" PRIu64 "1",
               unit_random_below(&random, 1000000000),
               (int)unit_random_below(&random, 3) + 6,
               unit_random_below(&random, 1000000));
      check_number(text, strtold(text, NULL), strlen(text));
   }
}

int main(void)
{
   skip_where_rounded("test_random");
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_keys),     cmocka_unit_test(test_words),
      cmocka_unit_test(test_unescape), cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_random),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
