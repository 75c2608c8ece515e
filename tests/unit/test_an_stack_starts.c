/* test_an_stack_starts.c -- which frames begin a program or a thread.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "paths/an_stack_starts.h"

enum { MOST = 8 };

static const char *const no_object[] = { "thread 2", "thread pool" };

/* Checks a chain of functions, the first called by nobody: '+' is a start.  Functions are
   of an object, but those above are of none. */
static void check(const char *expected, const char *const *names)
{
   an_stack_function functions[MOST];
   an_stack_node nodes[MOST];
   an_stacks stacks = { .functions = functions, .nodes = nodes };
   char found[MOST + 1] = "";
   for (size_t n = 0; names[n] != NULL; n++) {
      bool has_object = true;
      for (size_t i = 0; i < 2; i++)
         has_object = has_object && strcmp(names[n], no_object[i]) != 0;
      functions[n] = (an_stack_function){ .name = names[n],
                                          .object = has_object ? "/bin/a" : NULL };
      nodes[n] = (an_stack_node){ .parent = n == 0 ? AN_NO_STACK : (uint32_t)n - 1,
                                  .function = (uint32_t)n,
                                  .is_start = true };
      stacks.n_functions = stacks.n_nodes = n + 1;
   }
   an_stack_starts(&stacks);
   for (size_t i = 0; i < stacks.n_nodes; i++)
      found[i] = nodes[i].is_start ? '+' : '-';
   assert_string_equal(found, expected);
}

#define CHECK(expected, ...) check(expected, (const char *const[]){ __VA_ARGS__, NULL })

static void test_programs(void **state)
{
   (void)state;
   CHECK("++++-", "???", "(below main)", "__libc_start_main@@GLIBC_2.34", "(below main)",
         "main");
   CHECK("++++--", "???", "0x1000 in app", "__libc_start_main", "(below main)",
         "0x1200 in app", "f");
   CHECK("+-", "_start", "__libc_start_main_of_mine");
   CHECK("-", "main");
}

static void test_threads(void **state)
{
   (void)state;
   CHECK("++-", "clone", "start_thread", "work");
   CHECK("-++-", "thread 2", "clone3", "start_thread", "work");
   CHECK("---", "main", "clone", "start_thread");
   CHECK("--", "thread pool", "work");
}

/* Code without a name that calls no start, and functions with such names further in. */
static void test_others(void **state)
{
   (void)state;
   CHECK("--", "???", "_dl_start");
   CHECK("---", "0x1000 in app", "f", "(below main)");
   CHECK("+--", "(below main)", "main", "_start");
}

/* A start stays one if it calls others, too. */
static void test_siblings(void **state)
{
   (void)state;
   an_stack_function functions[] = { { .name = "???", .object = "ld.so" },
                                     { .name = "_dl_start", .object = "ld.so" },
                                     { .name = "_start", .object = "a" },
                                     { .name = "0x12 in a", .object = "a" } };
   an_stack_node nodes[] = { { .parent = AN_NO_STACK },
                             { .parent = 0, .function = 1 },
                             { .parent = 0, .function = 2 },
                             { .parent = 2, .function = 3 } };
   an_stacks stacks = {
      .functions = functions, .nodes = nodes, .n_functions = 4, .n_nodes = 4
   };
   an_stack_starts(&stacks);
   assert_true(nodes[0].is_start);
   assert_false(nodes[1].is_start);
   assert_true(nodes[2].is_start);
   assert_false(nodes[3].is_start);
   stacks.n_nodes = 0;
   an_stack_starts(&stacks);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_programs),
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_others),
      cmocka_unit_test(test_siblings),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
