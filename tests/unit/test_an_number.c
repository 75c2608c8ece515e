/* test_an_number.c -- numbers: as text and packed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_number.h"
#include "base/an_packed.h"
#include "unit_alloc.h"

#include <math.h>

static void check_scan(const char *text, an_number_status expected_status,
                       int64_t expected, size_t expected_length)
{
   const char *at = text;
   int64_t number = 42;
   assert_int_equal(an_number_scan(&at, &number), expected_status);
   assert_int_equal(number, expected);
   assert_int_equal(at - text, expected_length);
}

static void test_scan(void **state)
{
   (void)state;
   check_scan("0\n", AN_NUMBER_OK, 0, 1);
   check_scan("1234 5\n", AN_NUMBER_OK, 1234, 4);
   check_scan("007\n", AN_NUMBER_OK, 7, 3);
   check_scan("\n", AN_NUMBER_NONE, 0, 0);
   check_scan("-1\n", AN_NUMBER_NONE, 0, 0);
   check_scan("/\n", AN_NUMBER_NONE, 0, 0); /* the bytes around digits */
   check_scan(":\n", AN_NUMBER_NONE, 0, 0);
   check_scan("\xff\n", AN_NUMBER_NONE, 0, 0);
   check_scan("999999999999999999\n", AN_NUMBER_OK, 999999999999999999, 18);
   check_scan("9223372036854775807\n", AN_NUMBER_OK, INT64_MAX, 19);
   check_scan("9223372036854775808\n", AN_NUMBER_TOO_LARGE, 0, 19);
   check_scan("9999999999999999999\n", AN_NUMBER_TOO_LARGE, 0, 19);
   check_scan("18446744073709551617\n", AN_NUMBER_TOO_LARGE, 0, 20);
}

static void test_real_order(void **state)
{
   (void)state;
   assert_int_equal(an_real_compare(0.25, 0.5), -1);
   assert_int_equal(an_real_compare(0.5, -0.5), 1);
   assert_int_equal(an_real_compare(0.5, 0.5), 0);
   assert_int_equal(an_real_compare(0.5, NAN), 0);
}

/* One to seven digits, then any byte but a digit, with any bytes behind. */
static void test_scan_word(void **state)
{
   (void)state;
   unit_random random = unit_random_from(7);
   for (int i = 0; i < 200000; i++) {
      char text[10] = { 0 };
      int length = 1 + (int)unit_random_below(&random, 9);
      for (int d = 0; d < 9; d++)
         text[d] = (char)(d < length ? '0' + unit_random_below(&random, 10)
                                     : unit_random_below(&random, 256));
      if (text[length] >= '0' && text[length] <= '9')
         text[length] = unit_random_below(&random, 2) == 0 ? ':' : '/';
      const char *at = text, *word = text;
      int64_t number, of_word = 42;
      assert_int_equal(an_number_scan(&at, &number), AN_NUMBER_OK);
      bool fits = an_number_scan_word(&word, &of_word);
      assert_int_equal(fits, length >= 1 && length <= 7);
      assert_int_equal(word - text, fits ? at - text : 0);
      assert_int_equal(of_word, fits ? number : 42);
   }
}

static void check_line(uint32_t line, size_t expected_B)
{
   unsigned char bytes[AN_PACKED_LINE_B + 1];
   memset(bytes, 0xa5, sizeof bytes);
   unsigned char *end = an_packed_put_line(bytes, line);
   assert_int_equal(end - bytes, expected_B);
   assert_int_equal(*end, 0xa5);
   uint32_t back;
   assert_ptr_equal(an_packed_get_line(bytes, &back), end);
   assert_int_equal(back, line);
}

static void test_packed_lines(void **state)
{
   (void)state;
   check_line(0, 1);
   check_line(127, 1);
   check_line(128, 2);
   check_line(16383, 2);
   check_line(16384, 3);
   check_line(UINT32_MAX, AN_PACKED_LINE_B);
}

static void check_counts(const int64_t *counts, size_t n, size_t expected_B)
{
   unsigned char bytes[8 * 40];
   int64_t back[20];
   assert_in_range(an_packed_row_max_B(n), expected_B, sizeof bytes);
   unsigned char *end = an_packed_put(bytes, counts, n);
   assert_int_equal(end - bytes, expected_B);
   memset(end, 0xff, AN_PACKED_AHEAD_B);
   assert_ptr_equal(an_packed_get(bytes, back, n), end);
   assert_memory_equal(back, counts, n * sizeof *counts);
   assert_ptr_equal(an_packed_skip(bytes, n), end);
}

static void test_packed(void **state)
{
   (void)state;
   static const struct {
      int64_t count;
      size_t expected_B;
   } rows[] = { { 0, 0 },          { 1, 1 },         { -1, 1 },        { 127, 1 },
                { -128, 1 },       { 128, 4 },       { INT32_MAX, 4 }, { INT32_MIN, 4 },
                { 0x80000000, 8 }, { INT64_MAX, 8 }, { INT64_MIN, 8 }, { -300, 4 } };
   enum { N = sizeof rows / sizeof rows[0] };
   for (size_t i = 0; i < N; i++)
      check_counts(&rows[i].count, 1, 1 + rows[i].expected_B);
   for (size_t n = 0; n <= N; n++) {
      int64_t counts[N];
      size_t expected_B = (n + 3) / 4;
      for (size_t i = 0; i < n; i++) {
         counts[i] = rows[i].count;
         expected_B += rows[i].expected_B;
      }
      check_counts(counts, n, expected_B);
   }
   /* A group of counts that are all 0 has only its byte. */
   check_counts((int64_t[]){ 5, 0, 0, 0, 0, 0, 0, 0, 0, 300 }, 10, 3 + 1 + 4);
   check_counts((int64_t[]){ 0, 0, 0, -1, 0, 0, 0, 0 }, 8, 2 + 1);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scan),      cmocka_unit_test(test_real_order),
      cmocka_unit_test(test_scan_word), cmocka_unit_test(test_packed_lines),
      cmocka_unit_test(test_packed),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
