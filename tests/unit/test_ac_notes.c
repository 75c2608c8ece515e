/* test_ac_notes.c -- each note of the table: where it may stand, what it must look like.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_reader.h"

#include "test_ac_read.h"

/* What a file is refused for; "" if it is not. */
static const char *read_bad(const char *text, char message[static 256])
{
   ac_profile *profile = ac_profile_new(test_alloc());
   an_error error = { .message = "" };
   const ac_reading reading = { .name = NULL };
   bool ok = read_into(profile, text, &reading, &error);
   snprintf(message, 256, "%s", ok ? "" : error.message);
   return message;
}

static void check_place(const char *text, const char *key, const char *expected)
{
   char message[256], whole[256];
   snprintf(whole, sizeof whole, "\"#: %s\" %s", key, expected);
   assert_string_equal(read_bad(text, message), whole);
}

/* Each where it may not stand; keys of calls and data objects are free elsewhere. */
static void holds_places(void **state)
{
   (void)state;
   for (const ac_note *note = ac_note_table; note->key != NULL; note++) {
      char text[512];
      if (note->stage == AC_NOTES_OF_HEADER) {
         snprintf(text, sizeof text, OWN "fl=a.c\n#: %s 1\n", note->key);
         check_place(text, note->key, "must come before the first fl=");
         snprintf(text, sizeof text, OWN SUMMARY "#: %s 1\n", note->key);
         check_place(text, note->key, "must come before the first fl=");
      } else if (note->stage == AC_NOTES_OF_TRAILER) {
         snprintf(text, sizeof text, OWN "#: %s 1\n" END, note->key);
         check_place(text, note->key, "before the summary: line");
      }
      if (note->stage >= AC_NOTES_OF_NAMES) {
         snprintf(text, sizeof text, OWN "#: %s 1\n" END, note->key);
         assert_string_equal(read_bad(text, text + 256), "");
      }
      bool needs_data = note->stage >= AC_NOTES_OF_DATA
                        && note->stage != AC_NOTES_OF_RULES
                        && note->stage != AC_NOTES_OF_RULE_COUNTS;
      if (needs_data) {
         snprintf(text, sizeof text, OWN BODY SUMMARY "#: %s 1\n#: end 1\n", note->key);
         check_place(text, note->key, "without \"#: data\" in the header");
      }
   }
}

/* Notes on calls and data objects come in the order of the table. */
static void holds_order(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir Dr");
   assert_true(reader_note(&t, "data", " 64 Ir"));
   ac_notes_begin_trailer(&t.of, &t.notes);
   for (const ac_note *note = ac_note_table; note->key != NULL; note++) {
      if (note->stage <= AC_NOTES_OF_NAMES)
         continue;
      t.notes.stage = note->stage + 1;
      char message[64];
      snprintf(message, sizeof message, "\"#: %s\" out of place", note->key);
      reader_check_failed(
         &t, ac_notes_read(&t.of, &t.notes, an_span_of(note->key), an_span_of(" 1 1 1")),
         message);
   }
}

/* Texts, and numbers that may be missing, can be anything. */
static bool takes_anything(const char *key)
{
   static const char *const keys[] = {
      "pid",
      "parent",
      "cmd",
      "title",
      "became",
      "after",
      "predecessor",
      "machine",
      "no-lines",
      "lost-debug-info",
      "saturated",
      "contradiction",
      "unknown-objects",
      "writer",
      "instr",
      "fl",
      "ds",
   };
   for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
      if (strcmp(key, keys[i]) == 0)
         return true;
   return false;
}

/* A word that is neither a number nor a key is refused by what is expected; or the note
   follows another one, or its number is wrong. */
static void holds_shapes(void **state)
{
   (void)state;
   for (const ac_note *note = ac_note_table; note->key != NULL; note++) {
      test_reader t;
      reader_open(&t, "Ir Dr");
      t.of.note = note;
      assert_true(strlen(note->shape) > 0);
      bool ok = ac_note_read(&t.of, an_span_of(" ?"));
      if (ok != takes_anything(note->key))
         fail_msg("#: %s ?: %s", note->key, ok ? "taken" : t.error.message);
      char shape[128], place[128], second[128];
      snprintf(shape, sizeof shape, "expected %s after \"#: %s\"", note->shape,
               note->key);
      snprintf(place, sizeof place, "\"#: %s\" out of place", note->key);
      snprintf(second, sizeof second, "\"#: %s\" without", note->key);
      if (!ok && strncmp(t.error.message, shape, strlen(shape)) != 0
          && strcmp(t.error.message, place) != 0
          && strncmp(t.error.message, second, strlen(second)) != 0
          && strcmp(t.error.message, "count \"?\" is not a whole number") != 0)
         fail_msg("#: %s ?: %s", note->key, t.error.message);
   }
}

/* A key is in one row; what is in none is left alone. */
static void finds_keys(void **state)
{
   (void)state;
   for (const ac_note *a = ac_note_table; a->key != NULL; a++)
      for (const ac_note *b = a + 1; b->key != NULL; b++)
         assert_string_not_equal(a->key, b->key);
   char message[256];
   assert_string_equal(read_bad(OWN "#: \n#: whatever 7\n#: sx 1\n" END, message), "");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(holds_places),
      cmocka_unit_test(holds_order),
      cmocka_unit_test(holds_shapes),
      cmocka_unit_test(finds_keys),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
