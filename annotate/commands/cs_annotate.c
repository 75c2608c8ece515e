/* cs_annotate.c -- reports on profiles of counts.  Reading is an_load.h, the report
   an_report.h.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "base/an_suggest.h"
#include "commands/an_calls_of.h"
#include "commands/an_code_names.h"
#include "commands/an_compare.h"
#include "commands/an_data_of.h"
#include "commands/an_prepare.h"
#include "commands/an_program.h"
#include "counts/an_calls.h"
#include "counts/an_combine.h"
#include "data/an_what_if.h"
#include "export/an_call_stacks.h"
#include "report/an_sections.h"
#include "report/html/an_html_counts.h"

#include <stdlib.h>
#include <string.h>

/* The shared part comes first: the program's frame knows only that. */
typedef struct {
   an_options shared;
   const char *focus; /* NULL: not given */
   an_filter *filter; /* made from it */
   unsigned fails_on; /* findings about data (an_data_of.h) */
   const char **changes; /* --what-if */
   size_t n_changes;
   char **files;
   size_t n_files;
} command_line;

/* ---- Options ---- */

static int parse_tree(an_options *options)
{
   options->report.by = an_section_find(optarg, AN_NEEDS_CALLS);
   bool is_form = options->report.by != NULL && strcmp(optarg, "inclusive") != 0
                  && strcmp(optarg, "focus") != 0;
   return is_form ? AN_PARSED
                  : an_command_usage("--tree=%s: expected caller, callee, both, "
                                     "top-down or bottom-up", optarg);
}

/* 0: all, also for the report. */
static int parse_depth(an_report_options *report)
{
   report->is_limited = false;
   return an_command_number("depth", optarg, UINT32_MAX, &report->depth);
}

static int parse_frames(an_report_options *report)
{
   size_t n = 0;
   int status = an_command_number("frames", optarg, UINT32_MAX, &n);
   report->all_frames = n == 0;
   return status;
}

static bool add_focus(command_line *line, const char *pattern)
{
   an_error error;
   if (an_filter_add(line->filter, true, pattern, &error))
      return true;
   an_command_usage("--focus=%s: %s", line->focus, error.message);
   return false;
}

/* "A::find" is "A::find(int)", too. */
static int parse_focus(command_line *line)
{
   char pattern[256];
   bool is_file = strncmp(optarg, "file:", 5) == 0;
   bool is_name = strncmp(optarg, "fn:", 3) == 0;
   line->focus = optarg;
   line->filter = line->shared.report.focus == NULL
                     ? an_options_need(an_filter_new(an_alloc_malloc()))
                     : line->filter;
   line->shared.report.focus = line->filter;
   if (!add_focus(line, optarg))
      return AN_EXIT_USAGE;
   snprintf(pattern, sizeof pattern, "%s%s(*", is_name ? "" : "fn:", optarg);
   if (is_file || strchr(optarg, '(') != NULL)
      return AN_PARSED;
   return add_focus(line, pattern) ? AN_PARSED : AN_EXIT_USAGE;
}

static int parse_what_if(command_line *line)
{
   line->changes = an_options_need(
      realloc(line->changes, (line->n_changes + 1) * sizeof *line->changes));
   line->changes[line->n_changes++] = optarg;
   return AN_PARSED;
}

static int parse(an_options *options, int option)
{
   command_line *line = (command_line *)options;
   switch (option) {
   case AN_OPTION_INCLUSIVE:
      options->report.by = an_section_find("inclusive", 0);
      return AN_PARSED;
   case AN_OPTION_TREE:
      return parse_tree(options);
   case AN_OPTION_FOCUS:
      return parse_focus(line);
   case AN_OPTION_OBJECTS:
      options->report.objects = true;
      return AN_PARSED;
   case AN_OPTION_SHARING:
      options->report.by = an_section_find("sharing", 0);
      return AN_PARSED;
   case AN_OPTION_WHY:
      options->report.by = an_section_find("why", 0);
      return AN_PARSED;
   case AN_OPTION_CURVE:
      options->report.by = an_section_find("curve", 0);
      return AN_PARSED;
   case AN_OPTION_REASONS:
      options->report.by = an_section_find("reasons", 0);
      return AN_PARSED;
   case AN_OPTION_GAINS:
      options->report.by = an_section_find("gains", 0);
      return AN_PARSED;
   case AN_OPTION_WHAT_IF:
      return parse_what_if(line);
   case AN_OPTION_FAIL_ON:
      return an_data_of_parse_fail_on(&line->fails_on, false);
   case AN_OPTION_DEPTH:
      return parse_depth(&options->report);
   case AN_OPTION_FRAMES:
      return parse_frames(&options->report);
   default:
      return an_options_parse(options, option);
   }
}

