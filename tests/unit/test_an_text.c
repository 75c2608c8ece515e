/* test_an_text.c -- numbers, safe text and columns, as printed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "an_columns.h"
#include "an_text.h"

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

static void check_share(int64_t count, int64_t total, const char *expected)
{
   char text[AN_TEXT_NUMBER_B];
   assert_int_equal(an_text_share(text, count, total), strlen(expected));
   assert_string_equal(text, expected);
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
   check_share(INT64_MIN, 1, "(-922337203685477580800.0%)");
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
   check_name("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m");
   check_name("a\tb\nc\rd\x7f" "e", "a\\x09b\\x0ac\\x0dd\\x7fe");
   check_name("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", /* a-umlaut, euro, face */
              "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
   check_name("\xc2\x9b" "31m", "\\xc2\\x9b31m"); /* CSI as UTF-8 */
   check_name("\xc2\x80\xc2\x9f\xc2\xa0", "\\xc2\\x80\\xc2\\x9f\xc2\xa0");
   check_name("\x9b" "31m", "\\x9b31m");  /* CSI as one byte */
   check_name("caf\xe9", "caf\xe9");      /* Latin-1 */
   check_name("\xe2\x82", "\xe2\\x82");   /* cut short */
   check_name("\xc2", "\xc2");
   check_name("\xc0\x9b", "\xc0\\x9b");   /* overlong */
   check_name("\xe0\x82\x9b", "\xe0\\x82\\x9b");
   check_name("\xed\xa0\x80", "\xed\xa0\\x80"); /* a surrogate */
   check_name("\xf4\x90\x80\x80", "\xf4\\x90\\x80\\x80"); /* past U+10FFFF */
   check_name("\xf5\x80", "\xf5\\x80");
}

static void check_source_bytes(const char *line, size_t n,
                               const char *expected)
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
}

/* ---- Columns ---- */

typedef struct {
   an_profile *profile;
   an_columns columns;
   FILE *out;
   char *text;
   size_t length;
} page;

static void open_page(page *p, const tk_alloc *alloc, bool percents)
{
   p->profile = test_good_profile(
      alloc, "cmd: x\nevents: Ir LongName Zero\nfl=a\nfn=f\n"
             "1 2000 100\n2 6000 0\nsummary: 8000 100 0\n");
   an_selection shown;
   an_error error;
   assert_true(an_select(&shown, alloc, p->profile, NULL, &error));
   assert_int_equal(
      an_columns_open(&p->columns, alloc, p->profile, &shown, percents),
      AN_OK);
   tk_put(alloc, shown.events);
   p->out = open_memstream(&p->text, &p->length);
   assert_non_null(p->out);
}

static void print_page(page *p, const char *expected)
{
   static const int64_t first[] = { 2000, 100, 0 }, second[] = { 6000, 0, 0 };
   an_columns_print_events(&p->columns, p->out);
   putc('\n', p->out);
   an_columns_print(&p->columns, p->out, first);
   putc('\n', p->out);
   an_columns_print(&p->columns, p->out, second);
   putc('\n', p->out);
   an_columns_print_none(&p->columns, p->out);
   fclose(p->out);
   assert_string_equal(p->text, expected);
   free(p->text);
   an_columns_close(&p->columns);
   an_profile_free(p->profile);
}

static void fit_page(page *p)
{
   static const int64_t first[] = { 2000, 100, 0 }, second[] = { 6000, 0, 0 };
   an_columns_fit(&p->columns, first);
   an_columns_fit(&p->columns, second);
}

static void test_columns(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   page p;
   open_page(&p, &alloc, true);
   fit_page(&p);
   print_page(&p, "            Ir      LongName     Zero\n"
                  "2,000 (25.00%)  100 (100.0%)  0 (n/a)\n"
                  "6,000 (75.00%)    0           0 (n/a)\n"
                  "    .             .           .      ");
   open_page(&p, &alloc, false);
   fit_page(&p);
   print_page(&p, "   Ir  LongName  Zero\n"
                  "2,000       100     0\n"
                  "6,000         0     0\n"
                  "    .         .     .");
   assert_int_equal(heap.n_live, 0);
}

/* A share that is wider than any before it, by one. */
static void test_columns_grow(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   static const int64_t small[] = { 400, 0, 0 }; /* 5.00 % */
   page p;
   open_page(&p, &alloc, true);
   an_columns_fit(&p.columns, small);
   fit_page(&p);
   print_page(&p, "            Ir      LongName     Zero\n"
                  "2,000 (25.00%)  100 (100.0%)  0 (n/a)\n"
                  "6,000 (75.00%)    0           0 (n/a)\n"
                  "    .             .           .      ");
   assert_int_equal(heap.n_live, 0);
}

static void test_columns_reset(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   static const int64_t huge[] = { INT64_MAX, INT64_MIN, 1 };
   page p;
   open_page(&p, &alloc, false);
   an_columns_fit(&p.columns, huge);
   an_columns_reset(&p.columns);
   fit_page(&p);
   print_page(&p, "   Ir  LongName  Zero\n"
                  "2,000       100     0\n"
                  "6,000         0     0\n"
                  "    .         .     .");
   assert_int_equal(heap.n_live, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_count),   cmocka_unit_test(test_share),
      cmocka_unit_test(test_heat),    cmocka_unit_test(test_name),
      cmocka_unit_test(test_source),  cmocka_unit_test(test_columns),
      cmocka_unit_test(test_columns_grow),
      cmocka_unit_test(test_columns_reset),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
