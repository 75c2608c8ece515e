/* test_an_option_table.c -- the options of each command: no name or letter twice, all
   in the help, which fits a terminal.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "commands/an_option_table.h"

#include <stdlib.h>
#include <string.h>

enum { LAST = AN_QUERN_TOP };

static char *help_of(unsigned command)
{
   char *text = NULL;
   size_t size_B;
   FILE *out = open_memstream(&text, &size_B);
   assert_non_null(out);
   an_option_table_help(command, out);
   fclose(out);
   return text;
}

static void test_names_differ(void **state)
{
   (void)state;
   for (unsigned command = 1; command <= LAST; command <<= 1) {
      an_getopt getopt;
      an_option_table_getopt(command, &getopt);
      const struct option *all = getopt.options;
      assert_non_null(all[0].name);
      for (size_t i = 0; all[i].name != NULL; i++)
         for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(all[i].name, all[j].name);
            assert_int_not_equal(all[i].val, all[j].val);
         }
   }
}

static void test_letters(void **state)
{
   (void)state;
   an_getopt getopt;
   an_option_table_getopt(AN_CS_ANNOTATE, &getopt);
   assert_string_equal(getopt.letters, ":I:h");
   an_option_table_getopt(AN_HP_MERGE, &getopt);
   assert_string_equal(getopt.letters, ":o:h");
}

static void test_help_has_all(void **state)
{
   (void)state;
   for (unsigned command = 1; command <= LAST; command <<= 1) {
      an_getopt getopt;
      an_option_table_getopt(command, &getopt);
      char *help = help_of(command);
      for (const struct option *o = getopt.options; o->name != NULL; o++) {
         char name[64];
         snprintf(name, sizeof name, "--%s", o->name);
         if (o->val != AN_OPTION_ANNOTATE && o->val != AN_OPTION_AUTO
             && o->val != AN_OPTION_SHOW_PERCS)
            assert_non_null(strstr(help, name));
      }
      free(help);
   }
}

/* "  --name=N                    what it does", of one option. */
static void check_row(const char *line)
{
   assert_in_range(strlen(line), 31, 80);
   assert_true(line[29] == ' ' && line[30] != ' ');
   const char *first = strstr(line, "--");
   if (line[2] == ' ')
      assert_true(first == NULL);
   else
      assert_true(
         first != NULL && first < line + 29
         && (strstr(first + 2, "--") == NULL || strstr(first + 2, "--") > line + 29));
}

/* Rows under headings, each of which is there once. */
static void test_help_fits(void **state)
{
   (void)state;
   for (unsigned command = 1; command <= LAST; command <<= 1) {
      char *help = help_of(command), *rest = NULL;
      size_t n_headings = 0;
      assert_int_equal(help[0], '\n');
      for (char *line = strtok_r(help, "\n", &rest); line != NULL;
           line = strtok_r(NULL, "\n", &rest)) {
         bool is_heading = line[0] >= 'A' && line[0] <= 'Z';
         n_headings += is_heading;
         assert_true(n_headings > 0);
         if (is_heading)
            assert_int_equal(line[strlen(line) - 1], ':');
         else
            check_row(line);
      }
      assert_in_range(n_headings, 1, 8);
      free(help);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names_differ),
      cmocka_unit_test(test_letters),
      cmocka_unit_test(test_help_has_all),
      cmocka_unit_test(test_help_fits),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
