/* test_ac_reasons_print.c -- why lines and data objects missed: rows, and what people
   read below them.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

#include <stdlib.h>

enum { FUNCTIONS, LINES, OBJECTS, LEVEL /* of tables; the last level is first */ };

static void open_section(test_section *s)
{
   section_read(s, tables_machine, "Ir");
   s->request.by = ac_section_find("reasons", 0);
   section_open(s, ac_reasons_tables, 2 * LEVEL);
}

/* Cells of people and of programs have the same names: cold, capacity, conflict.  The
   shares come first. */
static void check(test_section *s, size_t table, ptrdiff_t number, const char *spot,
                  const int64_t counts[3], const char *reason)
{
   enum { MISSES = 2, SHARES, COUNTS = 6 };
   int64_t all = counts[0] + counts[1] + counts[2];
   section_row(s, table, number);
   section_spot(s, spot);
   section_number(s, "misses", all);
   assert_true(s->cells[MISSES].number == all);
   for (size_t i = 0; i < 3; i++) {
      assert_true(s->cells[COUNTS + i].number == counts[i]);
      assert_true(s->cells[SHARES + i].number == 100.0L * counts[i] / all);
   }
   section_text(s, "reason", reason);
   section_text(s, "level", table < LEVEL ? "last" : "first");
}

#define COLD "cold: move fewer bytes, or prefetch earlier"
#define CAPACITY ": work in blocks that fit"
#define COUNTS(...) ((const int64_t[]){ __VA_ARGS__ })

static void rows(void **state)
{
   (void)state;
   test_section s;
   open_section(&s);
   check(&s, FUNCTIONS, AN_TABLE_TOTAL, NULL, COUNTS(55, 285, 10), "capacity");
   assert_null(s.row.below);
   assert_int_equal(s.tables.of[FUNCTIONS].n, 2);
   check(&s, FUNCTIONS, 0, "f", COUNTS(10, 280, 10), "capacity");
   assert_int_equal(s.tables.of[LINES].n, 2);
   check(&s, LINES, 0, "f:1", COUNTS(10, 280, 10), "capacity");
   assert_string_equal(s.row.below, "capacity (it fits at 4 MiB)" CAPACITY);
   check(&s, LINES, 1, "g:5", COUNTS(45, 5, 0), "cold");
   section_text(&s, "cure", "move fewer bytes, or prefetch earlier");
   assert_string_equal(s.row.below, COLD);
   assert_int_equal(s.tables.of[OBJECTS].n, 2);
   check(&s, LEVEL + FUNCTIONS, AN_TABLE_TOTAL, NULL, COUNTS(110, 300, 50), "capacity");
   check(&s, LEVEL + LINES, 0, "f:1", COUNTS(100, 300, 0), "capacity");
   assert_string_equal(s.row.below, "capacity" CAPACITY); /* the sweep is of the last */
   check(&s, LEVEL + LINES, 1, "g:5", COUNTS(10, 0, 50), "conflict");
   assert_string_equal(s.row.below, "conflict: pad its rows by one line");
   section_close(&s);
}

/* Two lines: one with most misses, and one with these. */
static void check_small(const char *counts, const char *reason, const char *below)
{
   char text[400];
   int64_t of[5], i = 0;
   for (const char *at = counts; i < 5; i++)
      of[i] = strtoll(at, (char **)&at, 10);
   snprintf(text, sizeof text,
            "cmd: x\nevents: Lcold Lcap Lconf Lm@1K Lm@2K\nfl=a\nfn=f\n"
            "1 99 0 0 0 0\n2 %s\nsummary: %d %d %d %d %d\n",
            counts, (int)of[0] + 99, (int)of[1], (int)of[2], (int)of[3], (int)of[4]);
   test_section s;
   section_read(&s, text, NULL);
   section_open(&s, ac_reasons_tables, LEVEL);
   section_row(&s, LINES, 0);
   if (s.row.spot->line != 2)
      section_row(&s, LINES, 1);
   section_spot(&s, "f:2");
   section_text(&s, "reason", reason);
   if (below == NULL)
      assert_null(s.row.below);
   else
      assert_string_equal(s.row.below, below);
   section_close(&s);
}

