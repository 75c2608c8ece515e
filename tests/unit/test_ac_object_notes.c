/* test_ac_object_notes.c -- notes that count by object, and split code without names:
   read, refused.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_objects.h"

#include "counts/ac_object_notes.h"

/* Without the notes, and with objects alone, the row is one function. */
static void test_without_codes(void **state)
{
   (void)state;
   static const char *const texts[] = {
      HEAD BODY SUMMARY END,
      HEAD BODY SUMMARY "#: object - /a/b\n#: object-counts 375 37\n" END,
      "cmd: ./app\nevents: Ir Dr\n" BODY SUMMARY,
   };
   for (size_t i = 0; i < 3; i++) {
      ac_profile *profile = objects_read(
         texts[i], "??? ??? 0 70 7\n??? named 0 5 0\na.c main 7 300 30\n");
      assert_int_equal(ac_objects_are_known(profile), i == 1);
   }
}

static void assert_no_lines(const ac_profile *profile, size_t n, const char *first)
{
   const ac_texts *notes = ac_profile_texts(profile, AC_NOTE_NO_LINES);
   assert_int_equal(notes->n, n);
   if (n > 0)
      assert_string_equal(notes->text[0], first);
}

#define STARTED(note) \
   HEAD "#: no-lines /bin/app\n" note "fl=a.c\nfn=main\n7 290 30\nsummary: 290 30\n" \
        "#: object 0123ab /bin/app\n#: object-counts 290 30\n#: end 1\n"

static const char started[] = STARTED("#: no-lines /none\n"), one_note[] = STARTED("");

/* The notes of a sum of files, at most three. */
static void check_no_lines(const char *const *files, const ac_reading *reading, size_t n,
                           const char *first)
{
   an_error error;
   ac_profile *profile = ac_profile_new(test_alloc());
   for (size_t f = 0; f < 3 && files[f] != NULL; f++) {
      test_text memory = { files[f], strlen(files[f]), 64 };
      assert_true(
         ac_read_into(profile, test_alloc(), test_bytes(&memory), reading, &error));
   }
   assert_true(ac_read_finish(profile, &error));
   assert_no_lines(profile, n, first);
}

static void skip_main(void *context, ac_profile *profile, const char **file,
                      const char **function, bool *skip)
{
   (void)context, (void)profile, (void)file;
   *skip = strcmp(*function, "main") == 0;
}

/* A sum keeps the note of an object if it is that of most of its instructions: alone, and
   with files that know the lines of more instructions, or of fewer.  What is left of a
   file says nothing about its objects. */
static void test_no_lines(void **state)
{
   (void)state;
#define FILES(...) (const char *const[]){ __VA_ARGS__, NULL }, NULL
   check_no_lines(FILES(started), 2, "/bin/app");
   check_no_lines(FILES(started, objects_good), 1, "/none");
   check_no_lines(FILES(objects_good, started), 1, "/none");
   check_no_lines(FILES(one_note), 1, "/bin/app");
   check_no_lines(FILES(one_note, objects_good), 0, NULL);
   check_no_lines((const char *const[]){ started, objects_good, started }, NULL, 2,
                  "/bin/app");
   check_no_lines((const char *const[]){ one_note, objects_good, NULL },
                  &(ac_reading){ .name = skip_main }, 1, "/bin/app");
}

/* Addresses begin again with each object, and can be the highest one. */
static void test_codes(void **state)
{
   (void)state;
   objects_read(
      HEAD "fl=???\nfn=???\n0 4 2\nsummary: 4 2\n"
           "#: object - /b\n#: object-counts 3 1\n#: code 0x10 1\n"
           "#: code 0xffffffffffffffff 2 1\n"
           "#: object - /a\n#: object-counts 1 1\n#: code 0x0 1 1\n#: end 1\n",
      "??? 0x0 in a 0 1 1\n??? 0x10 in b 0 1 0\n??? 0xffffffffffffffff in b 0 2 1\n");
   assert_true(ac_object_notes_may_hold("???", "???"));
   assert_false(ac_object_notes_may_hold("???", "f"));
   assert_false(ac_object_notes_may_hold("a.c", "???"));
}

