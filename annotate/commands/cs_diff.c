/* cs_diff.c -- compares two profiles of counts, and can fail a CI job.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "base/an_overflow.h"
#include "commands/ac_asm_of.h"
#include "commands/an_calls_of.h"
#include "commands/an_code_names.h"
#include "commands/an_compare.h"
#include "commands/an_differs.h"
#include "commands/ac_data_of.h"
#include "commands/ac_findings_of.h"
#include "commands/ac_old_source.h"
#include "commands/ac_prepare.h"
#include "commands/an_folding.h"
#include "commands/an_program.h"
#include "commands/an_take.h"
#include "counts/ac_combine.h"
#include "counts/ac_find.h"
#include "counts/ac_lines.h"
#include "counts/ac_verdict.h"
#include "advice/ac_data_match.h"
#include "advice/ac_layout_judge.h"
#include "export/an_path_formats.h"
#include "advice/ac_findings_pair.h"
#include "sections/ac_data_page.h"
#include "sections/an_gate_print.h"
#include "sections/ac_sections.h"
#include "page/an_html_counts.h"

#include <stdlib.h>
#include <string.h>

static const char name[] = "cs_diff";

/* ---- Columns ---- */

/* The value before, after and the change of the metric that is sorted by; the others'
   change.  It comes first if it is not among those to show. */
static ac_measures columns_of(const ac_columns_chosen *chosen, size_t n_events)
{
   static const ac_aspect all[] = { AC_BEFORE, AC_AFTER, AC_CHANGE };
   const ac_choice *show = &chosen->show;
   const ac_metric *sort = chosen->sort.metrics[0];
   ac_measures measures = { .n = 0 };
   measures.of = an_calloc(show->n + 3, sizeof *measures.of);
   bool has_sort = false;
   for (size_t i = 0; i < show->n; i++)
      has_sort |= show->metrics[i] == sort;
   for (size_t i = has_sort; i <= show->n; i++) {
      const ac_metric *metric = i == 0 ? sort : show->metrics[i - 1];
      for (size_t k = metric == sort ? 0 : 2; k < 3; k++)
         measures.of[measures.n++] =
            (ac_measure){ .metric = metric, .aspect = all[k], .n_events = n_events };
   }
   return measures;
}

/* ---- What is done, step by step ----

   Each step returns AN_PARSED, or the exit status after a message. */

typedef struct {
   an_options *options;  /* steps fill in the request, */
   ac_analysis analysis; /* and what they find out */
   ac_asm_pair_of listings;
   char **files; /* OLD and NEW */
   ac_profile *before, *after, *pair;
   ac_align *align; /* of both */
   ac_verdict verdict;
   ac_layout_judged layout;
   ty_types *types;
   ac_data_of side_data[2];
   ac_findings_of side_findings[2];
   ac_findings_pair findings;
   ac_report_field sides[2], *fields;
   ac_columns_chosen chosen;
   ac_data_of data;
   an_calls_of calls;
   an_compare_limits limits;
   ac_gate gate;
} job;

static int load_profiles(job *j)
{
   j->options->request.is_pair = true;
   an_code_names *code = an_code_names_begin(j->options);
   j->before = ac_prepare_load(j->options, j->files, 1);
   if (j->before != NULL)
      j->after = ac_prepare_load_like(j->options, j->before, j->files[0], &j->files[1]);
   an_code_names_end(code);
   return j->after == NULL ? EXIT_FAILURE : AN_PARSED;
}

static int choose_metrics(job *j)
{
   return ac_prepare_columns(j->options, j->before, &j->chosen);
}

static int align_profiles(job *j)
{
   return ac_old_source_align(j->options, j->files, j->before, j->after, &j->align);
}

/* Both profiles in one, with their data objects and calls. */
static int combine_profiles(job *j)
{
   j->pair = ac_combine_pair(an_alloc_malloc(), j->before, j->after, j->align,
                             ac_data_match);
   if (an_overflow_take())
      return an_command_fail(NULL, 0, "the counts are too large");
   ac_profile_set_own(j->pair, &j->options->own);
   j->types = ty_types_new(an_alloc_malloc(), &j->options->request.source);
   ac_data_of_open(&j->data, j->pair, 2, j->chosen.metrics, j->types);
   an_calls_of_open(&j->calls, j->before, j->after);
   j->analysis.data = ac_data_of_report(&j->data);
   j->analysis.calls = an_calls_of_pair(&j->calls);
   if (strcmp(ac_profile_command(j->before), ac_profile_command(j->pair)) != 0)
      j->analysis.old_command = ac_profile_command(j->before);
   return AN_PARSED;
}

/* What changes are judged by: what is sorted by, if it was asked for, else estimated
   cycles, else the first event. */
