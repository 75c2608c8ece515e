/* test_ac_idioms_match.c -- which lines are idioms, on both sides of each condition.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "advice/ac_idioms_match.h"

static ac_idioms idioms;
static ac_own_line line;

static void given(const char *text)
{
   an_error error;
   test_text memory = { text, strlen(text), 7 };
   idioms = (ac_idioms){ .alloc = test_alloc() };
   line = (ac_own_line){ .file = "/src/a.cc", .n_runs = 20 };
   if (!ac_idioms_read_from(&idioms, "mine.txt", test_bytes(&memory), &error))
      fail_msg("%zu: %s", error.line, error.message);
}

/* A line of 1,000 cycles: find, inlined, calls walk twenty times, which calls malloc. */
static ac_line_frame frames[] = {
   { AC_NO_FRAME, "find<int>", "/usr/include/c++/12/bits/stl_map.h", 600, 20, true },
   { 0, "std::__cxx11::walk<int>(int)", "???", 500, 20, false },
   { 1, "malloc", "./malloc/malloc.c", 300, 30, false },
   { AC_NO_FRAME, "free", "./malloc/malloc.c", 200, 40, false },
};
enum { N_FRAMES = sizeof frames / sizeof frames[0] };

static const char *behind; /* the name of the row that is not it; NULL: none */

/* "name: gain of cost, calls, function", or "". */
static void finds(const char *expected)
{
   ac_idioms_match match;
   char got[200] = "";
   ac_idioms_match_open(&match, test_alloc(), &idioms);
   const ac_idiom *last = behind == NULL ? NULL
                                         : ac_idioms_find(&idioms, an_span_of(behind));
   for (int i = 0; i < 2; i++) { /* names are known the second time */
      ac_idiom_found found = ac_idioms_match_line(&match, &line, frames, N_FRAMES, 1000,
                                                  last);
      got[0] = '\0';
      if (found.idiom != NULL)
         snprintf(got, sizeof got, "%s: %.0f of %.0f, %d, %.6s", found.idiom->name,
                  found.cycles, found.cost, (int)found.n_calls, found.function);
   }
   ac_idioms_match_close(&match);
   assert_string_equal(got, expected);
}

#define ROW(name, lines) "[" name "]\ndoes: d\ncure: c\ntakes: 1\n" lines "\n"

static void patterns_name_what_the_line_runs(void **state)
{
   (void)state;
   given(ROW("a", "runs: find"));
   finds("a: 600 of 600, 20, find<i");
   given(ROW("a", "runs: stl_map.h:find"));
   finds("a: 600 of 600, 20, find<i");
   given(ROW("a", "runs: bits/stl_map.h:f*d"));
   finds("a: 600 of 600, 20, find<i");
   given(ROW("a", "runs: stl_set.h:find"));
   finds("");
   given(ROW("a", "runs: std::walk")); /* which what is inlined calls */
   finds("a: 500 of 500, 20, std::_");
   given(ROW("a", "runs: walk"));
   finds("");
   given(ROW("a", "runs: malloc")); /* it is not the line that calls it */
   finds("");
   given(ROW("a", "under: malloc"));
   finds("a: 300 of 300, 30, malloc");
   given(ROW("a", "runs: find\nunder: malloc"));
   finds("a: 300 of 300, 30, malloc");
   given(ROW("a", "runs: free\nunder: malloc"));
   finds("");
   given(ROW("a", "runs: stl_map.h:find<int*"));
   finds("a: 600 of 600, 20, find<i");
   given(ROW("a", "runs: find<long*"));
   finds("");
}

static void nothing_counts_twice(void **state)
{
   (void)state;
   given(ROW("a", "runs: find, std::walk, free"));
   finds("a: 800 of 800, 60, find<i");
   given(ROW("a", "runs: find\nalso: free, std::walk"));
   finds("a: 800 of 800, 20, find<i");
   given(ROW("a", "also: free\nunder: malloc, std::walk"));
   finds("a: 700 of 700, 20, std::_");
}

