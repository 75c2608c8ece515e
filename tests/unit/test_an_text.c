/* test_an_text.c -- numbers and safe text, as printed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* ---- Numbers ---- */

static void check_count(int64_t count, const char *expected)
{
   char text[AN_TEXT_NUMBER_B];
   assert_int_equal(an_text_count(text, count), strlen(expected));
   assert_string_equal(text, expected);
}

static void test_count(void **state)
{
   (void)state;
   check_count(0, "0");
   check_count(999, "999");
   check_count(1000, "1,000");
   check_count(123456, "123,456");
   check_count(1234567, "1,234,567");
   check_count(-1, "-1");
   check_count(-1000, "-1,000");
   check_count(INT64_MAX, "9,223,372,036,854,775,807");
   check_count(INT64_MIN, "-9,223,372,036,854,775,808");
}

static void check_value(long double value, bool is_whole, bool is_change,
                        const char *expected)
{
   char text[AN_TEXT_NUMBER_B];
   assert_int_equal(an_text_value(text, value, is_whole, is_change), strlen(expected));
   assert_string_equal(text, expected);
}

static void test_value(void **state)
{
   (void)state;
   check_value(0, true, false, "0");
   check_value(1234567, true, false, "1,234,567");
   check_value(-1234567, true, false, "-1,234,567");
   check_value(0, true, true, "0");
   check_value(1234567, true, true, "+1,234,567");
   check_value(-1234567, true, true, "-1,234,567");
   check_value((long double)INT64_MAX, true, true, "+9,223,372,036,854,775,807");
   check_value(-0x1p63L, true, true, "-9.22337e+18"); /* past all counts */
   check_value(0x1p63L, true, false, "9.22337e+18");

   check_value(0, false, false, "0.00");
   check_value(0, false, true, "0.00");
   check_value(1234.567L, false, false, "1234.57");
   check_value(1234.567L, false, true, "+1234.57");
   check_value(-0.5L, false, true, "-0.50");
   check_value(999999999999999.0L, false, false, "999999999999999.00");
   check_value(1e15L, false, false, "1e+15");
   check_value(-123456789e15L, false, true, "-1.23457e+23");
   check_value(LDBL_MAX, false, true, "+1.18973e+4932");
   check_value(-LDBL_MAX, true, true, "-1.18973e+4932");

   check_value(NAN, true, false, "n/a");
   check_value(NAN, false, true, "n/a");
}

static void check_share(long double part, long double total, const char *expected)
{
   char text[AN_TEXT_NUMBER_B];
   assert_int_equal(an_text_share(text, part, total), strlen(expected));
   assert_string_equal(text, expected);
}

static void test_short(void **state)
{
   (void)state;
   static const struct {
      int64_t count;
      const char *text;
   } cases[] = {
      { 0, "0" },
      { 9999, "9,999" },
      { -9999, "-9,999" },
      { 10000, "10.0k" },
      { 12345, "12.3k" },
      { 99949, "99.9k" },
      { 99950, "100k" },
      { 999499, "999k" },
      { 999500, "1.00M" },
      { 1234567, "1.23M" },
      { -1234567, "-1.23M" },
      { 123456789012, "123G" },
      { INT64_MAX, "9223P" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char text[AN_TEXT_NUMBER_B];
      assert_int_equal(an_text_short(text, cases[i].count), strlen(cases[i].text));
      assert_string_equal(text, cases[i].text);
   }
}

static void test_share(void **state)
{
   (void)state;
   check_share(1, 3, "(33.33%)");
   check_share(1, 1000000, "(0.00%)");
   check_share(9999, 10000, "(99.99%)");
   check_share(99995, 100000, "(100.0%)");
   check_share(5, 5, "(100.0%)");
   check_share(-1, 3, "(-33.33%)");
   check_share(-5, 5, "(-100.0%)");
   check_share(15, 10, "(150.0%)");
   check_share(0, 3, "");
   check_share(0, 0, "(n/a)");
   check_share(7, 0, "(n/a)");
   check_share((long double)INT64_MIN, 1, "(-9.22e+20%)");
   check_share(9999999999999.0L, 1, "(999999999999900.0%)");
   check_share(1e13L, 1, "(1e+15%)");
   check_share(LDBL_MAX, LDBL_MIN, "(inf%)"); /* no profile has that */
   check_share(NAN, 3, "(n/a)");
   check_share(0, NAN, "(n/a)");
}

static void check_change(long double change, long double from, const char *expected)
{
   char text[AN_TEXT_NUMBER_B];
   assert_int_equal(an_text_change(text, change, from), strlen(expected));
   assert_string_equal(text, expected);
}

static void test_change(void **state)
{
   (void)state;
   check_change(1, 3, "(+33.33%)");
   check_change(-1, 3, "(-33.33%)");
   check_change(1, -3, "(+33.33%)"); /* up is up */
   check_change(-1, -3, "(-33.33%)");
   check_change(1, 1000000, "(+0.00%)");
   check_change(99994, 100000, "(+99.99%)");
   check_change(99995, 100000, "(+100.0%)");
   check_change(-3, 3, "(-100.0%)");
   check_change(9899, 100, "(+9899.0%)");
   check_change(9900, 100, "(x100)");
   check_change(10000, 1, "(x10,001)");
   check_change(1e18L, 1, "(x1e+18)");
   check_change(1e18L, -1, "(+1e+20%)");
   check_change(-1e18L, 1, "(-1e+20%)");
   check_change(3, 0, "(new)");
   check_change(-3, 0, "(new)");
   check_change(0, 3, "");
   check_change(0, 0, "");
   check_change(NAN, 3, "");
   check_change(3, NAN, "");
}

static void check_fitted(void (*fit)(FILE *out, const char *name, size_t most),
                         const char *name, size_t most, const char *expected)
{
   char text[100] = "";
   FILE *out = fmemopen(text, sizeof text, "w");
   assert_non_null(out);
   fit(out, name, most);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, expected);
   assert_true(an_text_columns(text) <= most);
}

