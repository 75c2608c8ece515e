/* test_ac_note.c -- parts of notes: numbers, references to earlier notes, counts, texts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_reader.h"

/* What fields say of a line: the numbers, or why it is refused. */
static void check(test_reader *t, const char *fields, const char *line,
                  const char *message, int64_t first, int64_t second)
{
   ac_fields f = { .n = { -99, -99 } };
   bool ok = ac_note_take(&t->of, fields, an_span_of(line), &f);
   if (message != NULL)
      reader_check_failed(t, ok, message);
   else if (!ok || f.n[0] != first || f.n[1] != second)
      fail_msg("%s: %lld, %lld", line, (long long)f.n[0], (long long)f.n[1]);
}

/* Each thing by its letter, when there are three of it. */
static void takes_references(void **state)
{
   (void)state;
   static const struct {
      const char *fields, *what;
      size_t n;
   } of[] = {
      { "A", "arc", offsetof(ac_notes, calls.n_arcs) },
      { "B", "binary", offsetof(ac_notes, data.n_binaries) },
      { "C", "function", offsetof(ac_notes, calls.n_functions) },
      { "D", "data object", offsetof(ac_notes, data.n_data) },
      { "F", "file", offsetof(ac_notes, calls.n_files) },
      { "G", "region", offsetof(ac_notes, regions.n) },
      { "I", "inlined code", offsetof(ac_notes, calls.n_inlined) },
      { "L", "rule", offsetof(ac_notes, layout.n) },
      { "N", "name", offsetof(ac_notes, calls.n_names) },
      { "O", "object", offsetof(ac_notes, objects.list.n) },
      { "T", "text", offsetof(ac_notes, data.n_texts) },
      { "X", "instruction", offsetof(ac_notes, instrs.n) },
   };
   static const char *const bad[] = { "0", "4", "4294967297", "9223372036854775807" };
   test_reader t;
   reader_open(&t, "Ir Dr");
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      size_t *n = (size_t *)((char *)&t.notes + of[i].n);
      char or_none[] = { of[i].fields[0], '0', 'n', '\0' }, message[80];
      check(&t, of[i].fields, " x", READER_UNLIKE, 0, 0);
      *n = 3;
      check(&t, of[i].fields, " 1", NULL, 1, -99);
      check(&t, or_none, "3 5", NULL, 3, 5);
      check(&t, or_none, "0 5", NULL, 0, 5);
      for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
         snprintf(message, sizeof message, "there is no %s %s before this note",
                  of[i].what, bad[k]);
         check(&t, of[i].fields, bad[k], message, 0, 0);
      }
      *n = 0;
   }
}

/* The letters of the table are those that are known, and have room. */
static void knows_fields(void **state)
{
   (void)state;
   for (const ac_note *note = ac_note_table; note->key != NULL; note++) {
      size_t n = 0;
      for (const char *c = note->fields; *c != '\0'; c++) {
         if (strchr("nlxi.@wbtucp*0ABCDFGILNOTX", *c) == NULL)
            fail_msg("%s: %c", note->key, *c);
         if (strchr("tucp*", *c) != NULL && c[1] != '\0')
            fail_msg("%s: %c is not the last", note->key, *c);
         n += strchr(".@", *c) != NULL ? 2 : strchr("wbtucp*0", *c) == NULL;
      }
      assert_true(n <= sizeof((ac_fields *)0)->n / sizeof(int64_t));
   }
}

static void takes_lines(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir Dr");
   check(&t, "l", " 4294967295", NULL, UINT32_MAX, -99);
   check(&t, "nl", "7 4294967296", "line number 4294967296 is larger than 4294967295", 0,
         0);
   check(&t, "l", "x", READER_UNLIKE, 0, 0);
   check(&t, "l*", "3 x", NULL, 3, -99);
   check(&t, "l", "3 x", READER_UNLIKE, 0, 0);
   check(&t, "n", "9223372036854775808", READER_UNLIKE, 0, 0);
   check(&t, "", " \t", NULL, -99, -99);
   check(&t, "", " x", READER_UNLIKE, 0, 0);
   reader_check_failed(&t, ac_note_fail_place(&t.of), "\"#: xy\" out of place");
   reader_check_failed(&t, ac_note_fail_second(&t.of), "a second \"#: xy\" line");
}

static void takes_signs_and_addresses(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir");
   check(&t, "in", " -7 8", NULL, -7, 8);
   check(&t, "ii", "7 -0", NULL, 7, 0);
   check(&t, "i", "--7", READER_UNLIKE, 0, 0);
   check(&t, "i", "-", READER_UNLIKE, 0, 0);
   check(&t, "xn", " 0x2f 2", NULL, 0x2f, 2);
   check(&t, "x", "0xffffffffffffffff", NULL, -1, -99);
   check(&t, "x", "0x10000000000000000", READER_UNLIKE, 0, 0);
   check(&t, "x", "2f", READER_UNLIKE, 0, 0);
}

