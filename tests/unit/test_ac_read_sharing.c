/* test_ac_read_sharing.c -- notes on shared lines of memory: read, and refused.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read_data.h"

static void test_good(void **state)
{
   (void)state;
   data_check_file();
}

/* What --sharing alone writes: data without counts. */
static void test_sharing_alone(void **state)
{
   (void)state;
   data_check_one(
      DATA_CMD
      "#: data 1024\n" DATA_BODY DATA_OBJECTS
      "#: dr unknown\n#: sharing 32 2\n#: sl 1\n#: sa 1 99 1 1 0 0x80000000 1 0\n"
      "#: sa 2:0x1000 0 2 1 -9 0x1 0 1\n" DATA_END,
      "limit 1024, 0 events\n0 unknown - in - of -1 at 0x0, 0 B:\n"
      "sharing 32 2, left out 0 0\nline 1\n 1 find:99 on 0 at 0 0x80000000: 1 0\n"
      " 2 0x1000 in libfoo.so:0 on 0 at -9 0x1: 0 1\n");
}

static void test_limits(void **state)
{
   (void)state;
   data_check_one(DATA_CMD
                  "#: data 1024\n" DATA_BODY DATA_OBJECTS
                  "#: dr brk\n#: sharing 1 4294967295\n#: sl 9223372036854775807\n"
                  "#: sa 1 4294967295 4294967295 1 -9223372036854775807 0x1"
                  " 9223372036854775807 0\n" DATA_END,
                  "limit 1024, 0 events\n0 brk - in - of -1 at 0x0, 0 B:\n"
                  "sharing 1 4294967295, left out 0 0\nline 9223372036854775807\n"
                  " 4294967295 find:4294967295 on 0 at -9223372036854775807 0x1:"
                  " 9223372036854775807 0\n");
}

/* ---- Refused ---- */

#define TO_SHARING TO_SETS "#: sharing 32 3\n" /* 53 */
#define SA "NAME LINE THREAD DATUM OFFSET MASK READS WRITES after \"#: sa\""

static const test_bad_file refused[] = {
   /* Sharing. */
   { TO_SETS "#: sl 1\n", 53, "\"#: sl\" out of place" },
   { TO_SETS "#: sr 1 1\n", 53, "\"#: sr\" out of place" },
   { TO_SETS "#: sharing 64\n", 53, "expected BYTES THREADS after \"#: sharing\"" },
   { TO_SETS "#: sharing 0 2\n", 53, "a line of memory has 1, 2, 4 ... or 64 bytes" },
   { TO_SETS "#: sharing 48 2\n", 53, "a line of memory has 1, 2, 4 ... or 64 bytes" },
   { TO_SETS "#: sharing 128 2\n", 53, "a line of memory has 1, 2, 4 ... or 64 bytes" },
   { TO_SETS "#: sharing 64 4294967296\n", 53, "more than 4294967295 threads" },
   { TO_SHARING "#: sharing 64 2\n", 54, "a second \"#: sharing\" line" },
   { TO_SHARING "#: sa 1 4 1 3 0 0xff 1 1\n", 54, "\"#: sa\" out of place" },
   { TO_SHARING "#: sl 1 1\n", 54, "expected a number of transfers after \"#: sl\"" },
   { TO_SHARING "#: sl 1\n#: sl 1\n", 55, "the last \"#: sl\" has no \"#: sa\"" },
   { TO_SHARING "#: sl 1\n" DATA_END, 55, "the last \"#: sl\" has no \"#: sa\"" },
   { TO_SHARING "#: sl 1\n#: sa 3 0 1 3 0 0xff 1 1\n", 55,
     "expected OBJECT:ADDRESS for code without a symbol" },
   { TO_SHARING "#: sl 1\n#: sa 1 4 4 3 0 0xff 1 1\n", 55, "there is no thread 4" },
   { TO_SHARING "#: sl 1\n#: sa 1 4 0 3 0 0xff 1 1\n", 55, "there is no thread 0" },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 - 0xff 1 1\n", 55, "expected " SA },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 0 ff 1 1\n", 55, "expected " SA },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 0 0x0 1 1\n", 55,
     "the mask 0x0 is not of a line of 32 bytes" },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 0 0x100000000 1 1\n", 55,
     "the mask 0x100000000 is not of a line of 32 bytes" },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 0 0xff 1\n", 55, "expected " SA },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 0 0xff 1 1 mine\n", 55, "expected " SA },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 0 0xff 1 1\n#: sl 1\n#: sl 1\n", 57,
     "the last \"#: sl\" has no \"#: sa\"" },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 0 0xff 1 1\n#: sr 1 1\n"
                "#: sa 1 4 1 3 0 0xff 1 1\n",
     57, "\"#: sa\" out of place" },
   { TO_SHARING "#: sr 1 1\n#: sl 1\n", 55, "\"#: sl\" out of place" },
   { TO_SHARING "#: sr 1 1\n#: sr 1 1\n", 55, "\"#: sr\" out of place" },
   { TO_SHARING "#: sr 1\n", 54, "expected LINES ACCESSES after \"#: sr\"" },
   { TO_SHARING "#: de 3 4*1\n", 54, "\"#: de\" out of place" },
};

static void test_refused(void **state)
{
   (void)state;
   test_bad_texts(refused, sizeof refused / sizeof refused[0]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good),
      cmocka_unit_test(test_sharing_alone),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_refused),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
