/* test_an_fit.c -- text in no more lines and columns than there is room for.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sections/an_fit.h"

typedef struct {
   size_t n_lines, width; /* of the print */
   bool is_wrapped;
   size_t indent;
} how;

static void check_how(const char *text, how h, const char *expected)
{
   an_fit fit;
   size_t n, n_expected = 0;
   char found[256] = "";
   FILE *out = fmemopen(found, sizeof found, "w");
   for (const char *at = text; *at != '\0'; at++)
      n_expected += *at == '\n';
   an_fit_open(&fit);
   fputs(text, fit.out);
   an_fit_end(&fit, &n);
   assert_int_equal(n, n_expected);
   if (h.is_wrapped)
      an_fit_wrap(&fit, h.width, h.indent, out);
   else
      an_fit_print(&fit, h.n_lines, h.width, out);
   fclose(out);
   assert_string_equal(found, expected);
   an_fit_close(&fit);
}

static void check(const char *text, size_t n_lines, size_t width, const char *expected)
{
   check_how(text, (how){ .n_lines = n_lines, .width = width }, expected);
}

static void check_wrapped(const char *text, size_t width, size_t indent,
                          const char *expected)
{
   check_how(text, (how){ .is_wrapped = true, .width = width, .indent = indent },
             expected);
}

static void test_lines(void **state)
{
   (void)state;
   check("", 9, 9, "");
   check("a\nb\n\nc\n", 9, 9, "a\nb\n\nc\n");
   check("a\nb\n\nc\n", 3, 9, "a\nb\n\n");
   check("a\nb\n", 0, 9, "");
   check("a\nb", 9, 9, "a\nb\n");
}

static void test_columns(void **state)
{
   (void)state;
   check("12345678\n", 9, 8, "12345678\n");
   check("123456789\n12\n", 9, 8, "12345...\n12\n");
   check("123456789\n", 9, 0, "123456789\n");
   check("12345\n", 9, 3, "...\n");
   check("12345\n", 9, 2, "...\n");
   /* A character of two or three bytes is one column. */
   check("\xc3\xa4\xe2\x86\x92 456789\n", 9, 8, "\xc3\xa4\xe2\x86\x92 45...\n");
   check("\xc3\xa4\xe2\x86\x92 45678\n", 9, 8, "\xc3\xa4\xe2\x86\x92 45678\n");
}

static void test_colours(void **state)
{
   (void)state;
   check("\033[1m1234\033[0m56\n", 9, 6, "\033[1m1234\033[0m56\n");
   check("\033[1;31m12345678\033[0m\n", 9, 8, "\033[1;31m12345678\033[0m\n");
   check("\033[1;31m123456789\033[0mx\n", 9, 8, "\033[1;31m12345...\033[0m\n");
   check("12345\033[31m6789\033[0m\n", 9, 8, "12345\033[31m...\033[0m\n");
}

static void test_wrapped(void **state)
{
   (void)state;
   check_wrapped("a: b c d\n\ne: f\n", 8, 3, "a: b c d\n\ne: f\n");
   check_wrapped("a: b c d\n", 7, 3, "a: b c\n   d\n");
   check_wrapped("a: b c d e f\n", 6, 3, "a: b c\n   d e\n   f\n");
   check_wrapped("a: bcdefghi j\n", 6, 3, "a: bcdefghi\n   j\n");
   check_wrapped("a: bcdefghi\n", 6, 3, "a: bcdefghi\n");
   check_wrapped("a: b c d\n", 0, 3, "a: b c d\n");
   check_wrapped("a: b c d", 7, 3, "a: b c\n   d\n");
}

static void test_closed_early(void **state)
{
   (void)state;
   an_fit fit;
   an_fit_open(&fit);
   an_fit_close(&fit);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lines),        cmocka_unit_test(test_columns),
      cmocka_unit_test(test_colours),      cmocka_unit_test(test_wrapped),
      cmocka_unit_test(test_closed_early),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
