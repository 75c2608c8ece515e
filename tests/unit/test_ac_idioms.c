/* test_ac_idioms.c -- the table of idioms: what files may say, and what the built-in one
   says.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "advice/ac_idioms.h"

#include <math.h>

static ac_idioms idioms;

static bool read_more(const char *file, const char *text, size_t size_B, an_error *error)
{
   test_text memory = { text, size_B, 7 };
   return ac_idioms_read_from(&idioms, file, test_bytes(&memory), error);
}

static bool read_text(const char *text, an_error *error)
{
   idioms = (ac_idioms){ .alloc = test_alloc() };
   return read_more("mine.txt", text, strlen(text), error);
}

static void rows_have_what_their_lines_say(void **state)
{
   (void)state;
   an_error error;
   if (!read_text("# mine\n\n[map-filled]\n"
                  "languages: c++ , rust\n"
                  "runs: stl_map.h:insert*, std::map::insert,operator new\n"
                  "  runs: Table::add\r\n"
                  "under: malloc\nalso: free\n"
                  "when: calls >= 10, each <= 2.5, per-run >= 2\n"
                  "when: share >= 1e1\n"
                  "does: fills a map: slowly\nwhy: nodes\ncure: a vector\n"
                  "takes: 0.5\nsource: my book\n"
                  "[b]\nruns: b\ndoes: b\ncure: c\ntakes: all but the first\n"
                  "[d]\nruns: b\ndoes: b\ncure: c\ntakes: 0.9 with also\n"
                  "[e]\nruns: b\ndoes: b\ncure: c\ntakes: all but one in a function\n"
                  "[f]\ndoes: b\ncure: c\ntakes: all but a search\n"
                  "[g]\nruns: b\ndoes: b\ncure: c\ntakes: perhaps",
                  &error))
      fail_msg("%zu: %s", error.line, error.message);
   assert_int_equal(idioms.n, 6);
   const ac_idiom *row = &idioms.of[0];
   const ac_idiom_patterns *runs = &row->patterns[AC_IDIOM_RUNS];
   assert_string_equal(row->name, "map-filled");
   assert_int_equal(row->languages, AC_IDIOM_CXX | AC_IDIOM_RUST);
   assert_int_equal(runs->n, 4);
   assert_string_equal(runs->of[0].file, "*stl_map.h");
   assert_string_equal(runs->of[0].name, "insert*");
   assert_int_equal(runs->of[0].literal_B, 6);
   assert_null(runs->of[1].file);
   assert_string_equal(runs->of[1].name, "std::map::insert");
   assert_string_equal(runs->of[2].name, "operatornew");
   assert_string_equal(runs->of[3].name, "Table::add");
   assert_int_equal(row->patterns[AC_IDIOM_UNDER].n, 1);
   assert_int_equal(row->patterns[AC_IDIOM_ALSO].n, 1);
   assert_true(row->least[AC_IDIOM_CALLS] == 10 && isinf(row->most[AC_IDIOM_CALLS]));
   assert_true(row->least[AC_IDIOM_EACH] == 0 && row->most[AC_IDIOM_EACH] == 2.5);
   assert_true(row->least[AC_IDIOM_PER_RUN] == 2 && row->least[AC_IDIOM_SHARE] == 10);
   assert_string_equal(row->does, "fills a map: slowly");
   assert_string_equal(row->why, "nodes");
   assert_string_equal(row->cure, "a vector");
   assert_string_equal(row->source, "my book");
   assert_true(row->takes == 0.5 && !row->needs_also && row->line == 3);
   assert_true(row[2].takes == 0.9 && row[2].needs_also);
   assert_true(row[3].takes == AC_IDIOM_BUT_ONE && row[4].takes == AC_IDIOM_BUT_SEARCH);
   assert_true(row[5].takes == AC_IDIOM_PERHAPS);
   assert_true(ac_idioms_is_of_own_code(&row[4]) && !ac_idioms_is_of_own_code(&row[5]));
   row = &idioms.of[1];
   assert_int_equal(row->languages, AC_IDIOM_ANY_LANGUAGE);
   assert_true(row->takes == 0 && row->why == NULL && row->source == NULL);
   assert_true(ac_idioms_find(&idioms, an_span_of("b")) == row);
   assert_null(ac_idioms_find(&idioms, an_span_of("c")));
}

static void the_first_file_has_a_row(void **state)
{
   (void)state;
   an_error error;
   static const char text[] = "[b]\nruns: x\ndoes: mine\ncure: c\ntakes: 1\n";
   assert_true(read_text("[a]\nruns: b\ndoes: b\ncure: c\ntakes: 1\n"
                         "[b]\nruns: b\ndoes: b\ncure: c\ntakes: 1\n",
                         &error));
   assert_true(read_more("other.txt", text, sizeof text - 1, &error));
   assert_int_equal(idioms.n, 2);
   assert_string_equal(idioms.of[1].does, "b");
}

#define ROW "[a]\nruns: f\ndoes: d\ncure: c\ntakes: 1\n"

static void what_is_wrong_is_said(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      size_t line;
      const char *message;
   } cases[] = {
      { "runs: f\n", 1, "\"runs: f\": expected [NAME] first" },
      { "\n\nnonsense\n", 3, "\"nonsense\": expected [NAME] or KEY: VALUE" },
      { "[]\n", 1, "\"[]\": expected [NAME] of small letters, digits and \"-\"" },
      { "[a\n", 1, "\"[a\": expected [NAME] of small letters, digits and \"-\"" },
      { "[\n", 1, "\"[\": expected [NAME] of small letters, digits and \"-\"" },
      { "[A]\n", 1, "\"[A]\": expected [NAME] of small letters, digits and \"-\"" },
      { "[a,b]\n", 1, "\"[a,b]\": expected [NAME] of small letters, digits and \"-\"" },
      { ROW ROW, 6, "\"a\": the file has this row already" },
      { "[a]\n", 1, "\"a\": the row has no \"does\"" },
      { "[a]\ndoes: d\n", 1, "\"a\": the row has no \"cure\"" },
      { "[a]\ndoes: d\ncure: c\n[b]\n", 1, "\"a\": the row has no \"takes\"" },
      { "[a]\ndoes: d\ncure: c\ntakes: 1\nalso: f\n", 1,
        "\"a\": the row has neither \"runs\" nor \"under\"" },
      { "[a]\nrun: f\n", 2,
        "\"run\": expected languages, runs, under, also, when, does, why, cure, takes or "
        "source" },
      { "[a]\nruns:\n", 2, "\"runs\": it has no value" },
      { "[a]\nruns: f,,g\n", 2, "\"\": expected PATTERN or FILE:PATTERN" },
      { "[a]\nruns: f.h:\n", 2, "\"f.h:\": expected PATTERN or FILE:PATTERN" },
      { "[a]\nruns: :f\n", 2, "\":f\": expected PATTERN or FILE:PATTERN" },
      { "[a]\nlanguages: java\n", 2, "\"java\": expected c, c++ or rust" },
      { "[a]\ndoes: d\ndoes: d\n", 3, "\"does\": the row has it already" },
      { "[a]\ntakes: 0\n", 2,
        "\"0\": expected a part from 0 to 1, or "
        "words such as \"all but the first\"" },
      { "[a]\ntakes: 1.1\n", 2,
        "\"1.1\": expected a part from 0 to 1, or "
        "words such as \"all but the first\"" },
      { "[a]\ntakes: 0.5 with it\n", 2,
        "\"0.5 with it\": expected a part from 0 to 1, or "
        "words such as \"all but the first\"" },
      { "[a]\ntakes: all\n", 2,
        "\"all\": expected a part from 0 to 1, or "
        "words such as \"all but the first\"" },
      { "[a]\nwhen: calls > 3\n", 2,
        "\"calls > 3\": expected calls, each, per-run or share, >= or <=, and a number" },
      { "[a]\nwhen: calls >= 3 times\n", 2,
        "\"calls >= 3 times\": expected calls, each, per-run or share, >= or <=, and a "
        "number" },
      { "[a]\nwhen: times >= 3\n", 2,
        "\"times >= 3\": expected calls, each, per-run or share, >= or <=, and a "
        "number" },
      { "[a]\nwhen: calls >=\n", 2,
        "\"calls >=\": expected calls, each, per-run or share, >= or <=, and a number" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      an_error error;
      assert_false(read_text(cases[i].text, &error));
      assert_string_equal(error.message, cases[i].message);
      assert_int_equal(error.line, cases[i].line);
   }
}

/* Any bytes are read or refused: cut, changed and doubled text of the built-in table. */
static void any_bytes_are_read_or_refused(void **state)
{
   (void)state;
   enum { N = 2000, SIZE_B = 3000 };
   unsigned long seed = 1;
   size_t n_refused = 0;
   for (int i = 0; i < N; i++) {
      char text[SIZE_B];
      an_error error;
      memcpy(text, ac_idioms_table, sizeof text);
      for (int k = 0; k < 4; k++) {
         seed = seed * 6364136223846793005UL + 1442695040888963407UL;
         size_t at = (seed >> 20) % sizeof text;
         text[at] = (seed >> 61) < 4 ? "[]:,\n0="[(seed >> 50) % 7] : (char)(seed >> 40);
      }
      size_t n = (seed >> 30) % sizeof text;
      idioms = (ac_idioms){ .alloc = test_alloc() };
      if (!read_more("any", text, n, &error)) {
         assert_true(error.line > 0 && error.message[0] != '\0');
         n_refused++;
      }
   }
   assert_true(n_refused > N / 4);
}