/* ---- Calls ---- */

/* The name that --focus may have meant; for free(). */
static char *like_focus(const an_calls *calls, const char *focus)
{
   const char *colon = strncmp(focus, "fn:", 3) == 0 ? focus + 3 : focus;
   an_suggestion suggestion = { .word = an_span_of(colon) };
   char *best = NULL, name[64];
   for (size_t i = 0; i < calls->n_functions + calls->n_inlined_functions; i++) {
      const char *whole = i < calls->n_functions
                             ? calls->functions[i].name
                             : calls->inlined_functions[i - calls->n_functions].name;
      snprintf(name, sizeof name, "%.*s", (int)strcspn(whole, "("), whole);
      an_suggest(&suggestion, name);
      if (suggestion.best != name)
         continue;
      free(best);
      suggestion.best = best = an_options_need(strdup(name));
   }
   return best;
}

static bool has_focus(const an_calls *calls, const an_filter *focus)
{
   for (size_t i = 0; i < calls->n_functions; i++)
      if (an_filter_passes(focus, calls->functions[i].file, calls->functions[i].name))
         return true;
   for (size_t i = 0; i < calls->n_inlined; i++)
      if (an_filter_passes(focus, calls->inlined[i].file, calls->inlined[i].name))
         return true;
   return false;
}

/* AN_PARSED, or an exit status after a message: the view needs calls, and the focus a
   function. */
static int check_calls(const command_line *line, const an_profile *profile,
                       const char *file)
{
   const an_report_options *report = &line->shared.report;
   const an_calls *calls = an_profile_calls(profile);
   if (!an_section_is_of_calls(report->by))
      return AN_PARSED;
   if (calls == NULL) {
      an_command_error(file, 0, "the profile has no calls, or not those of all that "
                                "it counts; cachesim records them by default");
      return EXIT_FAILURE;
   }
   if (report->focus == NULL || has_focus(calls, report->focus))
      return AN_PARSED;
   char *like = like_focus(calls, line->focus);
   int status = like == NULL
      ? an_command_usage("--focus=%s: no function in the profile matches", line->focus)
      : an_command_usage("--focus=%s: no function in the profile matches; did you "
                         "mean %s?", line->focus, like);
   free(like);
   return status;
}

/* ---- The page for browsers ---- */

typedef struct {
   const an_profile *profile;
   const an_gate *gate;
   const command_line *line;
} result;

/* Writes the page, or its data. */
static an_status put_page(const result *r, bool is_html, FILE *out)
{
   const tk_alloc *alloc = an_alloc_malloc();
   const command_line *line = r->line;
   an_report_options report = line->shared.report;
   an_stacks paths;
   bool has_calls = an_profile_calls(r->profile) != NULL;
   if (has_calls && !an_call_stacks(r->profile, alloc, &paths))
      return AN_NO_MEMORY;
   report.threshold = an_options_threshold(&line->shared, 0, false);
   const an_html_counts counts = {
      .profile = r->profile, .alloc = alloc, .options = &report, .gate = r->gate,
      .schema = "cs_annotate", .files = line->files, .n_files = line->n_files,
      .paths = has_calls ? &paths : NULL,
   };
   an_status status = (is_html ? an_html_counts_write : an_html_counts_write_json)(
      &counts, out);
   if (has_calls)
      an_stacks_free(&paths);
   return status;
}

static an_status put_html(const void *context, FILE *out)
{
   return put_page(context, true, out);
}

/* ---- The report ---- */

static an_status print(const an_profile *profile, an_options *options,
                       const an_gate *gate)
{
   const tk_alloc *alloc = an_alloc_malloc();
   an_report_options *report = &options->report;
   const result r = { profile, gate, (const command_line *)options };
   switch (options->format) {
   case AN_FORM_PAGE:
      return put_page(&r, false, stdout);
   case AN_FORM_JSON:
      return an_report_json(profile, alloc, report, "cs_annotate", gate,
                            stdout);
   case AN_FORM_CSV:
      if (!options->processes)
         return an_report_csv(profile, alloc, report, stdout);
      an_report_processes_csv(profile, stdout);
      return AN_OK;
   case AN_FORM_MESSAGES:
      return an_report_messages(profile, alloc, report, stdout);
   default:
      report->utf8 = an_command_has_utf8();
      report->colour = an_options_begin_text(options);
      return (options->processes ? an_report_processes : an_report)(
         profile, alloc, report, stdout);
   }
}