static const ac_metric *cost_of(const job *j)
{
   const ac_metric *sort = j->chosen.sort.metrics[0];
   const ac_metric *cycles = ac_metrics_find(j->chosen.metrics, an_span_of("CEst"));
   if ((j->options->sort != NULL || j->options->show != NULL) && ac_metric_is_whole(sort))
      return sort;
   return cycles != NULL && ac_metric_is_whole(cycles)
             ? cycles
             : ac_metrics_at(j->chosen.metrics, 0);
}

static int judge_change(job *j)
{
   ac_verdict_open(&j->verdict, an_alloc_malloc(), j->before, j->after, j->align,
                   cost_of(j));
   j->analysis.verdict = &j->verdict;
   j->analysis.metrics = j->chosen.metrics;
   return AN_PARSED;
}

/* What each rule of NEW's layout did, if OLD was simulated without it. */
static int judge_layout(job *j)
{
   const ac_layout *new = ac_profile_layout(j->pair, 1);
   if (new->file == NULL || ac_layout_is_same(new, ac_profile_layout(j->pair, 0)))
      return AN_PARSED;
   ac_layout_judge_open(&j->layout, an_alloc_malloc(), j->pair, j->after,
                        ac_metrics_find(j->chosen.metrics, an_span_of("CEst")));
   j->analysis.layout = &j->layout;
   return AN_PARSED;
}

/* New and gone findings: of each profile by itself, in both. */
static int find_findings(job *j)
{
   const ac_metric *cycles = ac_metrics_find(j->chosen.metrics, an_span_of("CEst"));
   ac_profile *const sides[] = { j->before, j->after };
   int status = AN_PARSED;
   for (size_t i = 0; i < 2 && status == AN_PARSED; i++)
      status = ac_findings_of_check(j->options, 1u << AC_FINDING_SHARING, sides[i],
                                    j->files[i]);
   if (cycles == NULL || status != AN_PARSED)
      return status;
   for (size_t i = 0; i < 2; i++) {
      ac_data_of_open(&j->side_data[i], sides[i], 1, j->chosen.metrics, j->types);
      ac_findings_of_side(&j->side_findings[i], sides[i], j->options,
                          ac_data_of_report(&j->side_data[i]), cycles);
   }
   ac_findings_pair_open(&j->findings, an_alloc_malloc(), &j->side_findings[0].findings,
                         &j->side_findings[1].findings, j->align,
                         (double)ac_criteria_default.share);
   j->analysis.findings_pair = &j->findings;
   return AN_PARSED;
}

/* The options that need calls have them. */
static int check_calls(job *j)
{
   const an_options *options = j->options;
   const ac_section *by = options->request.by;
   bool is_view = ac_section_is(by, "inclusive") || ac_section_is(by, "path");
   const ac_metric *metric = j->chosen.sort.metrics[0];
   if (j->analysis.calls == NULL && (is_view || options->forms.folded != NULL))
      return an_command_usage("%s: " AN_CALLS_OF_NONE, is_view ? "--by" : "--folded");
   if (options->forms.folded != NULL && !ac_metric_is_whole(metric))
      return an_command_usage("--folded: %s does not add up over call paths",
                              metric->name);
   return AN_PARSED;
}

/* The pair has the sharing that the options need, all of it if it decides. */
static int check_sharing(job *j)
{
   bool is_view = ac_section_is(j->options->request.by, "sharing");
   bool decides = (j->options->fails_on >> AC_FINDING_SHARING & 1) != 0
                  && j->options->fails_on != AC_FINDINGS_OF_ALL;
   int status = ac_data_of_check(&j->data, is_view || decides ? AC_DATA_OF_FALSE : 0,
                                 NULL);
   bool is_limit = j->options->fails_on != 0 || j->options->fails_on_idioms.n > 0;
   for (size_t i = 0; i < 2 && status == AN_PARSED && is_limit; i++)
      if (!an_command_check_partial(ac_profile_state(j->pair, i), j->files[i],
                                    "--fail-on cannot be checked against it"))
         status = EXIT_FAILURE;
   return status;
}

/* ---- The lines that are to blame ---- */

/* Of the program: the line of its own source whose function grew most. */
static void blame_program(const job *j, ac_check *check)
{
   ac_verdict verdict;
   const ac_metric *metric = check->limit->metric;
   size_t n_events = ac_profile_n_events(j->before);
   ac_verdict_open(&verdict, an_alloc_malloc(), j->before, j->after, j->align, metric);
   for (size_t i = 0; i < verdict.n && check->file == NULL; i++) {
      const ac_verdict_row *row = &verdict.rows[i];
      size_t file = row->file == NULL ? SIZE_MAX : ac_find_file(j->pair, row->file);
      if (file == SIZE_MAX || row->line.new == 0
          || !(ac_verdict_change(metric, row->counts, n_events) > 0))
         continue;
      check->file = ac_profile_file(j->pair, file)->name;
      check->line = row->line.new;
   }
}

