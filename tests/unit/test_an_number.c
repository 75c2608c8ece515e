/* test_an_number.c -- numbers: as text and packed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_number.h"
#include "base/an_packed.h"
#include "unit_alloc.h"

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

/* Four to seven digits, then any byte but a digit, with any bytes behind. */
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
      assert_int_equal(fits, length >= 4 && length <= 7);
      assert_int_equal(word - text, fits ? at - text : 0);
      assert_int_equal(of_word, fits ? number : 42);
   }
}

static void check_packed(uint64_t number, size_t expected_B)
{
   unsigned char bytes[AN_PACKED_MAX_B + 1];
   memset(bytes, 0xa5, sizeof bytes);
   unsigned char *end = an_packed_put(bytes, number);
   assert_int_equal(end - bytes, expected_B);
   assert_int_equal(*end, 0xa5);
   uint64_t back;
   assert_ptr_equal(an_packed_get(bytes, &back), end);
   assert_true(back == number);
}

static void test_packed(void **state)
{
   (void)state;
   check_packed(0, 1);
   check_packed(127, 1);
   check_packed(128, 2);
   check_packed(16383, 2);
   check_packed(16384, 3);
   check_packed(UINT32_MAX, 5);
   check_packed(UINT64_MAX >> 1, 9);
   check_packed(UINT64_MAX, AN_PACKED_MAX_B);
}

static void test_zigzag(void **state)
{
   (void)state;
   assert_int_equal(an_packed_zigzag(0), 0);
   assert_int_equal(an_packed_zigzag(-1), 1);
   assert_int_equal(an_packed_zigzag(1), 2);
   const int64_t numbers[] = { 0, 1, -1, 63, -64, INT64_MAX, INT64_MIN };
   for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
      assert_true(an_packed_unzigzag(an_packed_zigzag(numbers[i])) == numbers[i]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scan),
      cmocka_unit_test(test_scan_word),
      cmocka_unit_test(test_packed),
      cmocka_unit_test(test_zigzag),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