static int report(const an_profile *profile, an_options *options, const an_gate *gate)
{
   const result r = { profile, gate, (const command_line *)options };
   if (!an_options_write(options->forms.html, put_html, &r))
      return EXIT_FAILURE;
   if (!an_options_has_report(options) || print(profile, options, gate) == AN_OK)
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
   if (has_text || options->format != AN_FORM_TEXT || options->forms.html != NULL)
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
      = an_combine_pair(an_alloc_malloc(), profile, profile, NULL, &problem);
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
   bool is_tree = an_section_is_tree(columns->by);
   columns->threshold = an_options_threshold(
      options, is_tree ? 1 : 0.1, an_options_are_for_people(options));
   int status = options->n_limits_inclusive > 0 || forms->junit != NULL || forms->github
                   ? report_limits(profile, options, chosen->metrics, files)
                   : report(profile, options, NULL);
   free(columns->show.of);
   free(columns->sort.of);
   return status;
}

/* AN_PARSED if each change matches something and cycles can be estimated, else an exit
   status after a message. */
static int check_changes(const an_what_if *what_if)
{
   for (size_t i = 0; i < what_if->n; i++)
      if (what_if->changes[i].n_rows == 0)
         return an_command_usage("--what-if=%s: nothing in the profile matches",
                                 what_if->changes[i].text);
   return AN_PARSED;
}

/* Computes what changes would do first. */
static int report_changes(const an_profile *profile, an_options *options,
                          const an_columns_chosen *chosen, char **files)
{
   const command_line *line = (const command_line *)options;
   an_report_options *report = &options->report;
   an_what_if what_if;
   an_error error;
   const an_data_view *view = report->data == NULL ? NULL : &report->data->view;
   report->cycles = an_metrics_find(chosen->metrics, an_span_of("CEst"));
   const char *lack = an_section_lack(report->by, profile, report);
   if (lack == NULL && line->n_changes > 0)
      lack = an_section_lack(an_section_find("what-if", 0), profile, report);
   if (lack != NULL) {
      an_command_error(files[0], 0, lack);
      return EXIT_FAILURE;
   }
   if (line->n_changes == 0)
      return report_columns(profile, options, chosen, files);
   if (!an_what_if_open(&what_if, an_alloc_malloc(), profile, view, chosen->metrics,
                        line->changes, line->n_changes, &error))
      return an_command_usage("--what-if: %s", error.message);
   if (an_what_if_run(&what_if) != AN_OK)
      an_options_need(NULL);
   report->what_if = &what_if;
   int status = check_changes(&what_if);
   if (status == AN_PARSED)
      status = report_columns(profile, options, chosen, files);
   an_what_if_close(&what_if);
   return status;
}

/* Also opens the data objects. */
static int report_data(const an_profile *profile, an_options *options,
                       const an_columns_chosen *chosen, char **files)
{
   unsigned fails_on = ((const command_line *)options)->fails_on;
   if (an_section_is(options->report.by, "sharing"))
      fails_on |= AN_DATA_OF_FALSE; /* it needs the same */
   an_data_of data;
   an_data_of_open(&data, profile, options, chosen->metrics);
   options->report.data = an_data_of_report(&data);
   int status = an_data_of_check(&data, fails_on, files[0]);
   if (status == AN_PARSED)
      status = report_changes(profile, options, chosen, files);
   if (status == EXIT_SUCCESS)
      status = an_data_of_judge(&data, ((const command_line *)options)->fails_on,
                                files[0]);
   an_data_of_close(&data);
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
   ((command_line *)options)->files = files;
   ((command_line *)options)->n_files = n;
   if (n == 1)
      an_options_note_modified(options, files[0]);
   an_columns_chosen chosen = { .metrics = NULL };
   int status = check_calls((const command_line *)options, profile, files[0]);
   if (status == AN_PARSED)
      status = an_prepare_columns(options, profile, &chosen);
   if (status == AN_PARSED)
      status = report_data(profile, options, &chosen, files);
   an_prepare_free_columns(&chosen);
   an_profile_free(profile);
   free(fields);
   return status;
}

/* JUnit and GitHub's lines must not be among JSON or CSV. */
static int check(an_options *options)
{
   const an_forms *forms = &options->forms;
   if (options->report.focus != NULL && options->report.by == NULL)
      options->report.by = an_section_find("focus", 0);
   if (((command_line *)options)->n_changes > 0 && options->report.by == NULL)
      options->report.by = an_section_find("what-if", 0);
   bool is_text = options->format == AN_FORM_TEXT;
   if (is_text || (!forms->github && (forms->junit == NULL
                                      || strcmp(forms->junit, "-") != 0)))
      return an_options_check_messages(options);
   return an_command_usage("%s and --json, --csv or --messages are for standard output",
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
   .parse = parse,
   .check = check,
   .run = run,
};

int main(int argc, char **argv)
{
   command_line line = { .focus = NULL };
   int status = an_program_run(&program, &line.shared, argc, argv);
   an_filter_free(line.filter);
   free(line.changes);
   return status;
}