/* Of a function: its line that changed most. */
static void blame_function(const job *j, ac_check *check)
{
   ac_lines lines;
   long double most = 0;
   const ac_function *function = ac_profile_function(j->pair, check->index);
   ac_lines_open(&lines, j->pair, check->index, 1);
   while (ac_lines_next(&lines)) {
      long double change = ac_verdict_change(check->limit->metric, lines.counts,
                                             ac_profile_n_events(j->before));
      if (!(change > most) || (lines.line & AC_LINE_OF_OLD))
         continue;
      most = change;
      check->file = ac_profile_file(j->pair, function->file)->name;
      check->line = lines.line;
   }
   ac_lines_close(&lines);
}

/* For GitHub, which shows the message there. */
static void blame_lines(const job *j)
{
   for (size_t i = 0; i < j->gate.n && j->options->forms.github; i++) {
      ac_check *check = &j->gate.checks[i];
      if (check->is_exceeded && check->of == AC_GATE_PROGRAM
          && ac_metric_is_whole(check->limit->metric))
         blame_program(j, check);
      else if (check->is_exceeded && check->of == AC_GATE_FUNCTION)
         blame_function(j, check);
   }
}

static void find_objects(ac_gate_calls *rows, const void *report, const tk_alloc *alloc,
                         const char *pattern)
{
   ac_data_limits_find(rows, report, alloc, pattern);
}

static int hold_limits(job *j)
{
   const ac_data_report *data = j->analysis.data;
   const an_compare_rows objects = {
      .option = "limits-data",
      .noun = "data object",
      .lack = data == NULL || data->view.data->n_events == 0
                 ? "not both profiles have data objects; cachesim --objects=yes records "
                   "them"
                 : NULL,
      .metrics = j->chosen.metrics,
      .find = find_objects,
      .context = data,
   };
   const an_compare_what what = {
      .each = "limits-fn",
      .metrics = j->chosen.metrics,
      .region_metrics = j->chosen.metrics,
      .regions = j->pair,
      .calls = j->analysis.calls,
      .rows = &objects,
      .states = { ac_profile_state(j->pair, 0), ac_profile_state(j->pair, 1) },
      .files = j->files,
   };
   j->sides[0] = (ac_report_field){ "Old:", an_command_file_name(j->files[0]) };
   j->sides[1] = (ac_report_field){ "New:", an_command_file_name(j->files[1]) };
   j->fields = ac_prepare_fields(j->options, j->sides, 2, &j->analysis);
   int status = an_compare_parse(&j->limits, j->options, &what);
   if (status != AN_PARSED)
      return status;
   if (!an_compare_hold(&j->gate, &j->limits, j->pair, j->pair, false))
      return EXIT_FAILURE;
   blame_lines(j);
   j->analysis.n_after = an_compare_limit_lines(&j->gate);
   return AN_PARSED;
}

static int choose_columns(job *j)
{
   size_t n_events = ac_profile_n_events(j->pair) / 2;
   j->options->request.show = columns_of(&j->chosen, n_events);
   j->options->request.sort = ac_prepare_measures(&j->chosen.sort, AC_CHANGE, n_events);
   return AN_PARSED;
}

static int open_listings(job *j)
{
   if (!ac_section_is(j->options->request.by, "asm"))
      return AN_PARSED;
   const ac_profile *const sides[] = { j->before, j->after };
   for (size_t i = 0; i < 2; i++)
      if (ac_profile_instrs(sides[i]) == NULL)
         return an_command_fail(j->files[i], 0, AC_LACKS_INSTRS);
   const ac_measure sort = { .metric = j->chosen.sort.metrics[0] };
   int status = ac_asm_pair_of_open(&j->listings, j->before, j->after, j->options, &sort);
   if (status == AN_PARSED)
      j->analysis.listings = &j->listings.pair;
   return status;
}

/* ---- Output ---- */

/* *request is filled for it. */
static ac_scope scope_of(const job *j, bool is_for_people, ac_request *request)
{
   *request = j->options->request;
   request->threshold = an_options_threshold(j->options, is_for_people);
   return (ac_scope){ .profile = j->pair,
                      .alloc = an_alloc_malloc(),
                      .request = request,
                      .analysis = &j->analysis,
                      .terminal = &j->options->terminal };
}

static void print_json(const void *context, FILE *out)
{
   const job *j = context;
   ac_request request;
   const ac_scope scope = scope_of(j, false, &request);
   ac_report_json(&scope, name, &j->gate, out);
}

