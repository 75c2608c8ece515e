/* test_tk_control.c -- which command a line means, and the answers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/tk_control.h"

#include <stdio.h>
#include <string.h>

static char said[4096]; /* all of it */
static char ran[8192];  /* "name(argument)" of each */

static void say(const char *text)
{
   assert_int_equal(text[strlen(text) - 1], '\n');
   strcat(said, text);
}

static void note(const char *name, const char *argument)
{
   strcat(ran, name);
   strcat(ran, "(");
   strcat(ran, argument == NULL ? "nothing" : argument);
   strcat(ran, ")");
}

static void run_dump(const char *argument)
{
   note("dump", argument);
}

static void run_on(const char *argument)
{
   note("on", argument);
}

static void run_once(const char *argument)
{
   note("once", argument);
}

static void run_off(const char *argument)
{
   note("off", argument);
}

static const tk_command commands[] = {
   { "dump", "[<file>]", "write it", run_dump },
   { "on", NULL, "go on", run_on },
   { "once", NULL, "once only", run_once },
   { "off", NULL, "stop", run_off },
};

enum { N = sizeof commands / sizeof commands[0] };

/* Checks what ran, the answer, and whether the line was a command. */
static void expect(const char *line, const char *expected_ran, const char *expected_said,
                   bool is_one)
{
   ran[0] = said[0] = '\0';
   assert_int_equal(tk_control_handle("tool", commands, N, line, say), is_one);
   assert_string_equal(ran, expected_ran);
   assert_string_equal(said, expected_said);
}

static void test_commands(void **state)
{
   (void)state;
   expect("dump", "dump(nothing)", "", true);
   expect("once", "once(nothing)", "", true);
   expect("off", "off(nothing)", "", true);
}

static void test_abbreviations(void **state)
{
   (void)state;
   expect("d", "dump(nothing)", "", true);
   expect("of", "off(nothing)", "", true);
   expect("onc", "once(nothing)", "", true);
   expect("on", "on(nothing)", "", true); /* written out: not `once` */
   expect("o", "", "'o' is ambiguous: on once off\n", true);
   expect("dumps", "", "", false);
   expect("D", "", "", false);
   expect("x", "", "", false);
   expect("nonsense and more", "", "", false);
}

static void test_arguments(void **state)
{
   (void)state;
   expect("dump a.out", "dump(a.out)", "", true);
   expect("  dump \t a b.out \n", "dump(a b.out)", "", true);
   expect("dump ", "dump(nothing)", "", true);
   expect("on 5", "", "'on' takes no argument: '5'\n", true);
   expect("of  now then ", "", "'off' takes no argument: 'now then'\n", true);
}

static void test_nothing(void **state)
{
   (void)state;
   expect("", "", "", false);
   expect(" \t\n", "", "", false);
   assert_false(tk_control_handle("tool", commands, 0, "dump", say));
}

static void test_help(void **state)
{
   (void)state;
   static const char help[] = "tool monitor commands (can be abbreviated):\n"
                              "  dump [<file>]     write it\n"
                              "  on                go on\n"
                              "  once              once only\n"
                              "  off               stop\n";
   expect("help", "", help, true);
   expect("h", "", help, true);
   expect("help debug", "", help, true);
}

/* The longest argument, one that is longer, and a line about it that is cut. */
static void test_long_lines(void **state)
{
   (void)state;
   static char line[8200], expected[8300];
   memset(line, 'x', sizeof line);
   memcpy(line, "dump ", 5);
   line[5 + 4095] = '\0';
   sprintf(expected, "dump(%s)", line + 5);
   expect(line, expected, "", true);
   line[5 + 4095] = 'x';
   line[5 + 4096] = '\0';
   expect(line, "", "the line is too long\n", true);

   memcpy(line, "on   ", 5);
   line[600] = '\0';
   ran[0] = said[0] = '\0';
   assert_true(tk_control_handle("tool", commands, N, line, say));
   assert_string_equal(ran, "");
   assert_int_equal(strlen(said), 399);
   assert_int_equal(said[397], 'x');
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_commands),  cmocka_unit_test(test_abbreviations),
      cmocka_unit_test(test_arguments), cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_help),      cmocka_unit_test(test_long_lines),
   };
   return cmocka_run_group_tests_name("tk_control", tests, NULL, NULL);
}
