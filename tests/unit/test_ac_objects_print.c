/* test_ac_objects_print.c -- the objects: rows of people and of programs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

#define HEAD "cmd: x\nevents: Ir Dr\n#: cachesim 1\nfl=???\nfn=???\n0 70 30\n"
#define OBJECTS \
   "#: object - ???\n#: object-counts 20 0\n#: code 0x0 20 0\n" \
   "#: object 0123 /bin/x\n#: object-counts 0 0\n" \
   "#: object - /lib/libc.so\n#: object-counts 50 10\n#: code 0x10 50 10\n" \
   "#: object 45 /lib/libm.so\n#: object-counts 0 20\n#: code 0x10 0 20\n#: end 1\n"
static const char text[] = HEAD "summary: 70 30\n" OBJECTS;

static void check(test_section *s, ptrdiff_t number, const char *name, int64_t ir,
                  int64_t dr)
{
   section_row(s, 0, number);
   assert_null(s->row.spot);
   section_text(s, s->tables.is_for == AN_FOR_PEOPLE ? "object" : "path", name);
   assert_int_equal(section_cell(s, "values")->counts[0], ir);
   assert_int_equal(section_cell(s, "values")->counts[1], dr);
}

/* The largest first; not those without counts. */
static void of_people(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, text, NULL);
   section_open(&s, ac_objects_tables, 1);
   const an_table *table = &s.tables.of[0];
   assert_int_equal(table->is_for, AN_FOR_ALL);
   assert_int_equal(table->n, 3);
   assert_int_equal(table->n_limited, 5);
   assert_true(table->sums_rest);
   check(&s, 0, "/lib/libc.so", 50, 10);
   check(&s, 1, "generated code (no file)", 20, 0);
   check(&s, 2, "/lib/libm.so", 0, 20);
   section_close(&s);
   section_read(&s, text, "Dr Ir");
   section_open(&s, ac_objects_tables, 1);
   check(&s, 0, "/lib/libm.so", 0, 20);
   section_close(&s);
}

static void of_programs(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, text, NULL);
   s.tables.is_for = AN_FOR_JSON;
   section_open(&s, ac_objects_tables, 1);
   assert_int_equal(s.tables.of[0].is_for, AN_FOR_ALL);
   assert_int_equal(s.tables.of[0].n, 4);
   check(&s, 0, "???", 20, 0);
   section_text(&s, "build_id", NULL);
   section_number(&s, "is_generated", true);
   check(&s, 1, "/bin/x", 0, 0);
   section_text(&s, "build_id", "0123");
   section_number(&s, "is_generated", NAN);
   check(&s, 2, "/lib/libc.so", 50, 10);
   section_text(&s, "build_id", NULL);
   check(&s, 3, "/lib/libm.so", 0, 20);
   section_text(&s, "build_id", "45");
   section_close(&s);
}

/* Code of no object: it is not known whether that was generated. */
static void unknown(void **state)
{
   (void)state;
   static const char unknown_text[] = HEAD
      "summary: 70 30\n#: unknown-objects yes\n" OBJECTS;
   test_section s;
   section_read(&s, unknown_text, NULL);
   section_open(&s, ac_objects_tables, 1);
   check(&s, 1, "(no known object)", 20, 0);
   section_close(&s);
   section_read(&s, unknown_text, NULL);
   s.tables.is_for = AN_FOR_CSV;
   section_open(&s, ac_objects_tables, 1);
   section_row(&s, 0, 0);
   section_text(&s, "path", "???");
   section_number(&s, "is_generated", NAN);
   section_close(&s);
}

/* A profile that knows no objects gives a header of CSV, nothing else. */
static void none(void **state)
{
   (void)state;
   test_section s;
   static const char no_objects[] =
      "cmd: x\nevents: Ir Dr\nfl=a.c\nfn=f\n1 5 5\nsummary: 5 5\n";
   static const unsigned is_for[] = { AN_FOR_PEOPLE, AN_FOR_JSON, AN_FOR_CSV };
   for (size_t i = 0; i < sizeof is_for / sizeof is_for[0]; i++) {
      section_read(&s, no_objects, NULL);
      s.tables.is_for = is_for[i];
      section_open(&s, ac_objects_tables, is_for[i] == AN_FOR_CSV ? 1 : 0);
      assert_int_equal(s.tables.of[0].n, 0);
      section_close(&s);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_people),
      cmocka_unit_test(of_programs),
      cmocka_unit_test(unknown),
      cmocka_unit_test(none),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
