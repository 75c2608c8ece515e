/* test_ac_read_entries.c -- notes on misses on data objects: read, and refused; what must
   add up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read_data.h"

static void test_good(void **state)
{
   (void)state;
   data_check_file();
}

/* Counts that stopped at the largest one need not add up; the others must. */
static void test_saturated(void **state)
{
   (void)state;
#define SATURATED(dlmr) \
   DATA_HEAD DATA_F_BODY("9 7 5") "#: saturated D1mr\n" \
                                  "#: dr brk\n#: dn 1\n#: d 1 1 - 3 " dlmr \
                                  "\n#: de 1 4 1\n#: end 1\n"
   data_check_one(SATURATED("5"),
                  "limit 1024, 4 events\n0 brk - in - of -1 at 0x0, 0 B: 3 5 0 0\n"
                  "f:1 on 0 at -1%0: 3 5 0 0\n");
   test_bad_text(SATURATED("4"), strlen(SATURATED("4")), 14,
                 "the data objects of line 1 of f have 1 DLmr too few");
}

/* Events that are lower bounds, alone, are enough for the sets. */
static void test_saturated_sets(void **state)
{
   (void)state;
   data_check_one(
      DATA_HEAD DATA_F_BODY(
         "9 3 0 7") "#: saturated D1mw\n"
                    "#: dr brk\n#: dn 1\n#: d 1 1 5 3 0 6\n#: de 1 4 1\n#: end 1\n",
      "limit 1024, 4 events\n0 brk - in - of -1 at 0x0, 0 B: 3 0 6 0\n"
      "f:1 on 0 at 5%0: 3 0 6 0\n");
}

/* ---- Refused ---- */

#define SMALL DATA_HEAD DATA_F_BODY("9 7 5") /* 8 */

static const test_bad_file refused[] = {
   /* Entries. */
   { TO_DATA "#: d 3 1 8 3 1\n", 39, "\"#: d\" out of place" },
   { TO_DATA "#: dn 4\n", 39, "there is no name 4 before this note" },
   { TO_DATA "#: dn 1 1\n", 39, "expected NAME or OBJECT:ADDRESS after \"#: dn\"" },
   { TO_DATA "#: dn 3:0x1000\n", 39, "there is no object 3 before this note" },
   { TO_DATA "#: dn 2:1000\n", 39, "expected NAME or OBJECT:ADDRESS after \"#: dn\"" },
   { TO_DATA "#: dn 2:0x2000\n", 39, "object 2 has no \"#: code 0x2000\"" },
   { TO_DATA "#: dn 3\n#: d 0 1 0 4 4\n", 40,
     "expected OBJECT:ADDRESS for code without a symbol" },
   { TO_DATA "#: dn 1\n#: d 5 1 8 3\n", 40, "find has no line 5 in the body" },
   { TO_DATA "#: dn 1\n#: d 3 0 8 3\n", 40,
     "there is no data object 0 before this note" },
   { TO_DATA "#: dn 1\n#: d 3 10 8 3\n", 40,
     "there is no data object 10 before this note" },
   { TO_DATA "#: dn 1\n#: d 3 1 -1 3\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_DATA "#: dn 1\n#: d 3 1 8%0 3\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_DATA "#: dn 1\n#: d 3 1 8%8 3\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_DATA "#: dn 1\n#: d 3 1 8%x 3\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_DATA "#: dn 1\n#: d 3 3 512 3\n", 40, "the offset 512 is not within 512 bytes" },
   { TO_DATA "#: dn 1\n#: d 3 1 0+8 3\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_DATA "#: dn 1\n#: d 3 1 8 1 2 3 4 5\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_DATA "#: dn 1\n#: d 3 1 8 -1\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_ENTRIES "#: ds x\n", 49, "\"#: ds\" out of place" },
   { TO_ENTRIES "#: f 1 1 0x0 1\n", 49, "\"#: f\" out of place" },
   { DATA_CMD "#: data 1\n" DATA_BODY DATA_OBJECTS "#: dr brk\n#: dn 1\n#: d 3 1 -\n", 23,
     "\"#: d\" out of place" },
   /* Use and sets. */
   { TO_ENTRIES "#: du 1 4 96\n", 49,
     "expected DATUM LINES INSIDE USED after \"#: du\"" },
   { TO_ENTRIES "#: du 1 4 96 97\n", 49, "more bytes used than fetched" },
   { TO_ENTRIES "#: du 1 0 1 0\n", 49, "more bytes fetched than lines can have" },
   { TO_ENTRIES "#: du 1 2 131073 0\n", 49, "more bytes fetched than lines can have" },
   { TO_ENTRIES "#: du 1 2 131072 0\n#: du 1 0 0 0\n", 50,
     "a second \"#: du\" of this data object" },
   { TO_ENTRIES "#: du 1 4 9 9\n#: du 1 4 9 9\n", 50,
     "a second \"#: du\" of this data object" },
   { TO_ENTRIES "#: de 1\n", 49, "expected DATUM and counts after \"#: de\"" },
   { TO_ENTRIES "#: de 1 0*4\n", 49, "expected DATUM and counts after \"#: de\"" },
   { TO_ENTRIES "#: de 1 4*\n", 49, "expected DATUM and counts after \"#: de\"" },
   { TO_ENTRIES "#: de 1 4\n#: de 1 4\n", 50, "a second \"#: de\" of this data object" },
   { TO_ENTRIES "#: de 1 4\n#: de 2 1 2\n", 50, "expected 1 sets, found 2" },
   { TO_ENTRIES "#: de 1 4*0 4194300*0 1*0\n", 49, "more than 4194304 counts of sets" },
   { TO_ENTRIES "#: de 1 9999999*0\n", 49, "more than 4194304 counts of sets" },
   { TO_ENTRIES "#: de 1 2*4611686018427387904\n", 49,
     "the counts add up to more than 9223372036854775807" },
   { TO_SETS "#: du 3 1 1 1\n", 53, "\"#: du\" out of place" },
   /* Sums. */
   { TO_DATA DATA_END, 39, "the data objects of line 3 of find have 5 D1mr too few" },
   { SMALL "#: dr brk\n#: dn 1\n#: d 1 1 - 7 6\n#: end 1\n", 12,
     "the data objects of line 1 of f have 1 DLmr too many" },
   { SMALL "#: dr brk\n#: dn 1\n#: d 1 1 - 7 5\n#: de 1 6\n#: end 1\n", 13,
     "data object 1: its sets have 6 misses, its entries 7" },
   { SMALL "#: dr brk\n#: dn 1\n#: d 1 1 - 9223372036854775807\n"
           "#: d 1 1 - 9223372036854775807\n",
     12, "the counts add up to more than 9223372036854775807" },
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
      cmocka_unit_test(test_saturated),
      cmocka_unit_test(test_saturated_sets),
      cmocka_unit_test(test_refused),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
