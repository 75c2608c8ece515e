/* test_ac_own_lines.c -- what lines of the program cost with the code of libraries.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_costs.h"

#include "base/an_alloc.h"
#include "counts/ac_own_lines.h"

/* main calls sort, an instance of a template, at line 3, and a stripped plug-in of its
   own; push is inlined at line 4 and calls malloc.  sort calls cmp, and malloc, too. */
#define BODY \
   "cmd: ./app\nevents: Ir Dr\n#: cachesim 1\n" \
   "fl=./m.c\nfn=malloc\n8 25 3\n" \
   "fl=/src/a.c\nfn=cmp\n9 7 0\nfn=main\n3 10 1\n4 20 2\n" \
   "fl=/usr/include/v.h\nfn=main\n50 30 3\nfn=sort\n60 40 0\n" \
   "fl=???\nfn=???\n0 11 0\n" \
   "summary: 143 9\n"
#define OBJECTS \
   "#: object 01 /bin/app\n#: object-counts 107 6\n" \
   "#: object - /lib/libc.so.6\n#: object-counts 25 3\n" \
   "#: object - /src/plugin.so\n#: object-counts 11 0\n#: code 0x1000 11 0\n"
#define CALLS \
   "#: fn 3 push\n" \
   "#: f 3 1 0x0 1 143 9\n#: i 1 7 4 30 3\n#: f 5 1 0x0 1 52 1\n#: f 2 1 0x0 2 7\n" \
   "#: f 1 2 0x0 2 25 3\n#: f 6 3 0x1000 1 11\n" \
   "#: g 7 50 5\n" \
   "#: lf 2\n#: l 3 73 2\n#: l 4 70 7\n#: lf 3\n#: l 51 20 2\n#: l 60 52 1\n" \
   "#: by 1\n#: a 3 2 1 52 1\n#: a 3 5 1 11\n#: by 1.1\n#: a 51 4 1 20 2\n" \
   "#: by 2\n#: a 60 3 2 7\n#: a 60 4 1 5 1\n#: by 0\n#: a 0 1 1 143 9\n" \
   "#: t 0 0 0\n#: t 1 6 1 30 3\n#: ti 2 1 30 3\n#: t 2 3 1 20 2\n" \
   "#: t 2 1 1 40\n#: t 3 4 2 7\n#: t 3 5 1 5 1\n#: t 2 2 1 11\n"
#define END "#: end 7\n"

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
   costs_check(BODY OBJECTS CALLS END, put_lines,
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
   costs_check(BODY OBJECTS END, put_lines,
      "/src/a.c:0 main: 30 3, 0 0\n"
      "/src/a.c:4 main: 20 2, 20 2\n"
      "/src/a.c:3 main: 10 1, 10 1\n"
      "/src/a.c:9 cmp: 7 0, 7 0\n"
      "rest: 76 3\n");
}

static void no_memory(void **state)
{
   (void)state;
   costs_out_of_memory(BODY OBJECTS CALLS END, put_lines, 10);
   costs_out_of_memory(BODY OBJECTS END, put_lines, 5);
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
