/* hp_annotate.c -- reports on a heap profile.  Reading is ah_read.h, the report
   ah_report.h.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ac_findings_of.h"
#include "commands/ah_load.h"
#include "commands/ah_page_of.h"
#include "base/an_alloc.h"
#include "base/an_text.h"
#include "commands/an_differs.h"
#include "commands/an_program.h"
#include "sections/ah_report.h"
#include "sections/an_page.h"
#include "sections/ac_sections.h"
#include "heap/ah_owner.h"
#include "heap/ah_qualify.h"
#include "heap/ah_symbols.h"
#include "heap/ah_type.h"
#include "heap/ah_wrappers.h"

#include <stdlib.h>
#include <string.h>

/* ---- What is done, step by step ----

   Each step returns AN_PARSED, or the exit status after a message. */

typedef struct {
   an_options *options;
   ah_report_options report; /* steps fill in what it needs */
   char **files;
   size_t n_files;
   ah_sum *sum;
   ah_profile *single, *profile; /* profile: that one, or the sum's */
   ah_weight moment;
   ty_types *types;
   ah_naming naming;
   ah_keepers *keepers; /* of each look */
   ah_groups groups;
   ah_findings findings;
} job;

/* Has the sections that options are for show all lines that they need. */
static void ask_sections(const an_options *options, ah_report_options *report)
{
   static const struct {
      const char *option;
      ah_share section;
   } asked[] = {
      { "annotate", AH_SHARE_SOURCE }, { "auto", AH_SHARE_SOURCE },
      { "context", AH_SHARE_SOURCE },  { "depth", AH_SHARE_PEAK },
      { "depth", AH_SHARE_END },       { "findings", AH_SHARE_FINDINGS },
      { "frames", AH_SHARE_SITES },    { "heat", AH_SHARE_HEAT },
      { "threshold", AH_SHARE_PEAK },  { "threshold", AH_SHARE_END },
      { "top", AH_SHARE_SITES },       { "top", AH_SHARE_METADATA },
      { "top", AH_SHARE_REGIONS },     { "top", AH_SHARE_LINES },
      { "top", AH_SHARE_SOURCE },      { "top", AH_SHARE_TYPES },
   };
   for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
      report->is_asked[asked[i].section] |= an_options_has(options, asked[i].option);
}

/* A single profile keeps what a sum has not: its timeline. */
static int load_profile(job *j)
{
   an_options *options = j->options;
   bool is_text = an_options_are_for_people(options);
   bool is_all = !is_text && !an_options_has(options, "findings");
   j->single = j->n_files == 1 ? ah_load(an_alloc_malloc(), j->files[0]) : NULL;
   j->profile = j->n_files == 1 ? j->single : ah_load_sum(j->files, j->n_files, &j->sum);
   if (j->profile == NULL)
      return EXIT_FAILURE;
   j->report = (ah_report_options){
      .file = an_command_file_name(j->files[0]),
      .n_files = j->n_files,
      .n_top = options->n_top,
      .n_frames = options->n_frames,
      .depth = options->depth,
      .threshold = an_options_threshold(options, is_text),
      .top_down = options->top_down,
      .bottom_up = options->bottom_up,
      .all_frames = options->all_frames,
      .n_findings = is_all ? SIZE_MAX : options->n_findings,
      .n_heat = options->n_heat,
      .only_metadata = options->only_metadata,
      .terminal = &options->terminal,
      .own = &options->own,
      .source = &options->request,
      .data_modified = an_options_modified(j->files, j->n_files),
   };
   ask_sections(options, &j->report);
   return AN_PARSED;
}

