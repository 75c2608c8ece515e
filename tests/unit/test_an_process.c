/* test_an_process.c -- processes: their order, description and tree.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_process.h"

#include <string.h>

/* A build: make (10) runs sh (11), which becomes gcc, and gcc (12); gcc runs cc1 (13);
   one process (40) is of another tree. */
static an_process build[] = {
   { .pid = 13, .parent = 12, .command = "cc1 b.c", .value = 500 },
   { .pid = 40, .parent = 39, .command = "ld", .value = 5 },
   { .pid = 11,
     .parent = 10,
     .command = "gcc a.c",
     .value = 30,
     .state = { .predecessor = "sh.out" } },
   { .pid = 10, .parent = 1, .command = "make", .value = 100 },
   { .pid = 12, .parent = 10, .command = "gcc b.c", .value = 20 },
   { .pid = 11,
     .parent = 10,
     .command = "sh -c gcc a.c",
     .value = 40,
     .state = { .how = AN_STATE_REPLACED, .by = "gcc" } },
};

static an_processes sorted(an_process *of, size_t n)
{
   an_processes processes = { .of = of, .n = n };
   an_processes_sort(&processes);
   return processes;
}

static void sorts(void **state)
{
   (void)state;
   static const char *const expected[] = { "make",    "sh -c gcc a.c", "gcc a.c",
                                           "gcc b.c", "cc1 b.c",       "ld" };
   an_processes processes = sorted(build, 6);
   for (size_t i = 0; i < 6; i++)
      assert_string_equal(processes.of[i].command, expected[i]);
   an_process chain[] = {
      { .pid = 1, .command = "d", .state.predecessor = "o.exec10" },
      { .pid = 1, .command = "c", .state.predecessor = "o.exec9" },
      { .pid = 1, .command = "b", .state.predecessor = "o" },
      { .pid = 1, .command = "z" },
   };
   processes = sorted(chain, 4);
   assert_string_equal(processes.of[0].command, "z");
   assert_string_equal(processes.of[1].command, "b");
   assert_string_equal(processes.of[2].command, "c");
   assert_string_equal(processes.of[3].command, "d");
   sorted(NULL, 0);
}

static void cuts_commands(void **state)
{
   (void)state;
   char cut[AN_PROCESS_COMMAND_B + 1], text[2000];
   assert_string_equal(an_process_command("make", cut), "make");
   memset(text, 'a', sizeof text - 1);
   text[AN_PROCESS_COMMAND_B] = '\0';
   assert_ptr_equal(an_process_command(text, cut), text);
   text[AN_PROCESS_COMMAND_B] = 'a';
   text[sizeof text - 1] = '\0';
   assert_string_equal(an_process_command(text, cut), cut);
   assert_int_equal(strlen(cut), AN_PROCESS_COMMAND_B);
   assert_string_equal(cut + AN_PROCESS_COMMAND_B - 4, "a...");
   memcpy(text + AN_PROCESS_COMMAND_B - 5, "\xe2\x82\xac", 3); /* a Euro sign */
   an_process_command(text, cut);
   assert_string_equal(cut + AN_PROCESS_COMMAND_B - 6, "a...");
}

static void describes(void **state)
{
   (void)state;
   char text[AN_PROCESS_TEXT_B];
   an_process alike[] = { { .pid = 3, .command = "./app" },
                          { .pid = 4, .command = "./app" },
                          { .pid = 5, .command = "./other" } };
   an_processes processes = sorted(alike, 1);
   assert_string_equal(an_processes_describe(&processes, text), "./app");
   processes.n = 2;
   assert_string_equal(an_processes_describe(&processes, text), "2 processes of ./app");
   processes.n = 3;
   assert_string_equal(an_processes_describe(&processes, text),
                       "3 processes of several commands");
   processes = sorted(build, 6);
   assert_string_equal(an_processes_describe(&processes, text),
                       "6 processes of several commands");
   processes.n = 5;
   assert_string_equal(an_processes_describe(&processes, text),
                       "make and 4 more processes");
   alike[1] = (an_process){ .pid = 7, .parent = 3, .command = "b" };
   processes = sorted(alike, 2);
   assert_string_equal(an_processes_describe(&processes, text),
                       "./app and 1 more process");
}