static void check_fit(const char *name, size_t most, const char *expected)
{
   check_fitted(an_text_name_fit, name, most, expected);
}

static void test_name_fits(void **state)
{
   (void)state;
   check_fit("", 0, "");
   check_fit("abcdef", 6, "abcdef");
   check_fit("abcdefg", 6, "abc...");
   check_fit("abcdefg", 3, "...");
   check_fit("abcdefg", 2, "..");
   check_fit("abcdefg", 0, "");
   check_fit("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 4, "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4");
   check_fit("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 4, "\xc3\xa4...");
   check_fit("a\x1b[m", 7, "a\\x1b[m");
   check_fit("a\x1b[m", 6, "a..."); /* no half escape */
   assert_int_equal(an_text_name_columns("a\x1b[m"), 7);
   assert_int_equal(an_text_name_columns("(anonymous namespace)::f"), 9);
   check_fit("(anonymous namespace)::f", 9, "(anon)::f");
   check_fit("(anonymous namespace)::f", 7, "(ano...");
}

static void test_middle_fits(void **state)
{
   (void)state;
   check_fitted(an_text_middle_fit, "abcdefgh", 8, "abcdefgh");
   check_fitted(an_text_middle_fit, "abcdefgh", 7, "ab...gh");
   check_fitted(an_text_middle_fit, "abcdefgh", 6, "ab...h");
   check_fitted(an_text_middle_fit, "abcdefgh", 3, "...");
   check_fitted(an_text_middle_fit, "abcdefgh", 1, ".");
   check_fitted(an_text_middle_fit, "abcdefgh", 0, "");
   check_fitted(an_text_middle_fit, "\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4", 5,
                "\u00e4...\u00e4");
   check_fitted(an_text_middle_fit, "\u5317\u4eac\u5e02\u533a", 7, "\u5317...\u533a");
   check_fitted(an_text_middle_fit, "\u5317\u4eac\u5e02\u533a", 6, "\u5317...");
   check_fitted(an_text_middle_fit, "a\xff", 5, "a\\xff");
   check_fitted(an_text_middle_fit, "(anonymous namespace)::f", 9, "(anon)::f");
}

/* Chinese characters, kana, Hangul and emoji take two columns. */
static void test_wide(void **state)
{
   (void)state;
   assert_int_equal(an_text_columns("a\u5317\u4eac"), 5);
   assert_int_equal(an_text_columns("\u3042\uac00\uff21\U0001f600"), 8);
   assert_int_equal(an_text_columns("\u0e01\uff71\u00e4\u2588"), 4);
   assert_int_equal(an_text_columns("\xff\xe5"), 2); /* not UTF-8 */
   assert_int_equal(an_text_name_columns("a\u5317\u4eac"), 5);
   check_fit("\u5317\u4eac\u5e02\u533a", 8, "\u5317\u4eac\u5e02\u533a");
   check_fit("\u5317\u4eac\u5e02\u533a", 7, "\u5317\u4eac...");
   check_fit("\u5317\u4eac\u5e02\u533a", 6, "\u5317...");
   check_fit("\u5317\u4eac", 3, "...");
}

static void check_function_fit(const char *name, size_t most, const char *expected)
{
   check_fitted(an_text_function_fit, name, most, expected);
}

static void test_function_fits(void **state)
{
   (void)state;
   static const char name[] = "void std::list<...>::append(int)";
   check_function_fit("", 0, "");
   check_function_fit(name, 32, name);
   check_function_fit(name, 31, "...std::list<...>::append(int)");
   check_function_fit(name, 30, "...std::list<...>::append(int)");
   check_function_fit(name, 29, "...list<...>::append(int)");
   check_function_fit(name, 24, "...append(int)");
   check_function_fit(name, 14, "...append(int)");
   check_function_fit(name, 13, "append(int)");
   check_function_fit(name, 9, "append...");
   check_function_fit("strlen", 5, "st...");
}

static void check_source_fit(const char *line, size_t most, const char *expected)
{
   char text[100] = "";
   FILE *out = fmemopen(text, sizeof text, "w");
   assert_non_null(out);
   an_text_source_fit(out, line, strlen(line), most);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, expected);
}

static void test_source_fits(void **state)
{
   (void)state;
   check_source_fit("int a;", 6, "int a;");
   check_source_fit("\tint a;", 14, "        int a;");
   check_source_fit("\tint a;", 13, "        in...");
   check_source_fit("\tint a;", 9, "      ...");
   check_source_fit("a\tint", 9, "a     ...");
   char line[AN_TEXT_SOURCE_MAX_B + 2];
   memset(line, ' ', sizeof line - 1);
   line[sizeof line - 1] = '\0';
   check_source_fit(line, 5, "  ...");
}

static void test_heat(void **state)
{
   (void)state;
   assert_int_equal(an_text_heat(200, 1000), AN_COLOUR_HOTTEST);
   assert_int_equal(an_text_heat(199, 1000), AN_COLOUR_HOT);
   assert_int_equal(an_text_heat(50, 1000), AN_COLOUR_HOT);
   assert_int_equal(an_text_heat(-50, 1000), AN_COLOUR_HOT);
   assert_int_equal(an_text_heat(49, 1000), AN_COLOUR_WARM);
   assert_int_equal(an_text_heat(10, 1000), AN_COLOUR_WARM);
   assert_int_equal(an_text_heat(9, 1000), AN_COLOUR_NONE);
   assert_int_equal(an_text_heat(0, 0), AN_COLOUR_NONE);
   assert_int_equal(an_text_heat(5, 0), AN_COLOUR_NONE);
   assert_int_equal(an_text_heat(50, -1000), AN_COLOUR_HOT);
   assert_int_equal(an_text_heat(0.05L, 1), AN_COLOUR_HOT);
   assert_int_equal(an_text_heat(NAN, 1), AN_COLOUR_NONE);
   assert_int_equal(an_text_heat(1, NAN), AN_COLOUR_NONE);
}

/* ---- Text ---- */

static void check_name(const char *name, const char *expected)
{
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   an_text_name(out, name);
   fclose(out);
   assert_string_equal(text, expected);
   free(text);
}

static void test_name(void **state)
{
   (void)state;
   check_name("", "");
   check_name("f(int, char*)", "f(int, char*)");
   check_name("a::(anonymous namespace)::f((anonymous namespace)::t)",
              "a::(anon)::f((anon)::t)");
   check_name("(anonymous namespace", "(anonymous namespace");
   check_name("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m");
   check_name("a\tb\nc\rd\x7f"
              "e",
              "a\\x09b\\x0ac\\x0dd\\x7fe");
   check_name("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", /* a-umlaut, euro, face */
              "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
   check_name("\xc2\x9b"
              "31m",
              "\\xc2\\x9b31m"); /* CSI as UTF-8 */
   check_name("\xc2\x80\xc2\x9f\xc2\xa0", "\\xc2\\x80\\xc2\\x9f\xc2\xa0");
   check_name("\x9b"
              "31m",
              "\\x9b31m");              /* CSI as one byte */
   check_name("caf\xe9", "caf\xe9");    /* Latin-1 */
   check_name("\xe2\x82", "\xe2\\x82"); /* cut short */
   check_name("\xc2", "\xc2");
   check_name("\xc0\x9b", "\xc0\\x9b"); /* overlong */
   check_name("\xe0\x82\x9b", "\xe0\\x82\\x9b");
   check_name("\xed\xa0\x80", "\xed\xa0\\x80");           /* a surrogate */
   check_name("\xf4\x90\x80\x80", "\xf4\\x90\\x80\\x80"); /* past U+10FFFF */
   check_name("\xf5\x80", "\xf5\\x80");
   /* what ends a line, or turns the direction */
   check_name("a\xe2\x80\xa8"
              "b\xe2\x80\xae"
              "c\xe2\x81\xa6",
              "a\\xe2\\x80\\xa8b\\xe2\\x80\\xaec\\xe2\\x81\\xa6");
   check_name("\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f\xe2\x81\xaf",
              "\\xd8\\x9c\\xe2\\x80\\x8e\\xe2\\x80\\x8f\\xe2\\x81\\xaf");
   check_name("\xe2\x80\x8d\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xa5",
              "\xe2\x80\x8d\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xa5");
   check_name("\xd8\x9b\xd8\x9d", "\xd8\x9b\xd8\x9d");
}

static void check_utf8(const char *name, const char *expected)
{
   char *text = an_text_utf8(name);
   assert_string_equal(text, expected);
   free(text);
}

static void test_utf8(void **state)
{
   (void)state;
   check_utf8("", "");
   check_utf8("f(int)\n\x1b", "f(int)\\x0a\\x1b");
   check_utf8("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
              "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
   check_utf8("caf\xe9 \xc3\xa4", "caf\\xe9 \xc3\xa4");
   check_utf8("\xe2\x82", "\\xe2\\x82");
   check_utf8("\xed\xa0\x80", "\\xed\\xa0\\x80");
   check_utf8("\xc2\x9b", "\\xc2\\x9b");
   check_utf8("a\\x41\\", "a\\x41\\");
}

static void check_escaped(const char *name, const char *expected)
{
   char *text = an_text_escaped(name);
   assert_string_equal(text, expected);
   free(text);
}

static void test_escaped(void **state)
{
   (void)state;
   check_escaped("", "");
   check_escaped("a\xff\n", "a\\xff\\x0a");
   check_escaped("a\\x41", "a\\x5cx41");
   check_escaped("\\x\\\\x\\y\\", "\\x5cx\\\\x5cx\\y\\");
   check_escaped("\xff\\xff", "\\xff\\x5cxff");
}

static void check_source_bytes(const char *line, size_t n, const char *expected)
{
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   an_text_source(out, line, n);
   fclose(out);
   assert_string_equal(text, expected);
   free(text);
}

static void check_source(const char *line, const char *expected)
{
   check_source_bytes(line, strlen(line), expected);
}

static void test_source(void **state)
{
   (void)state;
   check_source("", "");
   check_source("int a;", "int a;");
   check_source("\tx", "        x");
   check_source("ab\tx\ty", "ab      x       y");
   check_source("1234567\t8", "1234567 8");
   check_source("12345678\t9", "12345678        9");
   check_source("\xc3\xa4\tx", "\xc3\xa4       x"); /* one column wide */
   check_source("a\x1b]0;title\x07", "a\\x1b]0;title\\x07");
   check_source_bytes("a\0b", 3, "a\\x00b");
   check_source_bytes("\xc3\xa4", 1, "\xc3"); /* the rest is not its own */
   check_source("/* \xe2\x80\xae */", "/* \\xe2\\x80\\xae */");
   static char line[AN_TEXT_SOURCE_MAX_B + 2], expected[sizeof line + 32];
   memset(line, 'x', sizeof line - 2);
   check_source(line, line);
   snprintf(expected, sizeof expected, "%s ... (1 bytes more)", line);
   line[sizeof line - 2] = 'x';
   check_source(line, expected);
   memcpy(line + AN_TEXT_SOURCE_MAX_B - 1, "\xc3\xa4", 2); /* not cut in two */
   snprintf(expected, sizeof expected, "%.*s ... (2 bytes more)",
            AN_TEXT_SOURCE_MAX_B - 1, line);
   check_source(line, expected);
}

/* Its own text can be an argument. */
static void test_form(void **state)
{
   (void)state;
   char *text = NULL;
   assert_string_equal(an_text_form(&text, "%s", "a"), "a");
   assert_string_equal(an_text_form(&text, "%s and %d", text, 2), "a and 2");
   assert_string_equal(text, "a and 2");
   free(text);
}

int main(void)
{
   skip_where_rounded("test_value");
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_count),         cmocka_unit_test(test_value),
      cmocka_unit_test(test_short),         cmocka_unit_test(test_form),
      cmocka_unit_test(test_share),         cmocka_unit_test(test_change),
      cmocka_unit_test(test_heat),          cmocka_unit_test(test_name),
      cmocka_unit_test(test_escaped),       cmocka_unit_test(test_utf8),
      cmocka_unit_test(test_source),        cmocka_unit_test(test_name_fits),
      cmocka_unit_test(test_middle_fits),   cmocka_unit_test(test_wide),
      cmocka_unit_test(test_function_fits), cmocka_unit_test(test_source_fits),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
