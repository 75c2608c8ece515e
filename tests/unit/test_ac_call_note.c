/* test_ac_call_note.c -- parts of notes on calls: numbers that refer to earlier notes,
   places, counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_reader.h"

#include "counts/ac_call_note.h"

static const ac_read_note note = { .key = "xy", .shape = "THIS AND THAT" };
#define UNLIKE "expected THIS AND THAT after \"#: xy\""

typedef struct {
   test_reader reader;
   ac_reader *r;
   ac_read_calls calls;
} fixture;

static void open_fixture(fixture *f)
{
   *f = (fixture){ .calls = { .note = &note } };
   reader_open(&f->reader, "Ir Dr");
   f->r = &f->reader.of;
}

static void close_fixture(fixture *f)
{
   ac_read_calls_free(f->r, &f->calls);
   reader_close(&f->reader);
}

/* ---- Numbers ---- */

static void takes_references(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   an_span rest = an_span_of(" 1 3 x");
   uint32_t number = 0;
   assert_true(ac_note_reference(f.r, &f.calls, &rest, "thing", 3, &number));
   assert_int_equal(number, 1);
   assert_true(ac_note_reference(f.r, &f.calls, &rest, "thing", 3, &number));
   assert_int_equal(number, 3);
   reader_check_failed(&f.reader,
                       ac_note_reference(f.r, &f.calls, &rest, "thing", 3, &number),
                       UNLIKE);
   static const struct {
      const char *text, *message;
   } of[] = {
      { "0", "there is no thing 0 before this note" },
      { "4", "there is no thing 4 before this note" },
      { "4294967297", "there is no thing 4294967297 before this note" },
      { "", UNLIKE },
   };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      rest = an_span_of(of[i].text);
      reader_check_failed(&f.reader,
                          ac_note_reference(f.r, &f.calls, &rest, "thing", 3, &number),
                          of[i].message);
   }
   reader_check_failed(&f.reader, ac_note_check(f.r, 1, "thing", 0),
                       "there is no thing 1 before this note");
   reader_check_failed(&f.reader, ac_note_fail_place(f.r, &f.calls),
                       "\"#: xy\" out of place");
   close_fixture(&f);
}

static void takes_two(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      bool is_good;
      int64_t a, b;
   } of[] = {
      { "7 8", true, 7, -1 }, { " 7.8 9", true, 7, 8 }, { "0.0", true, 0, 0 },
      { "", false, 0, 0 },    { ".8", false, 0, 0 },    { "7.", false, 0, 0 },
      { "7.8.9", false, 0, 0 }, { "7 .8", true, 7, -1 }, { "7x", false, 0, 0 },
      { "7@8", false, 0, 0 },
   };
   fixture f;
   open_fixture(&f);
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      an_span rest = an_span_of(of[i].text);
      int64_t a = -7, b = -7;
      bool ok = ac_note_two(f.r, &f.calls, &rest, '.', &a, &b);
      if (!of[i].is_good)
         reader_check_failed(&f.reader, ok, UNLIKE);
      else if (!ok || a != of[i].a || b != of[i].b)
         fail_msg("%s: %lld, %lld", of[i].text, (long long)a, (long long)b);
   }
   close_fixture(&f);
}

/* ---- Files and lines ---- */

/* Files of the name "old" are called "new". */
static an_status rename_old(void *context, ac_profile *profile, const char **file,
                            const char **function, bool *skip)
{
   (void)context, (void)skip;
   assert_string_equal(*function, "???");
   if (strcmp(*file, "old") == 0)
      *file = ac_profile_intern(profile, "new", 3);
   return *file == NULL ? AN_NO_MEMORY : AN_OK;
}

static void add_file(fixture *f, const char *name)
{
   const char *file = ac_reader_intern(f->r, an_span_of(name));
   assert_true(ac_read_calls_file(f->r, &f->calls, file));
}

static void takes_lines(void **state)
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
      { "3@", UNLIKE, NULL, 0 },
      { "@1", UNLIKE, NULL, 0 },
      { "4294967296", "line number 4294967296 is larger than 4294967295", NULL, 0 },
   };
   fixture f;
   open_fixture(&f);
   f.reader.reading.name = rename_old;
   add_file(&f, "a.c");
   add_file(&f, "old");
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      an_span rest = an_span_of(of[i].text);
      const char *file = "own";
      uint32_t line;
      bool ok = ac_note_line(f.r, &f.calls, &rest, &line, &file);
      if (of[i].message != NULL) {
         reader_check_failed(&f.reader, ok, of[i].message);
         continue;
      }
      assert_true(ok);
      assert_int_equal(line, of[i].line);
      assert_string_equal(file, of[i].file);
   }
   close_fixture(&f);
}

/* ---- Counts ---- */

static void takes_counts(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   f.r->sums[0] = 10;
   f.r->sums[1] = 4;
   const int64_t *counts = ac_note_counts(f.r, an_span_of(" 10"));
   assert_non_null(counts);
   assert_int_equal(counts[0], 10);
   assert_int_equal(counts[1], 0);
   assert_non_null(ac_note_counts_of(f.r, an_span_of(" 0 12"), 3));
   reader_check_failed(&f.reader, ac_note_counts(f.r, an_span_of(" 10 5")) != NULL,
                       "5 Dr are more than all lines have, 4");
   reader_check_failed(&f.reader,
                       ac_note_counts_of(f.r, an_span_of(" 31 5"), 3) != NULL,
                       "31 Ir are more than all lines have, 10");
   reader_check_failed(&f.reader, ac_note_counts(f.r, an_span_of(" 1 1 1")) != NULL,
                       "expected at most 2 counts, found 3");
   /* In the order of the profile's events. */
   f.reader.reading.by_name = true;
   assert_true(ac_reader_events(f.r, an_span_of("Dr Ir")));
   f.r->sums[0] = 1;
   f.r->sums[1] = 2;
   counts = ac_note_counts(f.r, an_span_of(" 1 2"));
   assert_non_null(counts);
   assert_int_equal(counts[0], 2);
   assert_int_equal(counts[1], 1);
   close_fixture(&f);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes_references), cmocka_unit_test(takes_two),
      cmocka_unit_test(takes_lines),      cmocka_unit_test(takes_counts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
