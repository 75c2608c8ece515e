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
#include "sections/ac_sections.h"
#include "heap/ah_owner.h"
#include "heap/ah_qualify.h"
#include "heap/ah_symbols.h"
#include "heap/ah_type.h"
#include "heap/ah_wrappers.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
   an_options shared;
   ah_report_options report;
   const char *at; /* as given, or NULL */
   ah_criteria criteria;
   bool fails_on[AH_N_KINDS], fails_on_all;
   bool has_sort;
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
   if (line->report.top_down || line->report.bottom_up || strcmp(optarg, "none") == 0)
      return AN_PARSED;
   return an_command_usage("--tree=%s: expected top-down, bottom-up, both or "
                           "none",
                           optarg);
}

/* An amount; the section that it is for may then have all lines that it needs. */
static int parse_amount(command_line *line, const char *option, size_t *result,
                        ah_share asked)
{
   line->report.is_asked[asked] = true;
   return an_command_amount(option, optarg, result);
}

/* Parses the number of rows of all tables. */
static int parse_top(command_line *line)
{
   bool *is_asked = line->report.is_asked;
   line->shared.request.top_wins = line->shared.threshold < 0;
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
   return an_command_number("depth", optarg, AN_AMOUNT_MOST, &line->report.depth);
}

static int parse_criteria(command_line *line)
{
   an_error error;
   if (ah_criteria_parse(&line->criteria, optarg, &error))
      return AN_PARSED;
   return an_command_usage("--criteria: %s", error.message);
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
         return an_command_usage("--fail-on=%s: expected a list of %s", optarg, names);
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
   case AN_OPTION_AT: line->at = optarg; return AN_PARSED;
   case AN_OPTION_BY: return an_options_parse_by(options, AC_OF_HEAP);
   case AN_OPTION_LIST:
      options->request.by = ac_section_find("snapshot", AC_OF_HEAP);
      return AN_PARSED;
   case AN_OPTION_PROCESSES:
      options->request.by = ac_section_find("process", AC_OF_HEAP);
      return AN_PARSED;
   case AN_OPTION_METADATA: report->only_metadata = true; return AN_PARSED;
   case AN_OPTION_TREE: return parse_tree(line);
   case AN_OPTION_DEPTH: return parse_depth(line);
   case AN_OPTION_TOP: return parse_top(line);
   case AN_OPTION_FRAMES:
      return parse_amount(line, "frames", &report->n_frames, AH_SHARE_SITES);
   case AN_OPTION_FINDINGS:
      return parse_amount(line, "findings", &report->n_findings, AH_SHARE_FINDINGS);
   case AN_OPTION_HEAT: return parse_amount(line, "heat", &report->n_heat, AH_SHARE_HEAT);
   case AN_OPTION_THRESHOLD:
      report->is_asked[AH_SHARE_PEAK] = report->is_asked[AH_SHARE_END] = true;
      return an_options_parse(options, option);
   case AN_OPTION_ANNOTATE:
   case AN_OPTION_AUTO:
   case AN_OPTION_CONTEXT:
      report->is_asked[AH_SHARE_SOURCE] = true;
      return an_options_parse(options, option);
   case AN_OPTION_CRITERIA: return parse_criteria(line);
   case AN_OPTION_FAIL_ON: return parse_fail_on(line);
   case AN_OPTION_ALL_FRAMES: report->all_frames = true; return AN_PARSED;
   case AN_OPTION_SORT: return parse_sort(line);
   default: return an_options_parse(options, option);
   }
}

/* ---- What is done, step by step ----

   Each step returns AN_PARSED, or the exit status after a message. */

typedef struct {
   command_line *line; /* steps fill in what the report needs */
   char **files;
   size_t n_files;
   ah_sum *sum;
   ah_profile *single, *profile; /* profile: that one, or the sum's */
   ah_weight moment;
   ty_types *types;
   bool has_groups, has_findings;
   ah_naming naming;
   ah_keepers *keepers; /* of each look */
   ah_groups groups;
   ah_findings findings;
} job;

/* A single profile keeps what a sum has not: its timeline. */
static int load_profile(job *j)
{
   an_options *shared = &j->line->shared;
   ah_report_options *report = &j->line->report;
   bool is_text = an_options_are_for_people(shared);
   j->single = j->n_files == 1 ? ah_load(j->files[0]) : NULL;
   j->profile = j->n_files == 1 ? j->single : ah_load_sum(j->files, j->n_files, &j->sum);
   if (j->profile == NULL)
      return EXIT_FAILURE;
   report->file = an_command_file_name(j->files[0]);
   report->n_files = j->n_files;
   report->source = &shared->request;
   report->terminal = &shared->terminal;
   report->data_modified = an_options_modified(j->files, j->n_files);
   report->threshold = an_options_threshold(shared, 1, is_text);
   if (!report->is_asked[AH_SHARE_FINDINGS] && !is_text)
      report->n_findings = SIZE_MAX;
   return AN_PARSED;
}

