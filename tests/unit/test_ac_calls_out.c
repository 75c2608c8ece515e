/* test_ac_calls_out.c -- functions, links and paths of calls for programs: cells, and
   what is listed.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_calls.h"
#include "test_an_tables.h"

#include "counts/ac_filter.h"
#include "sections/ac_calls_out.h"

#include <stdlib.h>

static void open_functions(an_tables *tables, const ac_scope *scope)
{
   ac_calls_out_tables(tables, scope, AC_CALLS_FUNCTIONS);
}

static void open_links(an_tables *tables, const ac_scope *scope)
{
   ac_calls_out_tables(tables, scope, AC_CALLS_LINKS);
}

static void open_paths(an_tables *tables, const ac_scope *scope)
{
   ac_calls_out_tables(tables, scope, AC_CALLS_PATHS);
}

static void open_all(an_tables *tables, const ac_scope *scope)
{
   ac_calls_out_tables(tables, scope,
                       AC_CALLS_FUNCTIONS | AC_CALLS_LINKS | AC_CALLS_PATHS);
}

static void open_section(test_section *s, an_tables_open *open, unsigned is_for,
                         double threshold, size_t n)
{
   section_read(s, CALLS_FILE, "Ir");
   s->request.threshold = threshold;
   s->tables.is_for = is_for;
   section_open(s, open, n);
}

static void functions(void **state)
{
   (void)state;
   test_section s;
   open_section(&s, open_functions, AN_FOR_JSON, 0, 1);
   assert_int_equal(s.tables.of[0].n, 5);
   section_row(&s, 0, 1);
   section_text(&s, "name", "walk");
   section_text(&s, "file", "/src/a.c");
   section_number(&s, "inlined", 0);
   section_number(&s, "calls", 5);
   section_number(&s, "cycle", NAN);
   assert_int_equal(section_cell(&s, "self")->counts[0], 100);
   assert_int_equal(section_cell(&s, "inclusive")->counts[1], 17);
   section_row(&s, 0, 2);
   section_text(&s, "name", "get");
   section_number(&s, "inlined", 1);
   section_number(&s, "calls", NAN);
   section_close(&s);
   open_section(&s, open_functions, AN_FOR_CSV, 22.5, 1);
   assert_int_equal(s.tables.of[0].n, 3);
   section_close(&s);
}

/* f and g call each other: the one cycle, which CSV calls 0 where there is none. */
static void cycles(void **state)
{
   (void)state;
   test_section s;
   section_read(&s,
                "cmd: x\nevents: Ir\n#: cachesim 1\n"
                "fl=a.c\nfn=main\n1 10\nfn=f\n2 30\nfn=g\n3 50\nsummary: 90\n"
                "#: object 01 /bin/x\n#: object-counts 90\n"
                "#: f 1 1 0x0 1 90\n#: f 2 1 0x0 2 80\n#: f 3 1 0x0 1 60\n"
                "#: by 1\n#: a 1 2 1 80\n#: by 2\n#: a 2 3 1 60\n"
                "#: by 3\n#: a 3 2 1 10\n#: by 0\n#: a 0 1 1 90\n"
                "#: t 0 0 1\n#: t 1 4 1 10\n#: t 2 1 1 20\n#: t 3 2 1 50\n"
                "#: t 4 3 1 10\n#: end 3\n",
                "Ir");
   section_open(&s, open_functions, 1);
   for (ptrdiff_t number = 0; number < 3; number++) {
      section_row(&s, 0, number);
      section_text(&s, "name", ((const char *const[]){ "main", "f", "g" })[number]);
      section_number(&s, "cycle", number == 0 ? NAN : 1);
      assert_true(s.cells[5].number == (number == 0 ? 0 : 1));
   }
   section_close(&s);
}

/* "CALLER > CALLEE" by numbers, and where. */
static void check_links(unsigned is_for, double threshold, const char *expected)
{
   test_section s;
   char text[600] = "", *at = text, *end = text + sizeof text;
   open_section(&s, open_links, is_for, threshold, 1);
   for (size_t i = 0; i < s.tables.of[0].n; i++) {
      section_row(&s, 0, (ptrdiff_t)i);
      const char *caller = s.cells[2].text, *file = section_cell(&s, "file")->text;
      at += snprintf(at, (size_t)(end - at), "%g %s > %g %s %s:%g x%g %d;",
                     (double)s.cells[0].number, caller == NULL ? "-" : caller,
                     (double)s.cells[1].number, s.cells[4].text,
                     file == NULL ? "-" : file, (double)section_cell(&s, "line")->number,
                     (double)section_cell(&s, "calls")->number,
                     (int)section_cell(&s, "inclusive")->counts[0]);
      assert_true(at < end);
   }
   section_close(&s);
   assert_string_equal(text, expected);
}