/* ---- Refused --------------------------------------------------------- */

static const struct {
   const char *text;
   size_t line;
   const char *message;
} refused[] = {
   { HEAD BODY APP, 12, "\"#: object\" before the summary: line" },
   { HEAD BODY SUMMARY "#: object-counts 1 1\n", 13,
     "\"#: object-counts\" out of place" },
   { HEAD BODY SUMMARY "#: code 0x1 1 1\n", 13, "\"#: code\" out of place" },
   { HEAD BODY SUMMARY "#: object 0g /x\n", 13,
     "expected a build id or -, and a path, after \"#: object\"" },
   { HEAD BODY SUMMARY "#: object -\n", 13,
     "expected a build id or -, and a path, after \"#: object\"" },
   { HEAD BODY SUMMARY "#: object - /x\n#: object - /y\n", 14,
     "the last object has no \"#: object-counts\" line" },
   { HEAD BODY SUMMARY "#: object - /x\n" END, 14,
     "the last object has no \"#: object-counts\" line" },
   { HEAD BODY SUMMARY APP APP, 15, "a second \"#: object\" line of \"/bin/app\"" },
   { HEAD BODY SUMMARY APP "#: code 1f 1 1\n", 15,
     "expected an address like 0x10c96f after \"#: code\"" },
   { HEAD BODY SUMMARY APP "#: code 0x11111111111111111 1 1\n", 15,
     "expected an address like 0x10c96f after \"#: code\"" },
   { HEAD BODY SUMMARY APP "#: code 0x10 1 1\n#: code 0x10 1 1\n", 16,
     "the addresses of \"#: code\" must ascend" },
   { HEAD BODY SUMMARY APP "#: code 0x10 1 1\n#: code 0xf 1 1\n", 16,
     "the addresses of \"#: code\" must ascend" },
   { HEAD BODY SUMMARY APP "#: code 0xffffffffffffffff 1\n"
                           "#: code 0xffffffffffffffff 1 1\n",
     16, "the addresses of \"#: code\" must ascend" },
   { HEAD BODY SUMMARY APP "#: code 0xffffffffffffffff 1\n#: code 0x0 1 1\n", 16,
     "the addresses of \"#: code\" must ascend" },
   { HEAD BODY SUMMARY APP "#: object - /x\n#: code 0x1 1\n", 16,
     "\"#: code\" out of place" },
   { HEAD BODY SUMMARY APP "#: object - /x\n#: object-counts 9223372036854775807\n", 16,
     "the counts add up to more than 9223372036854775807" },
   { HEAD BODY SUMMARY APP "#: code 0x10 1 1 1\n", 15,
     "expected at most 2 counts, found 3" },
   { HEAD BODY SUMMARY APP END, 15,
     "the objects have 300 Ir, summary: has 375 (difference -75)" },
   { HEAD BODY SUMMARY APP "#: object - y\n#: object-counts 75 6\n" END, 17,
     "the objects have 36 Dr, summary: has 37 (difference -1)" },
   { HEAD BODY SUMMARY OUTSIDE APP
     "#: object - /y\n#: object-counts 73 7\n#: code 0x1 67 7\n" END,
     21, "the codes have 69 Ir, the row of ??? has 70 (difference -1)" },
   { HEAD "fl=a.c\nfn=main\n7 3 3\nsummary: 3 3\n"
          "#: object - /y\n#: object-counts 3 3\n#: code 0x1 3 3\n#: end 1\n",
     11, "the codes have 3 Ir, the row of ??? has 0 (difference 3)" },
};

static void test_refused(void **state)
{
   (void)state;
   for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
      test_bad_text(refused[i].text, strlen(refused[i].text), refused[i].line,
                    refused[i].message);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_without_codes),
      cmocka_unit_test(test_no_lines),
      cmocka_unit_test(test_codes),
      cmocka_unit_test(test_refused),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
