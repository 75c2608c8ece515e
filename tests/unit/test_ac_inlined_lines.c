/* test_ac_inlined_lines.c -- the lines of inlined functions, found by their counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_inlined_lines.h"

/* main has code of get (lines 4 to 6) and set (9) in a.h, and of near (20, 21) in its own
   file; `self` are the notes of its inlined code. */
#define HEAD "cmd: ./app\nevents: Ir Dr\n#: cachesim 1\n"
#define BODY \
   "fl=/src/a.c\nfn=main\n20 7 1\n21 6 0\n30 10 2\n31 6 0\n" \
   "fl=/src/a.h\nfn=main\n4 10 1\n5 5 1\n6 10 0\n9 25 4\n" \
   "summary: 79 9\n" \
   "#: object 01 /bin/app\n#: object-counts 79 9\n" \
   "#: fn 2 get\n#: fn 2 set\n#: fn 1 near\n"
#define NOTES(self, rest) \
   HEAD BODY "#: f 1 1 0x0 1 79 9\n" self "#: by 0\n#: a 0 1 1 79 9\n" \
             "#: t 0 0 0\n#: t 1 1 1 " rest "\n#: end 8\n"

/* "a.h:4-6 get; ..." */
static void check(const char *text, const char *expected)
{
   ac_profile *profile = test_good_profile(text);
   ac_inlined_lines lines;
   char found[200] = "";
   ac_inlined_lines_open(&lines, test_alloc(), profile);
   for (size_t i = 0, used = 0; i < lines.n; i++) {
      const ac_inlined_range *of = &lines.of[i];
      const ac_function *in = ac_profile_function(profile, of->function);
      used += (size_t)snprintf(found + used, sizeof found - used, "%s:%u-%u %s;",
                               ac_profile_file(profile, in->file)->name, of->first,
                               of->last, of->name);
      assert_string_equal(ac_inlined_lines_find(&lines, of->function, of->last),
                          of->name);
      assert_null(ac_inlined_lines_find(&lines, of->function, of->last + 1));
      assert_null(ac_inlined_lines_find(&lines, of->function, of->first - 1));
   }
   assert_string_equal(found, expected);
}

/* What two calls of get cost is in the same lines. */
static void test_found(void **state)
{
   (void)state;
   check(NOTES("#: i 1 3 30 20 1\n#: i 1 4 30 25 4\n#: i 1 3 31 5 1\n#: i 1 5 30 13 1\n",
               "16 2\n#: ti 2 1 20 1\n#: ti 2 2 25 4\n#: ti 2 3 5 1\n#: ti 2 4 13 1"),
         "/src/a.c:20-21 near;/src/a.h:4-6 get;/src/a.h:9-9 set;");
}

/* Lines 4 to 6 and line 9 have as many instructions, but not as many reads. */
static void test_all_events(void **state)
{
   (void)state;
   check(NOTES("#: i 1 3 30 25 2\n", "54 7\n#: ti 2 1 25 2"), "/src/a.h:4-6 get;");
   check(NOTES("#: i 1 3 30 25 3\n", "54 6\n#: ti 2 1 25 3"), "");
}

/* 6 instructions are in two places; one unknown function makes its file unknown. */
static void test_doubt(void **state)
{
   (void)state;
   check(NOTES("#: i 1 5 30 6\n", "73 9\n#: ti 2 1 6"), "");
   check(NOTES("#: i 1 3 30 25 2\n#: i 1 4 30 24 4\n",
               "30 3\n#: ti 2 1 25 2\n#: ti 2 2 24 4"),
         "");
   check(NOTES("#: i 1 3 30 25 2\n#: i 1 4 30 15 1\n",
               "39 6\n#: ti 2 1 25 2\n#: ti 2 2 15 1"),
         "");
}

static void test_no_calls(void **state)
{
   (void)state;
   check(HEAD "fl=a.c\nfn=f\n1 5 1\nsummary: 5 1\n#: end 1\n", "");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_found),
      cmocka_unit_test(test_all_events),
      cmocka_unit_test(test_doubt),
      cmocka_unit_test(test_no_calls),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
