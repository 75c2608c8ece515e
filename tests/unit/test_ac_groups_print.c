/* test_ac_groups_print.c -- files with their functions, and functions with their files:
   rows and their order.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

static const char text[] =
   "cmd: x\nevents: Ir Dr\n"
   "fl=b.c\nfn=k\n1 2 9\nfn=f\n1 20 3\n"
   "fl=a.c\nfn=j\n1 1 0\nfn=h\n1 5 0\nfn=f\n1 30 4\n2 20 0\nfn=i\n1 4 0\nfn=g\n1 10 0\n"
   "summary: 92 16\n";

/* Of three functions without a file, two are libfoo's. */
static const char of_objects[] =
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\nfl=a.c\nfn=main\n1 10 1\n"
   "fl=???\nfn=one\n0 6 0\nfn=two\n0 4 1\nfn=lone\n0 3 0\nsummary: 23 2\n"
   "#: object 01 /bin/app\n#: object-counts 10 1\n"
   "#: object - /lib/libfoo.so\n#: object-counts 10 1\n"
   "#: object - /lib/libbar.so\n#: object-counts 3 0\n"
   "#: f 1 1 0x0 1 23 2\n#: f 2 2 0x0 1 6\n#: f 3 2 0x0 1 4 1\n#: f 4 3 0x0 1 3\n"
   "#: by 1\n#: a 1 2 1 6\n#: a 1 3 1 4 1\n#: a 1 4 1 3\n#: by 0\n#: a 0 1 1 23 2\n"
   "#: t 0 0 0\n#: t 1 4 1 10 1\n#: t 2 1 1 6\n#: t 2 2 1 4 1\n#: t 2 3 1 3\n"
   "#: end 4\n";

/* The rows with these options, and how many groups are left out. */
static void check_of(const char *of, an_tables_open *open, ac_request request,
                     const char *show, const char *expected, size_t n_more)
{
   test_section s;
   section_read(&s, of, show);
   request.show = request.sort = s.show.measures;
   s.request = request;
   section_open(&s, open, 1);
   section_rows(&s, 0, expected);
   assert_int_equal(s.tables.of[0].n_more, n_more);
   assert_true(s.tables.of[0].is_whole); /* no row of these is left out */
   assert_int_equal(s.tables.of[0].is_for, AN_FOR_PEOPLE);
   section_close(&s);
}

static void check(an_tables_open *open, ac_request request, const char *show,
                  const char *expected, size_t n_more)
{
   check_of(text, open, request, show, expected, n_more);
}

#define OPTIONS(...) ((ac_request){ __VA_ARGS__ })

static void files(void **state)
{
   (void)state;
   check(ac_files_tables, OPTIONS(.threshold = 0), "Ir",
         "70 a.c;50 -f anywhere;10 -g anywhere;5 -h anywhere;4 -i anywhere;1 -j anywhere;"
         "22 b.c;20 -f anywhere;2 -k anywhere",
         0);
   check(ac_files_tables, OPTIONS(.is_limited = true), "Ir",
         "70 a.c;50 -f anywhere;10 -g anywhere;5 -h anywhere;-(2 more);"
         "22 b.c;20 -f anywhere;2 -k anywhere",
         0);
   check(ac_files_tables, OPTIONS(.threshold = 20), "Ir",
         "70 a.c;50 -f anywhere;22 b.c;20 -f anywhere", 0);
   check(ac_files_tables, OPTIONS(.threshold = 50), "Ir", "70 a.c;50 -f anywhere", 0);
   check(ac_files_tables, OPTIONS(.n_top = 1, .threshold = 10), "Ir",
         "70 a.c;50 -f anywhere;10 -g anywhere", 1);
   check(ac_files_tables, OPTIONS(.threshold = 1), "Dr Ir",
         "22 b.c;2 -k anywhere;20 -f anywhere;70 a.c;50 -f anywhere", 0);
}

/* Functions without a file are one entry for each object that has several. */
static void objects(void **state)
{
   (void)state;
   check_of(
      of_objects, ac_files_tables, OPTIONS(.threshold = 0), "Ir",
      "13 ???;10 -2 functions of libfoo.so;3 -lone anywhere;10 a.c;10 -main anywhere", 0);
   check_of(of_objects, ac_files_tables, OPTIONS(.threshold = 20), "Ir",
            "13 ???;10 -2 functions of libfoo.so;10 a.c;10 -main anywhere", 0);
}

/* One of several files is a group; alone it has no row of its own. */
static void functions(void **state)
{
   (void)state;
   check(ac_functions_tables, OPTIONS(.threshold = 0), "Ir",
         "70 f anywhere;50 -a.c;20 -b.c;10 g;5 h;4 i;2 k;1 j", 0);
   check(ac_functions_tables, OPTIONS(.threshold = 30), "Ir", "70 f anywhere;50 -a.c", 0);
   check(ac_functions_tables, OPTIONS(.threshold = 1), "Dr Ir",
         "2 k;70 f anywhere;50 -a.c;20 -b.c", 0);
   check(ac_functions_tables, OPTIONS(.n_top = 2), "Ir",
         "70 f anywhere;50 -a.c;20 -b.c;10 g", 4);
   check(ac_functions_tables, OPTIONS(.n_top = 2, .top_wins = true, .threshold = 99),
         "Ir", "70 f anywhere;10 g", 4);
}

/* Nine functions, of which one is in three files. */
static void limits(void **state)
{
   (void)state;
   test_section s;
   section_read(&s,
                "cmd: x\nevents: Ir\nfl=a\nfn=f\n1 30\nfn=b\n1 8\nfn=c\n1 7\n"
                "fn=d\n1 6\nfn=e\n1 5\n"
                "fl=b\nfn=f\n1 20\nfn=g\n1 4\nfn=h\n1 3\nfn=i\n1 2\n"
                "fl=c\nfn=f\n1 10\nfn=j\n1 1\nsummary: 96\n",
                NULL);
   s.request.is_limited = true;
   section_open(&s, ac_functions_tables, 1);
   section_rows(&s, 0, "60 f anywhere;30 -a;20 -b;-(1 more);8 b;7 c;6 d;5 e;4 g;3 h;2 i");
   assert_int_equal(s.tables.of[0].n_more, 1);
   section_close(&s);
}

static void none(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, "cmd: x\nevents: Ir\nsummary: 0\n", NULL);
   section_open(&s, ac_functions_tables, 1);
   assert_int_equal(s.tables.of[0].n, 0);
   section_close(&s);
   section_read(&s, "cmd: x\nevents: Ir\nsummary: 0\n", NULL);
   section_open(&s, ac_files_tables, 1);
   assert_int_equal(s.tables.of[0].n, 0);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(files),  cmocka_unit_test(objects), cmocka_unit_test(functions),
      cmocka_unit_test(limits), cmocka_unit_test(none),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
