/* test_an_rewrite.c -- rewriting names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_rewrite.h"
#include "unit_alloc.h"

#include <regex.h>
#include <stdio.h>

static an_rewrite *rewrite_of(const char *const *expressions)
{
   an_rewrite *rewrite = an_rewrite_new(test_alloc());
   assert_non_null(rewrite);
   an_error error;
   for (; *expressions != NULL; expressions++)
      if (!an_rewrite_add(rewrite, *expressions, &error))
         fail_msg("%s", error.message);
   return rewrite;
}

/* Several expressions; `expected` is `text` itself if nothing matches. */
static void check_all(const char *const *expressions, const char *text,
                      const char *expected)
{
   an_rewrite *rewrite = rewrite_of(expressions);
   for (int again = 0; again < 2; again++) {
      const char *result;
      an_rewrite_apply(rewrite, text, &result);
      assert_string_equal(result, expected);
      assert_int_equal(result == text, expected == text);
   }
}

static void check(const char *expression, const char *text, const char *expected)
{
   check_all((const char *const[]){ expression, NULL }, text, expected);
}

static void check_none(const char *expression, const char *text)
{
   check(expression, text, text);
}

static void test_matches(void **state)
{
   (void)state;
   check("s/b/x/", "abcb", "axcb");
   check("s/b/x/g", "abcb", "axcx");
   check("s/b//g", "bbb", "");
   check_none("s/B/x/", "abc");
   check("s/B/x/i", "abcb", "axcb");
   check("s/B/x/gi", "abcb", "axcx");
   check("s/B/x/ig", "abcB", "axcx");
   check("s/a|c+/x/g", "abccb", "xbxb");
   check("s/^a/x/g", "aaa", "xaa");
   check("s/a$/x/g", "aaa", "aax");
   check_none("s/^$/x/", "a");
   check("s/^$/x/g", "", "x");
   check("s/^/x/", "", "x");
   check("s/\\<a/x/g", "aa a", "xa x"); /* the text before counts */
   check("s/a/same/", "a", "same");
   check("s/.*/x/", "\xc3\xa9\xff", "x");
}

static void test_empty_matches(void **state)
{
   (void)state;
   check("s/x*/-/g", "abc", "-a-b-c-");
   check("s/a*/x/g", "baaac", "xbxcx");
   check("s/a*/x/g", "aaa", "x");
   check("s/a*/x/", "baaac", "xbaaac");
   check("s/b*$/x/g", "abb", "ax");
   check("s/x*/-/g", "", "-");
   check("s/(a|)/<&>/g", "ab", "<a>b<>");
   check("s/$/!/g", "ab", "ab!");
}

static void test_replacement(void **state)
{
   (void)state;
   check("s/b+/<&>/g", "abbab", "a<bb>a<b>");
   check("s/(a)(b)/\\2\\1/", "xaby", "xbay");
   check("s/(a)|(b)/<\\1\\2>/g", "ab", "<a><b>");
   check("s/(a)?b/\\1/", "b", "");
   check("s/(1)(2)(3)(4)(5)(6)(7)(8)(9)/\\9\\8\\1/", "123456789", "981");
   check("s/(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)/\\9/", "abcdefghij", "i");
   check("s/a/\\&/", "a", "&");
   check("s/a/\\\\/", "a", "\\");
   check("s/a/\\\\&/", "a", "\\a");
   check("s/a/\\.\\ \\*/", "a", ". *");
   check("s/a/0&0/", "a", "0a0"); /* no group */
   check("s/.*/&&&&&&&&/", "0123456789abcdef",
         "0123456789abcdef"
         "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
         "0123456789abcdef0123456789abcdef0123456789abcdef");
}

static void test_delimiters(void **state)
{
   (void)state;
   check("s|/home/[a-z]+|~|", "/home/you/a.c", "~/a.c");
   check("s/\\/home\\//\\/h\\//", "/home/a", "/h/a");
   check("s,a\\,b,\\,,", "a,b", ",");
   check("s|a\\|b|\\||g", "a|b a b", "| a b"); /* no alternation */
   check("s.a\\.b.X.g", "a.b axb", "X axb");
   check("s(a\\(b(<\\(>(", "a(b", "<(>");
   check("s?a\\?b?X?", "aab a?b", "aab X");
   check("s^a\\^b^X^", "a^b", "X");
   check("s$a\\$b$X$", "a$b", "X");
   check("s]a\\]b]\\]]", "a]b", "]");
   check("s}a\\}b}\\}}", "a}b", "}");
   check("s&a\\&b&\\&&", "a&b", "&");         /* not the match */
   check("s1a\\1b1\\11", "a1b", "1");         /* not a group */
   check("swa\\wbw\\ww", "awb axb", "w axb"); /* not a class */
   check("s a b ", "a", "b");
   check("ssasbs", "as", "bs");
   check("s|[a\\|b]+|x|", "-a|b\\-", "-x\\-"); /* no backslash is added */
   check("s.[\\.]a.x.", "xa.a", "xax");
   check("s|[[:alpha:]\\|]+|x|", "-a|b\\-", "-x\\-");
   check("s|[^]\\|]+|x|", "]a]", "]x]");
   check("s|[]\\|]+|x|", "a]|a", "axa");
   check("s|[[.-.]\\|]+|x|", "a-|a", "axa");
   check("s/[a\\]+/x/", "-a\\a-", "-x-"); /* a backslash in brackets */
   check("s|\\[\\||x|", "[|", "x");
   check("s|\\\\\\||x|", "\\|", "x");
}

