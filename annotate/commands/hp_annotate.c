/* hp_annotate.c -- reports on a heap profile.  Reading is ah_read.h, the report
   ah_report.h.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ah_load.h"
#include "commands/ah_page_of.h"
#include "base/an_alloc.h"
#include "base/an_suggest.h"
#include "base/an_text.h"
#include "commands/an_differs.h"
#include "commands/an_program.h"
#include "sections/ah_report.h"
#include "render/an_page.h"
#include "sections/an_sections.h"
#include "heap/ah_qualify.h"
#include "heap/ah_symbols.h"
#include "heap/ah_type.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH_UNKNOWN = 80 }; /* the graph and the trees need a width */

typedef struct {
   an_options shared;
   ah_report_options report;
   const char *at; /* as given, or NULL */
   ah_thresholds thresholds;
   bool fails_on[AH_N_KINDS], fails_on_all;
   bool has_sort;
   char **files;
   size_t n_files;
} command_line;

/* ---- Options ---- */

static int parse_sort(command_line *line)
{
   const ah_value *value = ah_value_find(optarg, AH_N_SORTS);
   if (value != NULL) {
      line->report.sort = ah_value_number(value);
      line->has_sort = true;
      return AN_PARSED;
   }
   return an_program_no_value("sort", AH_N_SORTS);
}

static int parse_tree(command_line *line)
{
   bool both = strcmp(optarg, "both") == 0;
   line->report.top_down = both || strcmp(optarg, "top-down") == 0;
   line->report.bottom_up = both || strcmp(optarg, "bottom-up") == 0;
   if (line->report.top_down || line->report.bottom_up
       || strcmp(optarg, "none") == 0)
      return AN_PARSED;
   return an_command_usage("--tree=%s: expected top-down, bottom-up, both or "
                           "none", optarg);
}

/* An amount; the section that it is for may then have all lines that it needs. */
static int parse_amount(command_line *line, const char *option, size_t *result,
                        ah_share asked)
{
   line->report.is_asked[asked] = true;
   return an_command_amount(option, optarg, result);
}

/* Of the tables. */
static int parse_top(command_line *line)
{
   bool *is_asked = line->report.is_asked;
   line->shared.report.top_wins = line->shared.threshold < 0;
   is_asked[AH_SHARE_METADATA] = is_asked[AH_SHARE_REGIONS] = true;
   is_asked[AH_SHARE_LINES] = is_asked[AH_SHARE_SOURCE] = true;
   is_asked[AH_SHARE_TYPES] = true;
   return parse_amount(line, "top", &line->report.n_top, AH_SHARE_SITES);
}

/* 0: all, also for the report. */
static int parse_depth(command_line *line)
{
   line->report.is_asked[AH_SHARE_PEAK] = true;
   line->report.is_asked[AH_SHARE_END] = true;
   return an_command_number("depth", optarg, AN_AMOUNT_MOST,
                            &line->report.depth);
}

static int parse_thresholds(command_line *line)
{
   an_error error;
   if (ah_thresholds_parse(&line->thresholds, optarg, &error))
      return AN_PARSED;
   return an_command_usage("--faults: %s", error.message);
}

/* Adds one kind of finding from a list; false if there is no such kind. */
static bool add_kind(command_line *line, const char *name, size_t length)
{
   if (length == 3 && memcmp(name, "all", 3) == 0) {
      line->fails_on_all = true;
      return true;
   }
   for (int i = 0; i < AH_N_KINDS; i++) {
      const char *kind = ah_finding_name((ah_finding_kind)i);
      if (strlen(kind) == length && memcmp(name, kind, length) == 0) {
         line->fails_on[i] = true;
         return true;
      }
   }
   return false;
}

/* "untouched, unread, ... or all", and the one that the word is like. */
static void list_kinds(an_span word, char *text, size_t size_B)
{
   an_suggestion suggestion = { .word = word };
   size_t n = 0;
   for (int i = 0; i < AH_N_KINDS && n < size_B; i++) {
      const char *kind = ah_finding_name((ah_finding_kind)i);
      an_suggest(&suggestion, kind);
      n += (size_t)snprintf(text + n, size_B - n, "%s, ", kind);
   }
   if (n < size_B)
      snprintf(text + n, size_B - n, "or all");
   an_suggest_append(&suggestion, text, size_B);
}