static int choose_values(job *j)
{
   an_error error;
   const command_line *line = j->line;
   ah_report_options *report = &j->line->report;
   if (!line->has_sort && !j->profile->has_lifetimes)
      report->sort = AH_SORT_TOTAL;
   const ah_value *value = &ah_values[report->sort];
   if (!ah_value_is_known(value, j->profile))
      return an_command_usage("--sort=%s: not in this profile", value->name);
   if (line->shared.format == AN_FORM_MESSAGES && report->sort >= AH_VALUES)
      return an_command_usage("--sort=%s: has no sum for a line", value->name);
   if (line->at == NULL)
      return AN_PARSED;
   if (!ah_weight_parse(&j->moment, j->profile, line->at, &error))
      return an_command_usage("--at=%s: %s", line->at, error.message);
   report->at = &j->moment;
   return AN_PARSED;
}

static bool has_limit(const command_line *line)
{
   bool has = line->fails_on_all;
   for (int i = 0; i < AH_N_KINDS; i++)
      has |= line->fails_on[i];
   return has;
}

/* The profile has what --fail-on decides by. */
static int check_limits(job *j)
{
   const char *lack;
   const command_line *line = j->line;
   for (int i = 0; i < AH_N_KINDS; i++)
      if (line->fails_on[i]
          && (lack = ah_finding_lacks((ah_finding_kind)i, j->profile)) != NULL)
         return an_command_usage("--fail-on=%s: %s", ah_finding_name((ah_finding_kind)i),
                                 lack);
   return !has_limit(line)
                || an_command_check_partial(&j->profile->state, j->files[0],
                                            "findings can be missing, so --fail-on "
                                            "cannot decide")
             ? AN_PARSED
             : EXIT_FAILURE;
}

/* The section that is asked for has what it needs. */
static int check_section(job *j)
{
   const ac_section *by = j->line->shared.request.by;
   const char *lack = ah_report_lack(j->profile, by);
   return lack == NULL ? AN_PARSED : an_command_usage("--by=%s: %s", by->name, lack);
}

/* Names and types come from the same objects, which are opened once. */
static int name_blocks(job *j)
{
   const tk_alloc *alloc = an_alloc_malloc();
   j->types = ty_types_new(alloc, &j->line->report.source->source);
   ah_symbols_find(j->profile, alloc, j->types);
   ah_qualify(j->profile, alloc, j->types);
   ah_owner_say(j->profile, &j->line->shared.own);
   ah_wrappers_find(j->profile, alloc);
   an_differs_warn(ty_types_objects(j->types));
   return AN_PARSED;
}

static int group_sites(job *j)
{
   ah_groups_make(&j->groups, an_alloc_malloc(), j->profile, ah_type_of_site, j->types);
   j->has_groups = true;
   j->line->report.groups = &j->groups;
   return AN_PARSED;
}

/* Names what keeps blocks, in each look. */
static int find_owners(job *j)
{
   const tk_alloc *alloc = an_alloc_malloc();
   const ah_profile *p = j->profile;
   if (p->n_looks == 0)
      return AN_PARSED;
   j->naming = (ah_naming){ j->types, ty_types_variable, ty_types_stack_local };
   j->keepers = tk_get_zeroed(alloc, "hp.keepers", p->n_looks * sizeof *j->keepers);
   for (size_t i = 0; i < p->n_looks; i++)
      ah_keepers_make(&j->keepers[i], alloc, p, &p->looks[i], &j->groups, &j->naming);
   j->line->report.keepers = j->keepers;
   j->line->report.naming = &j->naming;
   return AN_PARSED;
}

/* All findings, however many are shown. */
static int find_findings(job *j)
{
   ah_findings_find(&j->findings, an_alloc_malloc(), j->profile, &j->groups, j->keepers,
                    &j->line->criteria);
   j->has_findings = true;
   j->line->report.findings = &j->findings;
   return AN_PARSED;
}

/* ---- Output ---- */

/* Writes the page, or its data. */
static void put_page(const job *j, bool is_html, FILE *out)
{
   ah_page_write(
      &(ah_page_of){
         .command = "hp_annotate",
         .options = &j->line->shared,
         .files = j->files,
         .n_files = j->n_files,
         .profile = j->profile,
         .report = &j->line->report,
      },
      is_html, out);
}

static void put_html(const void *context, FILE *out)
{
   put_page(context, true, out);
}

/* Lists the objects that were not opened: their blocks have no known types, and
   their inlined functions short names. */
static void print_refused(const ty_types *types, const an_terminal *terminal, FILE *out)
{
   an_page page = { .scope.terminal = terminal, .out = out };
   const char *object, *problem;
   for (size_t i = 0; (object = ty_types_refused(types, i, &problem)) != NULL; i++) {
      if (i == 0)
         an_page_heading(&page, "Binaries without usable debug information", NULL);
      an_text_name(out, object);
      fprintf(out, ": %s\n", problem);
   }
}