static void test_order(void **state)
{
   (void)state;
   const char *text = "abc";
   check_all((const char *const[]){ NULL }, text, text);
   check_all((const char *const[]){ "s/x/y/", "s/y/z/", NULL }, text, text);
   check_all((const char *const[]){ "s/a/b/", "s/b/c/", NULL }, text, "cbc");
   check_all((const char *const[]){ "s/b/c/", "s/a/b/", NULL }, text, "bcc");
   check_all((const char *const[]){ "s/a/aa/g", "s/x/y/", "s/a/aa/g", "s/a/aa/g",
                                    "s/a/aa/g", "s/b/-/", NULL },
             text, "aaaaaaaaaaaaaaaa-c");
}

/* ---- Errors ---- */

static void check_refused(const char *expression, const char *message)
{
   an_rewrite *rewrite = an_rewrite_new(test_alloc());
   an_error error = { .line = 1 };
   assert_false(an_rewrite_add(rewrite, expression, &error));
   assert_int_equal(error.line, 0);
   assert_string_equal(error.message, message);
   const char *text = "(a)", *result; /* unchanged */
   an_rewrite_apply(rewrite, text, &result);
   assert_ptr_equal(result, text);
}

/* The text of libc's own error is part of the message. */
static void check_refused_by_libc(const char *expression, const char *old)
{
   regex_t regex;
   int status = regcomp(&regex, old, REG_EXTENDED);
   assert_int_not_equal(status, 0);
   char reason[128], message[256];
   regerror(status, &regex, reason, sizeof reason);
   snprintf(message, sizeof message, "\"%s\": %s", expression, reason);
   check_refused(expression, message);
}

static void test_errors(void **state)
{
   (void)state;
   check_refused("", "\"\": expected s/OLD/NEW/");
   check_refused("s", "\"s\": expected s/OLD/NEW/");
   check_refused("y/a/b/", "\"y/a/b/\": expected s/OLD/NEW/");
   check_refused("s\\a\\b\\", "\"s\\a\\b\\\": expected s/OLD/NEW/");
   check_refused("s/", "\"s/\": expected \"/\" three times");
   check_refused("s/a/b", "\"s/a/b\": expected \"/\" three times");
   check_refused("s|a/b|", "\"s|a/b|\": expected \"|\" three times");
   check_refused("s/a/b\\/", "\"s/a/b\\/\": expected \"/\" three times");
   check_refused("s/a/b\\", "\"s/a/b\\\": expected \"/\" three times");
   check_refused("s//b/", "\"s//b/\": OLD is empty");
   check_refused("s/a/b/x", "\"s/a/b/x\": only g and i are flags");
   check_refused("s/a/b/c/g", "\"s/a/b/c/g\": only g and i are flags");
   check_refused("s/a/\\1/", "\"s/a/\\1/\": \\1, but there are only 0 "
                             "groups");
   check_refused("s/(a)(b)/\\3/", "\"s/(a)(b)/\\3/\": \\3, but there are only "
                                  "2 groups");
   check_refused("s/a/\\n/", "\"s/a/\\n/\": \\n has no meaning in the "
                             "replacement");
   check_refused("s/a/\\0/", "\"s/a/\\0/\": \\0 has no meaning in the "
                             "replacement");
   check_refused_by_libc("s/(a/b/", "(a");
   check_refused_by_libc("s/[a/b/", "[a");
   check_refused_by_libc("s/a{2,1}/b/", "a{2,1}");
   check_refused_by_libc("s/[[:foo:]]/b/", "[[:foo:]]");
   check_refused_by_libc("s/*\\1(/b/", "*\\1(");
}

/* ---- Random texts ---- */

/* s/a+|b/<&>/g, by hand. */
static void rewrite_naively(const char *text, char *to)
{
   while (*text != '\0') {
      size_t n = strspn(text, "a");
      if (n == 0 && *text == 'b')
         n = 1;
      to += n == 0 ? sprintf(to, "%c", *text) : sprintf(to, "<%.*s>", (int)n, text);
      text += n == 0 ? 1 : n;
   }
   *to = '\0';
}

static void test_random(void **state)
{
   (void)state;
   an_rewrite *rewrite = rewrite_of((const char *const[]){ "s/a+|b/<&>/g", NULL });
   unit_random random = unit_random_from(3);
   for (int i = 0; i < 3000; i++) {
      char text[200], expected[1000];
      size_t n = unit_random_below(&random, sizeof text);
      for (size_t k = 0; k < n; k++)
         text[k] = "abcd"[unit_random_below(&random, 4)];
      text[n] = '\0';
      rewrite_naively(text, expected);
      const char *result;
      an_rewrite_apply(rewrite, text, &result);
      assert_string_equal(result, expected);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_matches),     cmocka_unit_test(test_empty_matches),
      cmocka_unit_test(test_replacement), cmocka_unit_test(test_delimiters),
      cmocka_unit_test(test_order),       cmocka_unit_test(test_errors),
      cmocka_unit_test(test_random),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
