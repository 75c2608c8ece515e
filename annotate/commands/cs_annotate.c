/* cs_annotate.c -- reports on profiles of counts.  Reading is ac_load.h, the report
   ac_report.h.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "base/an_suggest.h"
#include "commands/an_calls_of.h"
#include "commands/an_code_names.h"
#include "commands/an_compare.h"
#include "commands/an_differs.h"
#include "commands/ac_asm_of.h"
#include "commands/ac_data_of.h"
#include "commands/ac_findings_of.h"
#include "commands/ac_prepare.h"
#include "commands/ac_suggest_of.h"
#include "commands/an_program.h"
#include "commands/an_take.h"
#include "counts/ac_calls.h"
#include "counts/ac_combine.h"
#include "counts/ac_inlined_lines.h"
#include "advice/ac_what_if.h"
#include "export/ac_call_stacks.h"
#include "sections/ac_asm_messages.h"
#include "sections/ac_sections.h"
#include "page/an_html_counts.h"

#include <stdlib.h>
#include <string.h>

enum { TREE_PERCENT = 1 }; /* the default threshold of trees */

/* ---- Calls ---- */

/* The name that --focus may have meant; for free(). */
static char *like_focus(const ac_calls *calls, const char *focus)
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
      suggestion.best = best = an_strdup(name);
   }
   return best;
}

static bool has_focus(const ac_calls *calls, const ac_filter *focus)
{
   for (size_t i = 0; i < calls->n_functions; i++)
      if (ac_filter_passes(focus, calls->functions[i].file, calls->functions[i].name))
         return true;
   for (size_t i = 0; i < calls->n_inlined; i++)
      if (ac_filter_passes(focus, calls->inlined[i].file, calls->inlined[i].name))
         return true;
   return false;
}

/* ---- What is done, step by step ----

   Each step returns AN_PARSED, or the exit status after a message. */

typedef struct {
   an_options *options;  /* steps fill in the request, */
   ac_analysis analysis; /* and what they find out */
   char **files;
   size_t n_files;
   ac_profile *profile;
   ac_report_field names[AC_PREPARE_FILES], *fields;
   char more[AC_PREPARE_MORE_B];
   ac_columns_chosen chosen;
   ac_inlined_lines inlined;
   ty_types *types;
   ac_data_of data;
   ac_findings_of findings;
   ac_what_if what_if;
   ac_asm_of listing;  /* that is asked for */
   ac_asm_of listings; /* of the page */
   bool has_limits, has_gate;
   ac_profile *pair; /* of limits: the profile with itself */
   an_calls_of calls;
   an_compare_limits limits;
   ac_gate gate;
} job;

static int load_profile(job *j)
{
   an_options *options = j->options;
   an_code_names *code = an_code_names_begin(options);
   j->profile = ac_prepare_load(options, j->files, j->n_files);
   an_code_names_end(code);
   if (j->profile == NULL)
      return EXIT_FAILURE;
   j->fields = ac_prepare_fields(
      options, j->names, ac_prepare_files(j->names, j->files, j->n_files, j->more),
      &j->analysis);
   j->analysis.data_modified = an_options_modified(j->files, j->n_files);
   return AN_PARSED;
}

/* --focus names a function of the profile. */
static int check_focus(job *j)
{
   const ac_calls *calls = ac_profile_calls(j->profile);
   const ac_filter *focus = j->options->request.focus;
   const char *name = j->options->focus;
   if (focus == NULL || !ac_section_is_of_calls(j->options->request.by) || calls == NULL
       || has_focus(calls, focus))
      return AN_PARSED;
   char *like = like_focus(calls, name);
   int status =
      like == NULL
         ? an_command_usage("--focus=%s: no function in the profile matches", name)
         : an_command_usage("--focus=%s: no function in the profile matches; did you "
                            "mean %s?",
                            name, like);
   free(like);
   return status;
}

