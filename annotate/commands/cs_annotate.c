/* cs_annotate.c -- reports on profiles of counts.  Reading is an_load.h, the report
   an_report.h.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "commands/an_code_names.h"
#include "commands/an_prepare.h"
#include "commands/an_program.h"
#include "report/an_report.h"

#include <stdlib.h>

static an_status print(const an_profile *profile, an_options *options)
{
   const tk_alloc *alloc = an_alloc_malloc();
   an_report_options *report = &options->report;
   switch (options->format) {
   case AN_FORM_JSON:
      return an_report_json(profile, alloc, report, "cs_annotate", NULL,
                            stdout);
   case AN_FORM_CSV:
      if (!options->processes)
         return an_report_csv(profile, alloc, report, stdout);
      an_report_processes_csv(profile, stdout);
      return AN_OK;
   default:
      report->colour = an_options_begin_text(options);
      return (options->processes ? an_report_processes : an_report)(
         profile, alloc, report, stdout);
   }
}

static int report_columns(const an_profile *profile, an_options *options,
                          const an_columns_chosen *chosen)
{
   an_report_options *report = &options->report;
   report->show = an_prepare_measures(&chosen->show, AN_VALUE, 0);
   report->sort = an_prepare_measures(&chosen->sort, AN_VALUE, 0);
   report->threshold = an_options_threshold(
      options, 0.1, options->format == AN_FORM_TEXT);
   an_status status = print(profile, options);
   free(report->show.of);
   free(report->sort.of);
   if (status == AN_OK)
      return EXIT_SUCCESS;
   an_command_error(NULL, 0, "out of memory");
   return EXIT_FAILURE;
}

static int run(an_options *options, char **files, size_t n)
{
   an_code_names *code = an_code_names_begin(options);
   an_profile *profile = an_prepare_load(options, files, n);
   an_code_names_end(code);
   if (profile == NULL)
      return EXIT_FAILURE;
   an_report_field names[AN_PREPARE_FILES];
   char more[AN_PREPARE_MORE_B];
   an_report_field *fields = an_prepare_fields(
      options, names, an_prepare_files(names, files, n, more));
   if (n == 1)
      an_options_note_modified(options, files[0]);
   an_columns_chosen chosen;
   int status = an_prepare_columns(options, profile, &chosen);
   if (status == AN_PARSED)
      status = report_columns(profile, options, &chosen);
   an_prepare_free_columns(&chosen);
   an_profile_free(profile);
   free(fields);
   return status;
}

static const an_program program = {
   .name = "cs_annotate",
   .command = AN_CS_ANNOTATE,
   .arguments = "[OPTION]... FILE...",
   .summary
      = "Report on profiles from cachesim, cachegrind or callgrind, added up\n"
        "(-: standard input; gzip is unpacked).",
   .example = "cs_annotate --sort=D1mr --threshold=1 cachesim.out.4711",
   .expected = "expected a profile",
   .parse = an_options_parse,
   .run = run,
};

int main(int argc, char **argv)
{
   an_options options;
   return an_program_run(&program, &options, argc, argv);
}
