/* test_ac_costly_print.c -- the list of the costliest places, for people and programs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif

#include "test_an_tables.h"

#include "sections/ac_sections.h"

#include <stdlib.h>

/* Two lines of a function that walk over rows, and one that executes. */
#define PROFILE(function) \
   "cmd: ./app\nevents: Ir D1mr D1mw Bc Bcm Bi Bim Dseq Dstride Dchase Dother " \
   "Cx Cf Cd Cb\n" \
   "#: cachesim 1\n#: data 65536 D1mr D1mw\n" \
   "fl=/src/table.c\nfn=" function "\n" \
   "10 10000 20 0 0 0 0 0 0 20 0 0 8000 0 60000 0\n" \
   "12 10000 10 0 0 0 0 0 0 10 0 0 8000 0 14000 0\n" \
   "fl=/src/jump.c\nfn=g\n" \
   "7 10000 0 0 0 0 10 9 0 0 0 0 8000 0 0 2000\n" \
   "summary: 30000 30 0 0 0 10 9 0 30 0 0 24000 0 74000 2000\n" \
   "#: ds rows\n#: db - /bin/x\n#: dv s 1 0x4000 51200 1\n" \
   "#: dn 1\n#: d 10 1 0%64 20\n#: d 12 1 0%64 10\n#: end 3\n"

static void open_rows(test_section *s, const char *profile)
{
   section_read(s, profile, "Ir");
   section_find(s);
   s->tables.is_for = AN_FOR_PROGRAMS;
   section_open(s, ac_costly_tables, 1);
}

static void cells(void **state)
{
   (void)state;
   test_section s;
   open_rows(&s, PROFILE("find(table&)"));
   assert_int_equal(s.tables.of[0].n, 2);
   section_row(&s, 0, 0);
   section_number(&s, "share", 90);
   section_number(&s, "gain", 66.6L);
   section_text(&s, "kind", "stride");
   section_text(&s, "file", "/src/table.c");
   section_number(&s, "line", 10);
   section_text(&s, "function", "find(table&)");
   section_number(&s, "lines", 2);
   section_number(&s, "runs", NAN);
   section_number(&s, "cycles_per_run", NAN);
   section_text(&s, "does", "waits for rows (x)");
   section_text(&s, "why", "100% of misses in equal steps over lines");
   section_text(&s, "cure", "swap the loops");
   section_text(&s, "library", NULL);
   section_text(&s, "object", "rows (x)");
   section_row(&s, 0, 1);
   section_number(&s, "share", 10);
   section_text(&s, "does", "executes");
   section_close(&s);
}

/* How often a line ran, and what it is called there. */
static void runs_and_idioms(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, PROFILE("find"), "Ir");
   section_find(&s);
   ac_own_line line = *s.costly.of[0].line;
   ac_finding finding = *s.costly.of[0].finding;
   line.n_runs = 1500;
   finding.idiom = "rows-walked";
   finding.does = "walks over rows";
   finding.cure = "walk along them";
   s.costly.of[0].line = &line;
   s.costly.of[0].finding = &finding;
   s.costly.of[0].n_lines = 1;
   section_open(&s, ac_costly_tables, 1);
   section_row(&s, 0, 0);
   section_number(&s, "runs", 1500);
   section_number(&s, "cycles_per_run", 60);
   section_text(&s, "kind", "rows-walked");
   section_text(&s, "does", "walks over rows");
   section_text(&s, "cure", "walk along them");
   assert_string_equal(
      s.row.below, "rows-walked: 1,500 times, 60 cycles each; 100% of misses in equal "
                   "steps over lines -> walk along them");
   section_close(&s);
}

/* What is said of the first place's line below it, and what it does. */
static void check_line(const ac_own_line *like, const char *does, const char *below)
{
   test_section s;
   section_read(&s, PROFILE("find"), "Ir");
   section_find(&s);
   ac_own_line line = *s.costly.of[0].line;
   line.n_runs = like->n_runs;
   line.library = like->library;
   line.file = like->file;
   s.costly.of[0].line = &line;
   s.costly.of[0].finding = NULL;
   s.costly.of[0].n_lines = 1;
   section_open(&s, ac_costly_tables, 1);
   section_row(&s, 0, 0);
   section_text(&s, "does", does);
   assert_string_equal(s.row.below, below);
   section_close(&s);
}

