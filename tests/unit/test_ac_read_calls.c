/* test_ac_read_calls.c -- notes on functions, inlined code and inclusive counts: read,
   and refused; damaged notes on calls.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read_calls.h"

/* ---- Good files ---- */

/* Notes of a later version, and what is no note on calls: before the summary:, or in
   cachegrind's files. */
static void test_ignored(void **state)
{
   (void)state;
   calls_check(CALLS_HEAD "#: t 0\n#: f x\n" CALLS_BODY CALLS_OBJECTS
                          "#: z 1\n" CALLS_NAMES CALLS_FUNCTIONS
                          "#: gg 7\n" CALLS_INCLUSIVE CALLS_ARCS
                          "#: tx 1 2\n# t 9\n" CALLS_PATHS "#: tt\n" CALLS_END,
               calls_model);
   calls_check("cmd: a\nevents: Ir\nfl=a\nfn=f\n1 1\nsummary: 1\n#: t 9\n", "none");
}

static void skip_walk(void *context, ac_profile *profile, const char **file,
                      const char **function, bool *skip)
{
   (void)context, (void)profile, (void)file;
   *skip = strcmp(*function, "walk") == 0;
}

static void test_filter(void **state)
{
   (void)state;
   static const char *const files[] = { CALLS_FILE };
   calls_check_files(files, 1, &(ac_reading){ .name = skip_walk }, "none");
}

/* Names of files in another spelling; code without a symbol, whose start is unknown;
   inlined code that was left out within other code. */
static void test_corners(void **state)
{
   (void)state;
   calls_check(CALLS_HEAD
               "fl=???\nfn=???\n0 9 0\nsummary: 9 0\n"
               "#: object - /x\n#: object-counts 9\n#: fl /a/../b.h\n#: fn 2 get\n"
               "#: f 1 1 0x0 1 9\n#: i 1 2 7\n#: ir 2 1 3\n#: f 2 0 0x0 1\n"
               "#: by 0\n#: a 0 1 1 9\n#: t 0 0 0\n#: t 1 1 1 9\n#: end 1\n",
               "f0 ??? ??? object 0 0x0 calls 1 inlined 0+1 9 0\n"
               "f1 /b.h get object -1 0x0 calls 1 inlined 1+0 0 0\n"
               "i0 /b.h get in f0 i-1 at ???:7 0 0\n"
               "left out inlined f0 i0: 1, calls 0 3 0\n"
               "a0 f-1 i-1 > f0 at -:0 calls 1 9 0\n"
               "n0 path in n-1 of -1 calls 0 0 0\n"
               "n1 path in n0 of 0 calls 1 9 0\n");
}

static void call_all_f(void *context, ac_profile *profile, const char **file,
                       const char **function, bool *skip)
{
   (void)context, (void)file, (void)skip;
   *function = ac_profile_intern(profile, "f", 1);
}

/* Code that gets a name is no longer known by its address. */
static void test_names(void **state)
{
   (void)state;
   static const char *const files[] = {
      CALLS_HEAD "fl=???\nfn=???\n0 9 0\nsummary: 9 0\n"
                 "#: object - /x\n#: object-counts 9\n#: code 0x20 9\n#: f 1 1 0x20 1 9\n"
                 "#: by 0\n#: a 0 1 1 9\n#: t 0 0 0\n#: t 1 1 1 9\n#: end 1\n",
   };
#define PATHS \
   "a0 f-1 i-1 > f0 at -:0 calls 1 9 0\n" \
   "n0 path in n-1 of -1 calls 0 0 0\nn1 path in n0 of 0 calls 1 9 0\n"
   calls_check_files(files, 1, NULL,
                     "f0 ??? 0x20 in x object 0 0x20 calls 1 inlined 0+0 9 0\n" PATHS);
   calls_check_files(files, 1, &(ac_reading){ .name = call_all_f },
                     "f0 ??? f object 0 0x0 calls 1 inlined 0+0 9 0\n" PATHS);
}

/* ---- Refused ---- */