static void takes_two(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      bool is_good;
      int64_t a, b;
   } of[] = {
      { "7 8", true, 7, -1 },   { " 7.8 9", true, 7, 8 }, { "0.0", true, 0, 0 },
      { "", false, 0, 0 },      { ".8", false, 0, 0 },    { "7.", false, 0, 0 },
      { "7.8.9", false, 0, 0 }, { "7 .8", true, 7, -1 },  { "7x", false, 0, 0 },
      { "7@8", false, 0, 0 },
   };
   test_reader t;
   reader_open(&t, "Ir Dr");
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
      check(&t, ".*", of[i].text, of[i].is_good ? NULL : READER_UNLIKE, of[i].a, of[i].b);
   check(&t, "@", "7@8", NULL, 7, 8);
}

static void takes_words(void **state)
{
   (void)state;
   test_reader t;
   ac_fields f = { .text = NULL };
   reader_open(&t, "Ir");
   assert_true(ac_note_take(&t.of, "w*", an_span_of(" ab c"), &f));
   assert_true(an_span_is(f.word, "ab") && an_span_is(f.rest, " c"));
   assert_true(ac_note_take(&t.of, "bu", an_span_of(" 0af9 /lib x"), &f));
   assert_true(an_span_is(f.word, "0af9"));
   assert_string_equal(f.text, "/lib x");
   assert_true(ac_note_take(&t.of, "bt", an_span_of("-"), &f));
   assert_true(an_span_is(f.word, ""));
   assert_string_equal(f.text, "");
   check(&t, "bu", "- ", READER_UNLIKE, 0, 0);
   check(&t, "bu", "0AF9 x", READER_UNLIKE, 0, 0);
   check(&t, "b", "", READER_UNLIKE, 0, 0);
}

static void takes_runs(void **state)
{
   (void)state;
   test_reader t;
   int64_t n;
   an_span value, rest = an_span_of(" 7 3*8 *9");
   reader_open(&t, "Ir");
   assert_true(ac_note_run(&t.of, &rest, &n, &value));
   assert_true(n == 1 && an_span_is(value, "7"));
   assert_true(ac_note_run(&t.of, &rest, &n, &value));
   assert_true(n == 3 && an_span_is(value, "8"));
   reader_check_failed(&t, ac_note_run(&t.of, &rest, &n, &value), READER_UNLIKE);
   rest = an_span_of("0*5");
   reader_check_failed(&t, ac_note_run(&t.of, &rest, &n, &value), READER_UNLIKE);
}

/* ---- Counts and texts ---- */

static void takes_counts(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir Dr");
   t.of.sums[0] = 10;
   t.of.sums[1] = 4;
   const int64_t *counts = ac_note_counts(&t.of, an_span_of(" 10"), 1);
   assert_non_null(counts);
   assert_int_equal(counts[0], 10);
   assert_int_equal(counts[1], 0);
   assert_non_null(ac_note_counts(&t.of, an_span_of(" 0 12"), 3));
   reader_check_failed(&t, ac_note_counts(&t.of, an_span_of(" 10 5"), 1) != NULL,
                       "5 Dr are more than all lines have, 4");
   reader_check_failed(&t, ac_note_counts(&t.of, an_span_of(" 31 5"), 3) != NULL,
                       "31 Ir are more than all lines have, 10");
   reader_check_failed(&t, ac_note_counts(&t.of, an_span_of(" 1 1 1"), 1) != NULL,
                       "expected at most 2 counts, found 3");
   /* In the order of the profile's events. */
   t.reading.by_name = true;
   assert_true(ac_reader_events(&t.of, an_span_of("Dr Ir")));
   t.of.sums[0] = 1;
   t.of.sums[1] = 2;
   counts = ac_note_counts(&t.of, an_span_of(" 1 2"), 1);
   assert_non_null(counts);
   assert_int_equal(counts[0], 2);
   assert_int_equal(counts[1], 1);
}

static void takes_texts(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir");
   assert_string_equal(ac_note_text(&t.of, an_span_of("  a \\x0a b")), " a \n b");
   assert_string_equal(ac_note_text(&t.of, an_span_of("")), "");
   check(&t, "u", " ", READER_UNLIKE, 0, 0);
   check(&t, "t", " \\x1", "bad \\x escape in \"\\x1\"", 0, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes_references), cmocka_unit_test(knows_fields),
      cmocka_unit_test(takes_lines),      cmocka_unit_test(takes_signs_and_addresses),
      cmocka_unit_test(takes_two),        cmocka_unit_test(takes_words),
      cmocka_unit_test(takes_runs),       cmocka_unit_test(takes_counts),
      cmocka_unit_test(takes_texts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