static void links(void **state)
{
   (void)state;
#define LARGE \
   "0 main > 1 walk /src/a.c:4 x1 170;1 walk > 1 walk /src/a.c:9 x4 60;" \
   "1 walk > 2 get /src/a.c:8 xnan 55;"
#define SMALL \
   "2 get > 3 peek /src/a.h:2 xnan 35;3 peek > 4 0x1000 in libfoo.so /src/b.h:3 x3 25;"
#define ROOT "nan - > 0 main -:0 x1 200;"
   check_links(AN_FOR_JSON, 0, LARGE SMALL ROOT);
   check_links(AN_FOR_JSON, 20, LARGE ROOT);
   check_links(AN_FOR_CSV, 20, LARGE ROOT);
   test_section s;
   open_section(&s, open_links, AN_FOR_CSV, 0, 1);
   section_row(&s, 0, 2); /* what walk has of get's code */
   section_text(&s, "caller_file", "/src/a.c");
   section_text(&s, "callee_file", "/src/a.h");
   section_number(&s, "inlined", 1);
   section_row(&s, 0, 0);
   section_number(&s, "inlined", 0);
   section_close(&s);
}

/* JSON has links of functions in focus, CSV also those to others. */
static void focus(void **state)
{
   (void)state;
   for (int is_csv = 0; is_csv <= 1; is_csv++) {
      test_section s;
      an_error error;
      section_read(&s, CALLS_FILE, "Ir");
      ac_filter *get = ac_filter_new(test_alloc());
      assert_non_null(get);
      assert_true(ac_filter_add(get, true, "get", &error));
      s.request.focus = get;
      s.tables.is_for = is_csv ? AN_FOR_CSV : AN_FOR_JSON;
      section_open(&s, open_links, 1);
      assert_int_equal(s.tables.of[0].n, is_csv ? 2 : 0);
      section_close(&s);
   }
}

/* "NUMBER PARENT NAME CALL-FILE:LINE CALLS CALLS-OF-CSV SELF". */
static void paths(void **state)
{
   (void)state;
   test_section s;
   char text[1000] = "", *at = text, *end = text + sizeof text;
   open_section(&s, open_paths, AN_FOR_CSV, 0, 1);
   for (size_t i = 0; i < s.tables.of[0].n; i++) {
      section_row(&s, 0, (ptrdiff_t)i);
      const char *name = section_cell(&s, "name")->text;
      const char *file = section_cell(&s, "call_file")->text;
      at += snprintf(
         at, (size_t)(end - at), "%g %g %s %s:%g x%g x%g %d;", (double)s.cells[0].number,
         (double)s.cells[1].number, name == NULL ? "-" : name, file == NULL ? "-" : file,
         (double)section_cell(&s, "call_line")->number, (double)s.cells[7].number,
         (double)s.cells[8].number, (int)section_cell(&s, "self")->counts[0]);
      assert_true(at < end);
   }
   section_row(&s, 0, 2);
   section_text(&s, "file", "/src/a.h");
   section_close(&s);
   assert_string_equal(text, "0 nan main -:0 x1 x1 30;"
                             "1 0 walk /src/a.c:4 x1 x1 60;"
                             "2 1 get /src/a.c:8 x0 xnan 20;" /* inlined: not called */
                             "3 2 peek /src/a.h:2 x0 xnan 10;"
                             "4 3 0x1000 in libfoo.so /src/b.h:3 x2 x2 15;"
                             "5 1 walk /src/a.c:9 x4 x4 40;"
                             "6 5 get /src/a.c:8 x0 xnan 0;"
                             "7 6 peek /src/a.h:2 x0 xnan 0;"
                             "8 7 0x1000 in libfoo.so /src/b.h:3 x1 x1 10;"
                             "9 5 - -:0 x0 x0 15;"); /* what is left out */
}

static void parts(void **state)
{
   (void)state;
   static const char *const keys[] = { "functions", "arcs", "paths" };
   test_section s;
   char *head;
   size_t length;
   open_section(&s, open_all, AN_FOR_JSON, 0, 3);
   for (size_t i = 0; i < 3; i++)
      assert_string_equal(s.tables.of[i].key, keys[i]);
   FILE *out = open_memstream(&head, &length);
   assert_non_null(out);
   an_json_out json = { .out = out };
   s.tables.of[0].put_head(&s.tables.of[0], &json);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(head, "\"left_out\":[15]");
   free(head);
   section_close(&s);
   section_read(&s, tables_machine, "Ir");
   section_open(&s, open_all, 0);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions), cmocka_unit_test(cycles), cmocka_unit_test(links),
      cmocka_unit_test(focus),     cmocka_unit_test(paths),  cmocka_unit_test(parts),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
