/* test_ac_calls_print.c -- functions by inclusive cost: rows, those left out for others,
   and notes.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_calls.h"
#include "test_an_tables.h"

#include "sections/ac_sections.h"

#include <stdlib.h>

enum { INCLUSIVE, SELF, CALLS };

#define OPTIONS(...) ((ac_request){ __VA_ARGS__ })

/* "INCLUSIVE SELF CALLS NAME" of each row; then the notes. */
static void check(const char *text, ac_request request, const char *expected,
                  size_t n_more)
{
   test_section s;
   char *rows;
   size_t length;
   section_read(&s, text, "Ir");
   request.show = request.sort = s.show.measures;
   s.request = request;
   section_open(&s, ac_calls_tables, 1);
   const an_table *table = &s.tables.of[0];
   FILE *out = open_memstream(&rows, &length);
   assert_non_null(out);
   an_page page = { .scope = s.scope, .out = out };
   for (size_t i = 0; i < table->n; i++) {
      section_row(&s, 0, (ptrdiff_t)i);
      fprintf(out, "%d %d ", (int)s.cells[INCLUSIVE].counts[0],
              (int)s.cells[SELF].counts[0]);
      if (!isnan(s.cells[CALLS].number))
         fprintf(out, "x%d ", (int)s.cells[CALLS].number);
      table->print_last(table, (ptrdiff_t)i, &page, SIZE_MAX);
      putc('\n', out);
   }
   table->print_notes(table, &page);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(rows, expected);
   assert_int_equal(table->n_more, n_more);
   free(rows);
   section_close(&s);
}

static void rows(void **state)
{
   (void)state;
#define LEFT_OUT "2 small call paths that the profile left out have 15 Ir (7.50%)\n"
   check(CALLS_FILE, OPTIONS(.threshold = 0),
         "200 30 x1 main (/src/a.c)\n"
         "170 100 x5 walk (/src/a.c)\n"
         "45 20 get [inlined] (/src/a.h)\n"
         "35 10 peek [inlined] (/src/b.h)\n"
         "25 25 x3 0x1000 in libfoo.so\n" LEFT_OUT,
         0);
   check(CALLS_FILE, OPTIONS(.threshold = 22.5),
         "200 30 x1 main (/src/a.c)\n170 100 x5 walk (/src/a.c)\n"
         "45 20 get [inlined] (/src/a.h)\n" LEFT_OUT,
         0);
   check(CALLS_FILE, OPTIONS(.threshold = 99, .top_wins = true, .is_limited = true),
         "200 30 x1 main (/src/a.c)\n"
         "170 100 x5 walk (/src/a.c)\n"
         "45 20 get [inlined] (/src/a.h)\n"
         "35 10 peek [inlined] (/src/b.h)\n"
         "25 25 x3 0x1000 in libfoo.so\n",
         0); /* a short report has no such note */
}

/* Each calls the next one; work is in the file. */
#define PASSING(file) \
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\n" \
   "fl=a.c\nfn=_start\n1 1\nfn=main\n1 0\nfn=run\n2 1\nfl=" file "\nfn=work\n3 9998\n" \
   "summary: 10000\n" \
   "#: f 1 0 0x0 1 10000\n#: f 2 0 0x0 1 9999\n#: f 3 0 0x0 1 9999\n" \
   "#: f 4 0 0x0 1 9998\n#: by 1\n#: a 1 2 1 9999\n#: by 2\n#: a 1 3 1 9999\n" \
   "#: by 3\n#: a 2 4 1 9998\n#: by 0\n#: a 0 1 1 10000\n" \
   "#: t 0 0 0\n#: t 1 4 1 1\n#: t 2 1 1 0\n#: t 3 2 1 1\n#: t 4 3 1 9998\n#: end 4\n"

/* In a short report, functions that only pass on another's cost are left out. */
static void passes_on(void **state)
{
   (void)state;
   check(PASSING("a.c"), OPTIONS(.threshold = 0),
         "10000 1 x1 _start (a.c)\n9999 0 x1 main (a.c)\n9999 1 x1 run (a.c)\n"
         "9998 9998 x1 work (a.c)\n",
         0);
   check(PASSING("a.c"), OPTIONS(.is_limited = true), "9998 9998 x1 work (a.c)\n", 3);
   /* Code of the system does not stand for the program's. */
   check(PASSING("./string/memcpy.c"), OPTIONS(.is_limited = true),
         "9999 1 x1 run (a.c)\n9998 9998 x1 work (./string/memcpy.c)\n", 2);
}

static void none(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, tables_machine, "Ir");
   section_open(&s, ac_calls_tables, 0);
   section_close(&s);
   section_read(&s, CALLS_FILE, "Ir");
   s.request.is_pair = true;
   section_open(&s, ac_calls_tables, 0);
   section_close(&s);
}

/* Where there is room only for the first measure, that is shown; shares of self costs
   need a wide page. */
static void columns(void **state)
{
   (void)state;
   const struct {
      bool has_show;
      size_t width;
      bool no_percents;
   } cases[] = { { false, 0, false }, { true, 119, true }, { true, 120, false } };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      test_section s;
      section_read(&s, CALLS_FILE, "Dr Ir");
      s.request.has_show = cases[i].has_show;
      s.terminal.width = cases[i].width;
      section_open(&s, ac_calls_tables, 1);
      const an_column *of = s.tables.of[0].columns;
      assert_int_equal(of[INCLUSIVE].measures == NULL, cases[i].has_show);
      assert_int_equal(of[SELF].measures->n, 1);
      assert_ptr_equal(of[SELF].measures->of, s.request.sort.of);
      assert_int_equal(of[SELF].no_percents, cases[i].no_percents);
      section_close(&s);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows),
      cmocka_unit_test(passes_on),
      cmocka_unit_test(none),
      cmocka_unit_test(columns),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
