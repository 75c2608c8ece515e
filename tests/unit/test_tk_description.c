/* test_tk_description.c -- descriptions of addresses and their parts; any text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "code/tk_description.h"
#include "unit_alloc.h"

static const struct {
   const char *text, *function, *directory, *rest;
} cases[] = {
   { "0x1: main (/home/ann/a.c:3)", "main", "/home/ann", "a.c:3)" },
   { "0x1: main (/a.c:3)", "main", "", "a.c:3)" },
   { "0x1: main (./src/a.c:3)", "main", "./src", "a.c:3)" },
   { "0x1: main (a.c:3)", "main", NULL, NULL },
   { "0x1: main (in /lib/libc.so)", "main", NULL, NULL },
   { "0x1: main", "main", NULL, NULL },
   { "0x1: ???", "???", NULL, NULL },
   { "0x1: ??? (in /lib (old)/libc.so)", "???", NULL, NULL },
   { "0x1: ??? (/home/ann (old)/a.c:3)", "???", "/home/ann (old)", "a.c:3)" },
   { "0x0: (program start)", "(program start)", NULL, NULL },
   { "0x1: (below main)", "(below main)", NULL, NULL },
   { "0x1: (below main) (in /lib/libc.so)", "(below main)", NULL, NULL },
   { "0x1: (below main) (/csu/libc-start.c:308)", "(below main)", "/csu",
     "libc-start.c:308)" },
   { "0x1: each(int (*)(int))", "each(int (*)(int))", NULL, NULL },
   { "0x1: each(int (*)(int)) (/a/b.cc:1)", "each(int (*)(int))", "/a", "b.cc:1)" },
   { "0x1: a::(anonymous namespace)::f() (/a/b.cc:1)", "a::(anonymous namespace)::f()",
     "/a", "b.cc:1)" },
   { "0x1: C: D (/a: b/c.c:1)", "C: D", "/a: b", "c.c:1)" },
   { "[root]", NULL, NULL, NULL },
   { "0x1:", NULL, NULL, NULL },
   { "0x1: ", "", NULL, NULL },
   { "", NULL, NULL, NULL },
   { " (", NULL, NULL, NULL },
   { ": (/", "(/", NULL, NULL },
};
enum { N_CASES = sizeof cases / sizeof cases[0] };

/* A part of n bytes equals the expected one; both may be missing. */
static void check_part(const char *text, const char *what, const char *part, size_t n,
                       const char *expected)
{
   bool same = part == NULL || expected == NULL
                  ? part == expected
                  : strlen(expected) == n && memcmp(part, expected, n) == 0;
   if (!same)
      fail_msg("%s: %s is %.*s", text, what, part == NULL ? 4 : (int)n,
               part == NULL ? "none" : part);
}

static void test_cases(void **state)
{
   (void)state;
   for (size_t i = 0; i < N_CASES; i++) {
      const char *text = cases[i].text;
      tk_description d = tk_description_parts(text);
      check_part(text, "function", d.function, d.function_B, cases[i].function);
      check_part(text, "directory", d.directory, d.directory_B, cases[i].directory);
      assert_string_equal(d.rest, cases[i].rest == NULL ? text : cases[i].rest);
   }
}

/* Parts lie within the text, one after the other. */
static void check_bounds(const char *text)
{
   tk_description d = tk_description_parts(text);
   const char *end = text + strlen(text);
   assert_ptr_equal(d.rest + strlen(d.rest), end);
   if (d.function != NULL) {
      assert_true(d.function >= text && d.function <= end);
      assert_true(d.function_B <= (size_t)(end - d.function));
   }
   if (d.directory == NULL) {
      assert_ptr_equal(d.rest, text);
      assert_int_equal(d.prefix_B, 0);
      return;
   }
   assert_ptr_equal(text + d.prefix_B, d.directory);
   assert_ptr_equal(d.directory + d.directory_B + 1, d.rest);
   if (d.function != NULL)
      assert_true(d.function + d.function_B <= d.directory);
}

static void test_any_text(void **state)
{
   (void)state;
   static const char *const pieces[] = { ": ", " (", "in ", "/", ")",    ":1)",
                                         "f",  " ",  ":",   "(", "0x1: " };
   unit_random random = unit_random_from(15);
   for (int i = 0; i < 200000; i++) {
      char text[80] = "";
      for (uint64_t n = unit_random_below(&random, 12); n > 0; n--)
         strcat(text,
                pieces[unit_random_below(&random, sizeof pieces / sizeof pieces[0])]);
      check_bounds(text);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cases),
      cmocka_unit_test(test_any_text),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
