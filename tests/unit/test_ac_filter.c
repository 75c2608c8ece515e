/* test_ac_filter.c -- which files and functions a report includes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_filter.h"

/* Files and functions, with their letters in expected results. */
static const struct {
   const char *file, *function;
} places[] = {
   { "/usr/src/list.c", "list_add" },      /* a */
   { "/usr/src/lib/list.h", "list_next" }, /* b */
   { "tree.c", "tree_add(int, char *)" },  /* c */
   { "???", "???" },                       /* d */
   { "/opt/tree/list_add", "fn:odd[1]" },  /* e */
   { "/opt/.hidden.c", "operator*" },      /* f */
};

/* Patterns, "+PATTERN" to include, "-PATTERN" to exclude. */
static void check(const char *const *patterns, const char *expected)
{
   ac_filter *filter = ac_filter_new(test_alloc());
   an_error error;
   for (; *patterns != NULL; patterns++)
      assert_true(ac_filter_add(filter, (*patterns)[0] == '+', *patterns + 1, &error));
   char got[8] = "";
   size_t n = 0;
   for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
      if (ac_filter_passes(filter, places[i].file, places[i].function))
         got[n++] = (char)('a' + i);
   assert_string_equal(got, expected);
}

static void check_one(const char *pattern, const char *expected)
{
   check((const char *const[]){ pattern, NULL }, expected);
}

static void test_patterns(void **state)
{
   (void)state;
   check_one("+file:/usr/src/list.c", "a");
   check_one("+file:list.c", "a");
   check_one("+file:list.*", "ab");
   check_one("+file:*.c", "acf");
   check_one("+file:/usr/*", "ab");
   check_one("+file:/usr/src/*.h", "b"); /* "*" passes slashes */
   check_one("+file:lib/list.h", "");    /* a slash: must match the whole path */
   check_one("+file:*lib/list.h", "b");
   check_one("+file:list", "");
   check_one("+file:?ree.[cd]", "c");
   check_one("+file:list_add", "e");
   check_one("+fn:list_add", "a");
   check_one("+fn:list_*", "ab");
   check_one("+fn:*add*", "ac");
   check_one("+fn:[lt]*", "abc");
   check_one("+fn:operator\\*", "f");
   check_one("+fn:fn:odd\\[1]", "e");
   check_one("+fn:fn:odd[1]", "e"); /* the name itself is no pattern */
   check_one("+fn:*.c", "");
   check_one("+list_add", "ae");
   check_one("+LIST_ADD", "");
   check_one("+tree*", "c");
   check_one("+*tree*", "ce");
   check_one("+\\?\\?\\?", "d");
   check_one("+*", "abcdef");
   check_one("+[", ""); /* matches itself */
   check_one("-file:*.c", "bde");
   check_one("-fn:*", "");
   check_one("-x", "abcdef");
}

static void test_combinations(void **state)
{
   (void)state;
   check((const char *const[]){ NULL }, "abcdef");
   check((const char *const[]){ "+list_add", "+fn:tree*", NULL }, "ace");
   check((const char *const[]){ "-list_add", "-fn:tree*", NULL }, "bdf");
   check((const char *const[]){ "+file:*.c", "-fn:list*", NULL }, "cf");
   check((const char *const[]){ "-fn:list*", "+file:*.c", NULL }, "cf");
   check((const char *const[]){ "+x", "-y", NULL }, "");
   check((const char *const[]){ "+*", "-*", NULL }, "");
}

/* A name can be given as the symbol is written (base/an_demangle.h). */
static void test_mangled(void **state)
{
   (void)state;
   ac_filter *filter = ac_filter_new(test_alloc());
   an_error error;
   assert_true(ac_filter_add(filter, true, "fn:geo__make", &error));
   assert_true(ac_filter_add(filter, true, "_D3app4workFAaZv", &error));
   assert_true(ac_filter_passes(filter, "geo.adb", "geo.make"));
   assert_true(ac_filter_passes(filter, "geo.c", "geo__make"));
   assert_true(ac_filter_passes(filter, "app.d", "app.work(char[])"));
   assert_false(ac_filter_passes(filter, "app.d", "app.work(char)"));
   assert_false(ac_filter_passes(filter, "geo.adb", "geo.makes"));
}

/* Patterns of users match both what compilers and what people call a function. */
static void test_said(void **state)
{
   (void)state;
   static const char name[] =
      "void std::vector<int, std::allocator<int> >::f<char>(char)";
   static const char *const matching[] = {
      "std::vector<int>::f<char>(char)",
      "std::vector::f",
      "std::vector<int>::*",
      "*std::allocator*",
      name,
   };
   static const char *const others[] = { "vector::f", "f", "std::vector",
                                         "std::vector<int>" };
   an_error error;
   for (size_t i = 0; i < sizeof matching / sizeof matching[0]; i++) {
      ac_filter *filter = ac_filter_new(test_alloc());
      assert_true(ac_filter_add(filter, true, matching[i], &error));
      assert_true(ac_filter_passes(filter, "a.cc", name));
   }
   for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
      ac_filter *filter = ac_filter_new(test_alloc());
      assert_true(ac_filter_add(filter, true, others[i], &error));
      assert_false(ac_filter_passes(filter, "a.cc", name));
   }
}

static void check_refused(const char *pattern, const char *message)
{
   ac_filter *filter = ac_filter_new(test_alloc());
   an_error error = { .line = 1 };
   assert_false(ac_filter_add(filter, true, pattern, &error));
   assert_int_equal(error.line, 0);
   assert_string_equal(error.message, message);
   assert_true(ac_filter_passes(filter, "a", "f"));
}

static void test_errors(void **state)
{
   (void)state;
   check_refused("", "\"\": the pattern is empty");
   check_refused("file:", "\"file:\": the pattern is empty");
   check_refused("fn:", "\"fn:\": the pattern is empty");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_patterns), cmocka_unit_test(test_combinations),
      cmocka_unit_test(test_mangled),  cmocka_unit_test(test_said),
      cmocka_unit_test(test_errors),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
