/* cs_diff.c -- the command that compares two profiles, and can fail a CI job.

   Exits with 3 if a limit is exceeded, in whatever form that is told.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/an_alloc.h"
#include "counts/an_combine.h"
#include "commands/an_command.h"
#include "report/an_report.h"
#include "commands/an_forms.h"
#include "commands/an_options.h"
#include "report/an_gate_print.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
   "Usage: cs_diff [OPTION]... OLD NEW\n"
   "Report on what changed from profile OLD to NEW, and fail if it is too much\n"
   "(-: standard input; gzip is unpacked).\n"
   "\n"
   "  --limits=A=LIMIT,...    of the program's totals: N%, an increase in percent,\n"
   "                          N, an absolute one, or N%|N, either; @all=LIMIT\n"
   "                          is for every event that is not named\n"
   "  --limits-fn=A=LIMIT,... of each function\n"
   "  --json[=F], --csv[=F]   write for programs, all of it, to file F [-]\n"
   "  --junit[=F]             write the limits as JUnit XML\n"
   "  --github                print exceeded limits for GitHub to annotate\n"
   "  --force                 replace F; compare different events, or caches\n"
   "  --show=, --sort=, --threshold=, --metric=, --cycles=, --no-show-percs,\n"
   "  --no-annotate, --no-source, -I, --source-path=, --source-root=,\n"
   "  --mod-filename=, --mod-funcname=, --include=, --exclude=, --color=,\n"
   "  --no-pager              as those of cs_annotate\n"
   "  -h, --help, --version   show this help or the version\n"
   "\n"
   "Exit status: 0 fine, 1 error in a file or the system, 2 wrong usage, 3 a\n"
   "limit is exceeded.  Example: cs_diff --limits=Ir=1% main.out branch.out\n";

typedef struct {
   an_options shared;
   const char *limits, *limits_fn; /* as given, or NULL */
   an_forms forms;
} command_line;

enum {
   OPTION_LIMITS = AN_OPTION_OWN,
   OPTION_LIMITS_FN,
   OPTION_VERSION,
};

static const struct option long_options[] = {
   { "limits", required_argument, NULL, OPTION_LIMITS },
   { "limits-fn", required_argument, NULL, OPTION_LIMITS_FN },
   AN_FORMS_OPTIONS,
   AN_OPTIONS_COLUMNS,
   AN_OPTIONS_NAMES,
   AN_OPTIONS_REPORT,
   AN_OPTIONS_DISPLAY,
   { "help", no_argument, NULL, 'h' },
   { "version", no_argument, NULL, OPTION_VERSION },
   { NULL, 0, NULL, 0 },
};

/* ---- Options ---- */

static int parse_option(int option, command_line *line)
{
   switch (option) {
   case OPTION_LIMITS:
      line->limits = optarg;
      return AN_PARSED;
   case OPTION_LIMITS_FN:
      line->limits_fn = optarg;
      return AN_PARSED;
   case 'h':
      fputs(help, stdout);
      return EXIT_SUCCESS;
   case OPTION_VERSION:
      puts("cs_diff (quern) " PACKAGE_VERSION);
      return EXIT_SUCCESS;
   default:
      return an_forms_take(&line->forms, option)
                ? AN_PARSED : an_options_parse(&line->shared, option);
   }
}

static int parse_arguments(int argc, char **argv, command_line *line)
{
   int option;
   while ((option = an_command_option(argc, argv, ":hI:", long_options))
          != -1) {
      int status = parse_option(option, line);
      if (status != AN_PARSED)
         return status;
   }
   if (argc - optind != 2)
      return an_command_usage("expected two profiles, OLD and NEW");
   int status = an_command_check_files(argv + optind, 2);
   return status == AN_PARSED
             ? an_forms_check(&line->forms, line->shared.force)
             : status;
}

/* ---- Columns ---- */

/* Of the first metric, before, after and change; of the others the change. */
static an_measures columns_of(const an_choice *show, size_t n_events)
{
   static const an_aspect first[] = { AN_BEFORE, AN_AFTER, AN_CHANGE };
   an_measures measures = { .n = show->n + 2 };
   measures.of = an_options_need(calloc(measures.n, sizeof *measures.of));
   for (size_t i = 0; i < measures.n; i++)
      measures.of[i] = (an_measure){
         .metric = show->metrics[i < 2 ? 0 : i - 2],
         .aspect = i < 3 ? first[i] : AN_CHANGE,
         .n_events = n_events,
      };
   return measures;
}

static an_measures changes_of(const an_choice *sort, size_t n_events)
{
   an_measures measures = an_options_measures(sort, AN_CHANGE);
   for (size_t i = 0; i < measures.n; i++)
      measures.of[i].n_events = n_events;
   return measures;
}

/* ---- Output ---- */

typedef struct {
   const an_profile *pair;
   const an_report_options *options;
   const an_gate *gate;
} result;

static an_status print_json(const void *context, FILE *out)
{
   const result *r = context;
   return an_report_json(r->pair, an_alloc_malloc(), r->options, "cs_diff",
                         r->gate, out);
}

static an_status print_csv(const void *context, FILE *out)
{
   const result *r = context;
   return an_report_csv(r->pair, an_alloc_malloc(), r->options, out);
}