static int parse_fail_on(command_line *line)
{
   for (const char *at = optarg;; at++) {
      size_t length = strcspn(at, ",");
      if (!add_kind(line, at, length)) {
         char names[256];
         list_kinds((an_span){ at, at + length }, names, sizeof names);
         return an_command_usage("--fail-on=%s: expected a list of %s", optarg,
                                 names);
      }
      at += length;
      if (*at == '\0')
         return AN_PARSED;
   }
}

static int parse_option(an_options *options, int option)
{
   command_line *line = (command_line *)options;
   ah_report_options *report = &line->report;
   switch (option) {
   case AN_OPTION_AT:
      line->at = optarg;
      return AN_PARSED;
   case AN_OPTION_BY:
      return an_options_parse_by(options, AN_OF_HEAP);
   case AN_OPTION_LIST:
      return an_options_set_form(options, AN_FORM_LIST);
   case AN_OPTION_TREE:
      return parse_tree(line);
   case AN_OPTION_DEPTH:
      return parse_depth(line);
   case AN_OPTION_TOP:
      return parse_top(line);
   case AN_OPTION_FRAMES:
      return parse_amount(line, "frames", &report->n_frames, AH_SHARE_SITES);
   case AN_OPTION_FINDINGS:
      return parse_amount(line, "findings", &report->n_findings,
                          AH_SHARE_FINDINGS);
   case AN_OPTION_HEAT:
      return parse_amount(line, "heat", &report->n_heat, AH_SHARE_HEAT);
   case AN_OPTION_THRESHOLD:
      report->is_asked[AH_SHARE_PEAK] = report->is_asked[AH_SHARE_END] = true;
      return an_options_parse(options, option);
   case AN_OPTION_ANNOTATE:
   case AN_OPTION_AUTO:
   case AN_OPTION_CONTEXT:
      report->is_asked[AH_SHARE_SOURCE] = true;
      return an_options_parse(options, option);
   case AN_OPTION_FAULTS:
      return parse_thresholds(line);
   case AN_OPTION_FAIL_ON:
      return parse_fail_on(line);
   case AN_OPTION_ALL_FRAMES:
      report->all_frames = true;
      return AN_PARSED;
   case AN_OPTION_SORT:
      return parse_sort(line);
   default:
      return an_options_parse(options, option);
   }
}

/* ---- The page for browsers ---- */

typedef struct {
   const ah_profile *profile;
   const command_line *line;
} result;

/* Writes the page, or its data. */
static an_status put_page(const result *r, bool is_html, FILE *out)
{
   const command_line *line = r->line;
   return ah_page_write(&(ah_page_of){
      .command = "hp_annotate", .options = &line->shared, .files = line->files,
      .n_files = line->n_files, .profile = r->profile, .report = &line->report,
   }, is_html, out);
}

static an_status put_html(const void *context, FILE *out)
{
   return put_page(context, true, out);
}

/* ---- The report ---- */

/* Lists the objects that were not opened: their blocks have no known types, and
   their inlined functions short names. */
static void print_refused(const ty_types *types,
                          const an_report_options *options)
{
   an_page page = { .options = options, .out = stdout };
   const char *object, *problem;
   for (size_t i = 0; (object = ty_types_refused(types, i, &problem)) != NULL;
        i++) {
      if (i == 0)
         an_page_heading(&page, "Objects not opened for names and types", NULL);
      an_text_name(stdout, object);
      printf(": %s\n", problem);
   }
}

/* Without a width, lines are as wide as needed; trees are wrapped all the same, unless
   --width=0 is given.  --top counts for all tables. */
