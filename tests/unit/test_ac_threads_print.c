/* test_ac_threads_print.c -- the threads: rows of people and of programs, and the line of
   the metadata.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

#include <stdlib.h>

#define HEAD "cmd: x\nevents: Ir Dr\n#: cachesim 1\nfl=a.c\nfn=f\n"
static const char text[] = HEAD
   "1 100 30\nsummary: 100 30\n"
   "#: thread 1 1\n#: thread-counts 20 10\n#: thread 2 1 io\n#: thread-counts 50 0\n"
   "#: thread 3 2 io\n#: thread-counts 25 20\n#: thread 4 1\n#: thread-counts 5 0\n"
   "#: thread 5 1\n#: thread-counts 0\n#: end 1\n";

/* "a" thrice, "b" and six without a name; and one more of the name "b". */
#define TEN_THREADS \
   "#: thread 1 1 a\n#: thread-counts 1\n#: thread 2 1\n#: thread-counts 2\n" \
   "#: thread 3 1 a\n#: thread-counts 3\n#: thread 4 1\n#: thread-counts 4\n" \
   "#: thread 5 1 b\n#: thread-counts 5\n#: thread 6 1\n#: thread-counts 6\n" \
   "#: thread 7 1\n#: thread-counts 7\n#: thread 8 1\n#: thread-counts 8\n" \
   "#: thread 9 1\n#: thread-counts 9\n#: thread 10 1 a\n#: thread-counts 10\n"
static const char ten[] = HEAD "1 55 0\nsummary: 55 0\n" TEN_THREADS "#: end 1\n";
static const char many[] = HEAD "1 66 0\nsummary: 66 0\n" TEN_THREADS
                                "#: thread 11 1 b\n#: thread-counts 11\n#: end 1\n";

static void check(test_section *s, ptrdiff_t number, const char *label, int64_t ir,
                  int64_t dr)
{
   section_row(s, 0, number);
   assert_null(s->row.spot);
   section_text(s, "thread", label);
   assert_int_equal(section_cell(s, "values")->counts[0], ir);
   assert_int_equal(section_cell(s, "values")->counts[1], dr);
}

static void of_people(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, text, NULL);
   section_open(&s, ac_threads_tables, 1);
   assert_int_equal(s.tables.of[0].is_for, AN_FOR_ALL);
   assert_int_equal(s.tables.of[0].n, 5);
   check(&s, 0, "thread 2 (io)", 50, 0);
   check(&s, 1, "2 threads of the name io", 25, 20);
   check(&s, 2, "thread 1 (main)", 20, 10);
   check(&s, 3, "thread 4", 5, 0);
   check(&s, 4, "thread 5", 0, 0);
   section_close(&s);
}

/* More than ten are put together by name; programs get each. */
static void groups(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, many, NULL);
   section_open(&s, ac_threads_tables, 1);
   assert_int_equal(s.tables.of[0].n, 8);
   check(&s, 0, "2 threads of the name b", 16, 0);
   check(&s, 1, "3 threads of the name a", 14, 0);
   check(&s, 2, "thread 9", 9, 0);
   check(&s, 7, "thread 2", 2, 0);
   section_close(&s);
   section_read(&s, many, NULL);
   s.tables.is_for = AN_FOR_JSON;
   section_open(&s, ac_threads_tables, 1);
   assert_int_equal(s.tables.of[0].n, 11);
   section_row(&s, 0, 9);
   section_number(&s, "number", 10);
   section_text(&s, "name", "a");
   section_close(&s);
   section_read(&s, ten, NULL);
   section_open(&s, ac_threads_tables, 1);
   assert_int_equal(s.tables.of[0].n, 10);
   check(&s, 0, "thread 10 (a)", 10, 0);
   section_close(&s);
}

static void of_programs(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, text, NULL);
   s.tables.is_for = AN_FOR_CSV;
   section_open(&s, ac_threads_tables, 1);
   assert_int_equal(s.tables.of[0].n, 5);
   section_row(&s, 0, 0);
   section_number(&s, "number", 1);
   section_number(&s, "threads", 1);
   section_text(&s, "name", "");
   section_row(&s, 0, 2);
   section_number(&s, "number", 3);
   section_number(&s, "threads", 2);
   section_text(&s, "name", "io");
   assert_int_equal(section_cell(&s, "values")->counts[1], 20);
   section_close(&s);
}

/* One thread: only CSV has it. */
static void one(void **state)
{
   (void)state;
   test_section s;
   static const unsigned is_for[] = { AN_FOR_PEOPLE, AN_FOR_JSON, AN_FOR_CSV };
   for (size_t i = 0; i < sizeof is_for / sizeof is_for[0]; i++) {
      size_t n = is_for[i] == AN_FOR_CSV ? 1 : 0;
      section_read(&s, HEAD "1 5 5\nsummary: 5 5\n#: end 1\n", NULL);
      s.tables.is_for = is_for[i];
      section_open(&s, ac_threads_tables, n);
      assert_int_equal(s.tables.of[0].n, n);
      section_close(&s);
   }
}

static void check_line(const char *profile, const char *expected)
{
   test_section s;
   char *line;
   size_t length;
   section_read(&s, profile, NULL);
   FILE *out = open_memstream(&line, &length);
   an_page page = { .scope = s.scope, .out = out };
   ac_threads_line(&page);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(line, expected);
   free(line);
   section_close(&s);
}

static void line(void **state)
{
   (void)state;
   check_line(text, "Threads:          6, by Ir: thread 2 (io) 50.0%, "
                    "2 threads of the name io 25.0%, thread 1 (main) 20.0%; "
                    "--by=thread shows all\n");
   check_line(HEAD "1 4 0\nsummary: 4 0\n#: thread 1 1\n#: thread-counts 3\n"
                   "#: thread 2 1\n#: thread-counts 1\n#: end 1\n",
              "Threads:          2, by Ir: thread 1 (main) 75.0%, thread 2 25.0%\n");
   check_line(HEAD "1 1 0\nsummary: 1 0\n#: thread 1 1\n#: thread-counts 1\n"
                   "#: thread 2 1\n#: thread-counts 0\n#: end 1\n",
              "Threads:          2, by Ir: thread 1 (main) 100.0%, thread 2 0.0%\n");
   check_line(HEAD "1 0 4\nsummary: 0 4\n#: thread 1 1\n#: thread-counts 0 4\n"
                   "#: thread 2 1\n#: thread-counts 0\n#: end 1\n",
              "Threads:          2, by Ir: thread 1 (main), thread 2\n"); /* no shares */
   check_line(HEAD "1 5 5\nsummary: 5 5\n#: end 1\n", "");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_people),   cmocka_unit_test(groups),
      cmocka_unit_test(of_programs), cmocka_unit_test(one),
      cmocka_unit_test(line),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
