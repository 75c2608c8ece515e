/* test_ac_curve_print.c -- curves of misses, and reuse distances: rows and columns.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

#include <stdlib.h>

enum { FUNCTIONS, LINES, OBJECTS, OF_FUNCTIONS, OF_LINES, TABLES };

static void open_section(test_section *s)
{
   section_read(s, tables_machine, "Ir");
   section_open(s, ac_curve_tables, TABLES);
}

static void check(test_section *s, size_t table, ptrdiff_t number, const char *spot,
                  const int64_t misses[3], const char *shape, long double fits)
{
   static const char *const keys[] = { "Lm@256K", "Lm@1M", "Lm@4M" };
   section_row(s, table, number);
   section_spot(s, spot);
   for (size_t i = 0; i < 3; i++)
      section_number(s, keys[i], misses[i]);
   section_text(s, "shape", shape);
   section_number(s, "fits", fits);
}

#define MISSES(...) ((const int64_t[]){ __VA_ARGS__ })
#define CHECK_INTS(s, name, ...) \
   section_ints(s, name, MISSES(__VA_ARGS__), \
                sizeof MISSES(__VA_ARGS__) / sizeof(int64_t))

static void misses(void **state)
{
   (void)state;
   test_section s;
   open_section(&s);
   check(&s, FUNCTIONS, AN_TABLE_TOTAL, NULL, MISSES(460, 350, 70), "falls", 4 << 20);
   section_text(&s, "fits at", "4 MiB or more");
   CHECK_INTS(&s, "knees", 1 << 20, 4 << 20);
   CHECK_INTS(&s, "reuse", 140, 110, 280, 70);
   assert_int_equal(s.tables.of[FUNCTIONS].n, 2);
   check(&s, FUNCTIONS, 0, "f", MISSES(400, 300, 20), "fits", 4 << 20);
   section_text(&s, "fits at", "4 MiB");
   CHECK_INTS(&s, "reuse", 100, 100, 280, 20);
   check(&s, FUNCTIONS, 1, "g", MISSES(60, 50, 50), "fits", 1 << 20);
   section_text(&s, "fits at", "1 MiB");
   CHECK_INTS(&s, "knees", 1 << 20);
   assert_int_equal(s.tables.of[LINES].n, 2); /* of the others, nothing misses */
   check(&s, LINES, 0, "f:1", MISSES(400, 300, 20), "fits", 4 << 20);
   check(&s, LINES, 1, "g:5", MISSES(60, 50, 50), "fits", 1 << 20);
   assert_int_equal(s.tables.of[OBJECTS].n, 2);
   check(&s, OBJECTS, 0, s.data.view.objects[s.row.spot->object].label,
         MISSES(400, 300, 20), "fits", 4 << 20);
   assert_null(section_cell(&s, "reuse")->counts); /* their references are not known */
   section_close(&s);
}

static void reuse(void **state)
{
   (void)state;
   test_section s;
   open_section(&s);
   section_row(&s, OF_FUNCTIONS, AN_TABLE_TOTAL);
   section_spot(&s, NULL);
   section_number(&s, "256K", 100 * 140 / 600.0L);
   section_number(&s, "4M", 100 * 280 / 600.0L);
   section_number(&s, "more", 100 * 70 / 600.0L);
   section_row(&s, OF_LINES, 1);
   section_spot(&s, "g:5");
   section_number(&s, "256K", 40);
   section_number(&s, "1M", 10);
   section_number(&s, "4M", 0);
   section_number(&s, "more", 50);
   for (size_t i = OF_FUNCTIONS; i <= OF_LINES; i++)
      assert_int_equal(s.tables.of[i].is_for, AN_FOR_PEOPLE);
   assert_int_equal(s.tables.of[OF_FUNCTIONS].totals, AN_FOR_PEOPLE);
   assert_int_equal(s.tables.of[FUNCTIONS].totals, AN_FOR_ALL);
   section_close(&s);
}

#define ONE_CURVE(points, counts) \
   "cmd: x\nevents: Dr " points "\nfl=a\nfn=f\n1 " counts "\nsummary: " counts "\n"

