/* cs_diff.c -- compares two profiles of counts, and can fail a CI job.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "commands/an_calls_of.h"
#include "commands/an_code_names.h"
#include "commands/an_compare.h"
#include "commands/an_data_of.h"
#include "commands/an_prepare.h"
#include "commands/an_program.h"
#include "counts/an_combine.h"
#include "data/an_data_match.h"
#include "export/an_path_formats.h"
#include "report/an_gate_print.h"
#include "report/an_sections.h"
#include "report/html/an_html_counts.h"

#include <stdlib.h>
#include <string.h>

static const char name[] = "cs_diff";

/* The shared part comes first: the program's frame knows only that. */
typedef struct {
   an_options shared;
   unsigned fails_on; /* findings about data (an_data_of.h) */
} command_line;

/* ---- Columns ---- */

/* The value before, after and the change of the metric that is sorted by; the others'
   change.  It comes first if it is not among those to show. */
static an_measures columns_of(const an_columns_chosen *chosen, size_t n_events)
{
   static const an_aspect all[] = { AN_BEFORE, AN_AFTER, AN_CHANGE };
   const an_choice *show = &chosen->show;
   const an_metric *sort = chosen->sort.metrics[0];
   an_measures measures = { .n = 0 };
   measures.of = an_options_need(calloc(show->n + 3, sizeof *measures.of));
   bool has_sort = false;
   for (size_t i = 0; i < show->n; i++)
      has_sort |= show->metrics[i] == sort;
   for (size_t i = has_sort; i <= show->n; i++) {
      const an_metric *metric = i == 0 ? sort : show->metrics[i - 1];
      for (size_t k = metric == sort ? 0 : 2; k < 3; k++)
         measures.of[measures.n++] = (an_measure){
            .metric = metric, .aspect = all[k], .n_events = n_events };
   }
   return measures;
}

/* ---- Output ---- */

typedef struct {
   const an_profile *pair;
   const an_options *options;
   const an_gate *gate;
   char *const *files;
} result;

static an_report_options report_options(const result *r, bool is_for_people)
{
   an_report_options report = r->options->report;
   report.threshold = an_options_threshold(r->options, 0.1, is_for_people);
   return report;
}

static an_status print_json(const void *context, FILE *out)
{
   const result *r = context;
   an_report_options report = report_options(r, false);
   return an_report_json(r->pair, an_alloc_malloc(), &report, name, r->gate, out);
}

static an_status put_page(const result *r, bool is_html, FILE *out)
{
   an_report_options report = report_options(r, false);
   const an_html_counts counts = {
      .profile = r->pair, .alloc = an_alloc_malloc(), .options = &report,
      .gate = r->gate, .schema = name, .files = r->files, .n_files = 2,
      .paths = report.calls == NULL ? NULL : &report.calls->paths.stacks,
   };
   return (is_html ? an_html_counts_write : an_html_counts_write_json)(&counts, out);
}

static an_status print_html(const void *context, FILE *out)
{
   return put_page(context, true, out);
}

static an_status print_page(const void *context, FILE *out)
{
   return put_page(context, false, out);
}

static an_status print_csv(const void *context, FILE *out)
{
   const result *r = context;
   an_report_options report = report_options(r, false);
   return an_report_csv(r->pair, an_alloc_malloc(), &report, out);
}

static an_status print_text(const void *context, bool colour, FILE *out)
{
   const result *r = context;
   an_report_options report = report_options(r, true);
   report.colour = colour;
   report.n_after = an_compare_limit_lines(r->gate);
   return an_report(r->pair, an_alloc_malloc(), &report, out);
}

/* ---- Call paths ---- */

/* The call paths of both with the values of the metric that is sorted by: of OLD, then
   of NEW. */
static an_status print_folded(const void *context, FILE *out)
{
   const result *r = context;
   const an_calls_pair *calls = r->options->report.calls;
   const an_measure *sort = &r->options->report.sort.of[0];
   size_t n = 2 * calls->n_events;
   const size_t both[] = { 0, 1 };
   an_stacks paths = calls->paths.stacks;
   an_stack_value kinds[2] = { { .name = sort->metric->name },
                               { .name = sort->metric->name } };
   int64_t *values
      = an_options_need(calloc(2 * paths.n_samples + 1, sizeof *values));
   for (size_t i = 0; i < paths.n_samples; i++) {
      const int64_t *counts = calls->paths.stacks.values + i * n;
      values[2 * i] = (int64_t)an_metric_value(sort->metric, counts);
      values[2 * i + 1] = (int64_t)an_metric_value(sort->metric, counts + n / 2);
   }
   paths.values = values;
   paths.kinds = kinds;
   paths.n_kinds = 2;
   an_status status = an_export_folded_kinds(&paths, both, 2, out);
   free(values);
   return status;
}

/* AN_PARSED if the options that need calls have them. */
static int check_calls(const an_options *options, const an_columns_chosen *chosen)
{
   const an_section *by = options->report.by;
   bool is_view = an_section_is(by, "inclusive") || an_section_is(by, "path");
   const an_metric *metric = chosen->sort.metrics[0];
   if (options->report.calls == NULL && (is_view || options->forms.folded != NULL))
      return an_command_usage("%s: " AN_CALLS_OF_NONE, is_view ? "--by" : "--folded");
   if (options->forms.folded != NULL && !an_metric_is_whole(metric))
      return an_command_usage("--folded: %s does not add up over call paths",
                              metric->name);
   return AN_PARSED;
}

/* ---- The comparison ---- */

