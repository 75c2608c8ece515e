/* test_ac_regions_print.c -- the regions: rows of people and of programs, of a profile
   and of a pair.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

#define HEAD \
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\nfl=a.c\nfn=f\n1 100 10\nsummary: 100 10\n"
static const char text[] = HEAD
   "#: region 0 1200 parse\n#: counts 20 2\n#: region 0 1 sort\n#: counts 50 3\n"
   "#: region 1 7 lex\n#: counts 5 1\n#: end 1\n";
static const char after[] = HEAD
   "#: region 0 1200 parse\n#: counts 30 2\n#: region 1 8 lex\n#: counts 5 0\n"
   "#: region 0 2 new\n#: counts 1 0\n#: end 1\n";

static void check(test_section *s, ptrdiff_t number, const char *name,
                  const int64_t values[2], size_t depth)
{
   section_row(s, 0, number);
   assert_null(s->row.spot);
   section_text(s, s->tables.is_for == AN_FOR_PEOPLE ? "region" : "name", name);
   assert_memory_equal(section_cell(s, "values")->counts, values, 2 * sizeof *values);
   assert_int_equal(s->row.depth, depth);
}

#define VALUES(...) ((const int64_t[]){ __VA_ARGS__ })

/* A tree; one region is behind that which it is in. */
static void of_people(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, text, NULL);
   section_open(&s, ac_regions_tables, 1);
   assert_int_equal(s.tables.of[0].is_for, AN_FOR_ALL);
   assert_int_equal(s.tables.of[0].n, 3);
   assert_int_equal(s.tables.of[0].n_limited, 12);
   check(&s, 0, "parse", VALUES(20, 2), 0);
   section_text(&s, "times", "1,200");
   check(&s, 1, "lex", VALUES(5, 1), 1);
   section_text(&s, "times", "7");
   check(&s, 2, "sort", VALUES(50, 3), 0);
   section_close(&s);
}

static void of_programs(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, text, NULL);
   s.tables.is_for = AN_FOR_JSON;
   section_open(&s, ac_regions_tables, 1);
   assert_int_equal(s.tables.of[0].n, 3);
   check(&s, 0, "parse", VALUES(20, 2), 0);
   section_number(&s, "parent", NAN);
   section_number(&s, "count", 1200);
   section_number(&s, "old_count", NAN);
   section_number(&s, "new_count", NAN);
   check(&s, 1, "sort", VALUES(50, 3), 0);
   check(&s, 2, "lex", VALUES(5, 1), 0);
   section_number(&s, "parent", 0);
   section_close(&s);
}

static void open_pair(test_section *s, unsigned is_for)
{
   section_read(s, text, "Ir:change");
   s->profile = test_good_pair(text, after);
   s->scope.profile = s->profile;
   s->request.is_pair = true;
   s->tables.is_for = is_for;
   section_open(s, ac_regions_tables, 1);
}

/* Paths, the largest change first; regions of one side, too. */
static void of_a_pair(void **state)
{
   (void)state;
   test_section s;
   open_pair(&s, AN_FOR_PEOPLE);
   assert_int_equal(s.tables.of[0].n, 4);
   check(&s, 0, "sort", VALUES(50, 3), 0);
   section_text(&s, "times", "1 -> 0");
   check(&s, 1, "parse", VALUES(20, 2), 0);
   assert_int_equal(section_cell(&s, "values")->counts[2], 30);
   section_text(&s, "times", "1,200");
   check(&s, 2, "new", VALUES(0, 0), 0);
   section_text(&s, "times", "0 -> 2");
   check(&s, 3, "parse/lex", VALUES(5, 1), 0);
   section_text(&s, "times", "7 -> 8");
   section_close(&s);
   open_pair(&s, AN_FOR_JSON);
   check(&s, 1, "lex", VALUES(5, 1), 0); /* NEW's come first */
   section_number(&s, "old_count", 7);
   section_number(&s, "new_count", 8);
   section_number(&s, "count", NAN);
   section_close(&s);
}

static void none(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, HEAD "#: end 1\n", NULL);
   section_open(&s, ac_regions_tables, 0);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_people),
      cmocka_unit_test(of_programs),
      cmocka_unit_test(of_a_pair),
      cmocka_unit_test(none),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