static void set_size(command_line *line)
{
   ah_report_options *report = &line->report;
   report->width = line->shared.report.width;
   report->any_width = report->width == 0;
   if (report->any_width)
      report->width = line->shared.has_width ? AN_WIDTH_MOST : WIDTH_UNKNOWN;
   if (report->is_asked[AH_SHARE_LINES] && report->n_top < SIZE_MAX)
      line->shared.report.n_top = report->n_top;
}

static an_status print_report(const ah_profile *profile, const ty_types *types,
                              command_line *line)
{
   const tk_alloc *alloc = an_alloc_malloc();
   ah_report_options *report = &line->report;
   switch (line->shared.format) {
   case AN_FORM_PAGE:
      return put_page(&(result){ profile, line }, false, stdout);
   case AN_FORM_JSON:
      return ah_report_json(profile, alloc, report, stdout);
   case AN_FORM_CSV:
      if (!line->shared.processes)
         return ah_report_csv(profile, alloc, report, stdout);
      ah_report_processes_csv(profile, stdout);
      return AN_OK;
   case AN_FORM_MESSAGES:
      set_size(line);
      return ah_report_messages(profile, alloc, report, stdout);
   default:
      break;
   }
   set_size(line);
   report->utf8 = an_command_has_utf8();
   report->source->colour = an_options_begin_text(&line->shared);
   if (line->shared.format == AN_FORM_LIST)
      return ah_report_list(profile, alloc, report, stdout);
   if (line->shared.processes)
      return ah_report_processes(profile, alloc, report, stdout);
   an_status status = ah_report(profile, alloc, report, stdout);
   if (status == AN_OK)
      print_refused(types, report->source);
   return status;
}

static bool has_limit(const command_line *line)
{
   bool has = line->fails_on_all;
   for (int i = 0; i < AH_N_KINDS; i++)
      has |= line->fails_on[i];
   return has;
}

/* Checks the options that depend on the profile. */
static int settle(command_line *line, const ah_profile *profile,
                  const char *file, ah_weight *moment)
{
   an_error error;
   const char *lack;
   ah_report_options *report = &line->report;
   if (!line->has_sort && !profile->has_lifetimes)
      report->sort = AH_SORT_TOTAL;
   const ah_value *value = &ah_values[report->sort];
   if (!ah_value_is_known(value, profile))
      return an_command_usage("--sort=%s: not in this profile", value->name);
   if (line->shared.format == AN_FORM_MESSAGES && report->sort >= AH_VALUES)
      return an_command_usage("--sort=%s: has no sum for a line", value->name);
   for (int i = 0; i < AH_N_KINDS; i++)
      if (line->fails_on[i]
          && (lack = ah_finding_lacks((ah_finding_kind)i, profile)) != NULL)
         return an_command_usage("--fail-on=%s: %s",
                                 ah_finding_name((ah_finding_kind)i), lack);
   if (line->at != NULL) {
      if (!ah_weight_parse(moment, profile, line->at, &error))
         return an_command_usage("--at=%s: %s", line->at, error.message);
      report->at = moment;
   }
   if (has_limit(line)
       && !an_command_check_partial(&profile->state, file,
                                    "findings can be missing, so --fail-on "
                                    "cannot decide"))
      return EXIT_FAILURE;
   return AN_PARSED;
}

/* AN_EXIT_LIMIT, after a message, if there are findings that --fail-on names. */
static int judge(const command_line *line, const ah_findings *findings,
                 const char *file)
{
   char message[128];
   size_t n = 0;
   for (size_t i = 0; i < findings->n; i++)
      n += line->fails_on_all || line->fails_on[findings->findings[i].kind];
   if (n == 0)
      return EXIT_SUCCESS;
   snprintf(message, sizeof message, "%zu finding%s that --fail-on names", n,
            n == 1 ? "" : "s");
   an_command_error(file, 0, message);
   return AN_EXIT_LIMIT;
}

static int no_memory(void)
{
   an_command_error(NULL, 0, "out of memory");
   return EXIT_FAILURE;
}