static int choose_columns(job *j)
{
   ac_request *request = &j->options->request;
   int status = ac_prepare_columns(j->options, j->profile, &j->chosen);
   if (status != AN_PARSED)
      return status;
   j->analysis.cycles = ac_metrics_find(j->chosen.metrics, an_span_of("CEst"));
   request->show = ac_prepare_measures(&j->chosen.show, AC_VALUE, 0);
   request->sort = ac_prepare_measures(&j->chosen.sort, AC_VALUE, 0);
   bool is_for_people = an_options_are_for_people(j->options);
   request->threshold = an_options_threshold(j->options, is_for_people);
   if (ac_section_is_tree(request->by) && is_for_people
       && !an_options_has(j->options, "threshold"))
      request->threshold = TREE_PERCENT;
   return AN_PARSED;
}

static ac_scope scope_of(const job *j)
{
   return (ac_scope){ .profile = j->profile,
                      .alloc = an_alloc_malloc(),
                      .request = &j->options->request,
                      .analysis = &j->analysis,
                      .terminal = &j->options->terminal };
}

static int name_inlined(job *j)
{
   ac_inlined_lines_open(&j->inlined, an_alloc_malloc(), j->profile);
   j->analysis.inlined = &j->inlined;
   return AN_PARSED;
}

/* The section that is asked for has what it needs. */
static int check_section(job *j)
{
   const ac_scope scope = scope_of(j);
   const char *lack = ac_section_lack(scope.request->by, &scope);
   if (lack == NULL && j->options->changes.n > 0)
      lack = ac_section_lack(ac_section_find("what-if", 0), &scope);
   if (lack == NULL)
      return AN_PARSED;
   return an_command_fail(j->files[0], 0, lack);
}

static int open_data(job *j)
{
   unsigned needed = ac_section_is(j->options->request.by, "sharing") ? AC_DATA_OF_FALSE
                                                                      : 0;
   j->types = ty_types_new(an_alloc_malloc(), &j->options->request.source);
   ac_data_of_open(&j->data, j->profile, 1, j->chosen.metrics, j->types);
   j->analysis.data = ac_data_of_report(&j->data);
   return ac_data_of_check(&j->data, needed, j->files[0]);
}

static int open_findings(job *j)
{
   int status = ac_findings_of_check(j->options, 0, j->profile, j->files[0]);
   /* A listing alone has none. */
   bool is_asked = !ac_section_is(j->options->request.by, "asm")
                   || j->options->fails_on != 0 || j->options->fails_on_idioms.n > 0
                   || j->options->format != AN_FORM_TEXT || j->options->forms.html != NULL
                   || j->options->forms.sarif != NULL;
   if (status != AN_PARSED || !is_asked)
      return status;
   bool is_page = j->options->forms.html != NULL || j->options->format == AN_FORM_PAGE;
   ac_findings_of_open(&j->findings, j->profile, j->options, &j->options->request.sort,
                       is_page ? 0 : ac_request_row_threshold(&j->options->request),
                       &j->analysis);
   ac_scope scope = scope_of(j);
   /* What programs read has no source. */
   if ((j->options->format == AN_FORM_JSON || j->options->format == AN_FORM_CSV)
       && j->options->forms.html == NULL)
      scope.terminal = NULL;
   ac_findings_of_places(&j->findings, &scope, &j->analysis);
   return status;
}

/* Another layout of the data. */
static int write_suggested(job *j)
{
   const an_options *options = j->options;
   if (options->forms.suggest == NULL)
      return AN_PARSED;
   int status = ac_suggest_of_check(j->profile, j->analysis.data, j->files[0]);
   return status != AN_PARSED
             ? status
             : ac_suggest_of_write(options, j->profile, j->analysis.data, j->files[0]);
}

/* What changes would do. */
static int try_changes(job *j)
{
   const an_texts *changes = &j->options->changes;
   const ac_data_report *data = j->analysis.data;
   an_error error;
   if (changes->n == 0)
      return AN_PARSED;
   if (!ac_what_if_open(&j->what_if, an_alloc_malloc(), j->profile,
                        data == NULL ? NULL : &data->view, j->chosen.metrics, changes->of,
                        changes->n, &error))
      return an_command_usage("--what-if: %s", error.message);
   ac_what_if_run(&j->what_if);
   for (size_t i = 0; i < j->what_if.n; i++)
      if (j->what_if.changes[i].n_rows == 0)
         return an_command_usage("--what-if=%s: nothing in the profile matches",
                                 j->what_if.changes[i].text);
   j->analysis.what_if = &j->what_if;
   return AN_PARSED;
}

