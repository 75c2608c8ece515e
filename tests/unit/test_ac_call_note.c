/* test_ac_call_note.c -- places in notes on calls: a line, and the file it is in.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_reader.h"

#include "counts/ac_call_note.h"

/* Files of the name "old" are called "new". */
static void rename_old(void *context, ac_profile *profile, const char **file,
                       const char **function, bool *skip)
{
   (void)context, (void)skip;
   assert_string_equal(*function, "???");
   if (strcmp(*file, "old") == 0)
      *file = ac_profile_intern(profile, "new", 3);
}

static void add_file(test_reader *t, const char *name)
{
   const char *file = ac_reader_intern(&t->of, an_span_of(name));
   ac_read_calls_file(&t->of, &t->of.notes->calls, file);
}

static void takes_places(void **state)
{
   (void)state;
   static const struct {
      const char *text, *message, *file; /* message NULL: it is good */
      uint32_t line;
   } of[] = {
      { " 12", NULL, "own", 12 },
      { "0", NULL, "own", 0 },
      { "4294967295@1", NULL, "a.c", UINT32_MAX },
      { "3@2 5", NULL, "new", 3 },
      { "3@0", "there is no file 0 before this note", NULL, 0 },
      { "3@3", "there is no file 3 before this note", NULL, 0 },
      { "3@", READER_UNLIKE, NULL, 0 },
      { "@1", READER_UNLIKE, NULL, 0 },
      { "4294967296", "line number 4294967296 is larger than 4294967295", NULL, 0 },
   };
   test_reader t;
   reader_open(&t, "Ir");
   t.reading.name = rename_old;
   add_file(&t, "a.c");
   add_file(&t, "old");
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      ac_fields fields;
      const char *file = "own";
      uint32_t line;
      bool ok = ac_note_take(&t.of, "@*", an_span_of(of[i].text), &fields)
                && ac_note_place(&t.of, fields.n, &line, &file);
      if (of[i].message != NULL) {
         reader_check_failed(&t, ok, of[i].message);
         continue;
      }
      assert_true(ok);
      assert_int_equal(line, of[i].line);
      assert_string_equal(file, of[i].file);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(takes_places) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
