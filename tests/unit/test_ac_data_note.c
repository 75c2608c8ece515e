/* test_ac_data_note.c -- parts of notes on data objects: functions, and code without
   symbols.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_reader.h"

#include "counts/ac_data_note.h"
#include "counts/ac_objects.h"

/* A file with the functions f of a.c and ??? of ???, and an object with code at 0x20. */
typedef struct {
   test_reader reader;
   ac_reader *r;
   ac_read_data *data;
} fixture;

static const char *intern(fixture *f, const char *text)
{
   return ac_reader_intern(f->r, an_span_of(text));
}

static void add_name(fixture *f, const char *file, const char *function)
{
   ac_read_calls_name(f->r, &f->r->notes->calls, intern(f, file), intern(f, function));
}

static void open_fixture(fixture *f)
{
   reader_open(&f->reader, "Ir Dr");
   f->r = &f->reader.of;
   f->data = &f->r->notes->data;
   add_name(f, "a.c", "f");
   add_name(f, "???", "???");
   ac_read_objects_enter(f->r, &f->r->notes->objects.list, intern(f, "/x"), intern(f, ""),
                         NULL);
   assert_true(reader_note(&f->reader, "data", " 64 Ir"));
   const char *code = ac_objects_name(f->r->profile, 0, 0x20);
   ac_read_rows_code(f->r, &f->data->rows, code);
   ac_read_rows_summary(f->r, &f->data->rows);
}

/* ---- Functions ---- */

/* Who it is, or why it is refused. */
static void check_who(fixture *f, const char *text, const char *file,
                      const char *function, const char *message)
{
   ac_note_who who;
   uint32_t index;
   bool ok = ac_note_data_who(f->r, an_span_of(text), &who, &index);
   if (message != NULL) {
      reader_check_failed(&f->reader, ok, message);
      return;
   }
   assert_true(ok);
   assert_string_equal(who.file, file);
   assert_string_equal(who.function, function);
   assert_int_equal(who.is_address, strchr(text, ':') != NULL);
}

static void takes_functions(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   check_who(&f, "1", "a.c", "f", NULL);
   check_who(&f, "2", "???", "???", NULL);
   check_who(&f, "1:0x20", "???", "0x20 in x", NULL);
   check_who(&f, "0", NULL, NULL, "there is no name 0 before this note");
   check_who(&f, "3", NULL, NULL, "there is no name 3 before this note");
   check_who(&f, "x", NULL, NULL, READER_UNLIKE);
   check_who(&f, "1:20", NULL, NULL, READER_UNLIKE);
   check_who(&f, ":0x20", NULL, NULL, READER_UNLIKE);
   check_who(&f, "1:", NULL, NULL, READER_UNLIKE);
   check_who(&f, "2:0x20", NULL, NULL, "there is no object 2 before this note");
   check_who(&f, "1:0x21", NULL, NULL, "object 1 has no \"#: code 0x21\"");
}

static void rename_all(void *context, ac_profile *profile, const char **file,
                       const char **function, bool *skip)
{
   (void)context, (void)skip;
   *file = *function = ac_profile_intern(profile, "new", 3);
}

/* Names as in the file, but the sums know those of the reading: both are one there. */
static void knows_names(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   ac_note_who who;
   uint32_t index[4];
   static const char *const words[] = { "1", "2", "1", "2" };
   for (size_t i = 0; i < 4; i++) {
      if (i == 2)
         f.reader.reading.name = rename_all;
      assert_true(ac_note_data_who(f.r, an_span_of(words[i]), &who, &index[i]));
   }
   assert_string_equal(who.file, "???");
   assert_int_not_equal(index[0], index[1]);
   assert_int_equal(index[2], index[3]);
   assert_int_not_equal(index[2], index[0]);
}

/* The row of code without a symbol is split in such files. */
static void asks_for_addresses(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   ac_read_rows *rows = &f.data->rows;
   const ac_note_who named = { "a.c", "???", false }, unnamed = { "???", "???", false };
   const ac_note_who code = { "???", "???", true };
   assert_true(ac_read_rows_check_code(f.r, rows, &named, 0));
   assert_true(ac_read_rows_check_code(f.r, rows, &unnamed, 1));
   reader_check_failed(&f.reader, ac_read_rows_check_code(f.r, rows, &unnamed, 0),
                       "expected OBJECT:ADDRESS for code without a symbol");
   assert_true(ac_read_rows_check_code(f.r, rows, &code, 0));
   rows->has_codes = false;
   assert_true(ac_read_rows_check_code(f.r, rows, &unnamed, 0));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes_functions),
      cmocka_unit_test(knows_names),
      cmocka_unit_test(asks_for_addresses),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
