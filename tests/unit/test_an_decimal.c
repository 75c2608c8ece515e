/* test_an_decimal.c -- decimal numbers as text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_decimal.h"
#include "unit_alloc.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void check_scan(const char *text, long double expected,
                          size_t expected_length)
{
   an_span span = an_span_of(text);
   long double number = 42;
   assert_int_equal(an_decimal_scan(&span, &number), expected_length > 0);
   assert_int_equal(span.at - text, expected_length);
   if (number != expected)
      fail_msg("%s: expected %.20Lg, found %.20Lg", text, expected, number);
}

static void test_scan(void **state)
{
   (void)state;
   check_scan("", 42, 0);
   check_scan(".", 42, 0);
   check_scan("-1", 42, 0);
   check_scan("e3", 42, 0);
   check_scan("inf", 42, 0);
   check_scan("0", 0, 1);
   check_scan("0x10", 0, 1);
   check_scan("007,5", 7, 3);
   check_scan("1.5.", 1.5L, 3);
   check_scan(".5", 0.5L, 2);
   check_scan("5.", 5, 2);
   check_scan("0.1", 0.1L, 3);
   check_scan("0.000000000000000001", 1e-18L, 20);
   check_scan("1e3", 1000, 3);
   check_scan("1E+3", 1000, 4);
   check_scan("25e-2", 0.25L, 5);
   check_scan("0.001e3", 1, 7);
   check_scan("1e", 1, 1);
   check_scan("1e+", 1, 1);
   check_scan("9223372036854775807", INT64_MAX, 19);
   check_scan("18446744073709551616", 18446744073709551610.0L, 20);
   check_scan("1000000000000000000000000", 1e24L, 25);
   check_scan("0e999999999999999999999", 0, 23);
   check_scan("1e-999999999999999999999", 0, 24);
   check_scan("1e99999", INFINITY, 7);
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
      check_scan(text, strtold(text, NULL), strlen(text));
   }
}

int main(void)
{
   skip_where_rounded("test_random");
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scan),
      cmocka_unit_test(test_random),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
