/* test_an_code_names.c -- names for code without symbols, from debug info.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "commands/an_code_names.h"
#include "test_ty_program.h"

static an_options options;
static an_code_names *names;

static int begin(void **state)
{
   (void)state;
   options = (an_options){ .output = NULL };
   names = an_code_names_begin(&options);
   return 0;
}

static int end(void **state)
{
   (void)state;
   an_code_names_end(names);
   return 0;
}

/* Checks the function that begins there; NULL: nothing is found. */
static void check_function(const char *path, const char *build_id, uint64_t address,
                           const char *expected)
{
   const ac_load_code *code = options.names.code;
   const char *file = NULL, *function = NULL;
   code->find(code->context, path, build_id, address, &file, &function);
   if (expected == NULL) {
      assert_null(function);
      assert_null(file);
   } else {
      assert_string_equal(function, expected);
   }
}

/* Checks the line of an address in main; 0: nothing is found. */
static void check_line(const char *path, const char *build_id, uint64_t address,
                       uint32_t expected)
{
   const ac_load_code *code = options.names.code;
   const char *file = NULL, *function = NULL;
   uint32_t line = 0;
   code->find_at(code->context, path, build_id, address, &file, &function, &line);
   assert_int_equal(line, expected);
   if (expected == 0) {
      assert_null(function);
      return;
   }
   assert_string_equal(function, "main");
   assert_non_null(strstr(file, "a.c"));
}

static void finds_functions(void **state)
{
   (void)state;
   check_function("object", program_id, MADE_TEXT, "main");
   check_function("object", program_id, MADE_TEXT, "main"); /* the object is known */
   check_function("object", program_id, MADE_TEXT + 0x20, NULL);
   check_function("nowhere", program_id, MADE_TEXT, NULL);
}

static void finds_lines(void **state)
{
   (void)state;
   check_line("object", program_id, MADE_TEXT + 4, 1);
   check_line("object", program_id, MADE_TEXT + 0x10, 0);
   check_line("nowhere", program_id, MADE_TEXT, 0);
}

/* Without a build id, any file could be at the path by now. */
static void needs_a_build_id(void **state)
{
   (void)state;
   check_function("object", "", MADE_TEXT, NULL);
   check_line("object", "", MADE_TEXT, 0);
   check_function("object", "0123456789abcde0", MADE_TEXT, NULL); /* another build */
}

static void opens_no_files_if_closed(void **state)
{
   (void)state;
   an_options closed = { .request.source.is_closed = true };
   an_code_names *none = an_code_names_begin(&closed);
   assert_null(closed.names.code);
   an_code_names_end(none);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(finds_functions),
      TEST(finds_lines),
      TEST(needs_a_build_id),
      TEST(opens_no_files_if_closed),
   };
   return cmocka_run_group_tests(tests, program_write, made_leave);
}
