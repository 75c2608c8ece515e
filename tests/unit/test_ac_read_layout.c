/* test_ac_read_layout.c -- notes on layouts: read, refused, added up, damaged.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_layout.h"

#include "test_ac_read.h"

static const ac_reading by_name = { .by_name = true };

#define RULES_TEXT \
   "3 type struct node: hot key; cold rest: 11 9240 2 70 1\n" \
   "5 static table: align 64: 1 512 0 0 0\n"

/* Data are sorted: datum 1 of the file is the second of the model. */
static void test_model(void **state)
{
   (void)state;
   layout_check((const char *const[]){ LAYOUT_FILE, NULL }, NULL,
                "my.layout\n" RULES_TEXT "1: 1\n2: 2\n");
   layout_check((const char *const[]){ DATA_FILE, NULL }, NULL, "none\n");
}

/* Without data objects; of a layout that nothing followed, or without known rules. */
static void test_parts(void **state)
{
   (void)state;
   layout_check((const char *const[]){ LAYOUT_DESC OWN BODY SUMMARY LAYOUT_RULES
                                       "#: lc 1 11 9240 2 70 1\n#: end 1\n",
                                       NULL },
                NULL,
                "my.layout\n"
                "3 type struct node: hot key; cold rest: 11 9240 2 70 1\n"
                "5 static table: align 64: 0 0 0 0 0\n");
   layout_check((const char *const[]){ LAYOUT_DESC OWN END, NULL }, NULL, "my.layout\n");
   layout_check((const char *const[]){ LAYOUT_DESC HEADER BODY SUMMARY, NULL }, NULL,
                "my.layout\n");
   layout_check((const char *const[]){ "desc: Layout: a b\\x41\\x5cx41\n" OWN END, NULL },
                NULL, "a bA\\x41\n");
   layout_check((const char *const[]){ LAYOUT_DESC OWN BODY SUMMARY
                                       "#: lr 1 type a\\x0ab: pool\n#: end 1\n",
                                       NULL },
                NULL, "my.layout\n1 type a\nb: pool: 0 0 0 0 0\n");
   layout_check((const char *const[]){ "# callgrind format\ndesc: Layout: x.layout\n"
                                       "events: Ir\nfn=f\n1 1\ntotals: 1\n",
                                       NULL },
                NULL, "x.layout\n");
}

/* It is no line of the description, as it is not about the program. */
static void test_description(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile("desc: Tool: x\n" LAYOUT_FILE);
   const ac_texts *descs = ac_profile_texts(profile, AC_DESC);
   assert_int_equal(descs->n, 1);
   assert_string_equal(descs->text[0], "Tool: x");
}

/* ---- Refused ---- */

/* LAYOUT_TO_NOTES has 53 lines. */
#define TO_RULES LAYOUT_TO_NOTES
#define TO_COUNTS TO_RULES LAYOUT_RULES
#define TO_LAID TO_COUNTS LAYOUT_COUNTS