/* Writes the page, if it is asked for, and the report, unless only the page is. */
static int write_all(command_line *line, const ah_profile *profile,
                     const ty_types *types)
{
   const an_options *options = &line->shared;
   const result r = { profile, line };
   if (!an_options_write(options->forms.html, put_html, &r))
      return EXIT_FAILURE;
   if (!an_options_has_report(options)
       || print_report(profile, types, line) == AN_OK)
      return EXIT_SUCCESS;
   return no_memory();
}

/* Finds all findings, however many are shown, and reports. */
static int report_groups(command_line *line, const ah_profile *profile,
                         const char *file, ty_types *types)
{
   const tk_alloc *alloc = an_alloc_malloc();
   ah_groups groups;
   ah_findings findings;
   if (!ah_groups_make(&groups, alloc, profile, ah_type_of_site, types))
      return no_memory();
   int status;
   if (ah_findings_find(&findings, alloc, profile, &groups,
                        &line->thresholds)) {
      line->report.groups = &groups;
      line->report.findings = &findings;
      status = write_all(line, profile, types);
      if (status == EXIT_SUCCESS)
         status = judge(line, &findings, file);
      ah_findings_free(&findings);
   } else {
      status = no_memory();
   }
   ah_groups_free(&groups);
   return status;
}

/* Names and types come from the same objects, which are opened once. */
static int report(command_line *line, ah_profile *profile, const char *file)
{
   const tk_alloc *alloc = an_alloc_malloc();
   ty_types *types = ty_types_new(alloc, &line->report.source->source);
   int status;
   if (types != NULL && ah_symbols_find(profile, alloc, types)
       && ah_qualify(profile, alloc, types)) {
      an_differs_warn(ty_types_objects(types));
      status = report_groups(line, profile, file, types);
   } else {
      status = no_memory();
   }
   ty_types_free(types);
   return status;
}

static int report_files(an_options *shared, ah_profile *profile,
                        char **files, size_t n)
{
   ah_weight moment;
   command_line *line = (command_line *)shared;
   const char *file = files[0];
   ah_report_options *options = &line->report;
   options->file = an_command_file_name(file);
   options->n_files = n;
   line->files = files;
   line->n_files = n;
   options->source = &shared->report;
   bool is_text = an_options_are_for_people(shared);
   options->threshold = an_options_threshold(shared, 1, is_text);
   if (!options->is_asked[AH_SHARE_FINDINGS] && !is_text)
      options->n_findings = SIZE_MAX;
   if (n == 1)
      an_options_note_modified(shared, file);
   int status = settle(line, profile, file, &moment);
   return status == AN_PARSED ? report(line, profile, file) : status;
}

/* A single profile keeps what a sum has not: its timeline. */
static int run(an_options *options, char **files, size_t n)
{
   int status = EXIT_FAILURE;
   ah_sum *sum = NULL;
   ah_profile *single = n == 1 ? ah_load(files[0]) : NULL;
   ah_profile *profile
      = n == 1 ? single : ah_load_sum(files, n, &sum);
   if (profile != NULL)
      status = report_files(options, profile, files, n);
   ah_profile_free(single);
   ah_sum_free(sum);
   return status;
}

static int check(an_options *options)
{
   return an_options_check_messages(options);
}

static const an_program program = {
   .name = "hp_annotate",
   .command = AN_HP_ANNOTATE,
   .arguments = "[OPTION]... FILE...",
   .summary = "Report on heap profiles from heapprof or DHAT, added up\n"
              "(-: standard input; gzip is unpacked).",
   .values = "VALUE:",
   .n_values = AH_N_SORTS,
   .example = "hp_annotate --at=end --sort=leaked heapprof.out.1234",
   .expected = "expected a heap profile",
   .parse = parse_option,
   .check = check,
   .run = run,
};

int main(int argc, char **argv)
{
   command_line line = {
      .thresholds = ah_thresholds_default,
      .report = { .n_top = 10, .n_frames = 4, .n_findings = 5, .n_heat = 1,
                  .top_down = true },
   };
   return an_program_run(&program, &line.shared, argc, argv);
}
