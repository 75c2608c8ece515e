/* ac_suggest_of.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ac_suggest_of.h"

#include "base/an_alloc.h"
#include "base/an_called.h"
#include "base/an_text.h"
#include "counts/ac_layout.h"
#include "advice/ac_suggest_write.h"

#include <stdlib.h>
#include <string.h>

int ac_suggest_of_check(const ac_profile *profile, const ac_data_report *data,
                        const char *file)
{
   const char *lack = NULL;
   if (ac_profile_layout(profile, 0)->file != NULL)
      lack = "the profile already simulates a layout; suggestions need the unchanged "
             "program";
   else if (data == NULL || data->view.data->look_line_B == 0)
      lack = "the profile does not record which data is used together; cachesim "
             "--line-use=yes does";
   if (lack == NULL)
      return AN_PARSED;
   return an_command_fail(file, 0, lack);
}

typedef struct {
   const ac_suggestions *suggestions;
   ac_suggest_about about;
} content;

static void put_layout(const void *context, FILE *out)
{
   const content *c = context;
   ac_suggest_write(c->suggestions, &c->about, out);
}

static void print_written(const content *c)
{
   size_t n = c->suggestions->n;
   an_text_name(stdout, c->about.layout_file);
   if (n == 0) {
      fputs(": no other layout would gain much\n", stdout);
      return;
   }
   printf(": %zu rule%s.  Try %s, and compare:\n  ", n, n == 1 ? "" : "s",
          n == 1 ? "it" : "them");
   ac_suggest_write_run(&c->about, stdout);
   printf("\n  %s ", an_called("cs_diff"));
   an_text_name(stdout, c->about.profile_file);
   fputs(" NEW\n", stdout);
}

int ac_suggest_of_write(const an_options *options, const ac_profile *profile,
                        const ac_data_report *data, const char *file)
{
   const char *layout = options->forms.suggest;
   ac_suggestions suggestions;
   ac_suggest_open(&suggestions, an_alloc_malloc(), profile, data);
   const content c = { &suggestions, { profile, file, layout } };
   bool ok = an_options_write(layout, put_layout, &c);
   bool is_quiet = strcmp(layout, "-") == 0 || options->format != AN_FORM_TEXT
                   || an_options_have_stdout(options);
   if (ok && !is_quiet)
      print_written(&c);
   return ok ? AN_PARSED : EXIT_FAILURE;
}