static const test_bad_file refused[] = {
   { LAYOUT_DESC LAYOUT_DESC, 2, "a second \"desc: Layout:\" line" },
   { "desc: Layout:  \n", 1, "expected a file's name after \"desc: Layout:\"" },
   { "desc: Layout: \\x4\n" OWN, 4, "bad \\x escape in \"\\x4\"" },
   /* Rules. */
   { DATA_HEAD DATA_BODY "#: lr 1 type a: pool\n", 16,
     "\"#: lr\" without \"desc: Layout:\" in the header" },
   { TO_RULES "#: lr\n", 54, "expected LINE and a rule after \"#: lr\"" },
   { TO_RULES "#: lr type a: pool\n", 54, "expected LINE and a rule after \"#: lr\"" },
   { TO_RULES "#: lr 4294967296 type a: pool\n", 54,
     "line number 4294967296 is larger than 4294967295" },
   { TO_RULES "#: lr 0 type a: pool\n", 54, "line 0 of the layout is not behind line 0" },
   { TO_RULES "#: lr 3 type a: pool\n#: lr 3 type b: pool\n", 55,
     "line 3 of the layout is not behind line 3" },
   { TO_RULES "#: lr 3\n", 54, "expected LINE and a rule after \"#: lr\"" },
   { TO_RULES "#: lr 3 type a:pool\n", 54, "expected LINE and a rule after \"#: lr\"" },
   { TO_RULES "#: lr 3 type \\x: pool\n", 54, "bad \\x escape in \"type \\x: pool\"" },
   /* Counts. */
   { TO_RULES "#: lc 1 0 0 0 0 0\n", 54, "there is no rule 1 before this note" },
   { TO_COUNTS "#: lc 3 0 0 0 0 0\n", 56, "there is no rule 3 before this note" },
   { TO_COUNTS "#: lc 0 0 0 0 0 0\n", 56, "there is no rule 0 before this note" },
   { TO_COUNTS "#: lc 1 1 8 0 0\n", 56,
     "expected RULE BLOCKS BYTES MISFITS PARTS KERNEL after \"#: lc\"" },
   { TO_COUNTS "#: lc 1 1 8 0 0 0 0\n", 56,
     "expected RULE BLOCKS BYTES MISFITS PARTS KERNEL after \"#: lc\"" },
   { TO_COUNTS "#: lc 1 1 8 0 0 -1\n", 56,
     "expected RULE BLOCKS BYTES MISFITS PARTS KERNEL after \"#: lc\"" },
   { TO_COUNTS "#: lc 1 0 8 0 0 0\n", 56, "8 bytes in no block" },
   { TO_COUNTS "#: lc 1 1 8 0 0 0\n#: lc 1 1 8 0 0 0\n", 57,
     "a second \"#: lc\" of rule 1" },
   /* Data. */
   { TO_LAID "#: ld 3 1\n", 58, "there is no rule 3 before this note" },
   { TO_LAID "#: ld 1 10\n", 58, "there is no data object 10 before this note" },
   { TO_LAID "#: ld 1 0\n", 58, "there is no data object 0 before this note" },
   { TO_LAID "#: ld 1\n", 58, "expected RULE DATUM after \"#: ld\"" },
   { TO_LAID "#: ld 1 1 1\n", 58, "expected RULE DATUM after \"#: ld\"" },
   { TO_LAID "#: ld 1 1\n#: ld 2 1\n", 59, "a second \"#: ld\" of this data object" },
   { LAYOUT_DESC OWN BODY SUMMARY LAYOUT_RULES LAYOUT_COUNTS "#: ld 1 1\n", 13,
     "\"#: ld\" without \"#: data\" in the header" },
   /* Their order. */
   { TO_LAID "#: lr 9 type a: pool\n", 58, "\"#: lr\" out of place" },
   { TO_LAID LAYOUT_DATA "#: lc 1 0 0 0 0 0\n", 60, "\"#: lc\" out of place" },
   { TO_COUNTS "#: de 1 1\n", 56, "\"#: de\" out of place" },
   { TO_LAID LAYOUT_DATA DATA_SHARING "#: ld 1 2\n", 68, "\"#: ld\" out of place" },
};

static void test_refused(void **state)
{
   (void)state;
   test_bad_texts(refused, sizeof refused / sizeof refused[0]);
}

/* ---- Sums ---- */

#define OTHER_RULE "#: lr 3 type struct node: pool\n"
#define EARLY_RULES \
   "#: lr 1 type struct node: hot key; cold rest\n" \
   "#: lr 2 static table: align 64\n"

/* Counts are added up if the rules are the same, wherever they stand in their files.  A
   datum follows the first of several rules, whatever the order of the files. */
static void test_sums(void **state)
{
   (void)state;
   static const char other[] = "desc: Layout: b.layout\n" DATA_HEAD DATA_BODY DATA_OBJECTS
      DATA_NAMES DATA_DATA DATA_ENTRIES DATA_USE DATA_SETS EARLY_RULES LAYOUT_COUNTS
                               "#: ld 2 1\n#: ld 1 5\n" DATA_SHARING DATA_END;
   static const char sum[] = "3 type struct node: hot key; cold rest: 22 18480 4 140 2\n"
                             "5 static table: align 64: 2 1024 0 0 0\n1: 1\n2: 2\n4: 1\n";
   char expected[DATA_TEXT_B] = "my.layout\n";
   layout_check((const char *const[]){ LAYOUT_FILE, other, NULL }, NULL,
                strcat(expected, sum));
   layout_check((const char *const[]){ other, LAYOUT_FILE, NULL }, NULL,
                "b.layout\n"
                "1 type struct node: hot key; cold rest: 22 18480 4 140 2\n"
                "2 static table: align 64: 2 1024 0 0 0\n1: 1\n2: 2\n4: 1\n");
}

