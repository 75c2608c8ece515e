/* test_ac_sharing_print.c -- lines of memory that threads share, as a table: what people
   read of each, and the records of CSV.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

/* Two counters in one line of memory; a lock; and what is hardly shared. */
static const char text[] =
   "cmd: x\nevents: Ir\n#: cachesim 1\n#: data 1024\nfl=a.c\nfn=f\n1 5\n2 5\n"
   "fn=g\n5 5\nsummary: 15\n#: ds counters\n#: ds lock\n#: db - /bin/x\n"
   "#: dv s 1 0x5000 64 1\n#: dv s 1 0x6000 8 2\n#: sharing 64 2\n"
   "#: sl 9\n#: sa 1 1 1 1 0 0xff 1000 1000\n#: sa 1 1 2 1 0 0xff00 1000 1000\n"
   "#: sa 1 2 1 1 0 0xf 10 0\n#: sa 1 2 2 1 0 0x10101 0 5\n#: sa 2 5 1 1 0 0x1 3 0\n"
   "#: sl 7\n#: sa 2 5 1 2 0 0xff 0 700\n#: sa 2 5 2 2 0 0xff 0 600\n"
   "#: sl 1\n#: sa 2 5 1 2 0 0xff 0 1\n#: sa 2 5 2 2 0 0xff 0 1\n"
   "#: sr 12 3400\n#: end 3\n";

static void open_section(test_section *s, bool is_alone, bool is_limited)
{
   section_read(s, text, "Ir");
   s->request.by = is_alone ? ac_section_find("sharing", 0) : NULL;
   s->request.is_limited = is_limited;
   s->request.threshold = 1;
   section_open(s, ac_sharing_tables, 1);
}

static void check_line(test_section *s, ptrdiff_t number, const char *line)
{
   section_row(s, 0, number);
   assert_string_equal(s->row.line, line);
}

static void check_access(test_section *s, ptrdiff_t number, const char *spot, int thread,
                         const char *bytes, int reads, int writes, const char *place)
{
   section_row(s, 0, number);
   assert_null(s->row.line);
   section_spot(s, spot);
   section_number(s, "thread", thread);
   section_text(s, "bytes", bytes);
   section_number(s, "reads", reads);
   section_number(s, "writes", writes);
   section_text(s, "data object: place", place);
}

/* Of each thread the access with most comes first. */
static void rows(void **state)
{
   (void)state;
   test_section s;
   open_section(&s, true, false);
   assert_int_equal(s.tables.of[0].n, 8 + 4);
   check_line(&s, 0, "False sharing of counters (x)");
   assert_int_equal(s.row.colour, AN_COLOUR_WARNING);
   check_line(&s, 1,
              "  moves between cores: up to 4,010 in another order, 9 in this run");
   check_access(&s, 2, "f:1", 1, "0-7", 1000, 1000, "counters (x): +0");
   check_access(&s, 3, "f:1", 2, "8-15", 1000, 1000, "counters (x): +8");
   check_access(&s, 4, "f:2", 1, "0-3", 10, 0, "counters (x): +0");
   check_access(&s, 5, "f:2", 2, "0,8,16", 0, 5, "counters (x): +0");
   check_access(&s, 6, "g:5", 1, "0", 3, 0, "counters (x): +0");
   check_line(&s, 7,
              "  cure: give each thread's part a line of its own (alignas(64)), "
              "or a local copy");
   check_line(&s, 8, "True sharing of lock (x)");
   assert_true(s.row.is_apart);
   assert_int_equal(s.row.colour, AN_COLOUR_HEADING);
   check_access(&s, 10, "g:5", 1, "0-7", 0, 700, "lock (x): +0");
   section_close(&s);
}

/* In a report of limited length, four accesses of each; alone, without a threshold, also
   what is no finding. */
static void limits(void **state)
{
   (void)state;
   test_section s;
   open_section(&s, false, true);
   assert_int_equal(s.tables.of[0].n, 8 + 4);
   check_line(&s, 6, "  ... 1 more row: --sharing");
   section_close(&s);
   section_read(&s, text, "Ir");
   s.request.by = ac_section_find("sharing", 0);
   section_open(&s, ac_sharing_tables, 1);
   assert_int_equal(s.tables.of[0].n, 8 + 4 + 4);
   check_line(&s, 12, "Shared, but hardly at the same time of lock (x)");
   section_close(&s);
   section_read(&s, text, "Ir");
   s.request.n_top = 1;
   section_open(&s, ac_sharing_tables, 1);
   assert_int_equal(s.tables.of[0].n, 8);
   assert_int_equal(s.tables.of[0].n_more, 1);
   section_close(&s);
}

/* All accesses, in the order of the profile. */
static void csv(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, text, "Ir");
   s.tables.is_for = AN_FOR_CSV;
   section_open(&s, ac_sharing_tables, 1);
   assert_int_equal(s.tables.of[0].n, 5 + 2 + 2);
   assert_int_equal(s.tables.of[0].columns[0].is_for, 0); /* no sides */
   section_row(&s, 0, 1);
   section_text(&s, "verdict", "false");
   section_number(&s, "line of memory", 0);
   section_number(&s, "bound", 4010);
   section_number(&s, "transfers", 9);
   section_number(&s, "thread", 1);
   section_text(&s, "file", "a.c");
   section_text(&s, "function", "f");
   section_number(&s, "line", 2);
   section_text(&s, "data object", "counters (x)");
   section_number(&s, "offset", 0);
   section_text(&s, "bytes", "0xf");
   section_number(&s, "reads", 10);
   section_number(&s, "writes", 0);
   section_row(&s, 0, 8);
   section_text(&s, "verdict", "none");
   section_number(&s, "line of memory", 2);
   section_close(&s);
}

/* CSV has titles all the same, and those of a pair begin with the side. */
static void needs_sharing(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, tables_machine, "Ir");
   section_open(&s, ac_sharing_tables, 0);
   s.tables.is_for = AN_FOR_CSV;
   s.request.is_pair = true;
   section_open(&s, ac_sharing_tables, 1);
   assert_int_equal(s.tables.of[0].n, 0);
   assert_int_equal(s.tables.of[0].columns[0].is_for, AN_FOR_CSV);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows),
      cmocka_unit_test(limits),
      cmocka_unit_test(csv),
      cmocka_unit_test(needs_sharing),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
