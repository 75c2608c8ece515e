/* test_ac_layout.c -- layouts of pairs, and what people and programs read of them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_layout.h"

#include "advice/ac_data_match.h"

#define ONE_RULE \
   LAYOUT_DESC DATA_CMD "summary: 0 0 0 0 0\n#: lr 7 type b: pool\n" \
                        "#: lc 1 2 16 0 0 0\n#: end 0\n"

/* ---- Pairs ---- */

static void check_pair(const char *old, const char *new, const char *expected_old,
                       const char *expected_new, bool is_same)
{
   ac_profile *before = test_good_profile(old);
   ac_profile *after = test_good_profile(new);
   ac_profile *pair = ac_combine_pair(test_alloc(), before, after, NULL, ac_data_match);
   assert_non_null(pair);
   char text[DATA_TEXT_B];
   layout_as_text(pair, 0, text);
   assert_string_equal(text, expected_old);
   layout_as_text(pair, 1, text);
   assert_string_equal(text, expected_new);
   assert_int_equal(
      ac_layout_is_same(ac_profile_layout(pair, 0), ac_profile_layout(pair, 1)), is_same);
}

#define MODEL \
   "my.layout\n3 type struct node: hot key; cold rest: 11 9240 2 70 1\n" \
   "5 static table: align 64: 1 512 0 0 0\n"
#define RULES_OF_DATA "1: 1\n2: 2\n"

/* Rules of data are those of NEW: data that only OLD has follow none. */
static void test_pairs(void **state)
{
   (void)state;
   check_pair(DATA_FILE, LAYOUT_FILE, "none\n" RULES_OF_DATA, MODEL RULES_OF_DATA, false);
   check_pair(LAYOUT_FILE, DATA_FILE, MODEL, "none\n", false);
   check_pair(LAYOUT_FILE, LAYOUT_FILE, MODEL RULES_OF_DATA, MODEL RULES_OF_DATA, true);
   check_pair(DATA_FILE, DATA_FILE, "none\n", "none\n", true);
   check_pair(ONE_RULE, LAYOUT_FILE, "my.layout\n7 type b: pool: 2 16 0 0 0\n", MODEL,
              false);
}

static void test_same(void **state)
{
   (void)state;
   ac_layout_rule a = { .line = 1, .text = "type a: pool" };
   ac_layout_rule b = { .line = 2, .text = "type a: pool", .counts = { 1 } };
   ac_layout_rule c = { .line = 1, .text = "type a: huge" };
   const ac_layout first = { .file = "x", .rules = &a, .n = 1 };
   const ac_layout same = { .file = "y", .rules = &b, .n = 1 };
   const ac_layout other = { .file = "x", .rules = &c, .n = 1 };
   const ac_layout none = { .n = 0 }, empty = { .file = "x" };
   assert_true(ac_layout_is_same(&first, &same));
   assert_false(ac_layout_is_same(&first, &other));
   assert_false(ac_layout_is_same(&first, &none));
   assert_false(ac_layout_is_same(&first, &empty));
   assert_false(ac_layout_is_same(&none, &empty));
}

/* ---- Words ---- */

static void check_words(const ac_layout *layout, const char *line, const char *expected)
{
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   if (layout->file != NULL)
      ac_layout_print(layout, out);
   putc('|', out);
   an_json_out json = { .out = out };
   an_json_put_open(&json, NULL, '{');
   ac_layout_put_json(&json, "layout", layout);
   an_json_put_close(&json, '}');
   assert_int_equal(fclose(out), 0);
   char both[1024];
   snprintf(both, sizeof both, "%s|%s", line, expected);
   assert_string_equal(text, both);
   free(text);
}

static void test_words(void **state)
{
   (void)state;
   ac_layout_rule rules[] = { { 3, "type a: hot b; cold rest", { 1, 2, 3, 4, 5 } },
                              { 9, "site \"x\":1: pool", { 0 } } };
   check_words(&(ac_layout){ .file = NULL }, "", "{}");
   check_words(&(ac_layout){ .file = "a.layout" }, "a.layout",
               "{\n\"layout\":{\"file\":\"a.layout\",\"rules\":[]}}");
   check_words(&(ac_layout){ .file = "a\x1b.layout", .rules = rules, .n = 2 },
               "a\\x1b.layout, 2 rules",
               "{\n\"layout\":{\"file\":\"a\\\\x1b.layout\",\"rules\":[\n"
               " {\"line\":3,\"text\":\"type a: hot b; cold rest\",\"kind\":\"split\","
               "\"blocks\":1,\"bytes\":2,\"misfits\":3,\"more_accesses\":4,"
               "\"kernel_calls\":5},\n"
               " {\"line\":9,\"text\":\"site \\\"x\\\":1: pool\",\"kind\":\"pool\","
               "\"blocks\":0,\"bytes\":0,\"misfits\":0,\"more_accesses\":0,"
               "\"kernel_calls\":0}]}}");
   check_words(&(ac_layout){ .file = "a", .rules = rules, .n = 1 }, "a, 1 rule",
               "{\n\"layout\":{\"file\":\"a\",\"rules\":[\n"
               " {\"line\":3,\"text\":\"type a: hot b; cold rest\",\"kind\":\"split\","
               "\"blocks\":1,\"bytes\":2,\"misfits\":3,\"more_accesses\":4,"
               "\"kernel_calls\":5}]}}");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_same),

      cmocka_unit_test(test_words),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
