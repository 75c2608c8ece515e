/* test_ac_own_lines.c -- what lines of the program cost with the code of libraries.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_costs.h"
#include "test_ac_own.h"

#include "base/an_alloc.h"
#include "counts/ac_own_lines.h"

static double threshold;
static const ac_profile *like; /* ac_own_wanted's */

/* "file:line function of body, in library (callee) N times: counts, self counts" of each
   line. */
static void put_lines(const ac_profile *profile)
{
   an_error error;
   ac_metrics *metrics = ac_metrics_new(an_alloc_malloc(), profile, NULL, &error);
   ac_measure by = { .metric = ac_metrics_at(metrics, 0) };
   ac_measures sort = { .of = &by, .n = 1 };
   ac_own_lines own;
   const ac_own_wanted wanted = {
      .sort = &sort, .keep = &sort, .threshold = threshold, .event = 1, .like = like
   };
   ac_own_lines_open(&own, test_alloc(), profile, &wanted);
   for (size_t i = 0; i < own.n; i++) {
      const ac_own_line *line = &own.lines[i];
      costs_put("%s:%u %s", line->file == NULL ? "-" : line->file, line->line,
                line->function);
      if (line->body != NULL && strcmp(line->body, line->function) != 0)
         costs_put(" of %s", line->body);
      if (line->library != NULL)
         costs_put(", in %s", line->library);
      if (line->callee != NULL && strcmp(line->callee, line->library) != 0)
         costs_put(" (%s)", line->callee);
      if (line->n_calls > 0)
         costs_put(" %d times", (int)line->n_calls);
      if (line->n_runs > 0)
         costs_put(", runs %d", (int)line->n_runs);
      costs_put(": %d %d, %d %d\n", (int)line->counts[0], (int)line->counts[1],
                (int)line->self[0], (int)line->self[1]);
   }
   costs_put("rest: %d %d\n", (int)own.rest[0], (int)own.rest[1]);
   if (threshold > 0)
      costs_put("second event: %zu lines, %d %d, most %u\n", own.of_event.n,
                (int)own.of_event.counts[0], (int)own.of_event.counts[1],
                own.of_event.most.line);
}

static void calls_are_of_the_line_that_makes_them(void **state)
{
   (void)state;
   costs_check(OWN_FILE, put_lines,
               "/src/a.c:4 main, in push: 70 7, 20 2\n"
               "/src/a.c:3 main, in sort 1 times: 55 2, 10 1\n"
               "-:0 0x1000 in plugin.so: 11 0, 11 0\n"
               "/src/a.c:9 cmp: 7 0, 7 0\n"
               "rest: 0 0\n");
}

