/* test_ac_why_print.c -- where cycles go, and why: rows, their order and threshold.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

enum { FUNCTIONS, LINES };

static void open_section(test_section *s)
{
   section_read(s, tables_machine, "Ir");
   section_open(s, ac_why_tables, 2);
}

static void check(test_section *s, size_t table, ptrdiff_t number, const char *spot,
                  long double cycles, const char *most)
{
   section_row(s, table, number);
   section_spot(s, spot);
   assert_true(section_cell(s, "cycles")->number == 100 * cycles / 11913); /* people's */
   assert_true(s->cells[3].number == cycles);
   section_text(s, "most", most);
}

static void rows(void **state)
{
   (void)state;
   test_section s;
   open_section(&s);
   assert_int_equal(s.tables.of[FUNCTIONS].n, 2);
   check(&s, FUNCTIONS, AN_TABLE_TOTAL, NULL, 11913, "Cd");
   check(&s, FUNCTIONS, 0, "f", 10310, "Cd");
   check(&s, FUNCTIONS, 1, "g", 1603, "Cd");
   assert_int_equal(s.tables.of[LINES].n, 3); /* the fourth one only executes */
   check(&s, LINES, 0, "f:1", 9250, "Cd");
   check(&s, LINES, 1, "g:5", 1600, "Cd");
   check(&s, LINES, 2, "f:2", 1060, "Cb");
   section_number(&s, "share", 800 / 1060.0L);
   section_text(&s, "rule", "branches");
   section_text(&s, "text", "75% after mispredictions: 50% of branches");
   assert_non_null(section_cell(&s, "cure")->text);
   section_close(&s);
   /* Shown alone, it has that, too. */
   section_read(&s, tables_machine, "Ir");
   s.request.by = ac_section_find("why", 0);
   section_open(&s, ac_why_tables, 2);
   assert_int_equal(s.tables.of[LINES].n, 4);
   check(&s, LINES, 3, "g:6", 3, "Cx");
   section_close(&s);
}

/* People get what has room, programs all. */
static void shortens(void **state)
{
   (void)state;
   static const char whole[] =
      "97% wait for data: 60% of loads need memory; capacity misses";
   test_section s;
   open_section(&s);
   section_row(&s, LINES, 0);
   section_text(&s, "why", whole);
   an_row_make(&s.row, s.table, 0, 60); /* 28 of which are for it */
   section_text(&s, "why", "97% wait for data: 60% of loads need memory");
   section_text(&s, "text", whole);
   section_close(&s);
}

/* A row of exactly the threshold is listed. */
static void has_threshold(void **state)
{
   (void)state;
   static const struct {
      double threshold;
      size_t n_functions, n_lines;
   } cases[] = { { 0.01, 2, 3 }, { 0.1, 2, 3 }, { 10, 2, 2 },
                 { 14, 1, 1 },   { 90, 0, 0 },  { 100.0 * 1603 / 11913, 2, 1 } };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      test_section s;
      section_read(&s, tables_machine, "Ir");
      s.request.threshold = cases[i].threshold;
      section_open(&s, ac_why_tables, 2);
      assert_int_equal(s.tables.of[FUNCTIONS].n, cases[i].n_functions);
      assert_int_equal(s.tables.of[LINES].n, cases[i].n_lines);
      section_close(&s);
   }
}

/* Without a threshold, too, a row needs cycles. */
static void needs_weight(void **state)
{
   (void)state;
   test_section s;
   section_read(&s,
                "cmd: x\nevents: Ir Cx Cf Cd Cb\nfl=a\nfn=f\n1 9 0 0 8 0\n"
                "2 9 0 0 0 0\nsummary: 18 0 0 8 0\n",
                NULL);
   section_open(&s, ac_why_tables, 2);
   assert_int_equal(s.tables.of[LINES].n, 1);
   section_row(&s, LINES, 0);
   section_spot(&s, "f:1");
   section_close(&s);
}

/* A report leaves out what only executes, but for what does so slowly. */
static void needs_a_cure(void **state)
{
   (void)state;
   test_section s;
   section_read(&s,
                "cmd: x\nevents: Ir Cx Cf Cd Cb\nfl=a\nfn=f\n1 10 2 0 30 0\n"
                "2 10 20 0 0 0\n3 10 6 0 0 0\n4 10 3 0 0 0\nsummary: 40 31 0 30 0\n",
                NULL);
   section_open(&s, ac_why_tables, 2);
   assert_int_equal(s.tables.of[LINES].n, 2);
   section_row(&s, LINES, 0);
   section_spot(&s, "f:1");
   section_row(&s, LINES, 1);
   section_spot(&s, "f:2");
   section_text(&s, "rule", "execute-chain");
   section_close(&s);
}

/* In the report people see the lines alone; --top is for the section shown alone. */
static void stands_alone(void **state)
{
   (void)state;
   test_section s;
   open_section(&s);
   const an_table *functions = &s.tables.of[FUNCTIONS], *lines = &s.tables.of[LINES];
   assert_int_equal(functions->is_for, AN_FOR_PROGRAMS);
   assert_int_equal(functions->totals, AN_FOR_JSON);
   assert_null(functions->heading);
   assert_int_equal(lines->is_for, AN_FOR_ALL);
   assert_non_null(lines->heading);
   assert_int_equal(lines->n_limited, 5);
   assert_int_equal(lines->n_alone, 0); /* all */
   section_close(&s);
   section_read(&s, tables_machine, "Ir");
   s.request.by = ac_section_find("why", 0);
   section_open(&s, ac_why_tables, 2);
   assert_int_equal(functions->is_for, AN_FOR_ALL);
   assert_non_null(functions->heading);
   assert_null(lines->heading);
   section_close(&s);
}

static void needs_cycles(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, "cmd: x\nevents: Ir Dr\nfl=a\nfn=f\n1 2 3\nsummary: 2 3\n", NULL);
   section_open(&s, ac_why_tables, 0);
   section_close(&s);
   section_read(&s, tables_machine, "Ir");
   s.request.is_pair = true;
   section_open(&s, ac_why_tables, 0);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows),          cmocka_unit_test(shortens),
      cmocka_unit_test(has_threshold), cmocka_unit_test(needs_a_cure),
      cmocka_unit_test(needs_weight),  cmocka_unit_test(stands_alone),
      cmocka_unit_test(needs_cycles),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
