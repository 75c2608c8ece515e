/* test_ac_write_layout.c -- layouts, written and read again.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_layout.h"

#include "counts/ac_write.h"

/* The sum of the files as text, which the caller frees; what is read from that has the
   same layout. */
static char *written(const char *const *files, size_t n, const ac_reading *reading)
{
   ac_profile *profile = test_sum_of(files, n, reading);
   char *text, model[DATA_TEXT_B], again_model[DATA_TEXT_B];
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   ac_write(profile, NULL, out);
   assert_int_equal(fclose(out), 0);
   ac_profile *again = test_good_profile(text);
   layout_as_text(profile, 0, model);
   layout_as_text(again, 0, again_model);
   assert_string_equal(again_model, model);
   return text;
}

static void check_has(const char *text, const char *part)
{
   if (strstr(text, part) == NULL)
      fail_msg("no \"%s\" in \"%s\"", part, text);
}

/* Data are sorted, so their numbers change. */
static void test_one(void **state)
{
   (void)state;
   char *text = written((const char *const[]){ "desc: Tool: x\n" LAYOUT_FILE }, 1, NULL);
   check_has(text, "desc: Tool: x\n" LAYOUT_DESC "cmd: ./app\n");
   check_has(text, "#: de 2 4*1\n" LAYOUT_RULES LAYOUT_COUNTS
                   "#: ld 1 2\n#: ld 2 3\n#: sharing 64 3\n");
   free(text);
}

static void test_sum(void **state)
{
   (void)state;
   char *text = written((const char *const[]){ LAYOUT_FILE, LAYOUT_FILE }, 2, NULL);
   check_has(text, LAYOUT_RULES "#: lc 1 22 18480 4 140 2\n#: lc 2 2 1024 0 0 0\n"
                                "#: ld 1 2\n#: ld 2 3\n#: sharing 64 3\n");
   free(text);
}

/* The name says that there are several; no rule is known. */
static void test_mixed(void **state)
{
   (void)state;
   const ac_reading by_name = { .by_name = true };
   char *text = written((const char *const[]){ LAYOUT_FILE, DATA_FILE }, 2, &by_name);
   check_has(text, "desc: Layout:           several, among them my.layout\n");
   assert_null(strstr(text, "#: lr"));
   assert_null(strstr(text, "#: ld"));
   free(text);
}

static void test_escapes(void **state)
{
   (void)state;
   char *text = written((const char *const[]){ "desc: Layout: a\\x0ab\n" DATA_CMD
                                               "summary: 0 0 0 0 0\n"
                                               "#: lr 1 type a\\x0ab: pool\n#: end 0\n" },
                        1, NULL);
   check_has(text, "desc: Layout:           a\\x0ab\n");
   check_has(text, "#: lr 1 type a\\x0ab: pool\n#: lc 1 0 0 0 0 0\n#: end 0\n");
   free(text);
}

static void test_none(void **state)
{
   (void)state;
   char *text = written((const char *const[]){ DATA_FILE }, 1, NULL);
   assert_null(strstr(text, "Layout"));
   assert_null(strstr(text, "#: lr"));
   assert_null(strstr(text, "#: ld"));
   free(text);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one),   cmocka_unit_test(test_sum),
      cmocka_unit_test(test_mixed), cmocka_unit_test(test_escapes),
      cmocka_unit_test(test_none),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
