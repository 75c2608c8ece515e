/* test_ac_note.c -- parts of notes: numbers, references to earlier notes, counts, texts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_reader.h"

static void takes_references(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      bool or_none;
      const char *message; /* NULL: good */
      uint32_t number;
   } of[] = {
      { " 1", false, NULL, 1 },
      { "3 x", true, NULL, 3 },
      { "0", true, NULL, 0 },
      { "0", false, "there is no thing 0 before this note", 0 },
      { "4", true, "there is no thing 4 before this note", 0 },
      { "4294967297", false, "there is no thing 4294967297 before this note", 0 },
      { "x", true, READER_UNLIKE, 0 },
   };
   test_reader t;
   reader_open(&t, "Ir Dr");
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      an_span rest = an_span_of(of[i].text);
      uint32_t number = 99;
      bool ok = ac_note_reference(&t.of, &rest, "thing", 3, of[i].or_none, &number);
      if (of[i].message != NULL) {
         reader_check_failed(&t, ok, of[i].message);
         continue;
      }
      assert_true(ok);
      assert_int_equal(number, of[i].number);
   }
   reader_close(&t);
}

static void takes_lines(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir Dr");
   uint32_t line;
   an_span rest = an_span_of(" 4294967295 4294967296 x");
   assert_true(ac_note_line(&t.of, &rest, &line));
   assert_int_equal(line, UINT32_MAX);
   reader_check_failed(&t, ac_note_line(&t.of, &rest, &line),
                       "line number 4294967296 is larger than 4294967295");
   reader_check_failed(&t, ac_note_line(&t.of, &rest, &line), READER_UNLIKE);
   assert_true(ac_note_ends(&t.of, an_span_of(" \t")));
   reader_check_failed(&t, ac_note_ends(&t.of, an_span_of(" x")), READER_UNLIKE);
   reader_check_failed(&t, ac_note_fail_place(&t.of), "\"#: xy\" out of place");
   reader_check_failed(&t, ac_note_fail_second(&t.of), "a second \"#: xy\" line");
   reader_close(&t);
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
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      an_span rest = an_span_of(of[i].text);
      int64_t a = -7, b = -7;
      bool ok = ac_note_two(&t.of, &rest, '.', &a, &b);
      if (!of[i].is_good)
         reader_check_failed(&t, ok, READER_UNLIKE);
      else if (!ok || a != of[i].a || b != of[i].b)
         fail_msg("%s: %lld, %lld", of[i].text, (long long)a, (long long)b);
   }
   reader_close(&t);
}

/* ---- Counts and texts ---- */

static void takes_counts(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir Dr");
   t.of.sums[0] = 10;
   t.of.sums[1] = 4;
   const int64_t *counts = ac_note_counts(&t.of, an_span_of(" 10"));
   assert_non_null(counts);
   assert_int_equal(counts[0], 10);
   assert_int_equal(counts[1], 0);
   assert_non_null(ac_note_counts_of(&t.of, an_span_of(" 0 12"), 3));
   reader_check_failed(&t, ac_note_counts(&t.of, an_span_of(" 10 5")) != NULL,
                       "5 Dr are more than all lines have, 4");
   reader_check_failed(&t, ac_note_counts_of(&t.of, an_span_of(" 31 5"), 3) != NULL,
                       "31 Ir are more than all lines have, 10");
   reader_check_failed(&t, ac_note_counts(&t.of, an_span_of(" 1 1 1")) != NULL,
                       "expected at most 2 counts, found 3");
   /* In the order of the profile's events. */
   t.reading.by_name = true;
   assert_true(ac_reader_events(&t.of, an_span_of("Dr Ir")));
   t.of.sums[0] = 1;
   t.of.sums[1] = 2;
   counts = ac_note_counts(&t.of, an_span_of(" 1 2"));
   assert_non_null(counts);
   assert_int_equal(counts[0], 2);
   assert_int_equal(counts[1], 1);
   reader_close(&t);
}

static void takes_texts(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir");
   assert_string_equal(ac_note_text(&t.of, an_span_of("  a \\x0a b")), " a \n b");
   assert_string_equal(ac_note_text(&t.of, an_span_of("")), "");
   assert_string_equal(ac_note_name(&t.of, an_span_of(" x")), "x");
   reader_check_failed(&t, ac_note_name(&t.of, an_span_of(" ")) != NULL, READER_UNLIKE);
   uint64_t address;
   an_span rest = an_span_of(" 0x2f 2f");
   assert_true(ac_note_address(&t.of, &rest, &address));
   assert_int_equal(address, 0x2f);
   reader_check_failed(&t, ac_note_address(&t.of, &rest, &address), READER_UNLIKE);
   reader_close(&t);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes_references), cmocka_unit_test(takes_lines),
      cmocka_unit_test(takes_two),        cmocka_unit_test(takes_counts),
      cmocka_unit_test(takes_texts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