static void put_page(const job *j, bool is_html, FILE *out)
{
   ac_request request;
   const ac_calls_pair *calls = j->analysis.calls;
   const an_html_counts counts = {
      .scope = scope_of(j, false, &request),
      .gate = &j->gate,
      .schema = name,
      .files = j->files,
      .n_files = 2,
      .paths = calls == NULL ? NULL : &calls->paths.stacks,
   };
   (is_html ? an_html_counts_write : an_html_counts_write_json)(&counts, out);
}

static void print_html(const void *context, FILE *out)
{
   put_page(context, true, out);
}

static void print_page(const void *context, FILE *out)
{
   put_page(context, false, out);
}

static void print_csv(const void *context, FILE *out)
{
   const job *j = context;
   ac_request request;
   const ac_scope scope = scope_of(j, false, &request);
   ac_report_csv(&scope, out);
}

static void print_text(const void *context, FILE *out)
{
   const job *j = context;
   ac_request request;
   const ac_scope scope = scope_of(j, true, &request);
   ac_report(&scope, out);
}

/* The call paths of both with the values of the metric that is sorted by: of OLD, then
   of NEW. */
static void print_folded(const void *context, FILE *out)
{
   const job *j = context;
   const ac_calls_pair *calls = j->analysis.calls;
   const ac_measure *sort = &j->options->request.sort.of[0];
   size_t n = 2 * calls->n_events;
   const size_t both[] = { 0, 1 };
   an_stacks paths = calls->paths.stacks;
   an_stack_value kinds[2] = { { .name = sort->metric->name },
                               { .name = sort->metric->name } };
   int64_t *values = an_calloc(2 * paths.n_samples + 1, sizeof *values);
   for (size_t i = 0; i < paths.n_samples; i++) {
      const int64_t *counts = calls->paths.stacks.values + i * n;
      values[2 * i] = (int64_t)ac_metric_value(sort->metric, counts);
      values[2 * i + 1] = (int64_t)ac_metric_value(sort->metric, counts + n / 2);
   }
   paths.values = values;
   paths.kinds = kinds;
   paths.n_kinds = 2;
   an_stacks folded;
   const an_stacks *written = an_folding(&paths, &folded);
   an_export_folded_kinds(written, both, 2, out);
   free(values);
}

/* The exit status is that of the limits. */
static int render_report(job *j)
{
   int status = an_compare_write(&(an_comparison){ .command = name,
                                                   .options = j->options,
                                                   .gate = &j->gate,
                                                   .context = j,
                                                   .json = print_json,
                                                   .page = print_page,
                                                   .html = print_html,
                                                   .csv = print_csv,
                                                   .folded = print_folded,
                                                   .text = print_text });
   return status == EXIT_SUCCESS ? AN_PARSED : status;
}

/* False sharing is judged line by line of memory; other kinds, if one is new or grew. */
static int judge_findings(job *j)
{
   unsigned sharing = 1u << AC_FINDING_SHARING;
   int status = ac_data_of_judge(
      &j->data, j->options->fails_on & sharing ? AC_DATA_OF_FALSE : 0, j->files[1]);
   size_t n = 0;
   for (size_t i = 0; i < j->findings.n; i++) {
      const ac_finding_pair *of = &j->findings.of[i];
      const char *state = ac_finding_pair_state(&j->findings, of);
      bool is_worse = strcmp(state, "new") == 0 || strcmp(state, "grew") == 0;
      n += is_worse
           && of->new->kind
                 != AC_FINDING_SHARING &&ac_findings_of_fails(j->options, of->new);
   }
   return status != EXIT_SUCCESS ? status : ac_findings_of_fail(n, j->files[1]);
}

/* ---- All of it ---- */

static int run_steps(an_options *options, char **files, size_t n)
{
   static int (*const steps[])(job *) = {
      load_profiles,  choose_metrics, align_profiles, combine_profiles, judge_change,
      judge_layout,   find_findings,  check_calls,    check_sharing,    hold_limits,
      choose_columns, open_listings,  render_report,  judge_findings,
   };
   static job j; /* what it refers to lives as long as the process */
   j = (job){ .options = options, .files = files };
   int status = AN_PARSED;
   (void)n;
   for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == AN_PARSED; i++)
      status = steps[i](&j);
   an_differs_warn_split(j.types);
   ty_types_free(j.types);
   return status;
}

const an_program cs_diff_program = {
   .name = name,
   .command = AN_CS_DIFF,
   .arguments = "[OPTION]... OLD NEW",
   .summary =
      "Compare two profiles (gzip is unpacked, - is stdin); exit with 3 over a limit.",
   .example = "cs_diff --limits='Ir=1%,DLmr<=5M' old.out new.out",
   .n_files = 2,
   .expected = "expected two profiles, OLD and NEW",
   .sections = AC_OF_PAIR,
   .check = an_take_idioms,
   .run = run_steps,
};
