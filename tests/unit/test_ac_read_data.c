/* test_ac_read_data.c -- notes on data objects: read, and refused; damaged ones.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read_data.h"

/* ---- Good files ---- */

static void test_model(void **state)
{
   (void)state;
   data_check_file();
   data_check_one(TO_LOOKS DATA_END, data_objects_model);
}

static void test_none(void **state)
{
   (void)state;
   data_check_one(DATA_CMD DATA_BODY DATA_OBJECTS DATA_END, "none");
   data_check_one(DATA_CMD "fl=a\nfn=f\n1 1\nsummary: 1\n#: end 1\n", "none");
   data_check_one(DATA_HEAD "fl=a\nfn=f\n1 1\nsummary: 1\n#: end 1\n",
                  "limit 1024, 4 events\n");
}

/* Equal data and entries are added up; so are a function's rows and shared accesses. */
static void test_equal(void **state)
{
   (void)state;
   data_check_one(
      DATA_HEAD
      "fl=a\nfn=f\n1 1 2\nfn=f\n1 1 3\nsummary: 2 5\n"
      "#: ds x\n#: ds x\n#: df 0x1 0 1 1 1\n#: df 0x1 0 2 1 1\n"
      "#: dh 1 8 8 8 1\n#: dh 2 24 4 20 2\n"
      "#: dn 1\n#: d 1 1 0 2\n#: d 1 2 0 1\n#: dn 2\n#: d 1 1 0 2\n"
      "#: sharing 64 2\n#: sl 1\n#: sa 1 1 1 1 0 0x1 1 2\n#: sa 2 1 1 2 0 0x1 4 8\n"
      "#: end 2\n",
      "limit 1024, 4 events\nf0 x x:1 in -1 at 0x1\n"
      "0 heap - in - of -1 at 0x0, 0 B, 3 blocks 32 B, 4 to 20, by 0: 5 0 0 0\n"
      "f:1 on 0 at 0%0: 5 0 0 0\n"
      "sharing 64 2, left out 0 0\nline 1\n 1 f:1 on 0 at 0 0x1: 5 10\n");
}

/* Notes of a later version; those before the summary:. */
static void test_ignored(void **state)
{
   (void)state;
   data_check_one(DATA_HEAD "#: d 1\n" DATA_BODY DATA_OBJECTS DATA_NAMES
                            "#: dz 7\n" DATA_DATA DATA_ENTRIES
                            "#: s 9\n" DATA_USE DATA_SETS DATA_LOOKS DATA_END,
                  data_objects_model);
}

/* ---- Refused ---- */

static const test_bad_file refused[] = {
   /* The header. */
   { DATA_HEAD "#: data 1\n", 5, "a second \"#: data\" line" },
   { DATA_CMD "#: data x\n", 4, "expected a number and events after \"#: data\"" },
   { DATA_CMD "#: data 1 Dr\n", 4, "\"#: data\" has Dr, but events: does not" },
   { DATA_CMD "#: data 1 D1mr D1mr\n", 4, "event D1mr is listed twice" },
   { DATA_CMD "fl=a\n#: data 1\n", 5, "\"#: data\" must come before the first fl=" },
   { DATA_CMD DATA_BODY "#: dr brk\n", 15,
     "\"#: dr\" without \"#: data\" in the header" },
   /* Names, binaries, frames. */
   { TO_OBJECTS "#: ds \\xg\n", 21, "bad \\x escape in \"\\xg\"" },
   { TO_OBJECTS "#: db 1g /x\n", 21,
     "expected a build id or -, and a path after \"#: db\"" },
   { TO_OBJECTS "#: db -\n", 21, "expected a build id or -, and a path after \"#: db\"" },
   { TO_NAMES "#: df 80 1 1 2 8\n", 30,
     "expected ADDRESS BINARY TEXT TEXT LINE after \"#: df\"" },
   { TO_NAMES "#: df 0x80 3 1 2 8\n", 30, "there is no binary 3 before this note" },
   { TO_NAMES "#: df 0x80 1 6 2 8\n", 30, "there is no text 6 before this note" },
   { TO_NAMES "#: df 0x80 1 1 2 4294967296\n", 30,
     "line number 4294967296 is larger than 4294967295" },
   { TO_NAMES "#: df 0x80 1 1 2 8 9\n", 30,
     "expected ADDRESS BINARY TEXT TEXT LINE after \"#: df\"" },
   /* Data. */
   { TO_NAMES "#: dh 1 1 1\n", 30,
     "expected BLOCKS BYTES MIN MAX and frames after \"#: dh\"" },
   { TO_NAMES "#: dh 1 9 9 8 1\n", 30, "the smallest block is larger than the largest" },
   { TO_NAMES "#: dh 1 9 9 9 3\n", 30, "there is no frame 3 before this note" },
   { TO_NAMES "#: dh 1 9 9 9 0\n", 30, "there is no frame 0 before this note" },
   { TO_NAMES "#: dh 1 9 9 9 ... 1\n", 30,
     "expected BLOCKS BYTES MIN MAX and frames after \"#: dh\"" },
   { TO_NAMES "#: dv x 1 0x1 1 1\n", 30,
     "expected s or t, BINARY ADDRESS SIZE TEXT after \"#: dv\"" },
   { TO_NAMES "#: dv s 1 1 1 1\n", 30,
     "expected s or t, BINARY ADDRESS SIZE TEXT after \"#: dv\"" },
   { TO_NAMES "#: dk 1\n", 30, "expected TEXT TEXT after \"#: dk\"" },
   { TO_NAMES "#: dm 1 1\n", 30, "expected TEXT after \"#: dm\"" },
   { TO_NAMES "#: dr heap\n", 30, "expected brk or unknown after \"#: dr\"" },
};

static void test_refused(void **state)
{
   (void)state;
   test_bad_texts(refused, sizeof refused / sizeof refused[0]);
}

/* ---- Damaged files ----------------------------------------------------- */

/* Reads the text: it is refused with a message, or the entries of each line add up. */
static void check_damaged(const char *text, size_t length)
{
   an_error error = { 0 };
   ac_profile *profile = test_profile_of(text, length, &error);
   if (profile == NULL) {
      assert_true(error.line > 0 && error.message[0] != '\0');
   } else if (ac_profile_data(profile) != NULL) {
      const ac_data *data = ac_profile_data(profile);
      int64_t sum = 0;
      for (size_t i = 0; i < data->n_entries; i++)
         sum += data->entries[i].counts[0];
      assert_true(data->n_entries == 0 || sum == ac_profile_totals(profile)[1]);
   }
}

/* Only the notes are damaged. */
static void test_damaged(void **state)
{
   (void)state;
   test_damage(DATA_FILE, sizeof(TO_OBJECTS) - 1, "0123456789 :%*-x\n", check_damaged);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_model),   cmocka_unit_test(test_none),
      cmocka_unit_test(test_equal),   cmocka_unit_test(test_ignored),
      cmocka_unit_test(test_refused), cmocka_unit_test(test_damaged),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