static void knows_children(void **state)
{
   (void)state;
   an_process of[] = {
      { .pid = 1, .command = "a", .title = "a: idle" },
      { .pid = 1, .command = "a" },
      { .pid = 1, .command = "a", .is_forked = true, .forked = 3 },
   };
   an_processes processes = sorted(of, 3);
   assert_string_equal(an_process_name(&of[0]), "a");
   assert_int_equal(of[1].forked, 3);
   assert_string_equal(an_process_name(&of[2]), "a: idle");
   assert_false(an_processes_overlap(&processes));
   of[1].inherits = true;
   assert_true(an_processes_overlap(&processes));
   assert_false(an_processes_overlap(&(an_processes){ .of = &of[1], .n = 1 }));
}

/* The rows as text: a command a line, indented by depth. */
static const char *drawn(an_processes processes, size_t n_most)
{
   static char text[4000];
   size_t n = 0;
   an_process_row *rows = an_processes_tree(&processes, test_alloc(), n_most, &n);
   assert_non_null(rows);
   text[0] = '\0';
   for (size_t i = 0; i < n; i++) {
      size_t used = strlen(text);
      snprintf(text + used, sizeof text - used, "%*s%s\n", (int)rows[i].depth, "",
               processes.of[rows[i].process].command);
   }
   return text;
}

static void draws_trees(void **state)
{
   (void)state;
   an_processes processes = sorted(build, 6);
   assert_string_equal(drawn(processes, SIZE_MAX), "make\n"
                                                   " gcc b.c\n"
                                                   "  cc1 b.c\n"
                                                   " sh -c gcc a.c\n"
                                                   " gcc a.c\n"
                                                   "ld\n");
   assert_string_equal(drawn(processes, 3), "make\n cc1 b.c\n sh -c gcc a.c\n");
   assert_string_equal(drawn(processes, 1), "cc1 b.c\n");
   assert_string_equal(drawn(processes, 0), "");
   processes.n = 0;
   assert_string_equal(drawn(processes, 9), "");
}

/* Pids that are used again: circles end, and each process has its row. */
static void survives_circles(void **state)
{
   (void)state;
   an_process circle[] = {
      { .pid = 1, .parent = 2, .command = "a", .value = 3 },
      { .pid = 2, .parent = 1, .command = "b", .value = 2 },
      { .pid = 3, .parent = 3, .command = "c", .value = 1 },
      { .pid = 4, .parent = 1, .command = "d" },
      { .command = "nameless" },
      { .command = "nameless" },
   };
   an_processes processes = sorted(circle, 6);
   assert_string_equal(drawn(processes, SIZE_MAX), "c\nnameless\nnameless\nb\n a\n  d\n");
   enum { DEEP = 3000 };
   static an_process deep[DEEP];
   for (size_t i = 0; i < DEEP; i++)
      deep[i] = (an_process){
         .pid = (int64_t)i + 1, .parent = (int64_t)i, .command = "x", .value = INT64_MAX
      };
   processes = sorted(deep, DEEP);
   size_t n = 0;
   an_process_row *rows = an_processes_tree(&processes, test_alloc(), DEEP, &n);
   assert_int_equal(n, DEEP);
   for (size_t i = 0; i < n; i++)
      assert_true(rows[i].depth <= AN_PROCESS_DEPTH);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(sorts),       cmocka_unit_test(cuts_commands),
      cmocka_unit_test(describes),   cmocka_unit_test(knows_children),
      cmocka_unit_test(draws_trees), cmocka_unit_test(survives_circles),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