static void test_differ(void **state)
{
   (void)state;
   static const char plain[] = DATA_FILE;
   read_second_bad(LAYOUT_FILE, plain, NULL, 5,
                   "layouts differ: expected \"my.layout\", found none");
   read_second_bad(plain, LAYOUT_FILE, NULL, 1,
                   "layouts differ: expected none, found \"my.layout\"");
   read_second_bad(LAYOUT_FILE, TO_RULES OTHER_RULE, NULL, 54,
                   "layouts differ: expected \"type struct node: hot key; cold rest\", "
                   "found \"type struct node: pool\"");
   read_second_bad(LAYOUT_FILE, TO_COUNTS "#: lr 7 type a: pool\n", NULL, 56,
                   "layouts differ: expected none, found \"type a: pool\"");
   read_second_bad(
      LAYOUT_FILE, TO_RULES "#: lr 3 type struct node: hot key; cold rest\n" DATA_END,
      NULL, 55, "layouts differ: expected \"static table: align 64\", found none");
   read_second_bad(LAYOUT_FILE, LAYOUT_TO_NOTES DATA_END, NULL, 54,
                   "layouts differ: expected \"type struct node: hot key; cold rest\", "
                   "found none");
   read_second_bad(
      "# callgrind format\ndesc: Layout: a\nevents: Ir\nfn=f\n1 1\ntotals: 1\n",
      "# callgrind format\nevents: Ir\nfn=f\n1 1\ntotals: 1\n", NULL, 5,
      "layouts differ: expected \"a\", found none");
}

/* By name, a sum is allowed, but has no rules: it is of no layout alone. */
static void test_by_name(void **state)
{
   (void)state;
   static const char mixed[] = "several, among them my.layout\n";
   static const char other[] = TO_RULES OTHER_RULE
      "#: lc 1 1 8 0 0 0\n#: ld 1 2\n" DATA_END;
   layout_check((const char *const[]){ LAYOUT_FILE, DATA_FILE, NULL }, &by_name, mixed);
   layout_check((const char *const[]){ DATA_FILE, LAYOUT_FILE, NULL }, &by_name, mixed);
   layout_check((const char *const[]){ LAYOUT_FILE, other, NULL }, &by_name, mixed);
   layout_check((const char *const[]){ other, LAYOUT_FILE, NULL }, &by_name, mixed);
   layout_check((const char *const[]){ LAYOUT_FILE, LAYOUT_FILE, DATA_FILE, NULL },
                &by_name, mixed);
   layout_check((const char *const[]){ LAYOUT_FILE, LAYOUT_FILE, NULL }, &by_name,
                "my.layout\n"
                "3 type struct node: hot key; cold rest: 22 18480 4 140 2\n"
                "5 static table: align 64: 2 1024 0 0 0\n1: 1\n2: 2\n");
}

/* Counts of a sum stop at no number that looks right. */
static void test_overflow(void **state)
{
   (void)state;
   static const char large[] = TO_COUNTS "#: lc 1 1 9223372036854775807 0 0 0\n" DATA_END;
   read_second_bad(large, large, NULL, 56,
                   "the counts add up to more than 9223372036854775807");
}

/* ---- Damaged files ---- */

static void check_damaged(const char *text, size_t length)
{
   an_error error = { 0 };
   ac_profile *profile = test_profile_of(text, length, &error);
   if (profile == NULL) {
      assert_true(error.line > 0 && error.message[0] != '\0');
   } else {
      const ac_layout *layout = ac_profile_layout(profile, 0);
      const ac_data *data = ac_profile_data(profile);
      assert_non_null(layout->file);
      for (size_t i = 0; data != NULL && i < data->n_data; i++)
         assert_true(data->data[i].rule <= layout->n);
   }
}

static void test_damaged(void **state)
{
   (void)state;
   test_damage(LAYOUT_FILE, sizeof(LAYOUT_TO_NOTES) - 1, "0123456789 :;-x\n",
               check_damaged);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_model),       cmocka_unit_test(test_parts),
      cmocka_unit_test(test_description), cmocka_unit_test(test_refused),
      cmocka_unit_test(test_sums),        cmocka_unit_test(test_differ),
      cmocka_unit_test(test_by_name),     cmocka_unit_test(test_overflow),
      cmocka_unit_test(test_damaged),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