static int report(const an_profile *pair, an_options *options,
                  const an_columns_chosen *chosen,
                  const an_compare_limits *limits, char *const *files)
{
   an_gate gate;
   an_report_options *columns = &options->report;
   size_t n_events = an_profile_n_events(pair) / 2;
   if (!an_compare_hold(&gate, limits, pair, pair, false))
      return EXIT_FAILURE;
   columns->show = columns_of(chosen, n_events);
   columns->sort = an_prepare_measures(&chosen->sort, AN_CHANGE, n_events);
   result r = { pair, options, &gate, files };
   int status = an_compare_write(&(an_comparison){
      .command = name, .options = options, .gate = &gate, .context = &r,
      .json = print_json, .page = print_page, .html = print_html, .csv = print_csv,
      .folded = print_folded, .text = print_text });
   free(columns->show.of);
   free(columns->sort.of);
   an_gate_free(&gate);
   return status;
}

static int compare(const an_profile *pair, an_options *options, char **files,
                   const an_columns_chosen *chosen, const char *old_command)
{
   an_compare_limits limits;
   const an_compare_what what = {
      .each = "limits-fn",
      .metrics = chosen->metrics, .region_metrics = chosen->metrics,
      .regions = pair, .calls = options->report.calls,
      .data = options->report.data,
      .states = { an_profile_state(pair, 0), an_profile_state(pair, 1) },
      .files = files,
   };
   const an_report_field sides[] = {
      { "Old:", an_command_file_name(files[0]) },
      { "New:", an_command_file_name(files[1]) },
   };
   an_report_field *fields = an_prepare_fields(options, sides, 2);
   if (strcmp(old_command, an_profile_command(pair)) != 0)
      options->report.old_command = old_command;
   int status = an_compare_parse(&limits, options, &what);
   if (status == AN_PARSED)
      status = report(pair, options, chosen, &limits, files);
   an_compare_free(&limits);
   free(fields);
   return status;
}

/* Both profiles in one; NULL after a message. */
static an_profile *combine(const an_profile *before, const an_profile *after)
{
   an_status problem;
   an_profile *pair
      = an_combine_pair(an_alloc_malloc(), before, after, an_data_match, &problem);
   if (pair == NULL)
      an_command_error(NULL, 0, problem == AN_NO_MEMORY
                                   ? "out of memory"
                                   : "the counts are too large");
   return pair;
}

/* Whether the pair has the sharing that the options need, all of it if it decides:
   AN_PARSED, or an exit status after a message. */
static int check_sharing(const an_options *options, const an_profile *pair,
                         const an_data_of *data, char **files)
{
   unsigned fails_on = ((const command_line *)options)->fails_on;
   bool is_view = an_section_is(options->report.by, "sharing");
   int status = an_data_of_check(data, is_view ? AN_DATA_OF_FALSE : fails_on, NULL);
   for (size_t i = 0; i < 2 && status == AN_PARSED && fails_on != 0; i++)
      if (!an_command_check_partial(an_profile_state(pair, i), files[i],
                                    "--fail-on cannot be checked against it"))
         status = EXIT_FAILURE;
   return status;
}

static int compare_all(an_options *options, char **files, const an_profile *before,
                       const an_profile *after, const an_columns_chosen *chosen)
{
   an_profile *pair = combine(before, after);
   an_calls_of calls;
   an_data_of data;
   if (pair == NULL)
      return EXIT_FAILURE;
   an_data_of_open(&data, pair, options, chosen->metrics);
   options->report.data = an_data_of_report(&data);
   an_calls_of_open(&calls, before, after);
   options->report.calls = an_calls_of_pair(&calls);
   int status = check_calls(options, chosen);
   if (status == AN_PARSED)
      status = check_sharing(options, pair, &data, files);
   if (status == AN_PARSED)
      status = compare(pair, options, files, chosen, an_profile_command(before));
   if (status == EXIT_SUCCESS)
      status = an_data_of_judge(&data, ((const command_line *)options)->fails_on,
                                files[1]);
   an_calls_of_close(&calls);
   an_data_of_close(&data);
   an_profile_free(pair);
   return status;
}

static int run(an_options *options, char **files, size_t n)
{
   (void)n;
   an_columns_chosen chosen = { .metrics = NULL };
   an_profile *after = NULL;
   int status = EXIT_FAILURE;
   options->report.is_pair = true;
   an_code_names *code = an_code_names_begin(options);
   an_profile *before = an_prepare_load(options, files, 1);
   if (before != NULL)
      after = an_prepare_load_like(options, before, files[0], &files[1]);
   an_code_names_end(code);
   if (after != NULL)
      status = an_prepare_columns(options, before, &chosen);
   if (status == AN_PARSED)
      status = compare_all(options, files, before, after, &chosen);
   an_profile_free(before);
   an_profile_free(after);
   an_prepare_free_columns(&chosen);
   return status;
}

static int parse(an_options *options, int option)
{
   switch (option) {
   case AN_OPTION_BY:
      return an_options_parse_by(options, AN_OF_PAIR);
   case AN_OPTION_SHARING:
      options->report.by = an_section_find("sharing", AN_OF_PAIR);
      return AN_PARSED;
   case AN_OPTION_FAIL_ON:
      return an_data_of_parse_fail_on(&((command_line *)options)->fails_on, true);
   default:
      return an_options_parse(options, option);
   }
}

static const an_program program = {
   .name = name,
   .command = AN_CS_DIFF,
   .arguments = "[OPTION]... OLD NEW",
   .summary
      = "Compare two profiles (gzip is unpacked, - is stdin); exit with 3 over a limit.",
   .example = "cs_diff --limits='Ir=1%,DLmr<=5M' old.out new.out",
   .n_files = 2,
   .expected = "expected two profiles, OLD and NEW",
   .parse = parse,
   .run = run,
};

int main(int argc, char **argv)
{
   command_line line = { .fails_on = 0 };
   return an_program_run(&program, &line.shared, argc, argv);
}
