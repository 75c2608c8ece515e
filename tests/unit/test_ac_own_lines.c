/* test_ac_own_lines.c -- what lines of the program cost with the code of libraries.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_costs.h"
#include "test_ac_own.h"

#include "base/an_alloc.h"
#include "counts/ac_own_lines.h"

/* "file:line function, in library: counts, self counts" of each line. */
static an_status put_lines(const tk_alloc *alloc, const ac_profile *profile)
{
   an_error error;
   ac_metrics *metrics = ac_metrics_new(an_alloc_malloc(), profile, NULL, &error);
   ac_measure by = { .metric = ac_metrics_at(metrics, 0) };
   ac_measures sort = { .of = &by, .n = 1 };
   ac_own_lines own;
   an_status status = ac_own_lines_open(&own, alloc, profile, &sort);
   for (size_t i = 0; status == AN_OK && i < own.n; i++) {
      const ac_own_line *line = &own.lines[i];
      costs_put("%s:%u %s", line->file == NULL ? "-" : line->file, line->line,
                line->function);
      if (line->library != NULL)
         costs_put(", in %s", line->library);
      costs_put(": %d %d, %d %d\n", (int)line->counts[0], (int)line->counts[1],
                (int)line->self[0], (int)line->self[1]);
   }
   if (status == AN_OK) {
      costs_put("rest: %d %d\n", (int)own.rest[0], (int)own.rest[1]);
      ac_own_lines_close(&own, alloc);
   }
   ac_metrics_free(metrics);
   return status;
}

static void calls_are_of_the_line_that_makes_them(void **state)
{
   (void)state;
   costs_check(OWN_FILE, put_lines,
               "/src/a.c:4 main, in push: 70 7, 20 2\n"
               "/src/a.c:3 main, in sort: 55 2, 10 1\n"
               "-:0 0x1000 in plugin.so: 11 0, 11 0\n"
               "/src/a.c:9 cmp: 7 0, 7 0\n"
               "rest: 0 0\n");
}

static void inlined_code_of_the_program_names_its_lines(void **state)
{
   (void)state;
   costs_check(CALLS_FILE, put_lines,
               "/src/a.c:8 walk: 100 10, 100 10\n"
               "/src/a.h:2 get: 40 4, 40 4\n"
               "/src/b.h:3 peek, in 0x1000 in libfoo.so: 25 3, 0 0\n"
               "/src/a.c:4 main: 20 2, 20 2\n"
               "/src/a.c:3 main: 10 1, 10 1\n"
               "/src/a.c:9 walk: 5 0, 5 0\n"
               "rest: 0 0\n");
}

static void without_calls_libraries_are_the_rest(void **state)
{
   (void)state;
   costs_check(OWN_FILE_WITHOUT_CALLS, put_lines,
               "/src/a.c:0 main: 30 3, 0 0\n"
               "/src/a.c:4 main: 20 2, 20 2\n"
               "/src/a.c:3 main: 10 1, 10 1\n"
               "/src/a.c:9 cmp: 7 0, 7 0\n"
               "rest: 76 3\n");
}

static void no_memory(void **state)
{
   (void)state;
   costs_out_of_memory(OWN_FILE, put_lines, 10);
   costs_out_of_memory(OWN_FILE_WITHOUT_CALLS, put_lines, 5);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(calls_are_of_the_line_that_makes_them),
      cmocka_unit_test(inlined_code_of_the_program_names_its_lines),
      cmocka_unit_test(without_calls_libraries_are_the_rest),
      cmocka_unit_test(no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