static an_status print_junit(const void *context, FILE *out)
{
   const result *r = context;
   an_gate_print_junit(r->gate, "cs_diff", out);
   return AN_OK;
}

/* For people, unless standard output is taken. */
static bool write_text(const result *r, command_line *line)
{
   an_report_options *report = &line->shared.report;
   if (an_forms_have_stdout(&line->forms))
      return true;
   report->threshold = an_options_threshold(&line->shared, true);
   report->colour = an_options_begin_text(&line->shared);
   if (an_report(r->pair, an_alloc_malloc(), report, stdout) != AN_OK) {
      an_command_error(NULL, 0, "out of memory");
      return false;
   }
   if (r->gate->n > 0 || r->gate->n_function_limits > 0)
      an_gate_print(r->gate, report->colour, stdout);
   return true;
}

static int write_all(const result *r, command_line *line)
{
   line->shared.report.threshold = an_options_threshold(&line->shared, false);
   bool force = line->shared.force;
   bool ok = an_forms_write(line->forms.json, force, print_json, r);
   ok &= an_forms_write(line->forms.csv, force, print_csv, r);
   ok &= an_forms_write(line->forms.junit, force, print_junit, r);
   ok &= write_text(r, line);
   if (line->forms.github)
      an_gate_print_github(r->gate, "cs_diff", stdout);
   if (!ok)
      return EXIT_FAILURE;
   return r->gate->n_exceeded > 0 ? AN_EXIT_LIMIT : EXIT_SUCCESS;
}

/* ---- The comparison ---- */

/* Whether limits can be held against both sides; false after a message. */
static bool can_be_judged(const an_profile *pair, char **files)
{
   return an_state_can_be_judged(an_profile_state(pair, 0), files[0])
          && an_state_can_be_judged(an_profile_state(pair, 1), files[1]);
}

static int compare(const an_profile *pair, command_line *line, char **files,
                   const an_columns_chosen *chosen)
{
   an_limits totals, functions = { .limits = NULL };
   an_gate gate;
   size_t n_events = an_profile_n_events(pair) / 2;
   int status = an_options_limits("limits", line->limits, chosen->metrics,
                                  &totals);
   if (status == AN_PARSED)
      status = an_options_limits("limits-fn", line->limits_fn,
                                 chosen->metrics, &functions);
   if (status == AN_PARSED && totals.n + functions.n > 0
       && !can_be_judged(pair, files))
      status = EXIT_FAILURE;
   if (status == AN_PARSED) {
      if (an_gate_hold(&gate, an_alloc_malloc(), pair, &totals,
                       &functions) != AN_OK)
         an_options_need(NULL);
      line->shared.report.show = columns_of(&chosen->show, n_events);
      line->shared.report.sort = changes_of(&chosen->sort, n_events);
      result r = { pair, &line->shared.report, &gate };
      status = write_all(&r, line);
      free(line->shared.report.show.of);
      free(line->shared.report.sort.of);
      an_gate_free(&gate);
   }
   tk_put(an_alloc_malloc(), functions.limits);
   tk_put(an_alloc_malloc(), totals.limits);
   return status;
}

/* The pair of both files, NULL after a message. */
static an_profile *load_pair(command_line *line, char **files,
                             an_columns_chosen *chosen, int *status)
{
   *status = EXIT_FAILURE;
   an_profile *before = an_options_load(&line->shared, files, 1);
   if (before == NULL)
      return NULL;
   an_profile *pair = NULL;
   an_profile *after
      = an_options_load_like(&line->shared, before, files[0], files[1]);
   if (after != NULL) {
      an_status problem;
      *status = an_options_choose(&line->shared, before, chosen);
      if (*status == AN_PARSED) {
         pair = an_combine_pair(an_alloc_malloc(), before, after, &problem);
         if (pair == NULL) {
            an_command_error(NULL, 0, problem == AN_NO_MEMORY
                                         ? "out of memory"
                                         : "the counts are too large");
            *status = EXIT_FAILURE;
         }
      }
      if (pair == NULL)
         an_options_unchoose(chosen);
   }
   an_profile_free(before);
   an_profile_free(after);
   return pair;
}

static int run(command_line *line, char **files)
{
   an_columns_chosen chosen;
   int status;
   an_profile *pair = load_pair(line, files, &chosen, &status);
   if (pair == NULL)
      return status;
   an_report_field fields[] = {
      { "Old:", an_command_file_name(files[0]) },
      { "New:", an_command_file_name(files[1]) },
   };
   an_report_field *all = an_options_fields(&line->shared, fields, 2,
                                            &line->shared.report.n_fields);
   line->shared.report.fields = all;
   status = compare(pair, line, files, &chosen);
   an_options_unchoose(&chosen);
   an_profile_free(pair);
   free(all);
   return status;
}

int main(int argc, char **argv)
{
   command_line line = { .limits = NULL };
   an_command_begin("cs_diff");
   an_options_init(&line.shared);
   line.shared.report.is_pair = true;
   int status = parse_arguments(argc, argv, &line);
   if (status == AN_PARSED)
      status = run(&line, argv + optind);
   an_options_free(&line.shared);
   return an_command_end(status);
}
