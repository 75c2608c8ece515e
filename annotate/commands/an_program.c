/* an_program.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_program.h"

#include "base/an_kind.h"
#include "commands/an_export.h"

#include "heap/ah_value.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Help ---- */

/* "LABEL a, b or c", wrapped. */
static void print_values(const an_program *program)
{
   enum { LINE = 79 };
   char names[512], *rest = NULL;
   ah_value_list(program->n_values, names, sizeof names);
   putchar('\n');
   int column = printf("%s", program->values);
   for (char *word = strtok_r(names, " ", &rest); word != NULL;
        word = strtok_r(NULL, " ", &rest)) {
      if (column + 1 + (int)strlen(word) > LINE)
         column = printf("\n ") - 1;
      column += printf(" %s", word);
   }
   putchar('\n');
}

void an_program_help(const an_program *program)
{
   printf("Usage: %s %s\n%s\n", program->name, program->arguments, program->summary);
   an_option_table_help(program->command, stdout);
   if ((program->command & (AN_CS_EXPORT | AN_HP_EXPORT)) != 0)
      an_export_help(program->exports);
   if (program->values != NULL)
      print_values(program);
   if (program->example != NULL)
      printf("\nExample: %s\n", program->example);
}

/* ---- Arguments ---- */

/* What is missing; "--html FILE" takes the profile for the page. */
static int say_expected(const an_program *program, const an_options *options)
{
   const char *page = options->forms.html, *log = options->forms.sarif;
   const char *taken = page != NULL ? page : log;
   an_kind kind = taken == NULL ? AN_KIND_UNKNOWN : an_kind_of(taken);
   if (kind != AN_KIND_COUNTS && kind != AN_KIND_HEAP)
      return an_command_usage("%s", program->expected);
   return an_command_usage("%s; did you mean %s %s?", program->expected,
                           page != NULL ? "--html=page.html" : "--sarif=quern.sarif",
                           taken);
}

/* Checks the files to read, and those to write before any work is done. */
static int check_files(const an_program *program, an_options *options)
{
   const size_t n = options->n_files;
   if (n == 0 || (program->n_files > 0 && n != program->n_files))
      return say_expected(program, options);
   if (!an_options_can_write(options, options->output))
      return EXIT_FAILURE;
   int status = program->runs ? AN_PARSED : an_command_check_files(options->files, n);
   return status == AN_PARSED ? an_options_check_forms(options) : status;
}

static int parse_options(const an_program *program, an_options *options, int argc,
                         char **argv)
{
   an_getopt getopt;
   char letters[AN_LETTERS_B + 1];
   int option, status = AN_PARSED;
   an_option_table_getopt(program->command, &getopt);
   snprintf(letters, sizeof letters, "%s%s", program->runs ? "+" : "", getopt.letters);
   while (status == AN_PARSED
          && (option = an_command_option(argc, argv, letters, getopt.options)) != -1)
      status = option == '?'
                  ? an_command_usage_hint()
                  : an_option_table_take(program->command, options, option, optarg);
   options->files = argv + optind;
   options->n_files = (size_t)(argc - optind);
   an_options_complete(options);
   if (status == AN_PARSED && program->check != NULL)
      status = program->check(options);
   if (status == AN_PARSED)
      status = check_files(program, options);
   return status;
}

/* With COLUMNS=0, lines are as wide as needed; pictures are not, unless --width=0 is
   given.  A row is the pager's, or the shell's. */
static void set_size(an_options *options)
{
   enum { UNKNOWN = 80 };
   an_terminal *terminal = &options->terminal;
   bool is_given = an_options_has(options, "width");
   size_t height = an_command_height(STDOUT_FILENO);
   terminal->height = height > 0 ? height - 1 : 0;
   if (!is_given)
      terminal->width = an_command_width(STDOUT_FILENO);
   terminal->picture_width = terminal->width > 0 ? terminal->width
                             : is_given          ? AN_WIDTH_MOST
                                                 : UNKNOWN;
}

int an_program_run(const an_program *program, int argc, char **argv)
{
   static an_options options; /* what it refers to lives as long as the process */
   an_command_begin(program->name);
   an_options_begin(&options, program);
   an_option_table_begin(program->command, &options);
   int status = parse_options(program, &options, argc, argv);
   if (program->runs && status > EXIT_SUCCESS)
      status = AN_EXIT_NOT_RUN; /* others are the program's */
   if (status == AN_PARSED) {
      set_size(&options);
      char **files = (char **)options.files; /* argv's, or the command's */
      size_t n = options.n_files;
      if (program->n_files == 0 && !program->runs)
         n = an_command_leave_out(files, n);
      status = program->run(&options, files, n);
   }
   return an_command_end(status);
}
