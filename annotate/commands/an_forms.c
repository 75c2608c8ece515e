/* an_forms.c -- files that a command writes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_forms.h"

#include "commands/an_command.h"
#include "base/an_output.h"

#include <stdlib.h>
#include <string.h>

static bool is_stdout(const char *where)
{
   return where != NULL && strcmp(where, "-") == 0;
}

static int n_on_stdout(const an_forms *forms)
{
   return is_stdout(forms->json) + is_stdout(forms->csv)
          + is_stdout(forms->junit);
}

/* Whether the file can be written; false after a message. */
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
      return an_command_usage("--github prints to standard output: give "
                              "--json, --csv or --junit a file");
   if (!force && (!is_free(forms->json) || !is_free(forms->csv)
                  || !is_free(forms->junit)))
      return EXIT_FAILURE;
   return AN_PARSED;
}

bool an_forms_have_stdout(const an_forms *forms)
{
   return n_on_stdout(forms) > 0;
}

bool an_forms_write(const char *file, bool force,
                    an_status (*print)(const void *context, FILE *out),
                    const void *context)
{
   an_output output;
   if (file == NULL)
      return true;
   if (!an_output_open(&output, file, force)) {
      an_command_error(file, 0, an_output_reason());
      return false;
   }
   an_status status = print(context, output.out);
   bool written = an_output_close(&output, status == AN_OK);
   if (status != AN_OK)
      an_command_error(NULL, 0, "out of memory");
   else if (!written)
      an_command_error(file, 0, an_output_reason());
   return status == AN_OK && written;
}
