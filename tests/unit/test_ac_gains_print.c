/* test_ac_gains_print.c -- what each could gain: rows and their order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

#include <stdlib.h>

enum { FUNCTIONS, LINES, OBJECTS, TABLES };

static void check(test_section *s, size_t table, ptrdiff_t number, const char *spot,
                  long double misses, long double branches, long double run)
{
   section_row(s, table, number);
   section_spot(s, spot);
   section_number(s, "misses", misses);
   section_number(s, "mispredictions", branches);
   section_number(s, "run", run);
}

/* All cycles of waits are of misses, those after mispredictions of these. */
static void rows(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, tables_machine, "Ir");
   section_open(&s, ac_gains_tables, TABLES);
   assert_int_equal(s.tables.of[FUNCTIONS].n, 2);
   check(&s, FUNCTIONS, 0, "f", 9010, 800, 10310);
   check(&s, FUNCTIONS, 1, "g", 1500, 0, 1603);
   assert_int_equal(s.tables.of[LINES].n, 4);
   check(&s, LINES, 0, "f:1", 9000, 0, 9250);
   check(&s, LINES, 1, "g:5", 1500, 0, 1600);
   check(&s, LINES, 2, "f:2", 10, 800, 1060);
   check(&s, LINES, 3, "g:6", 0, 0, 3);
   for (size_t i = 0; i < TABLES; i++)
      assert_int_equal(s.tables.of[i].totals, 0);
   for (size_t c = 1; c < 4; c++)
      assert_true(s.tables.of[LINES].columns[c].whole == 11913);
   section_close(&s);
}

/* Objects have no other gain: no column either. */
static void objects(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, tables_machine, "Ir");
   section_open(&s, ac_gains_tables, TABLES);
   const an_table *table = &s.tables.of[OBJECTS];
   assert_int_equal(table->n, 2);
   assert_int_equal(table->n_columns, 2);
   section_row(&s, OBJECTS, 0);
   section_spot(&s, "make (a.c:41)");
   section_number(&s, "misses", 9000);
   section_row(&s, OBJECTS, 1);
   section_spot(&s, "rows (x)");
   section_number(&s, "misses", 1500);
   section_close(&s);
}

/* What misses or mispredicts comes before what only runs. */
static void order(void **state)
{
   (void)state;
   test_section s;
   section_read(&s,
                "cmd: x\nevents: Ir I1mr D1mr D1mw Bcm Bim\nfl=a\nfn=f\n"
                "1 900 0 0 0 0 0\n2 5 0 0 0 1 0\n3 5 0 2 0 0 0\n4 0 0 0 0 0 0\n"
                "summary: 910 0 2 0 1 0\n",
                "Ir");
   section_open(&s, ac_gains_tables, TABLES);
   assert_int_equal(s.tables.of[LINES].n, 3);
   check(&s, LINES, 0, "f:3", 20, 0, 25);
   check(&s, LINES, 1, "f:2", 0, 10, 15);
   check(&s, LINES, 2, "f:1", 0, 0, 900);
   assert_int_equal(s.tables.of[OBJECTS].n, 0);
   section_close(&s);
}

static void before_rows(void **state)
{
   (void)state;
   test_section s;
   char *text;
   size_t length;
   section_read(&s, tables_machine, "Ir");
   section_open(&s, ac_gains_tables, TABLES);
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   an_page page = { .scope = s.scope, .out = out };
   an_json_out json = { .out = out };
   s.tables.of[FUNCTIONS].print_intro(&s.tables.of[FUNCTIONS], &page);
   s.tables.of[0].put_head(&s.tables.of[0], &json);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text,
                       "The program has 11,913 = Cx + Cf + Cd + Cb.\n"
                       "A row would save so many of them if it had no misses, had no "
                       "mispredictions,\nor did not run at all.\n\n"
                       "\"cycles\":11913");
   free(text);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows),
      cmocka_unit_test(objects),
      cmocka_unit_test(order),
      cmocka_unit_test(before_rows),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