static const test_bad_file refused[] = {
   /* Names. */
   { TO_SUMMARY "#: fn x f\n", 23,
     "expected a file's number and a function after \"#: fn\"" },
   { TO_SUMMARY "#: fn 4 f\n", 23, "there is no file 4 before this note" },
   { TO_SUMMARY "#: fn 0 f\n", 23, "there is no file 0 before this note" },
   { TO_SUMMARY "#: fl \\xg\n", 23, "bad \\x escape in \"\\xg\"" },
   /* Functions. */
   { TO_NAMES "#: f 7 1 0x0 1\n", 26, "there is no name 7 before this note" },
   { TO_NAMES "#: f 1 3 0x0 1\n", 26, "there is no object 3 before this note" },
   { TO_NAMES "#: f 1 1 0 1\n", 26,
     "expected NAME OBJECT START CALLS and counts after \"#: f\"" },
   { TO_NAMES "#: f 1 1 0x0\n", 26,
     "expected NAME OBJECT START CALLS and counts after \"#: f\"" },
   { TO_NAMES "#: f 1 1 0x0 1 1 2 3\n", 26, "expected at most 2 counts, found 3" },
   { TO_NAMES "#: f 1 1 0x0 1 -1\n", 26, "negative count \"-1\"" },
   { TO_NAMES "#: i 1 1 1 1\n", 26, "\"#: i\" out of place" },
   { TO_NAMES "#: ir 1 1 1\n", 26, "\"#: ir\" out of place" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 0 1 1\n", 27, "depth 0 does not follow depth 0" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 2 1 1\n", 27, "depth 2 does not follow depth 0" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 1 1 1\n#: f 2 1 0x0 1\n#: i 2 1 1\n", 29,
     "depth 2 does not follow depth 0" },
   { TO_FUNCTIONS "#: i 2 1 1\n", 32, "depth 2 does not follow depth 0" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 1 1 1@9\n", 27,
     "there is no file 9 before this note" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 1 1 @1\n", 27,
     "expected DEPTH NAME LINE[@FILE] and counts after \"#: i\"" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 1 1 1@\n", 27,
     "expected DEPTH NAME LINE[@FILE] and counts after \"#: i\"" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 1 1 4294967296\n", 27,
     "line number 4294967296 is larger than 4294967295" },
   { TO_FUNCTIONS "#: fl a.c\n", 32, "\"#: fl\" out of place" },
   /* Inclusive counts. */
   { TO_FUNCTIONS "#: g 0\n", 32, "there is no name 0 before this note" },
   { TO_FUNCTIONS "#: l 4 1\n", 32, "\"#: l\" out of place" },
   { TO_FUNCTIONS "#: lf 5\n", 32, "there is no file 5 before this note" },
   { TO_FUNCTIONS "#: lf 1 1\n", 32, "expected a file's number after \"#: lf\"" },
   { TO_FUNCTIONS "#: lf 1\n#: l 4@2 1\n", 33,
     "expected LINE and counts after \"#: l\"" },
   { TO_SUMS "#: f 1 1 0x0 1\n", 39, "\"#: f\" out of place" },
   { TO_SUMMARY "#: fl x\n" CALLS_END, 24, "the notes on calls have no paths" },
};

static void test_refused(void **state)
{
   (void)state;
   test_bad_texts(refused, sizeof refused / sizeof refused[0]);
}

/* ---- Damaged files ---- */

/* Reads the text: it is refused with a message, or its sums are right. */
static void check_damaged(const char *text, size_t length)
{
   an_error error = { 0 };
   ac_profile *profile = test_profile_of(text, length, &error);
   if (profile == NULL)
      assert_true(error.line > 0 && error.message[0] != '\0');
   else if (ac_profile_calls(profile) != NULL)
      calls_check_sums(profile);
}

/* Only the notes are damaged. */
static void test_damaged(void **state)
{
   (void)state;
   test_damage(CALLS_FILE, sizeof(TO_SUMMARY) - 1, "0123456789 .@x-\n", check_damaged);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ignored), cmocka_unit_test(test_filter),
      cmocka_unit_test(test_corners), cmocka_unit_test(test_names),
      cmocka_unit_test(test_refused), cmocka_unit_test(test_damaged),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