static void the_best_row_is_it(void **state)
{
   (void)state;
   given(ROW("a", "runs: free") ROW("b", "runs: find"));
   finds("b: 600 of 600, 20, find<i");
   given(ROW("a", "runs: std::walk") ROW("b", "runs: find"));
   finds("a: 500 of 500, 20, std::_"); /* nearly as much */
   frames[1].cycles = 479;
   finds("b: 600 of 600, 20, find<i");
   frames[1].cycles = 500;
}

static void other_rows_are_behind(void **state)
{
   (void)state;
   given(ROW("a", "runs: find") ROW("b", "runs: free") ROW("c", "runs: std::walk"));
   behind = "a";
   finds("c: 500 of 500, 20, std::_");
   behind = "b";
   finds("c: 500 of 500, 20, std::_");
   behind = "c";
   finds("");
   behind = NULL;
}

/* What may gain nothing counts for 65 of 100. */
static void what_is_sure_is_it(void **state)
{
   (void)state;
   given("[a]\ndoes: d\ncure: c\nruns: find\ntakes: perhaps\n"
         "[b]\ndoes: d\ncure: c\nruns: std::walk\ntakes: 1\n");
   frames[1].cycles = 487; /* eight tenths of which are less than 390 */
   finds("a: 0 of 600, 20, find<i");
   frames[1].cycles = 488;
   finds("b: 488 of 488, 20, std::_");
   given("[a]\ndoes: d\ncure: c\nruns: find\ntakes: all but one in a function\n"
         "[b]\ndoes: d\ncure: c\nruns: std::walk\ntakes: 1\n");
   frames[1].cycles = 487;
   finds("a: 600 of 600, 20, find<i");
   frames[1].cycles = 488;
   finds("b: 488 of 488, 20, std::_");
   frames[1].cycles = 500;
}

static void what_is_freed(void **state)
{
   (void)state;
   ac_idioms_match match;
   given(ROW("a", "runs: find\nalso: free, std::walk, std::operator>>"));
   ac_idioms_match_open(&match, test_alloc(), &idioms);
   double cost = ac_idioms_match_freed(&match, idioms.of, frames, N_FRAMES);
   assert_true(cost == 500 + 200);
   static const ac_line_frame used[] = {
      { AC_NO_FRAME, "std::operator>>(int&)", "???", 600, 20, false },
      { 0, "free", "./malloc/malloc.c", 300, 30, false }
   };
   assert_true(ac_idioms_match_freed(&match, idioms.of, used, 2) == 0);
   ac_idioms_match_close(&match);
}

static void cures_take_a_part(void **state)
{
   (void)state;
   given("[a]\ndoes: d\ncure: c\nruns: find\ntakes: 0.5\n");
   finds("a: 300 of 600, 20, find<i");
   given("[a]\ndoes: d\ncure: c\nruns: find\ntakes: all but the first\n");
   finds("a: 570 of 600, 20, find<i");
   given("[a]\ndoes: d\ncure: c\nruns: find\ntakes: perhaps\n");
   finds("a: 0 of 600, 20, find<i");
   given("[a]\ndoes: d\ncure: c\nruns: find\ntakes: all but one in a function\n");
   finds("a: 600 of 600, 20, find<i");
   given("[a]\ndoes: d\ncure: c\nruns: find\ntakes: all but a search\n");
   finds("a: 1000 of 600, 20, find<i");
}

static void conditions_have_two_sides(void **state)
{
   (void)state;
   static const struct {
      const char *when;
      bool holds;
   } cases[] = {
      { "calls >= 20", true },
      { "calls >= 21", false },
      { "calls <= 20", true },
      { "calls <= 19", false },
      { "each >= 30", true },
      { "each >= 31", false },
      { "each <= 30", true },
      { "each <= 29", false },
      { "per-run >= 1", true },
      { "per-run >= 2", false },
      { "per-run <= 1", true },
      { "per-run <= 0.5", false },
      { "share >= 60", true },
      { "share >= 61", false },
      { "share <= 60", true },
      { "share <= 59", false },
      { "calls >= 20, each >= 31", false },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char text[200];
      snprintf(text, sizeof text, ROW("a", "runs: find\nwhen: %s"), cases[i].when);
      given(text);
      finds(cases[i].holds ? "a: 600 of 600, 20, find<i" : "");
   }
}

