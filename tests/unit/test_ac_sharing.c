/* test_ac_sharing.c -- the model of shared lines of memory: its order, equal accesses.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data.h"

#define HEAD \
   DATA_CMD "#: data 64\nfl=a\nfn=f\n1 1\nfn=g\n1 1\nsummary: 2\n" \
            "#: dr unknown\n#: dr brk\n#: sharing 64 3\n"
#define MODEL(left_out) \
   "limit 64, 0 events\n0 brk - in - of -1 at 0x0, 0 B:\n" \
   "1 unknown - in - of -1 at 0x0, 0 B:\nsharing 64 3, left out " left_out "\n"

static void check(const char *file, const char *expected)
{
   data_check((const char *const[]){ file }, 1, NULL, expected);
}

/* By thread, function, line, datum, offset, bytes; own ones last. */
static void test_accesses(void **state)
{
   (void)state;
   check(
      HEAD
      "#: sl 1\n"
      "#: sa 1 1 3 1 0 0x1 1 0\n#: sa 2 1 1 1 0 0x1 2 0\n#: sa 1 2 1 1 0 0x1 3 0\n"
      "#: sa 1 1 1 1 0 0x1 4 0\n#: sa 1 1 1 2 8 0x1 5 0\n#: sa 1 1 1 2 0 0x2 6 0\n"
      "#: sa 1 1 1 2 0 0x1 7 0 own\n#: sa 1 1 1 2 -8 0x4 8 0\n#: sa 1 1 1 2 0 0x1 9 0\n"
      "#: end 2\n",
      MODEL("0 0") "line 1\n"
                   " 1 f:1 on 0 at -8 0x4: 8 0\n"
                   " 1 f:1 on 0 at 0 0x1: 9 0\n"
                   " 1 f:1 on 0 at 0 0x1: 7 0 own\n"
                   " 1 f:1 on 0 at 0 0x2: 6 0\n"
                   " 1 f:1 on 0 at 8 0x1: 5 0\n"
                   " 1 f:1 on 1 at 0 0x1: 4 0\n"
                   " 1 f:2 on 1 at 0 0x1: 3 0\n"
                   " 1 g:1 on 1 at 0 0x1: 2 0\n"
                   " 3 f:1 on 1 at 0 0x1: 1 0\n");
}

/* Most transfers first; then by their accesses, those with most first; a line whose
   accesses another one begins with comes before it. */
static void test_lines(void **state)
{
   (void)state;
   check(HEAD "#: sl 5\n#: sa 2 1 1 1 0 0x1 1 1\n"
              "#: sl 5\n#: sa 1 1 1 1 0 0x1 3 1\n#: sa 1 1 2 1 0 0x1 1 1\n"
              "#: sl 5\n#: sa 1 1 1 1 0 0x1 3 1\n"
              "#: sl 5\n#: sa 1 1 1 1 0 0x1 3 2\n"
              "#: sl 5\n#: sa 1 1 1 1 0 0x1 4 1\n"
              "#: sl 9\n#: sa 2 1 1 1 0 0x2 1 1\n"
              "#: sl 0\n#: sa 1 1 1 1 0 0x1 9 9\n#: sr 3 4\n#: end 2\n",
         MODEL("3 4") "line 9\n 1 g:1 on 1 at 0 0x2: 1 1\n"
                      "line 5\n 1 f:1 on 1 at 0 0x1: 4 1\n"
                      "line 5\n 1 f:1 on 1 at 0 0x1: 3 2\n"
                      "line 5\n 1 f:1 on 1 at 0 0x1: 3 1\n"
                      "line 5\n 1 f:1 on 1 at 0 0x1: 3 1\n 2 f:1 on 1 at 0 0x1: 1 1\n"
                      "line 5\n 1 g:1 on 1 at 0 0x1: 1 1\n"
                      "line 0\n 1 f:1 on 1 at 0 0x1: 9 9\n");
}

/* Equal accesses are one; others between them do not matter. */
static void test_equal(void **state)
{
   (void)state;
   check(
      HEAD "#: sl 1\n#: sa 1 1 1 1 0 0x1 1 10\n#: sa 1 1 2 1 0 0x1 2 20\n"
           "#: sa 1 1 1 1 0 0x1 4 40\n#: sa 1 1 1 1 0 0x1 8 80\n"
           "#: sl 1\n#: sa 1 1 1 1 0 0x1 16 0\n#: end 2\n",
      MODEL("0 0") "line 1\n 1 f:1 on 1 at 0 0x1: 16 0\n"
                   "line 1\n 1 f:1 on 1 at 0 0x1: 13 130\n 2 f:1 on 1 at 0 0x1: 2 20\n");
   check(HEAD "#: end 2\n", MODEL("0 0"));
}

static void test_overflow(void **state)
{
   (void)state;
   static const char *const texts[] = {
      HEAD "#: sl 1\n#: sa 1 1 1 1 0 0x1 9223372036854775807 0\n"
           "#: sa 1 1 1 1 0 0x1 1 0\n#: sa 1 1 1 1 0 0x1 0 0\n#: end 2\n",
      HEAD "#: sl 1\n#: sa 1 1 1 1 0 0x1 0 9223372036854775807\n"
           "#: sa 1 1 1 1 0 0x1 0 1\n#: sa 1 1 1 1 0 0x1 0 0\n"
           "#: sl 1\n#: sa 1 1 1 1 0 0x1 1 0\n#: end 2\n",
   };
   for (size_t i = 0; i < 2; i++)
      test_bad_text(texts[i], strlen(texts[i]), 0,
                    "the counts add up to more than 9223372036854775807");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_accesses),
      cmocka_unit_test(test_lines),
      cmocka_unit_test(test_equal),
      cmocka_unit_test(test_overflow),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