/* Half is enough; of a row below one percent nobody reads a cure. */
static void cures(void **state)
{
   (void)state;
   check_small("0 1 0 0 0", "capacity", "capacity" CAPACITY);
   check_small("0 20 0 9 1", "capacity", "capacity" CAPACITY); /* it falls: no fit */
   check_small("0 20 0 9 0", "capacity", "capacity (it fits at 2 KiB)" CAPACITY);
   check_small("20 20 10 0 0", "mixed", NULL);
   check_small("4960 4950 90 0 0", "mixed", NULL);
   check_small("20 20 0 0 0", "cold", COLD);
}

static void fits(void **state)
{
   (void)state;
   test_section s;
   section_read(&s,
                "cmd: x\nevents: Lcold Lcap Lconf Lm@1K Lm@2K Lm@4K\nfl=a\nfn=f\n"
                "1 0 9 0 9 0 0\n2 200 0 0 9 0 0\n3 0 0 1 9 0 0\n"
                "summary: 200 9 1 27 0 0\n",
                NULL);
   section_open(&s, ac_reasons_tables, LEVEL);
   section_row(&s, LINES, 1);
   section_spot(&s, "f:1");
   assert_string_equal(s.row.below, "capacity (it fits at 2 KiB)" CAPACITY);
   section_row(&s, LINES, 0); /* no size helps against those */
   assert_string_equal(s.row.below, COLD);
   section_row(&s, LINES, 2);
   section_spot(&s, "f:3");
   section_text(&s, "reason", "conflict");
   assert_null(s.row.below); /* 1 of 210 */
   assert_true(s.cells[5].number == 100);
   section_close(&s);
}

/* In the report only one level is shown, and no functions. */
static void for_whom(void **state)
{
   (void)state;
   test_section s;
   open_section(&s);
   for (size_t i = 0; i < 2 * LEVEL; i++) {
      const an_table *table = &s.tables.of[i];
      bool is_shown = i % LEVEL != FUNCTIONS;
      assert_int_equal(table->is_for, is_shown ? AN_FOR_ALL : AN_FOR_PROGRAMS);
      assert_int_equal(table->totals, i % LEVEL == FUNCTIONS ? AN_FOR_PROGRAMS
                                      : i % LEVEL == LINES   ? AN_FOR_PEOPLE
                                                             : 0);
      assert_string_equal(table->group, i < LEVEL ? "last" : "first");
   }
   section_close(&s);
   section_read(&s, tables_machine, "Ir");
   section_open(&s, ac_reasons_tables, LEVEL); /* a report: the last level alone */
   assert_string_equal(s.tables.of[LINES].group, "last");
   section_close(&s);
   section_read(&s, tables_machine, "Ir");
   s.tables.is_for = AN_FOR_PROGRAMS;
   section_open(&s, ac_reasons_tables, 2 * LEVEL);
   section_close(&s);
   section_read(&s, "cmd: x\nevents: Lcold Lcap Lconf\nsummary: 0 0 0\n", NULL);
   section_open(&s, ac_reasons_tables, LEVEL);
   assert_int_equal(s.tables.of[LINES].totals, 0); /* no row, no total */
   section_row(&s, FUNCTIONS, AN_TABLE_TOTAL);
   section_text(&s, "reason", NULL);
   section_text(&s, "cure", NULL);
   assert_true(isnan(s.cells[3].number)); /* no share of nothing */
   section_close(&s);
}

static void needs_reasons(void **state)
{
   (void)state;
   test_section s;
   section_read(&s,
                "cmd: x\nevents: D1cold D1cap D1conf Lcold Lcap\nfl=a\nfn=f\n"
                "1 1 2 3 4 5\nsummary: 1 2 3 4 5\n",
                NULL);
   assert_true(ac_reasons_are_known(s.profile));
   s.request.by = ac_section_find("reasons", 0);
   section_open(&s, ac_reasons_tables, LEVEL);
   section_row(&s, LINES, 0);
   section_text(&s, "level", "first");
   section_number(&s, "misses", 6);
   section_close(&s);
   section_read(&s, "cmd: x\nevents: D1cold D1cap\nsummary: 0 0\n", NULL);
   section_open(&s, ac_reasons_tables, 0);
   section_close(&s);
   section_read(&s, tables_machine, "Ir");
   s.request.is_pair = true;
   section_open(&s, ac_reasons_tables, 0);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows),     cmocka_unit_test(cures),         cmocka_unit_test(fits),
      cmocka_unit_test(for_whom), cmocka_unit_test(needs_reasons),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