/* The curve of a sweep of ways, or of misses that no size takes. */
static void shapes(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, ONE_CURVE("Lm@1w Lm@2w", "9 8 8"), NULL);
   section_open(&s, ac_curve_tables, 3); /* distances are of sizes only */
   section_row(&s, FUNCTIONS, 0);
   section_text(&s, "shape", "flat");
   section_text(&s, "fits at", "flat");
   section_number(&s, "fits", NAN);
   assert_int_equal(section_cell(&s, "knees")->n, 0);
   assert_int_equal(s.tables.of[OBJECTS].n, 0);
   section_close(&s);
   section_read(&s, ONE_CURVE("Lm@1K Lm@2K", "9 0 0"), NULL);
   section_open(&s, ac_curve_tables, TABLES);
   section_row(&s, FUNCTIONS, AN_TABLE_TOTAL);
   section_text(&s, "shape", "none");
   section_text(&s, "fits at", "-");
   section_row(&s, OF_FUNCTIONS, AN_TABLE_TOTAL);
   section_number(&s, "1K", 100);
   section_close(&s);
   section_read(&s, ONE_CURVE("Lm@32B Lm@64B Lm@128B", "9 4 2 3"), NULL);
   section_open(&s, ac_curve_tables, 3);
   section_row(&s, FUNCTIONS, 0);
   section_text(&s, "least at", "64 bytes");
   section_close(&s);
   section_read(&s, ONE_CURVE("Lm@1K DLmr", "9 1 1"), NULL);
   section_open(&s, ac_curve_tables, 0); /* one point is no curve */
   section_close(&s);
}

/* The largest at the first point come first. */
static void order(void **state)
{
   (void)state;
   test_section s;
   section_read(&s,
                "cmd: x\nevents: Lm@1K Lm@2K\nfl=a\nfn=f\n1 8 8\n2 9 1\n"
                "summary: 17 9\n",
                NULL);
   section_open(&s, ac_curve_tables, 3);
   section_row(&s, LINES, 0);
   section_spot(&s, "f:2");
   section_close(&s);
}

/* What comes before the rows: for people, and in JSON. */
static void check_before(const char *profile, const char *intro, const char *head)
{
   test_section s;
   char *text;
   size_t length;
   section_read(&s, profile, "Dr");
   section_begin(&s, ac_curve_tables);
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   an_page page = { .scope = s.scope, .out = out };
   an_json_out json = { .out = out };
   s.tables.of[FUNCTIONS].print_intro(&s.tables.of[FUNCTIONS], &page);
   assert_int_equal(fflush(out), 0);
   assert_string_equal(text, intro);
   s.tables.of[0].put_head(&s.tables.of[0], &json);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text + strlen(intro), head);
   free(text);
   section_close(&s);
}

static void before_rows(void **state)
{
   (void)state;
   check_before(tables_machine,
                "Knees: 1 MiB (23.91%), 4 MiB (60.87%) of the program's misses.\n\n",
                "\"of\":\"size\",\"points\":[{\"name\":\"256K\",\"amount\":262144},"
                "{\"name\":\"1M\",\"amount\":1048576},"
                "{\"name\":\"4M\",\"amount\":4194304}]");
   check_before(ONE_CURVE("Lm@1w Lm@2w", "9 8 8"),
                "The program's misses hardly depend on its ways.\n\n",
                "\"of\":\"ways\",\"points\":[{\"name\":\"1w\",\"amount\":1},"
                "{\"name\":\"2w\",\"amount\":2}]");
   check_before(ONE_CURVE("Lm@32B Lm@64B", "9 0 0"), "\n",
                "\"of\":\"line\",\"points\":[{\"name\":\"32B\",\"amount\":32},"
                "{\"name\":\"64B\",\"amount\":64}]");
}

/* Without room every second point goes, the last one last; shares are not lost. */
static void ranks(void **state)
{
   (void)state;
   static const unsigned ranks[] = { 1, 4, 3, 4, 2, 4, 3, 4, 0 };
   test_section s;
   section_read(&s,
                ONE_CURVE("Lm@1K Lm@2K Lm@4K Lm@8K Lm@16K Lm@32K Lm@64K Lm@128K "
                          "Lm@256K",
                          "9 9 8 7 6 5 4 3 2 1"),
                NULL);
   section_open(&s, ac_curve_tables, TABLES);
   for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
      assert_int_equal(s.tables.of[FUNCTIONS].columns[1 + i].rank, ranks[i]);
      assert_int_equal(s.tables.of[OF_FUNCTIONS].columns[1 + i].rank, ranks[i]);
      assert_true(s.tables.of[OF_FUNCTIONS].columns[1 + i].adds_up);
   }
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(misses), cmocka_unit_test(reuse),       cmocka_unit_test(shapes),
      cmocka_unit_test(order),  cmocka_unit_test(before_rows), cmocka_unit_test(ranks),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