static void inlined_code_of_the_program_names_its_lines(void **state)
{
   (void)state;
   costs_check(CALLS_FILE, put_lines,
               "/src/a.c:8 walk: 100 10, 100 10\n"
               "/src/a.h:2 get of walk: 40 4, 40 4\n"
               "/src/b.h:3 peek of walk, in 0x1000 in libfoo.so 3 times: 25 3, 0 0\n"
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

/* Of lines that are not kept, the rest and the sums are the same. */
static void lines_below_the_threshold(void **state)
{
   (void)state;
   threshold = 12;
   costs_check(OWN_FILE_WITHOUT_CALLS, put_lines,
               "/src/a.c:0 main: 30 3, 0 0\n"
               "/src/a.c:4 main: 20 2, 20 2\n"
               "rest: 76 3\n"
               "second event: 2 lines, 30 3, most 4\n");
   threshold = 50;
   costs_check(OWN_FILE_WITHOUT_CALLS, put_lines,
               "rest: 76 3\n"
               "second event: 2 lines, 30 3, most 4\n");
   costs_check(OWN_FILE, put_lines,
               "rest: 0 0\n"
               "second event: 2 lines, 30 3, most 4\n");
   threshold = 0;
}

/* main calls sort at line 3, which moves memory, and has cmp inlined, which moves more.
   push is inlined at line 4 and moves, at is at line 7, cmp at line 6.  A plug-in of the
   program's own, without a symbol, moves, too. */
#define MOVE "__memmove_avx_unaligned_erms"
#define MOVE_FILE \
   "cmd: ./app\nevents: Ir Dr\n#: cachesim 1\n" \
   "fl=./m.c\nfn=" MOVE "\n8 148\n" \
   "fl=/src/a.c\nfn=main\n3 10\n4 10\n5 20\n9 3\nfn=sort\n9 7\n" \
   "fl=/usr/include/v.h\nfn=main\n51 1\n52 9\nfn=sort\n60 5\n" \
   "fl=???\nfn=???\n0 11\nsummary: 224 0\n" \
   "#: object 01 /bin/app\n#: object-counts 65\n" \
   "#: object - /lib/libc.so.6\n#: object-counts 148\n" \
   "#: object - /src/plugin.so\n#: object-counts 11\n#: code 0x1000 11\n" \
   "#: fn 3 push\n#: fn 3 at\n#: fn 2 cmp\n" \
   "#: f 2 1 0x0 1 224\n#: i 1 7 4 1\n#: i 1 8 7 9\n#: i 1 9 6 3\n" \
   "#: f 5 1 0x0 1 102\n#: i 1 9 60 7\n#: f 1 2 0x0 7 148\n#: f 6 3 0x1000 1 17\n" \
   "#: by 1\n#: a 3 2 1 102\n#: a 3 4 1 17\n#: a 5 3 1 20\n" \
   "#: by 1.1\n#: a 51 3 1 30\n#: by 1.3\n#: a 9 3 1 2\n" \
   "#: by 2\n#: a 60 3 1 40\n#: by 2.4\n#: a 9 3 2 50\n#: by 4\n#: a 0 3 1 6\n" \
   "#: by 0\n#: a 0 1 1 224\n" \
   "#: t 0 0 0\n#: t 1 9 1 40\n#: ti 2 1 1\n#: t 2 4 1 30\n#: ti 2 2 9\n" \
   "#: ti 2 3 3\n#: t 2 5 1 2\n#: t 2 3 1 20\n#: t 2 1 1 5\n#: ti 3 4 7\n" \
   "#: t 3 6 1 40\n#: t 3 7 2 50\n#: t 2 2 1 11\n#: t 3 8 1 6\n#: end 10\n"

/* A line runs the function that it calls, however much of it others do for that; but what
   the program's own code in it calls is of that code.  Of as much of its own, it is said
   to run nothing. */
static void what_a_line_runs(void **state)
{
   (void)state;
   costs_check(MOVE_FILE, put_lines,
               "/src/a.c:9 cmp of sort, in memmove (" MOVE ") 3 times: 62 0, 10 0\n"
               "/src/a.c:3 main, in sort 1 times: 55 0, 10 0\n"
               "/src/a.c:4 main, in push (" MOVE "): 41 0, 10 0\n"
               "/src/a.c:5 main: 40 0, 20 0\n"
               "-:0 0x1000 in plugin.so: 17 0, 11 0\n"
               "/src/a.c:7 main, in at: 9 0, 0 0\n"
               "/src/a.c:6 main: 0 0, 0 0\n"
               "rest: 0 0\n");
}

/* f, g and h call `name`, which calls malloc; main calls them. */
#define WRAPPER_FILE(file, line, name, runs) FREEING_FILE(file, line, name, runs, 1, 3)

/* The same, with so many calls of malloc by each, and in all. */
#define FREEING_FILE(file, line, name, runs, each, all) \
   WRAPPER_BEGIN(file, line, name, runs, each, all) \
   "#: t 2 3 1 1\n#: t 3 6 1 4\n#: t 4 7 " #each " 30\n#: end 6\n"
#define WRAPPER_BEGIN(file, line, name, runs, each, all) \
   CALLS_HEAD \
   "fl=./m.c\nfn=malloc\n8 90\n" \
   "fl=/src/a.c\nfn=f\n11 1\nfn=g\n12 1\nfn=h\n13 1\nfn=main\n3 10\n" \
   "fl=" file "\nfn=" name "\n" #line " 12\nsummary: 115 0\n" \
   "#: object 01 /bin/app\n#: object-counts 25\n" \
   "#: object - /lib/libc.so.6\n#: object-counts 90\n" runs \
   "#: f 5 1 0x0 1 115\n#: f 2 1 0x0 1 35\n#: f 3 1 0x0 1 35\n#: f 4 1 0x0 1 35\n" \
   "#: f 6 1 0x0 3 102\n#: f 1 2 0x0 " #all " 90\n" \
   "#: by 1\n#: a 3 2 1 35\n#: a 3 3 1 35\n#: a 3 4 1 35\n" \
   "#: by 2\n#: a 11 5 1 34\n#: by 3\n#: a 12 5 1 34\n#: by 4\n#: a 13 5 1 34\n" \
   "#: by 5\n#: a " #line " 6 " #all " 90\n#: by 0\n#: a 0 1 1 115\n" \
   "#: t 0 0 0\n#: t 1 8 1 10\n#: t 2 1 1 1\n#: t 3 4 1 4\n#: t 4 7 " #each " 30\n" \
   "#: t 2 2 1 1\n#: t 3 5 1 4\n#: t 4 7 " #each " 30\n"

/* What only allocates for others is its callers', as are Rust's shims. */
static void wrappers_are_of_the_lines_that_call_them(void **state)
{
   (void)state;
   costs_check(WRAPPER_FILE("/src/x.c", 5, "xmalloc", ""), put_lines,
               "/src/a.c:11 f, in xmalloc 1 times: 35 0, 1 0\n"
               "/src/a.c:12 g, in xmalloc 1 times: 35 0, 1 0\n"
               "/src/a.c:13 h, in xmalloc 1 times: 35 0, 1 0\n"
               "/src/a.c:3 main: 10 0, 10 0\nrest: 0 0\n");
   costs_check(WRAPPER_FILE("???", 0, "__rustc::__rust_alloc", ""), put_lines,
               "/src/a.c:11 f, in __rustc::__rust_alloc 1 times: 35 0, 1 0\n"
               "/src/a.c:12 g, in __rustc::__rust_alloc 1 times: 35 0, 1 0\n"
               "/src/a.c:13 h, in __rustc::__rust_alloc 1 times: 35 0, 1 0\n"
               "/src/a.c:3 main: 10 0, 10 0\nrest: 0 0\n");
   costs_check(WRAPPER_FILE("/src/x.c", 5, "make", "#: runs\n#: n 5 10\n#: n 6 3\n"),
               put_lines,
               "/src/x.c:5 make, in malloc 3 times, runs 3: 102 0, 12 0\n"
               "/src/a.c:3 main, runs 10: 10 0, 10 0\n"
               "/src/a.c:11 f: 1 0, 1 0\n/src/a.c:12 g: 1 0, 1 0\n"
               "/src/a.c:13 h: 1 0, 1 0\nrest: 0 0\n");
}

/* A file whose paths from h are pruned knows two callers only: what is compared with it
   knows all. */
static void wrappers_are_those_of_what_is_compared(void **state)
{
   (void)state;
   static const char pruned[] = WRAPPER_BEGIN("/src/x.c", 5, "xmalloc", "", 1,
                                              3) "#: tr 2 3 35\n#: end 6\n";
   costs_check(pruned, put_lines,
               "/src/x.c:5 xmalloc, in malloc 2 times: 72 0, 12 0\n"
               "/src/a.c:3 main: 10 0, 10 0\n/src/a.c:11 f: 1 0, 1 0\n"
               "/src/a.c:12 g: 1 0, 1 0\n/src/a.c:13 h: 1 0, 1 0\nrest: 30 0\n");
   like = test_good_profile(WRAPPER_FILE("/src/x.c", 5, "xmalloc", ""));
   costs_check(pruned, put_lines,
               "/src/a.c:11 f, in xmalloc 1 times: 35 0, 1 0\n"
               "/src/a.c:12 g, in xmalloc 1 times: 35 0, 1 0\n"
               "/src/a.c:3 main: 10 0, 10 0\n/src/a.c:13 h: 1 0, 1 0\nrest: 34 0\n");
   like = NULL;
}

/* What frees many blocks a call, as of a tree, is no wrapper. */
static void what_frees_a_tree_has_lines(void **state)
{
   (void)state;
   costs_check(FREEING_FILE("/src/x.c", 5, "node_free", "", 5, 15), put_lines,
               "/src/x.c:5 node_free, in malloc 15 times: 102 0, 12 0\n"
               "/src/a.c:3 main: 10 0, 10 0\n"
               "/src/a.c:11 f: 1 0, 1 0\n/src/a.c:12 g: 1 0, 1 0\n"
               "/src/a.c:13 h: 1 0, 1 0\nrest: 0 0\n");
   costs_check(FREEING_FILE("/src/x.c", 5, "node_free", "", 4, 12), put_lines,
               "/src/a.c:11 f, in node_free 1 times: 35 0, 1 0\n"
               "/src/a.c:12 g, in node_free 1 times: 35 0, 1 0\n"
               "/src/a.c:13 h, in node_free 1 times: 35 0, 1 0\n"
               "/src/a.c:3 main: 10 0, 10 0\nrest: 0 0\n");
}

/* Without calls, library code is of the file that has most of its function. */
static void the_largest_file_of_a_function(void **state)
{
   (void)state;
   costs_check("cmd: ./app\nevents: Ir Dr\n#: cachesim 1\n"
               "fl=/src/a.c\nfn=f\n1 10\nfl=/src/b.c\nfn=f\n1 30\n"
               "fl=/src/c.c\nfn=f\n1 20\nfl=/usr/include/v.h\nfn=f\n5 7\n"
               "summary: 67 0\n#: end 4\n",
               put_lines,
               "/src/b.c:1 f: 30 0, 30 0\n/src/c.c:1 f: 20 0, 20 0\n"
               "/src/a.c:1 f: 10 0, 10 0\n/src/b.c:0 f: 7 0, 0 0\nrest: 0 0\n");
}

/* ---- Code that the language calls ---- */

/* main has `name` inlined at line 51 of a header, in clear, which is inlined at line 4.
   That calls malloc. */
#define MEMBER_FILE(name, header, inlined) \
   CALLS_HEAD \
   "fl=./m.c\nfn=malloc\n8 20 2\n" \
   "fl=/src/a.c\nfn=main\n4 10 1\nfl=/src/a.h\nfn=main\n9 5 0\n" \
   "fl=" header "\nfn=main\n51 3 0\nsummary: 38 3\n" \
   "#: object 01 /bin/app\n#: object-counts 18 1\n" \
   "#: object - /lib/libc.so.6\n#: object-counts 20 2\n" \
   "#: fn 4 clear\n#: fn 3 " name "\n" \
   "#: f 2 1 0x0 1 38 3\n" inlined "#: f 1 2 0x0 2 20 2\n" \
   "#: by 1.2\n#: a 9 2 2 20 2\n#: by 0\n#: a 0 1 1 38 3\n" \
   "#: t 0 0 0\n#: t 1 2 1 10 1\n#: ti 2 1 3\n#: ti 2 2 5\n#: t 2 1 2 20 2\n" \
   "#: end 4\n"
#define BY_LIBRARY "#: i 1 5 4 3\n#: i 2 6 51 5\n"
#define BY_PROGRAM "#: i 1 5 4 3\n#: i 1 6 4 5\n"

/* A line of the program that a library calls has what it calls. */
#define IS_OWN(name) \
   "/src/a.h:9 " name " of main, in malloc 2 times: 25 2, 5 0\n" \
   "/src/a.c:4 main: 13 1, 10 1\nrest: 0 0\n"
/* Else that is of the line that runs the library. */
#define IS_SPECIAL(name) \
   "/src/a.c:4 main, in malloc: 33 3, 10 1\n" \
   "/src/a.h:9 " name " of main: 5 0, 5 0\nrest: 0 0\n"

static void special_members_are_of_the_line_that_runs_the_library(void **state)
{
   (void)state;
   costs_check(MEMBER_FILE("visit", "/usr/include/v.h", BY_LIBRARY), put_lines,
               IS_OWN("visit"));
   costs_check(MEMBER_FILE("~Node", "/usr/include/v.h", BY_LIBRARY), put_lines,
               IS_SPECIAL("~Node"));
   costs_check(MEMBER_FILE("operator=", "/usr/include/v.h", BY_LIBRARY), put_lines,
               IS_SPECIAL("operator="));
   costs_check(MEMBER_FILE("operator==", "/usr/include/v.h", BY_LIBRARY), put_lines,
               IS_OWN("operator=="));
   costs_check(
      MEMBER_FILE("Node", "/usr/include/c++/12/bits/stl_construct.h", BY_LIBRARY),
      put_lines, IS_SPECIAL("Node"));
   costs_check(
      MEMBER_FILE("Node", "/usr/include/c++/12/bits/new_allocator.h", BY_LIBRARY),
      put_lines, IS_SPECIAL("Node"));
   costs_check(
      MEMBER_FILE("Node", "/usr/include/c++/12/bits/stl_uninitialized.h", BY_LIBRARY),
      put_lines, IS_SPECIAL("Node"));
   costs_check(MEMBER_FILE("Node", "/usr/include/c++/12/bits/alloc_traits.h", BY_LIBRARY),
               put_lines, IS_SPECIAL("Node"));
   costs_check(
      MEMBER_FILE("Node", "/usr/include/c++/12/bits/my_stl_construct.h", BY_LIBRARY),
      put_lines, IS_OWN("Node"));
}

/* std::find compares by an operator of the program, and by what the program gives it. */
static void what_algorithms_compare_by(void **state)
{
   (void)state;
   costs_check(
      MEMBER_FILE("operator==", "/usr/include/c++/12/bits/predefined_ops.h", BY_LIBRARY),
      put_lines, IS_SPECIAL("operator=="));
   costs_check(
      MEMBER_FILE("operator<", "/usr/include/c++/12/bits/stl_function.h", BY_LIBRARY),
      put_lines, IS_SPECIAL("operator<"));
   costs_check(
      MEMBER_FILE("operator()", "/usr/include/c++/12/bits/predefined_ops.h", BY_LIBRARY),
      put_lines, IS_OWN("operator()"));
   costs_check(
      MEMBER_FILE("is_less", "/usr/include/c++/12/bits/predefined_ops.h", BY_LIBRARY),
      put_lines, IS_OWN("is_less"));
}

/* Where the program's source destroys, its line has it. */
static void special_members_that_the_program_calls(void **state)
{
   (void)state;
   costs_check(MEMBER_FILE("~Node", "/usr/include/v.h", BY_PROGRAM), put_lines,
               IS_OWN("~Node"));
}

/* A name that says nothing is not shown, if it is known where the code is. */
static void people_are_told_where_closures_are(void **state)
{
   (void)state;
   static const struct {
      const char *function, *body, *shown;
   } cases[] = {
      { "{closure#2}", "fd::scan", "fd::scan" },
      { "UnknownInlinedFun", "fd::scan", "fd::scan" },
      { "{closure#2}", NULL, "{closure#2}" },
      { "push", "fd::scan", "push" },
      { NULL, "fd::scan", NULL },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      ac_own_line line = { .function = cases[i].function, .body = cases[i].body };
      const char *shown = ac_own_line_in(&line);
      assert_true(shown == cases[i].shown || strcmp(shown, cases[i].shown) == 0);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(calls_are_of_the_line_that_makes_them),
      cmocka_unit_test(inlined_code_of_the_program_names_its_lines),
      cmocka_unit_test(without_calls_libraries_are_the_rest),
      cmocka_unit_test(lines_below_the_threshold),
      cmocka_unit_test(people_are_told_where_closures_are),
      cmocka_unit_test(what_a_line_runs),
      cmocka_unit_test(wrappers_are_of_the_lines_that_call_them),
      cmocka_unit_test(wrappers_are_those_of_what_is_compared),
      cmocka_unit_test(what_frees_a_tree_has_lines),
      cmocka_unit_test(the_largest_file_of_a_function),
      cmocka_unit_test(special_members_are_of_the_line_that_runs_the_library),
      cmocka_unit_test(what_algorithms_compare_by),
      cmocka_unit_test(special_members_that_the_program_calls),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