/* What is not known fulfills no condition, but for the number of calls of code that was
   inlined. */
static void unknown_counts(void **state)
{
   (void)state;
   given(ROW("a", "runs: find"));
   line.n_runs = 5; /* what is inlined runs no more often */
   finds("a: 600 of 600, 5, find<i");
   given(ROW("a", "runs: find\nwhen: per-run >= 1"));
   line.n_runs = 0;
   finds("");
   frames[0].n_calls = 0;
   given(ROW("a", "runs: find\nwhen: calls >= 20"));
   finds("a: 600 of 600, 0, find<i");
   given(ROW("a", "runs: find\nwhen: each >= 20"));
   line.n_runs = 0;
   finds("");
   given(ROW("a", "runs: find\nwhen: each <= 20"));
   line.n_runs = 0;
   finds("");
   given(ROW("a", "runs: find\nwhen: each >= 120")); /* five times, as the line runs */
   line.n_runs = 5;
   finds("a: 600 of 600, 0, find<i");
   given("[a]\ndoes: d\ncure: c\nruns: find\ntakes: all but the first\n");
   finds("a: 600 of 600, 0, find<i");
   frames[0].n_calls = 20;
}

static void rows_are_of_languages(void **state)
{
   (void)state;
   given(ROW("a", "runs: find\nlanguages: rust, c"));
   finds("");
   line.file = "main.rs";
   finds("a: 600 of 600, 20, find<i");
   line.file = NULL;
   finds("a: 600 of 600, 20, find<i");
}

static void names_are_as_people_write_them(void **state)
{
   (void)state;
   static const char *const names[][2] = {
      { "__memcpy_avx_unaligned_erms", "memcpy" },
      { "regexec@@GLIBC_2.3.4", "regexec" },
      { "std::__cxx11::basic_regex<char, std::__cxx11::regex_traits<char> >::_M_compile("
        "char const*, int)",
        "std::basic_regex::_M_compile" },
      { "std::istream::operator>>(int&)", "std::istream::operator>>" },
      { "operator new(unsigned long)", "operatornew" },
      { "std::__1::map<int>::find(int const&)", "std::map::find" },
      { "<alloc::string::String as core::clone::Clone>::clone",
        "alloc::string::String::clone" },
      { "<alloc::vec::Vec<T,A> as core::clone::Clone>::clone", "alloc::vec::Vec::clone" },
      { "<&std::io::stdio::Stderr as std::io::Write>::write_fmt",
        "std::io::stdio::Stderr::write_fmt" },
      { "<str>::to_lowercase", "str::to_lowercase" },
      { "alloc::fmt::format::format_inner", "alloc::fmt::format::format_inner" },
      { "<", "<" },
      { "", "" },
      { "_mm_add_epi8", "_mm_add_epi8" },
   };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      char to[200];
      ac_idioms_readable(names[i][0], to);
      assert_string_equal(to, names[i][1]);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(patterns_name_what_the_line_runs),
      cmocka_unit_test(nothing_counts_twice),
      cmocka_unit_test(the_best_row_is_it),
      cmocka_unit_test(other_rows_are_behind),
      cmocka_unit_test(what_is_sure_is_it),
      cmocka_unit_test(what_is_freed),
      cmocka_unit_test(cures_take_a_part),
      cmocka_unit_test(conditions_have_two_sides),
      cmocka_unit_test(unknown_counts),
      cmocka_unit_test(rows_are_of_languages),
      cmocka_unit_test(names_are_as_people_write_them),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
