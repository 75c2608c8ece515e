/* test_an_processes_print.c -- the processes: rows of people and of programs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"
#include "sections/an_processes_print.h"

#define HEAD "cmd: x\nevents: Ir\n#: cachesim 1\n"
#define BODY "fl=a.c\nfn=f\n1 100\nsummary: 100\n#: end 1\n"
static const char text[] = HEAD
   "#: process 7 1 20 exited 0 make\n#: process 8 7 50 killed 9 cc -c a.c\n"
   "#: process 9 7 30 unknown ld\n" BODY;
static const char single[] = HEAD "#: process 7 1 100 exited 0 make\n" BODY;

static void check(test_section *s, ptrdiff_t number, const char *command,
                  const char *ended, int64_t pid, int64_t total, size_t depth)
{
   section_row(s, 0, number);
   section_text(s, "command", command);
   section_text(s, "ended", ended);
   section_number(s, "pid", pid);
   section_number(s, "total", total);
   assert_int_equal(s->row.depth, depth);
}

static void of_people(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, text, "Ir");
   section_open(&s, ac_processes_tables, 1);
   assert_int_equal(s.tables.of[0].n, 3);
   check(&s, 0, "make", "exit 0", 7, 20, 0);
   check(&s, 1, "cc -c a.c", "SIGKILL", 8, 50, 1);
   check(&s, 2, "ld", "-", 9, 30, 1);
   section_close(&s);
}

/* The rest is told apart by how it ended. */
static void limited(void **state)
{
   (void)state;
   test_section s;
   char *rest;
   size_t length;
   section_read(&s, text, "Ir");
   s.request.n_top = 1;
   section_open(&s, ac_processes_tables, 1);
   assert_int_equal(s.tables.of[0].n, 1);
   check(&s, 0, "cc -c a.c", "SIGKILL", 8, 50, 0);
   FILE *out = open_memstream(&rest, &length);
   assert_non_null(out);
   s.tables.of[0].print_notes(&s.tables.of[0], &(an_page){ .out = out });
   assert_int_equal(fclose(out), 0);
   assert_string_equal(rest, "... 2 more processes: --processes\n");
   free(rest);
   section_close(&s);
}

static void of_programs(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, text, "Ir");
   s.tables.is_for = AN_FOR_JSON;
   section_open(&s, ac_processes_tables, 1);
   assert_int_equal(s.tables.of[0].n, 3);
   check(&s, 0, "make", "exit 0", 7, 20, 0);
   check(&s, 2, "ld", NULL, 9, 30, 0);
   section_close(&s);
}

/* A single one is in the metadata: a table of it is for those who ask, and for CSV. */
static void of_one(void **state)
{
   (void)state;
   static const unsigned is_for[] = { AN_FOR_PEOPLE, AN_FOR_JSON, AN_FOR_CSV };
   test_section s;
   for (size_t i = 0; i < sizeof is_for / sizeof is_for[0]; i++) {
      section_read(&s, single, "Ir");
      s.tables.is_for = is_for[i];
      section_open(&s, ac_processes_tables, is_for[i] == AN_FOR_CSV ? 1 : 0);
      section_close(&s);
   }
   section_read(&s, single, "Ir");
   s.request.by = ac_section_find("process", AC_OF_PROFILE);
   section_open(&s, ac_processes_tables, 1);
   assert_int_equal(s.tables.of[0].n, 1);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_people),
      cmocka_unit_test(limited),
      cmocka_unit_test(of_programs),
      cmocka_unit_test(of_one),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