/* Each row of the built-in table has a source, and says what it does and why. */
static void the_built_in_table_is_whole(void **state)
{
   (void)state;
   an_error error;
   idioms = (ac_idioms){ .alloc = test_alloc() };
   if (!read_more("idioms.txt", ac_idioms_table, strlen(ac_idioms_table), &error))
      fail_msg("idioms.txt:%zu: %s", error.line, error.message);
   for (size_t i = 0; i < idioms.n; i++) {
      const ac_idiom *row = &idioms.of[i];
      if (row->why == NULL || row->source == NULL)
         fail_msg("%s: it has no why or no source", row->name);
      if (strlen(row->does) > 50 || strlen(row->why) > 76 || strlen(row->cure) > 76)
         fail_msg("%s: it is too long for a screen", row->name);
   }
   size_t n = idioms.n;
   ac_idioms_add_built_in(&idioms);
   assert_int_equal(idioms.n, n);
}

static void files_have_languages(void **state)
{
   (void)state;
   assert_int_equal(ac_idioms_language("/src/a.c"), AC_IDIOM_C);
   assert_int_equal(ac_idioms_language("a.cpp"), AC_IDIOM_CXX);
   assert_int_equal(ac_idioms_language("a.h"), AC_IDIOM_C | AC_IDIOM_CXX);
   assert_int_equal(ac_idioms_language("a.rs"), AC_IDIOM_RUST);
   assert_int_equal(ac_idioms_language("a.inc"), AC_IDIOM_ANY_LANGUAGE);
   assert_int_equal(ac_idioms_language("Makefile"), AC_IDIOM_ANY_LANGUAGE);
   assert_int_equal(ac_idioms_language(NULL), AC_IDIOM_ANY_LANGUAGE);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_have_what_their_lines_say),
      cmocka_unit_test(the_first_file_has_a_row),
      cmocka_unit_test(what_is_wrong_is_said),
      cmocka_unit_test(any_bytes_are_read_or_refused),
      cmocka_unit_test(the_built_in_table_is_whole),
      cmocka_unit_test(files_have_languages),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
