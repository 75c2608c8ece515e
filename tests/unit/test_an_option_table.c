/* test_an_option_table.c -- the options of each command: no name or letter twice, all
   in the help, which fits a terminal; their defaults, and what they set.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "commands/an_program.h"
#include "heap/ah_findings.h"
#include "heap/ah_value.h"
#include "sections/ac_sections.h"

#include <stdlib.h>
#include <string.h>

enum { LAST = AN_QUERN_RUN };

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

/* quern goes through the options of two commands at once. */
static void test_names_mean_one_form(void **state)
{
   (void)state;
   static const unsigned pairs[] = { AN_CS_ANNOTATE | AN_HP_ANNOTATE,
                                     AN_CS_DIFF | AN_HP_DIFF, AN_CS_MERGE | AN_HP_MERGE,
                                     AN_CS_EXPORT | AN_HP_EXPORT };
   for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
      an_getopt getopt;
      an_option_table_getopt(pairs[i], &getopt);
      for (const struct option *a = getopt.options; a->name != NULL; a++)
         for (const struct option *b = a + 1; b->name != NULL; b++)
            if (strcmp(a->name, b->name) == 0)
               assert_int_equal(a->has_arg, b->has_arg);
   }
}

static void test_rows_by_letter(void **state)
{
   (void)state;
   assert_string_equal(an_option_table_row(AN_CS_ANNOTATE, 'I')->name, "source-path");
   assert_string_equal(an_option_table_row(AN_CS_MERGE, 'o')->name, "output");
   assert_string_equal(an_option_table_row(AN_QUERN_TOP, 'h')->name, "help");
}

/* What getopt_long returns for the option. */
static int number_of(unsigned command, const char *name)
{
   an_getopt getopt;
   an_option_table_getopt(command, &getopt);
   const struct option *o = getopt.options;
   while (strcmp(o->name, name) != 0)
      o++;
   return o->val;
}

static const an_program hp_annotate = { .command = AN_HP_ANNOTATE,
                                        .n_values = AH_N_SORTS,
                                        .sections = AC_OF_HEAP };

static void test_defaults(void **state)
{
   (void)state;
   static an_options options; /* what it refers to is not freed */
   an_options_begin(&options, &hp_annotate);
   an_option_table_begin(AN_HP_ANNOTATE, &options);
   an_options_complete(&options);
   assert_int_equal(options.n_top, 10);
   assert_int_equal(options.request.context, 2);
   assert_true(options.top_down && !options.bottom_up && options.pager);
   assert_true(options.request.is_limited && options.request.by == NULL);
   assert_true(an_options_threshold(&options, true) > 0.99);
   assert_true(an_options_threshold(&options, false) < 0.01); /* programs have all */
}

static void test_values(void **state)
{
   (void)state;
   static const struct {
      const char *name, *text; /* NULL: no argument */
   } given[] = {
      { "top", "0" },          { "threshold", "5%" },  { "no-annotate", NULL },
      { "list", NULL },        { "source-path", "a" }, { "source-path", "b" },
      { "fail-on", "leaked" }, { "tree", "both" },
   };
   static an_options options; /* what it refers to is not freed */
   an_options_begin(&options, &hp_annotate);
   an_option_table_begin(AN_HP_ANNOTATE, &options);
   for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
      assert_int_equal(an_option_table_take(AN_HP_ANNOTATE, &options,
                                            number_of(AN_HP_ANNOTATE, given[i].name),
                                            given[i].text),
                       AN_PARSED);
   an_options_complete(&options);
   assert_true(options.n_top == SIZE_MAX && !options.request.annotate);
   assert_true(ac_section_is(options.request.by, "snapshot"));
   assert_int_equal(options.request.source.n_directories, 2);
   assert_string_equal(options.request.source.directories[1], "b");
   assert_true(options.top_down && options.bottom_up);
   assert_int_equal(options.fails_on, 1 << AH_LEAKED);
   assert_true(an_options_threshold(&options, false) > 4.99);
   assert_true(!options.request.is_limited && !options.request.top_wins);
   assert_true(an_options_has(&options, "list") && !an_options_has(&options, "by"));
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
         if (an_option_table_row(command, o->val)->help[0] != '\0')
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
      cmocka_unit_test(test_names_mean_one_form),
      cmocka_unit_test(test_rows_by_letter),
      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_help_has_all),
      cmocka_unit_test(test_help_fits),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
