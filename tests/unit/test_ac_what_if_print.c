/* test_ac_what_if_print.c -- what changes would do: the changes, and the cycles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "advice/ac_what_if.h"
#include "sections/ac_sections.h"

enum { CHANGES, CYCLES, TABLES };

static const char profile[] =
   "cmd: x\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n#: cachesim 1\n"
   "fl=a.c\nfn=f\n1 1000 0 0 500 40 10 0 0 0\n2 500 0 0 100 10 0 0 0 0\n"
   "summary: 1500 0 0 600 50 10 0 0 0\n#: end 2\n";

static void open_section(test_section *s, ac_what_if *what_if, const char *text,
                         const char *const *changes, size_t n)
{
   an_error error;
   section_read(s, text, NULL);
   assert_true(ac_what_if_open(what_if, test_alloc(), s->profile, NULL, s->show.metrics,
                               changes, n, &error));
   ac_what_if_run(what_if);
   s->analysis.what_if = what_if;
   section_open(s, ac_what_if_tables, TABLES);
}

static void values(void **state)
{
   (void)state;
   test_section s;
   ac_what_if what_if;
   open_section(&s, &what_if, profile, (const char *const[]){ "a.c:1 D1m=0" }, 1);
   assert_int_equal(s.tables.of[CHANGES].n, 1);
   section_row(&s, CHANGES, 0);
   section_text(&s, "change", "a.c:1 D1m=0");
   section_number(&s, "rows", 1);
   assert_int_equal(s.tables.of[CYCLES].n, 1);
   section_row(&s, CYCLES, 0);
   section_number(&s, "CEst", 1500 + 10 * 50 + 100 * 10); /* the first is that of OLD */
   assert_int_equal(s.cells[1].number, 1500 + 10 * 10);
   section_text(&s, "change", "-1,400 (-46.67%)");
   section_number(&s, "speed-up", 3000.0L / 1600);
   section_close(&s);
}

/* More executing for less waiting: the estimate does not tell which is faster. */
static void traded(void **state)
{
   (void)state;
   static const char cycles[] =
      "cmd: x\nevents: Ir D1mr Cx Cf Cd Cb\n#: cachesim 1\nfl=a.c\nfn=f\n"
      "1 1000 100 1000 0 1000 0\nsummary: 1000 100 1000 0 1000 0\n#: end 1\n";
   static const char *const changes[] = { "Ir=*1.1", "D1mr=*0.94" };
   test_section s;
   ac_what_if what_if;
   open_section(&s, &what_if, cycles, changes, 2);
   section_row(&s, CYCLES, 0);
   section_text(&s, "change", "+40 (+2.00%), about the same");
   section_close(&s);
   open_section(&s, &what_if, cycles, changes, 1);
   section_row(&s, CYCLES, 0);
   section_text(&s, "change", "+100 (+5.00%)");
   section_close(&s);
}

/* Without changes there is nothing to say. */
static void none(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, profile, NULL);
   section_open(&s, ac_what_if_tables, 0);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),
      cmocka_unit_test(traded),
      cmocka_unit_test(none),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