static int open_listing(job *j)
{
   ac_request *request = &j->options->request;
   if (!ac_section_is(request->by, "asm"))
      return AN_PARSED;
   int status = ac_asm_of_open(&j->listing, j->profile, j->options, &request->sort.of[0]);
   if (status == AN_PARSED)
      j->analysis.listing = j->listing.listings;
   return status;
}

/* Those of the page. */
static int open_listings(job *j)
{
   bool has_page = j->options->forms.html != NULL || j->options->format == AN_FORM_PAGE;
   if (has_page && ac_profile_instrs(j->profile) != NULL)
      ac_asm_of_open_most(&j->listings, j->profile, j->options,
                          &j->options->request.sort.of[0]);
   return AN_PARSED;
}

/* Holds the profile, which is paired with itself, against the limits. */
static int hold_limits(job *j)
{
   const an_forms *forms = &j->options->forms;
   if (j->options->limits_inclusive.n == 0 && forms->junit == NULL && !forms->github)
      return AN_PARSED;
   j->has_limits = true;
   j->pair = ac_combine_pair(an_alloc_malloc(), j->profile, j->profile, NULL, NULL);
   an_calls_of_open(&j->calls, j->profile, j->profile);
   int status = an_compare_parse(&j->limits, j->options,
                                 &(an_compare_what){ .each = "limits-fn",
                                                     .metrics = j->chosen.metrics,
                                                     .region_metrics = j->chosen.metrics,
                                                     .regions = j->pair,
                                                     .calls = an_calls_of_pair(&j->calls),
                                                     .is_single = true });
   for (size_t i = 0; i < ac_profile_n_states(j->profile) && status == AN_PARSED; i++)
      if (j->limits.n_inclusive > 0
          && !an_command_check_partial(ac_profile_state(j->profile, i), j->files[i],
                                       "a limit cannot be checked against it"))
         status = EXIT_FAILURE;
   if (status != AN_PARSED)
      return status;
   if (!an_compare_hold(&j->gate, &j->limits, j->pair, j->pair, true))
      return EXIT_FAILURE;
   j->has_gate = true;
   j->analysis.n_after = an_compare_limit_lines(&j->gate);
   return AN_PARSED;
}

/* ---- Output ---- */

/* Writes the page, or its data. */
static void put_page(const job *j, bool is_html, FILE *out)
{
   const tk_alloc *alloc = an_alloc_malloc();
   ac_request request = j->options->request;
   ac_scope scope = scope_of(j);
   an_stacks paths;
   bool has_calls = ac_profile_calls(j->profile) != NULL;
   if (has_calls)
      ac_call_stacks(j->profile, alloc, &paths);
   request.threshold = an_options_threshold(j->options, false);
   scope.request = &request;
   const an_html_counts counts = {
      .scope = scope,
      .gate = j->has_gate ? &j->gate : NULL,
      .schema = "cs_annotate",
      .files = j->files,
      .n_files = j->n_files,
      .paths = has_calls ? &paths : NULL,
      .listings = j->listings.listings,
      .n_listings = j->listings.n,
   };
   (is_html ? an_html_counts_write : an_html_counts_write_json)(&counts, out);
}

static void put_html(const void *context, FILE *out)
{
   put_page(context, true, out);
}

static void put_report(const job *j, FILE *out)
{
   const ac_scope scope = scope_of(j);
   ac_report(&scope, out);
}

/* The limits come first. */
static void put_markup(const void *context, an_markup *markup)
{
   const job *j = context;
   an_options_begin_markup(j->options, markup);
   if (j->has_gate)
      an_compare_put_limits(&j->gate, markup);
   put_report(j, markup->text.out);
}

