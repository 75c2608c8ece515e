/* an_forms.c -- the forms in which a comparison can be written for programs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_forms.h"

#include "commands/an_command.h"
#include "base/an_output.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static bool set(const char **where)
{
   *where = optarg == NULL ? "-" : optarg;
   return true;
}

bool an_forms_take(an_forms *forms, int option)
{
   switch (option) {
   case AN_FORM_JSON:
      return set(&forms->json);
   case AN_FORM_CSV:
      return set(&forms->csv);
   case AN_FORM_JUNIT:
      return set(&forms->junit);
   case AN_FORM_GITHUB:
      forms->github = true;
      return true;
   default:
      return false;
   }
}

static bool is_stdout(const char *where)
{
   return where != NULL && strcmp(where, "-") == 0;
}

static int n_on_stdout(const an_forms *forms)
{
   return is_stdout(forms->json) + is_stdout(forms->csv)
          + is_stdout(forms->junit);
}

/* Whether the file may be written; false after a message. */
static bool is_free(const char *where)
{
   if (where == NULL || an_output_is_free(where))
      return true;
   an_command_error(where, 0, an_output_reason());
   return false;
}

int an_forms_check(const an_forms *forms, bool force)
{
   const struct { const char *option, *file; } files[] = {
      { "json", forms->json }, { "csv", forms->csv }, { "junit", forms->junit },
   };
   for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
      const char *file = files[i].file;
      if (file != NULL
          && an_command_output(files[i].option, file, &file) != AN_PARSED)
         return AN_EXIT_USAGE;
   }
   if (n_on_stdout(forms) > 1)
      return an_command_usage("only one of --json, --csv and --junit can be "
                              "on standard output");
   if (n_on_stdout(forms) > 0 && forms->github)
      return an_command_usage("--github needs standard output, as --json, "
                              "--csv or --junit does; give that a file");
   if (!force && (!is_free(forms->json) || !is_free(forms->csv)
                  || !is_free(forms->junit)))
      return EXIT_FAILURE;
   return AN_PARSED;
}

bool an_forms_have_stdout(const an_forms *forms)
{
   return n_on_stdout(forms) > 0;
}

bool an_forms_write(const char *where, bool force,
                    an_status (*print)(const void *context, FILE *out),
                    const void *context)
{
   an_output output;
   if (where == NULL)
      return true;
   if (!an_output_open(&output, where, force)) {
      an_command_error(where, 0, an_output_reason());
      return false;
   }
   an_status status = print(context, output.out);
   if (!an_output_close(&output, status == AN_OK)) {
      an_command_error(where, 0, an_output_reason());
      return false;
   }
   if (status != AN_OK)
      an_command_error(NULL, 0, "out of memory");
   return status == AN_OK;
}
