/* test_an_block.c -- lines of a report, counted and cut.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "report/an_block.h"

static void check(const char *text, size_t most, size_t width,
                  const char *expected)
{
   an_block block;
   char *got = NULL;
   size_t size_B, n, n_expected = 0;
   for (const char *at = text; *at != '\0'; at++)
      n_expected += *at == '\n';
   assert_true(an_block_open(&block));
   fputs(text, block.out);
   assert_true(an_block_end(&block, &n));
   assert_int_equal(n, n_expected);
   FILE *out = open_memstream(&got, &size_B);
   assert_non_null(out);
   an_block_print(&block, most, width, out);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(got, expected);
   free(got);
}

static void counts(void **state)
{
   (void)state;
   check("", 9, 0, "");
   check("a\n\nb\n", 9, 0, "a\n\nb\n");
   check("a\n\nb\n", 2, 0, "a\n\n");
   check("a\n", 0, 0, "");
}

static void cuts(void **state)
{
   (void)state;
   check("1234567\n123456\n", 9, 6, "123...\n123456\n");
   check("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\n", 9, 4, "\xc3\xa4...\n");
   check("\033[1m1234\033[0m56\n", 9, 6, "\033[1m1234\033[0m56\n");
   check("\033[1m1234567\033[0m\n", 9, 6, "\033[1m123...\033[0m\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts),
      cmocka_unit_test(cuts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