/* --top counts for all tables. */
static void set_top(command_line *line)
{
   const ah_report_options *report = &line->report;
   if (report->is_asked[AH_SHARE_LINES] && report->n_top < SIZE_MAX)
      line->shared.request.n_top = report->n_top;
}

static void put_report(const job *j, FILE *out)
{
   const tk_alloc *alloc = an_alloc_malloc();
   const ah_report_options *report = &j->line->report;
   const command_line *line = j->line;
   ah_report(j->profile, alloc, report, out);
   if (line->shared.request.by == NULL)
      print_refused(j->types, report->terminal, out);
}

static void print_text(job *j)
{
   command_line *line = j->line;
   set_top(line);
   an_options_begin_text(&line->shared);
   put_report(j, stdout);
}

static void put_markup(const void *context, an_markup *markup)
{
   const job *j = context;
   command_line *line = j->line;
   an_options_begin_markup(&line->shared, markup);
   set_top(line);
   put_report(j, markup->text.out);
}

static void print_report(job *j)
{
   const tk_alloc *alloc = an_alloc_malloc();
   const ah_report_options *report = &j->line->report;
   switch (j->line->shared.format) {
   case AN_FORM_PAGE: put_page(j, false, stdout); break;
   case AN_FORM_JSON: ah_report_json(j->profile, alloc, report, stdout); break;
   case AN_FORM_CSV: ah_report_csv(j->profile, alloc, report, stdout); break;
   case AN_FORM_MARKDOWN:
      an_markup_write(&an_markup_markdown, stdout, put_markup, j);
      break;
   case AN_FORM_MESSAGES:
      set_top(j->line);
      ah_report_messages(j->profile, alloc, report, stdout);
      break;
   default: print_text(j);
   }
}

/* The page, if it is asked for, and the report, unless only the page is. */
static int render_report(job *j)
{
   const an_options *options = &j->line->shared;
   if (!an_options_write(options->forms.html, put_html, j))
      return EXIT_FAILURE;
   if (an_options_has_report(options))
      print_report(j);
   return AN_PARSED;
}

/* AN_EXIT_LIMIT, after a message, if there are findings that --fail-on names. */
static int judge_findings(job *j)
{
   char message[128];
   size_t n = 0;
   const command_line *line = j->line;
   for (size_t i = 0; i < j->findings.n; i++)
      n += line->fails_on_all || line->fails_on[j->findings.findings[i].kind];
   if (n == 0)
      return EXIT_SUCCESS;
   snprintf(message, sizeof message, "%zu finding%s that --fail-on names", n,
            n == 1 ? "" : "s");
   an_command_error(j->files[0], 0, message);
   return AN_EXIT_LIMIT;
}

/* ---- All of it ---- */

static void release_job(job *j)
{
   for (size_t i = 0; j->keepers != NULL && i < j->profile->n_looks; i++)
      ah_keepers_free(&j->keepers[i]);
   tk_put(an_alloc_malloc(), j->keepers);
   if (j->has_findings)
      ah_findings_free(&j->findings);
   if (j->has_groups)
      ah_groups_free(&j->groups);
   an_differs_warn_split(j->types);
   ty_types_free(j->types);
   ah_profile_free(j->single);
   ah_sum_free(j->sum);
}

static int run_steps(an_options *options, char **files, size_t n)
{
   static int (*const steps[])(job *) = {
      load_profile, choose_values, check_section, check_limits,  name_blocks,
      group_sites,  find_owners,   find_findings, render_report, judge_findings,
   };
   job j = { .line = (command_line *)options, .files = files, .n_files = n };
   int status = AN_PARSED;
   for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == AN_PARSED; i++)
      status = steps[i](&j);
   release_job(&j);
   return status;
}

static int check_options(an_options *options)
{
   return an_options_check_messages(options);
}

static int hp_annotate_main(int argc, char **argv)
{
   command_line line = {
      .criteria = ah_criteria_default,
      .report = { .n_top = 10,
                  .n_frames = 4,
                  .n_findings = 5,
                  .n_heat = 1,
                  .top_down = true },
   };
   return an_program_run(&hp_annotate_program, &line.shared, argc, argv);
}

const an_program hp_annotate_program = {
   .name = "hp_annotate",
   .main = hp_annotate_main,
   .command = AN_HP_ANNOTATE,
   .arguments = "[OPTION]... FILE...",
   .summary = "Report on heap profiles from heapprof or DHAT, added up\n"
              "(-: standard input; gzip is unpacked).",
   .values = "VALUE:",
   .n_values = AH_N_SORTS,
   .example = "hp_annotate --at=end --sort=leaked heapprof.out.1234",
   .expected = "expected a heap profile",
   .parse = parse_option,
   .check = check_options,
   .run = run_steps,
};