static int choose_values(job *j)
{
   an_error error;
   const an_options *options = j->options;
   ah_report_options *report = &j->report;
   bool is_total = !an_options_has(options, "sort") && !j->profile->has_lifetimes;
   const ah_value *value = is_total ? &ah_values[AH_SORT_TOTAL] : options->value;
   report->sort = ah_value_number(value);
   if (!ah_value_is_known(value, j->profile))
      return an_command_usage("--sort=%s: not in this profile", value->name);
   if ((options->format == AN_FORM_MESSAGES || options->forms.sarif != NULL)
       && report->sort >= AH_VALUES)
      return an_command_usage("--sort=%s: has no sum for a line", value->name);
   if (options->at == NULL)
      return AN_PARSED;
   bool is_one = options->at == options->at_new;
   if (is_one ? !ah_weight_parse(&j->moment, j->profile, options->at, &error)
              : !ah_weight_parse_since(&j->moment, j->profile, options->at,
                                       options->at_new, &error))
      return an_command_usage("--at=%s%s%s: %s", options->at, is_one ? "" : ",",
                              is_one ? "" : options->at_new, error.message);
   report->at = &j->moment;
   return AN_PARSED;
}

/* The profile has what --fail-on decides by. */
static int check_limits(job *j)
{
   const char *lack;
   const an_options *options = j->options;
   for (int i = 0; i < AH_N_KINDS; i++)
      if ((options->fails_on >> i & 1) != 0
          && (lack = ah_finding_lacks((ah_finding_kind)i, j->profile)) != NULL)
         return an_command_usage("--fail-on=%s: %s", ah_finding_name((ah_finding_kind)i),
                                 lack);
   return options->fails_on == 0
                || an_command_check_partial(&j->profile->state, j->files[0],
                                            "findings can be missing, so --fail-on "
                                            "cannot decide")
             ? AN_PARSED
             : EXIT_FAILURE;
}

/* The section that is asked for has what it needs. */
static int check_section(job *j)
{
   const ac_section *by = j->options->request.by;
   const char *lack = ah_report_lack(j->profile, by);
   return lack == NULL ? AN_PARSED : an_command_usage("--by=%s: %s", by->name, lack);
}

/* Names and types come from the same objects, which are opened once. */
static int name_blocks(job *j)
{
   const tk_alloc *alloc = an_alloc_malloc();
   j->types = ty_types_new(alloc, &j->report.source->source);
   ah_symbols_find(j->profile, alloc, j->types);
   ah_qualify(j->profile, alloc, j->types);
   ah_owner_say(j->profile, &j->options->own);
   ah_wrappers_find(j->profile, alloc);
   an_differs_warn(ty_types_objects(j->types));
   return AN_PARSED;
}

/* By the names that reports show. */
static int ignore_leaks(job *j)
{
   ah_ignored *ignored;
   const an_texts *files = &j->options->ignored;
   if (!ah_load_ignored(files->of, files->n, &ignored))
      return EXIT_FAILURE;
   if (ignored != NULL)
      ah_ignored_take_out(ignored, j->profile, 0);
   j->report.ignored = ignored;
   return AN_PARSED;
}

static int group_sites(job *j)
{
   ah_groups_make(&j->groups, an_alloc_malloc(), j->profile, ah_type_of_site, j->types);
   j->report.groups = &j->groups;
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
   j->keepers = tk_get_zeroed(alloc, AN_LABEL, p->n_looks * sizeof *j->keepers);
   for (size_t i = 0; i < p->n_looks; i++)
      ah_keepers_make(&j->keepers[i], alloc, p, &p->looks[i], &j->groups, &j->naming);
   j->report.keepers = j->keepers;
   j->report.naming = &j->naming;
   return AN_PARSED;
}

/* All findings, however many are shown. */
static int find_findings(job *j)
{
   ah_findings_find(&j->findings, an_alloc_malloc(), j->profile, &j->groups, j->keepers,
                    j->options->heap_criteria);
   j->report.findings = &j->findings;
   return AN_PARSED;
}

/* ---- Output ---- */

