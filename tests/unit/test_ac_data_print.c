/* test_ac_data_print.c -- data objects as tables: what people and programs get, and of
   which rows.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

enum { OBJECTS, FINDINGS, LINES, PLACES, TABLES };

static void open_section(test_section *s, const char *by, unsigned is_for)
{
   section_read(s, tables_machine, "Ir");
   s->request.by = by == NULL ? NULL : ac_section_find(by, 0);
   s->tables.is_for = is_for;
   section_open(s, ac_data_tables, TABLES);
}

/* What people read in the last column, if it is no source line. */
static const char *shown(const test_section *s)
{
   for (size_t c = 0; c < s->table->n_columns; c++)
      if (s->table->columns[c].kind == AN_COLUMN_SPOT)
         return s->cells[c].text;
   return NULL;
}

static void objects(void **state)
{
   (void)state;
   test_section s;
   open_section(&s, NULL, AN_FOR_PEOPLE);
   assert_int_equal(s.tables.of[OBJECTS].n, 2);
   section_row(&s, OBJECTS, 0);
   assert_string_equal(shown(&s), "make (a.c:41), 10 blocks of 240 bytes");
   section_number(&s, "D1mr", 400);
   section_number(&s, "share", 100 * 400 / 460.0L);
   assert_null(s.row.below);
   section_row(&s, OBJECTS, 1);
   assert_string_equal(shown(&s), "rows (x), 512 bytes");
   section_number(&s, "DLmr", 50);
   section_ints(&s, "values",
                (const int64_t[]){ 60, 50, 45, 5, 0, 10, 0, 50, 60, 50, 50 }, 11);
   section_close(&s);
}

/* People read misses of all levels, or what they chose; all are for programs. */
static void chosen(void **state)
{
   (void)state;
   const struct {
      const char *show, *seen;
   } cases[] = { { "Ir", "D1mr DLmr " }, { "DLmr Ir", "DLmr " }, { "Lcold", "Lcold " } };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char seen[64] = "";
      size_t n_csv = 0;
      test_section s;
      section_read(&s, tables_machine, cases[i].show);
      s.request.has_show = true;
      section_open(&s, ac_data_tables, TABLES);
      const an_table *of = &s.tables.of[OBJECTS];
      for (size_t c = 0; c < of->n_columns; c++) {
         if (of->columns[c].kind != AN_COLUMN_COUNT || of->columns[c].key == NULL)
            continue;
         n_csv += (of->columns[c].is_for & AN_FOR_CSV) != 0;
         if (of->columns[c].is_for & AN_FOR_PEOPLE)
            strcat(strcat(seen, of->columns[c].key), " ");
      }
      assert_string_equal(seen, cases[i].seen);
      assert_int_equal(n_csv, 2 + 11); /* blocks, bytes */
      section_close(&s);
   }
}

/* Alone, an object has its call path below; its places have a table. */
static void alone(void **state)
{
   (void)state;
   test_section s;
   open_section(&s, "data", AN_FOR_PEOPLE);
   section_row(&s, OBJECTS, 0);
   assert_string_equal(s.row.below, "allocated by make (a.c:41)");
   section_row(&s, OBJECTS, 1);
   assert_string_equal(s.row.below, "");
   assert_int_equal(s.tables.of[PLACES].is_for, AN_FOR_PEOPLE | AN_FOR_CSV);
   assert_int_equal(s.tables.of[PLACES].n, 2);
   section_row(&s, PLACES, 0);
   assert_string_equal(shown(&s), "make (a.c:41): +8");
   assert_false(s.row.is_apart);
   section_row(&s, PLACES, 1);
   assert_string_equal(shown(&s), "rows (x): +0");
   assert_true(s.row.is_apart); /* of another object */
   section_close(&s);
}

static void lines(void **state)
{
   (void)state;
   test_section s;
   open_section(&s, NULL, AN_FOR_PEOPLE);
   assert_int_equal(s.tables.of[PLACES].is_for, AN_FOR_CSV);
   assert_int_equal(s.tables.of[LINES].n, 2);
   section_row(&s, LINES, 0);
   section_spot(&s, "f:1");
   section_text(&s, "data object: place", "make (a.c:41): +8");
   section_number(&s, "D1m", 400);
   section_number(&s, "DLm", 300);
   section_row(&s, LINES, 1);
   section_spot(&s, "g:5");
   section_text(&s, "data object: place", "rows (x): +0");
   section_close(&s);
}

static void csv(void **state)
{
   (void)state;
   test_section s;
   open_section(&s, "data", AN_FOR_CSV);
   section_row(&s, PLACES, 0);
   section_text(&s, "kind", "heap");
   section_text(&s, "data object", "make (a.c:41)");
   section_text(&s, "type", NULL);
   section_number(&s, "blocks", 10);
   section_number(&s, "bytes", 2400);
   section_text(&s, "place", "8"); /* without the sign */
   section_number(&s, "D1mr", 400);
   section_row(&s, PLACES, 1);
   section_text(&s, "place", "0");
   section_number(&s, "bytes", 512);
   section_close(&s);
}

/* People get what reaches the threshold, JSON all, and a page what any event makes
   large. */
static void has_threshold(void **state)
{
   (void)state;
   const struct {
      double threshold;
      unsigned is_for;
      bool is_page;
      size_t n_objects, n_lines;
   } cases[] = { { 13, AN_FOR_PEOPLE, false, 2, 2 }, { 14, AN_FOR_PEOPLE, false, 1, 1 },
                 { 87, AN_FOR_PEOPLE, false, 0, 0 }, { 14, AN_FOR_JSON, false, 2, 2 },
                 { 100, AN_FOR_JSON, true, 2, 2 }, /* of D1cap, D1conf */
                 { 101, AN_FOR_JSON, true, 0, 0 } };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      test_section s;
      section_read(&s, tables_machine, "Ir");
      s.request.threshold = cases[i].threshold;
      s.request.is_page = cases[i].is_page;
      s.tables.is_for = cases[i].is_for;
      section_open(&s, ac_data_tables, TABLES);
      assert_int_equal(s.tables.of[OBJECTS].n, cases[i].n_objects);
      assert_int_equal(s.tables.of[LINES].n, cases[i].n_lines);
      section_close(&s);
   }
}

/* CSV has titles all the same. */
static void needs_data(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, "cmd: x\nevents: Ir\nfl=a\nfn=f\n1 2\nsummary: 2\n", NULL);
   section_open(&s, ac_data_tables, 0);
   s.tables.is_for = AN_FOR_JSON;
   section_open(&s, ac_data_tables, 0);
   s.tables.is_for = AN_FOR_CSV;
   section_open(&s, ac_data_tables, 1);
   assert_int_equal(s.tables.of[0].n, 0);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(objects),    cmocka_unit_test(chosen),
      cmocka_unit_test(alone),      cmocka_unit_test(lines),
      cmocka_unit_test(csv),        cmocka_unit_test(has_threshold),
      cmocka_unit_test(needs_data),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
