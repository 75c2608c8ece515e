/* test_ac_links_print.c -- functions with their callers and callees: rows and names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

#include <stdlib.h>

/* main calls f from two lines, and g; get is inlined into main and f, and calls g. */
static const char text[] =
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\n"
   "fl=a.c\nfn=main\n1 22\nfn=f\n9 10\nfn=g\n20 25\nfl=a.h\nfn=get\n7 3\nsummary: 60\n"
   "#: f 1 0 0x0 1 60\n#: i 1 4 3 2\n#: f 2 0 0x0 2 24\n#: i 1 4 9 1\n"
   "#: f 3 0 0x0 5 25\n#: g 4 23\n"
   "#: by 1\n#: a 1 2 1 20\n#: a 2 2 1 4\n#: a 1 3 1 5\n"
   "#: by 1.1\n#: a 7 3 1 7\n#: by 2.2\n#: a 7 3 3 13\n#: by 0\n#: a 0 1 1 60\n"
   "#: t 0 0 0\n#: t 1 6 1 20\n#: ti 2 1 2\n#: t 2 4 1 7\n"
   "#: t 2 1 1 8\n#: ti 3 2 1\n#: t 3 5 2 11\n"
   "#: t 2 2 1 2\n#: t 3 5 1 2\n#: t 2 3 1 5\n#: tr 2 1 2\n#: end 4\n";

/* "INCLUSIVE CALLS NAME" of each row, "|" before a function but the first. */
static void check(an_tables_open *open, double threshold, size_t n_top,
                  const char *expected, size_t n_more)
{
   test_section s;
   char *rows;
   size_t length;
   section_read(&s, text, "Ir");
   s.request.threshold = threshold;
   s.request.n_top = n_top;
   section_open(&s, open, 1);
   const an_table *table = &s.tables.of[0];
   FILE *out = open_memstream(&rows, &length);
   assert_non_null(out);
   an_page page = { .scope = s.scope, .out = out };
   for (size_t i = 0; i < table->n; i++) {
      section_row(&s, 0, (ptrdiff_t)i);
      fprintf(out, "%s", s.row.is_apart ? "|" : "");
      if (s.cells[0].counts != NULL)
         fprintf(out, "%d ", (int)s.cells[0].counts[0]);
      if (!isnan(section_cell(&s, "calls")->number))
         fprintf(out, "x%d ", (int)section_cell(&s, "calls")->number);
      table->print_last(table, (ptrdiff_t)i, &page, SIZE_MAX);
      putc('\n', out);
   }
   assert_int_equal(fclose(out), 0);
   assert_string_equal(rows, expected);
   assert_int_equal(table->n_more, n_more);
   assert_true(table->is_whole);
   free(rows);
   section_close(&s);
}

static void callers(void **state)
{
   (void)state;
   check(ac_callers_tables, 0, 0,
         "60 x1   < (the system)\n"
         "60 x1 * main (a.c)\n"
         "|20 x4   < get [inlined] (a.h:7)\n"
         "5 x1   < main (a.c:1)\n"
         "25 x5 * g (a.c)\n"
         "|20 x1   < main (a.c:1)\n"
         "4 x1   < main (a.c:2)\n"
         "24 x2 * f (a.c)\n"
         "|14   < f (a.c:9)\n" /* inlined: not called */
         "9   < main (a.c:3)\n"
         "23 * get [inlined] (a.h)\n",
         0);
}

static void callees(void **state)
{
   (void)state;
   check(ac_callees_tables, 0, 0,
         "60 x1 * main (a.c)\n"
         "20 x1   > f (a.c:1)\n"
         "9   > get [inlined] (a.c:3)\n"
         "5 x1   > g (a.c:1)\n"
         "4 x1   > f (a.c:2)\n"
         "|25 x5 * g (a.c)\n"
         "|24 x2 * f (a.c)\n"
         "14   > get [inlined] (a.c:9)\n"
         "|23 * get [inlined] (a.h)\n"
         "20 x4   > g (a.h:7)\n",
         0);
}

static void both(void **state)
{
   (void)state;
   check(ac_callers_and_callees_tables, 20, 2,
         "60 x1   < (the system)\n"
         "60 x1 * main (a.c)\n"
         "20 x1   > f (a.c:1)\n"
         "  ... 3 more callees: --threshold=0\n"
         "|20 x4   < get [inlined] (a.h:7)\n"
         "  ... 1 more caller: --threshold=0\n"
         "25 x5 * g (a.c)\n",
         2);
   check(ac_callers_and_callees_tables, 41, 0,
         "60 x1   < (the system)\n"
         "60 x1 * main (a.c)\n"
         "  ... 4 more callees: --threshold=0\n"
         "|  ... 2 more callers: --threshold=0\n"
         "25 x5 * g (a.c)\n",
         0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(callers),
      cmocka_unit_test(callees),
      cmocka_unit_test(both),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
