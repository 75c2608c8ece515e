/* cs_annotate.c -- reports on profiles of counts.  Reading is an_load.h, the report
   an_report.h.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "commands/an_calls_of.h"
#include "commands/an_code_names.h"
#include "commands/an_compare.h"
#include "commands/an_prepare.h"
#include "commands/an_program.h"
#include "counts/an_combine.h"
#include "report/an_report.h"

#include <stdlib.h>
#include <string.h>

static an_status print(const an_profile *profile, an_options *options,
                       const an_gate *gate)
{
   const tk_alloc *alloc = an_alloc_malloc();
   an_report_options *report = &options->report;
   switch (options->format) {
   case AN_FORM_JSON:
      return an_report_json(profile, alloc, report, "cs_annotate", gate,
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

static int report(const an_profile *profile, an_options *options, const an_gate *gate)
{
   if (print(profile, options, gate) == AN_OK)
      return EXIT_SUCCESS;
   an_command_error(NULL, 0, "out of memory");
   return EXIT_FAILURE;
}

/* ---- Limits ---- */

/* Holds the profile, which is paired with itself, against the limits, and reports. */
static int hold(const an_profile *pair, const an_profile *profile, an_options *options,
                const an_compare_limits *limits)
{
   an_gate gate;
   bool has_text = options->format == AN_FORM_TEXT && !an_options_have_stdout(options);
   if (!an_compare_hold(&gate, limits, pair, pair, true))
      return EXIT_FAILURE;
   const an_comparison comparison = {
      .command = "cs_annotate", .options = options, .gate = &gate };
   options->report.n_after = an_compare_limit_lines(&gate);
   int status = EXIT_SUCCESS;
   if (has_text || options->format != AN_FORM_TEXT)
      status = report(profile, options, &gate);
   if (status == EXIT_SUCCESS)
      status = an_compare_write_limits(&comparison, has_text && !options->processes);
   an_gate_free(&gate);
   return status;
}

static int report_limits(const an_profile *profile, an_options *options,
                         const an_metrics *metrics, char **files)
{
   an_status problem;
   an_compare_limits limits;
   an_calls_of calls;
   an_profile *pair
      = an_combine_pair(an_alloc_malloc(), profile, profile, &problem);
   an_calls_of_open(&calls, profile, profile);
   int status = an_compare_parse(&limits, options, &(an_compare_what){
      .each = "limits-fn", .metrics = metrics, .region_metrics = metrics,
      .regions = an_options_need(pair), .calls = an_calls_of_pair(&calls),
      .is_single = true });
   for (size_t i = 0; i < an_profile_n_states(profile) && status == AN_PARSED; i++)
      if (limits.n_inclusive > 0
          && !an_command_check_partial(an_profile_state(profile, i), files[i],
                                       "a limit cannot be checked against it"))
         status = EXIT_FAILURE;
   if (status == AN_PARSED)
      status = hold(pair, profile, options, &limits);
   an_compare_free(&limits);
   an_calls_of_close(&calls);
   an_profile_free(pair);
   return status;
}

static int report_columns(const an_profile *profile, an_options *options,
                          const an_columns_chosen *chosen, char **files)
{
   an_report_options *columns = &options->report;
   const an_forms *forms = &options->forms;
   columns->show = an_prepare_measures(&chosen->show, AN_VALUE, 0);
   columns->sort = an_prepare_measures(&chosen->sort, AN_VALUE, 0);
   columns->threshold = an_options_threshold(
      options, 0.1, options->format == AN_FORM_TEXT);
   int status = options->n_limits_inclusive > 0 || forms->junit != NULL || forms->github
                   ? report_limits(profile, options, chosen->metrics, files)
                   : report(profile, options, NULL);
   free(columns->show.of);
   free(columns->sort.of);
   return status;
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
      status = report_columns(profile, options, &chosen, files);
   an_prepare_free_columns(&chosen);
   an_profile_free(profile);
   free(fields);
   return status;
}

/* JUnit and GitHub's lines must not be among JSON or CSV. */
static int check(an_options *options)
{
   const an_forms *forms = &options->forms;
   bool is_text = options->format == AN_FORM_TEXT;
   if (is_text || (!forms->github && (forms->junit == NULL
                                      || strcmp(forms->junit, "-") != 0)))
      return AN_PARSED;
   return an_command_usage("%s and --json or --csv are both for standard output",
                           forms->github ? "--github" : "--junit");
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
   .check = check,
   .run = run,
};

int main(int argc, char **argv)
{
   an_options options;
   return an_program_run(&program, &options, argc, argv);
}