static void words(void **state)
{
   (void)state;
   static const char *const plain = "1,500 times, 60 cycles each";
   ac_own_line line = { .n_runs = 1, .file = "/src/a.rs" };
   check_line(&line, "waits for data", "1 time, 90.0k cycles");
   line.n_runs = 90000;
   check_line(&line, "waits for data", "90,000 times, 1 cycle each");
   line.n_runs = 1500;
   line.library = "index_mut<usize, usize, alloc::alloc::Global>";
   check_line(&line, "indexes a Vec or slice", plain);
   line.library = "next<usize>";
   check_line(&line, "steps an iterator", plain);
   line.library = "nextafter";
   check_line(&line, "calls nextafter", plain);
   line.library = "UnknownInlinedFun";
   check_line(&line, "runs inlined library code", plain);
   line.library = "index";
   line.file = "/src/a.c";
   check_line(&line, "calls index", plain);
}

/* ---- As text ---- */

static void check(const char *profile, size_t width, size_t n_top, const char *expected)
{
   test_section s;
   char *text;
   size_t length, n = 0;
   section_read(&s, profile, "Ir");
   section_find(&s);
   s.terminal.width = width;
   s.request.n_top = n_top;
   FILE *out = open_memstream(&text, &length);
   const ac_shown shown = { .measures = s.show.measures };
   an_page page = { .scope = s.scope, .out = out, .shown = &shown };
   an_tables_print(&page, ac_costly_tables, &n);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, expected);
   section_close(&s);
   free(text);
}

#define TITLE " share   gains  where: what it does there, why it is slow, and the cure\n"

static void as_text(void **state)
{
   (void)state;
   check(PROFILE("find(table&)"), 80, 0,
         TITLE " 90.0%   66.6%  find (table.c:10): waits for rows (x), 2 lines\n"
               "                    stride: 100% of misses in equal steps over lines\n"
               "                    -> swap the loops\n"
               " 10.0%    2.0%  g (jump.c:7): executes\n"
               "                    indirect: 90% of 10 indirect jumps mispredicted\n"
               "                    -> group work by type\n"
               "\n");
   check(PROFILE("find(table&)"), 0, 1,
         TITLE " 90.0%   66.6%  find (table.c:10): waits for rows (x), 2 lines\n"
               "                    stride: 100% of misses in equal steps over lines "
               "-> swap the loops\n"
               " 10.0%    2.0%  everything else, 1 line\n"
               "\n");
}

#define WITH_LIBRARY \
   "cmd: ./app\nevents: Ir\n#: cachesim 1\nfl=/src/a.c\nfn=main\n3 40\n" \
   "fl=/usr/include/c++/12/x.h\nfn=grow\n9 60\nsummary: 100\n"

/* Whose code it is that no line of the program has; of pruned call paths nobody knows. */
static void names_the_rest(void **state)
{
   (void)state;
   static const char title[] =
      "    Ir   gains  where: what it does there, why it is slow, and the cure\n";
   char expected[400];
   snprintf(expected, sizeof expected,
            "%s 40.0%%          main (a.c:3): executes\n"
            " 60.0%%          everything else; 60.0%% in no line of yours:\n"
            "                    %s\n\n",
            title, "libstdc++ 60%");
   check(WITH_LIBRARY "#: end 2\n", 80, 0, expected);
   snprintf(expected, sizeof expected,
            "%s 40.0%%          main (a.c:3): executes\n"
            " 60.0%%          everything else; 60.0%% in no line of yours:\n"
            "                    %s\n\n",
            title, "pruned call paths 60%");
   check(WITH_LIBRARY "#: f 1 0 0x0 1 100\n#: by 0\n#: a 0 1 1 100\n"
                      "#: t 0 0 0\n#: t 1 1 1 40\n#: tr 1 1 60\n#: end 2\n",
         80, 0, expected);
}

/* A file and its line are whole, whatever the function is called. */
static void long_names(void **state)
{
   (void)state;
   check(
      PROFILE("a_function_with_a_name_that_is_longer_than_all_of_a_line_can_be(table&)"),
      60, 1,
      TITLE " 90.0%   66.6%  a_func... (table.c:10): waits for rows (x...\n"
            "                    stride: 100% of misses in equal steps\n"
            "                    over lines\n"
            "                    -> swap the loops\n"
            " 10.0%    2.0%  everything else, 1 line\n"
            "\n");
}

static void nobody_has_looked(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, PROFILE("f"), "Ir");
   section_open(&s, ac_costly_tables, 0);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(cells),
      cmocka_unit_test(runs_and_idioms),
      cmocka_unit_test(words),
      cmocka_unit_test(as_text),
      cmocka_unit_test(names_the_rest),
      cmocka_unit_test(long_names),
      cmocka_unit_test(nobody_has_looked),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