/* Of these, too, small lines are left out. */
static void put_messages(const void *context, const ac_messages_to *to)
{
   const job *j = context;
   ac_request request = j->options->request;
   ac_scope scope = scope_of(j);
   request.threshold = an_options_threshold(j->options, true);
   scope.request = &request;
   if (ac_section_is(request.by, "asm"))
      ac_asm_messages(&scope, to);
   else
      ac_report_messages(&scope, to);
}

static void print_report(const job *j)
{
   an_options *options = j->options;
   const ac_scope scope = scope_of(j);
   switch (options->format) {
   case AN_FORM_PAGE: put_page(j, false, stdout); break;
   case AN_FORM_JSON:
      ac_report_json(&scope, "cs_annotate", j->has_gate ? &j->gate : NULL, stdout);
      break;
   case AN_FORM_CSV: ac_report_csv(&scope, stdout); break;
   case AN_FORM_MARKDOWN:
      an_markup_write(&an_markup_markdown, stdout, put_markup, j);
      break;
   case AN_FORM_MESSAGES: put_messages(j, &(ac_messages_to){ .out = stdout }); break;
   default: an_options_begin_text(options); put_report(j, stdout);
   }
}

/* Whether a text report is what standard output is for. */
static bool has_text(const job *j)
{
   return j->options->format == AN_FORM_TEXT && !an_options_have_stdout(j->options);
}

static int render_report(job *j)
{
   const an_options *options = j->options;
   if (!an_options_write(options->forms.html, put_html, j)
       || !an_options_write_sarif(options, put_messages, j))
      return EXIT_FAILURE;
   bool is_asked = an_options_has_report(options)
                   && (!j->has_limits || has_text(j) || options->format != AN_FORM_TEXT);
   if (is_asked)
      print_report(j);
   return AN_PARSED;
}

static int judge_limits(job *j)
{
   int status = EXIT_SUCCESS;
   if (j->has_limits)
      status = an_compare_write_limits(&(an_comparison){ .command = "cs_annotate",
                                                         .options = j->options,
                                                         .gate = &j->gate },
                                       has_text(j));
   return status != EXIT_SUCCESS
             ? status
             : ac_findings_of_judge(&j->findings, j->options, j->files[0]);
}

/* ---- All of it ---- */

static int run_steps(an_options *options, char **files, size_t n)
{
   static int (*const steps[])(job *) = {
      load_profile,  check_focus,     choose_columns, check_section, name_inlined,
      open_data,     write_suggested, open_findings,  try_changes,   open_listing,
      open_listings, hold_limits,     render_report,  judge_limits,
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

/* JUnit and GitHub's lines must not be among JSON or CSV. */
static int check_options(an_options *options)
{
   const an_forms *forms = &options->forms;
   options->request.all_frames = an_options_has(options, "frames")
                                 && options->n_frames == 0;
   if (options->request.focus != NULL && options->request.by == NULL)
      options->request.by = ac_section_find("focus", 0);
   if (options->changes.n > 0 && options->request.by == NULL)
      options->request.by = ac_section_find("what-if", 0);
   bool is_text = options->format == AN_FORM_TEXT;
   int status = an_take_idioms(options);
   if (status != AN_PARSED)
      return status;
   if (is_text
       || (!forms->github && (forms->junit == NULL || strcmp(forms->junit, "-") != 0)))
      return an_options_check_messages(options);
   return an_command_usage("%s and --json, --csv or --messages are for standard output",
                           forms->github ? "--github" : "--junit");
}

const an_program cs_annotate_program = {
   .name = "cs_annotate",
   .command = AN_CS_ANNOTATE,
   .arguments = "[OPTION]... FILE...",
   .summary = "Report on profiles from cachesim, cachegrind or callgrind, added up\n"
              "(-: standard input; gzip is unpacked).",
   .example = "cs_annotate --sort=D1mr --threshold=1 cachesim.out.4711",
   .expected = "expected a profile",
   .sections = AC_OF_PROFILE,
   .check = check_options,
   .run = run_steps,
};
