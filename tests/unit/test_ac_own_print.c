/* test_ac_own_print.c -- lines of the program with the library code that they run.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_own.h"
#include "test_an_tables.h"

#include "sections/ac_sections.h"

static void values(void **state)
{
   (void)state;
   static const struct {
      const char *file;
      int64_t line;
      const char *function, *library;
      int64_t ir, self;
   } expected[] = {
      { "/src/a.c", 4, "main", "push", 70, 20 },
      { "/src/a.c", 3, "main", "sort", 55, 10 },
      { AN_UNKNOWN, 0, "0x1000 in plugin.so", NULL, 11, 11 },
   };
   test_section s;
   section_read(&s, OWN_FILE, "Ir");
   section_find(&s);
   s.request.threshold = 7;
   section_open(&s, ac_own_tables, 1);
   assert_int_equal(s.tables.of[0].n, 3);
   for (size_t i = 0; i < 3; i++) {
      section_row(&s, 0, (ptrdiff_t)i);
      section_text(&s, "file", expected[i].file);
      section_number(&s, "line", expected[i].line);
      section_text(&s, "function", expected[i].function);
      section_text(&s, "library", expected[i].library);
      assert_int_equal(section_cell(&s, "values")->counts[0], expected[i].ir);
      assert_int_equal(section_cell(&s, "self")->counts[0], expected[i].self);
   }
   section_close(&s);
}

/* Names that are shortened are given back with the tables, too. */
static void long_names(void **state)
{
   (void)state;
   test_section s;
   section_read(&s,
                "cmd: x\nevents: Ir\nfl=/src/a.cc\nfn=find<std::vector<int, "
                "std::allocator<int> >, std::less<int> >(std::vector<int, "
                "std::allocator<int> > const&, int)\n1 10\nsummary: 10\n",
                "Ir");
   section_find(&s);
   s.terminal.width = 80;
   section_open(&s, ac_own_tables, 1);
   assert_int_equal(s.tables.of[0].n, 1);
   section_close(&s);
}

/* Lines that nobody looked for are not said to be none. */
static void nothing_known(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, OWN_FILE, "Ir");
   section_open(&s, ac_own_tables, 0);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),
      cmocka_unit_test(long_names),
      cmocka_unit_test(nothing_known),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