/* Writes the page, or its data. */
static void put_page(const job *j, bool is_html, FILE *out)
{
   ah_page_write(
      &(ah_page_of){
         .command = "hp_annotate",
         .options = j->options,
         .files = j->files,
         .n_files = j->n_files,
         .profile = j->profile,
         .report = &j->report,
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
static void set_top(an_options *options)
{
   if (an_options_has(options, "top") && options->n_top < SIZE_MAX)
      options->request.n_top = options->n_top;
}

static void put_report(const job *j, FILE *out)
{
   ah_report(j->profile, an_alloc_malloc(), &j->report, out);
   if (j->options->request.by == NULL)
      print_refused(j->types, j->report.terminal, out);
}

static void print_text(job *j)
{
   set_top(j->options);
   an_options_begin_text(j->options);
   put_report(j, stdout);
}

static void put_markup(const void *context, an_markup *markup)
{
   const job *j = context;
   an_options_begin_markup(j->options, markup);
   set_top(j->options);
   put_report(j, markup->text.out);
}

/* Of these, too, small lines are left out. */
static void put_messages(const void *context, const ac_messages_to *to)
{
   const job *j = context;
   ah_report_options report = j->report;
   set_top(j->options);
   report.threshold = an_options_threshold(j->options, true);
   ah_report_messages(j->profile, an_alloc_malloc(), &report, to);
}

static void print_report(job *j)
{
   const tk_alloc *alloc = an_alloc_malloc();
   const ah_report_options *report = &j->report;
   switch (j->options->format) {
   case AN_FORM_PAGE: put_page(j, false, stdout); break;
   case AN_FORM_JSON: ah_report_json(j->profile, alloc, report, stdout); break;
   case AN_FORM_CSV: ah_report_csv(j->profile, alloc, report, stdout); break;
   case AN_FORM_MARKDOWN:
      an_markup_write(&an_markup_markdown, stdout, put_markup, j);
      break;
   case AN_FORM_MESSAGES: put_messages(j, &(ac_messages_to){ .out = stdout }); break;
   default: print_text(j);
   }
}

/* The page, if it is asked for, and the report, unless only the page is. */
static int render_report(job *j)
{
   const an_options *options = j->options;
   if (!an_options_write(options->forms.html, put_html, j)
       || !an_options_write_sarif(options, put_messages, j))
      return EXIT_FAILURE;
   if (an_options_has_report(options))
      print_report(j);
   return AN_PARSED;
}

/* AN_EXIT_LIMIT, after a message, if there are findings that --fail-on names. */
static int judge_findings(job *j)
{
   size_t n = 0;
   const unsigned fails_on = j->options->fails_on;
   for (size_t i = 0; i < j->findings.n; i++)
      n += (fails_on & (1u << j->findings.findings[i].kind | AN_FAILS_ON_ALL)) != 0
           || (j->findings.findings[i].kind == AH_CYCLE
               && (fails_on >> AH_LOST & 1) != 0);
   return ac_findings_of_fail(n, j->files[0]);
}

/* ---- All of it ---- */

static int run_steps(an_options *options, char **files, size_t n)
{
   static int (*const steps[])(job *) = {
      load_profile,  choose_values, check_section,  check_limits,
      name_blocks,   ignore_leaks,  group_sites,    find_owners,
      find_findings, render_report, judge_findings,
   };
   static job j; /* what it refers to lives as long as the process */
   j = (job){ .options = options, .files = files, .n_files = n };
   int status = AN_PARSED;
   for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == AN_PARSED; i++)
      status = steps[i](&j);
   an_differs_warn_split(j.types);
   ty_types_free(j.types);
   return status;
}

const an_program hp_annotate_program = {
   .name = "hp_annotate",
   .command = AN_HP_ANNOTATE,
   .arguments = "[OPTION]... FILE...",
   .summary = "Report on heap profiles from heapprof or DHAT, added up\n"
              "(-: standard input; gzip is unpacked).",
   .values = "VALUE:",
   .n_values = AH_N_SORTS,
   .example = "hp_annotate --at=end --sort=leaked heapprof.out.1234",
   .expected = "expected a heap profile",
   .sections = AC_OF_HEAP,
   .check = an_options_check_messages,
   .run = run_steps,
};
