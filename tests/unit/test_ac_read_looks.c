/* test_ac_read_looks.c -- notes on bytes that are used together: read, and refused.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read_data.h"

/* One datum, whose notes begin in line 15, or 12 if its lines are not known. */
#define VARIABLE \
   DATA_HEAD DATA_F_BODY("9 7 5") "#: dv s 0 0x0 100 0\n#: dn 1\n#: d 1 1 0 7 5\n"
#define LOOKS VARIABLE "#: looks 32\n"

static const char head[] = "limit 1024, 4 events\n",
                  datum[] = "0 static - in - of -1 at 0x0, 100 B: 7 5 0 0\n",
                  entry[] = "f:1 on 0 at 0%0: 7 5 0 0\n";

static void check_looks(const char *file, const char *line_B, const char *looks)
{
   char expected[DATA_TEXT_B];
   snprintf(expected, sizeof expected, "%s%s%s%s%s", head, line_B, datum, looks, entry);
   data_check_one(file, expected);
}

static void test_good(void **state)
{
   (void)state;
   data_check_file();
}

/* Sorted, and equal ones added up. */
static void test_sorted(void **state)
{
   (void)state;
   check_looks(
      LOOKS "#: dl 1 1 0 1\n#: dl 1 2 4 2 1\n#: dl 1 2 4 1 1\n#: dl 1 1 0 1\n"
            "#: dl 1 5 -4 10\n#: dl 1 2 0 1 1\n" DATA_F_END,
      "looks at lines of 32 B\n",
      " look 5 at -4: 10\n look 2 at 0: 1\n look 2 at 0: 1 1\n look 2 at 4: 1 1\n"
      " look 2 at 4: 2 1\n");
}

/* Bytes up to the ends of the variable, and of a line. */
static void test_bounds(void **state)
{
   (void)state;
   check_looks(LOOKS "#: dl 1 1 -31 80000000 3*w80 7\n" DATA_F_END,
               "looks at lines of 32 B\n",
               " look 1 at -31: 80000000 f0000000 f0000000 f0000000 7\n");
}

/* The size of lines alone. */
static void test_none(void **state)
{
   (void)state;
   check_looks(LOOKS DATA_F_END, "", "");
}

/* Whose size is not known; the most lines. */
static void test_without_size(void **state)
{
   (void)state;
   data_check_one(
      DATA_HEAD DATA_F_BODY("9 2") DATA_F_BRK
      "#: looks 1\n#: dl 1 1 0 63*0 1\n" DATA_F_END,
      "limit 1024, 4 events\nlooks at lines of 1 B\n"
      "0 brk - in - of -1 at 0x0, 0 B: 2 0 0 0\n"
      " look 1 at 0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
      "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1\n"
      "f:1 on 0 at -1%0: 2 0 0 0\n");
}

#define SHAPE "expected DATUM COUNT OFFSET and bytes used after \"#: dl\""
#define BEYOND "a look beyond the block or variable"

static const test_bad_file refused[] = {
   { VARIABLE "#: dl 1 1 0 1\n", 12, "\"#: dl\" out of place" },
   { VARIABLE "#: looks\n", 12, "expected BYTES after \"#: looks\"" },
   { VARIABLE "#: looks 64 1\n", 12, "expected BYTES after \"#: looks\"" },
   { VARIABLE "#: looks 0\n", 12, "a line of looks has 1, 2, 4 ... or 64 bytes" },
   { VARIABLE "#: looks 48\n", 12, "a line of looks has 1, 2, 4 ... or 64 bytes" },
   { VARIABLE "#: looks 128\n", 12, "a line of looks has 1, 2, 4 ... or 64 bytes" },
   { LOOKS "#: looks 32\n", 13, "a second \"#: looks\" line" },
   { LOOKS "#: de 1 7\n", 13, "\"#: de\" out of place" },
   { LOOKS "#: dl 2 1 0 1\n", 13, "there is no data object 2 before this note" },
   { LOOKS "#: dl 1 1 0\n", 13, SHAPE },
   { LOOKS "#: dl 1 -1 0 1\n", 13, SHAPE },
   { LOOKS "#: dl 1 1 x 1\n", 13, SHAPE },
   { LOOKS "#: dl 1 1 0 1 g\n", 13, SHAPE },
   { LOOKS "#: dl 1 1 0 F\n", 13, SHAPE },
   { LOOKS "#: dl 1 1 0 0x1\n", 13, SHAPE },
   { LOOKS "#: dl 1 1 0 w\n", 13, SHAPE },
   { LOOKS "#: dl 1 1 0 w10000\n", 13, SHAPE },
   { LOOKS "#: dl 1 1 0 11111111111111111\n", 13, SHAPE },
   { LOOKS "#: dl 1 1 0 0*1\n", 13, SHAPE },
   { LOOKS "#: dl 1 1 0 *1\n", 13, SHAPE },
   { LOOKS "#: dl 1 1 0 2*\n", 13, SHAPE },
   { LOOKS "#: dl 1 1 0 2*2*1\n", 13, SHAPE },
   { LOOKS "#: dl 1 1 0 100000000\n", 13,
     "a line of 32 bytes has not the bytes 100000000" },
   { LOOKS "#: dl 1 1 0 w100\n", 13, "a line of 32 bytes has not the bytes f00000000" },
   { LOOKS "#: dl 1 1 0 1 64*0\n", 13, "more than 64 lines in a look" },
   { LOOKS "#: dl 1 1 0 9223372036854775807*0\n", 13, "more than 64 lines in a look" },
   { LOOKS "#: dl 1 0 0 1\n", 13, "a look without a count" },
   { LOOKS "#: dl 1 1 0 2*0\n", 13, "a look at no byte" },
   { LOOKS "#: dl 1 1 -32 0 1\n", 13, BEYOND },
   { LOOKS "#: dl 1 1 -4 8\n", 13, BEYOND },
   { LOOKS "#: dl 1 1 0 1 3*0\n#: dl 1 1 0 3*0 10\n", 14, BEYOND },
   { LOOKS "#: dl 1 1 68 1 0\n", 13, BEYOND },
   { LOOKS "#: dl 1 1 100 1\n", 13, BEYOND },
   { LOOKS "#: dl 1 1 9223372036854775807 1\n", 13, BEYOND },
   { LOOKS "#: dl 1 9223372036854775807 0 1\n#: dl 1 1 0 1\n", 14,
     "the counts add up to more than 9223372036854775807" },
};

static void test_refused(void **state)
{
   (void)state;
   test_bad_texts(refused, sizeof refused / sizeof refused[0]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good),         cmocka_unit_test(test_sorted),
      cmocka_unit_test(test_bounds),       cmocka_unit_test(test_none),
      cmocka_unit_test(test_without_size), cmocka_unit_test(test_refused),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
