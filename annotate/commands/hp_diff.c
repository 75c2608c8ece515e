/* hp_diff.c -- the command that compares two heap profiles, and can fail a CI
   job.

   Exits with 3 if a limit is exceeded, in whatever form that is told.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/an_alloc.h"
#include "base/an_fail.h"
#include "commands/an_forms.h"
#include "commands/an_options.h"
#include "report/ah_diff_report.h"
#include "report/an_gate_print.h"
#include "heap/ah_like.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
   "Usage: hp_diff [OPTION]... OLD NEW\n"
   "Report on what changed from heap profile OLD to NEW, and fail if it is too\n"
   "much (-: standard input; gzip is unpacked).  Call paths are matched by names\n"
   "of functions and files.  Values: peak, peak_blocks, total, blocks, leaked,\n"
   "leaked_blocks, temporary, reallocs, moved, reads, writes, never_read,\n"
   "never_written, never_touched.\n"
   "\n"
   "  --limits=A=LIMIT,...    of the whole program: N%, an increase in percent, N\n"
   "                          or NKiB, an absolute one, N%|N, either; A<=N, a\n"
   "                          limit of NEW alone; @all=LIMIT, of all not named\n"
   "  --limits-path=A=LIMIT,... of each call path\n"
   "  --sort=A                sort call paths by the change of A [peak]\n"
   "  --top=N                 list N call paths, 0: all [20]\n"
   "  --threshold=N           list none that changed by less than N percent of\n"
   "                          OLD's total [0.1]\n"
   "  --json[=F], --csv[=F]   write for programs, all of it, to file F [-]\n"
   "  --junit[=F], --github   write limits as JUnit XML; print them for GitHub\n"
   "  --force                 replace F if it exists\n"
   "  --color=WHEN            auto, always or never [auto]; --no-pager\n"
   "  -h, --help, --version   show this help or the version\n"
   "\n"
   "Exit status: 0 fine, 1 error in a file or the system, 2 wrong usage, 3 a\n"
   "limit is exceeded.  Example: hp_diff --limits='peak=5%,leaked=0' old new\n";

typedef struct {
   an_options shared;
   an_forms forms;
   const char *limits, *limits_path; /* as given, or NULL */
   size_t top;
} command_line;

enum {
   OPTION_LIMITS = AN_OPTION_OWN,
   OPTION_LIMITS_PATH,
   OPTION_TOP,
   OPTION_VERSION,
};

static const struct option long_options[] = {
   { "limits", required_argument, NULL, OPTION_LIMITS },
   { "limits-path", required_argument, NULL, OPTION_LIMITS_PATH },
   { "sort", required_argument, NULL, AN_OPTION_SORT },
   { "top", required_argument, NULL, OPTION_TOP },
   { "threshold", required_argument, NULL, AN_OPTION_THRESHOLD },
   AN_FORMS_OPTIONS,
   { "force", no_argument, NULL, AN_OPTION_FORCE },
   AN_OPTIONS_DISPLAY,
   { "help", no_argument, NULL, 'h' },
   { "version", no_argument, NULL, OPTION_VERSION },
   { NULL, 0, NULL, 0 },
};

/* ---- Options ---- */

static int parse_top(command_line *line)
{
   size_t n = strspn(optarg, "0123456789");
   if (n == 0 || n > 9 || optarg[n] != '\0')
      return an_command_usage("--top=%s: expected a number up to 999999999",
                              optarg);
   line->top = strtoul(optarg, NULL, 10);
   return AN_PARSED;
}

static int parse_option(int option, command_line *line)
{
   switch (option) {
   case OPTION_LIMITS:
      line->limits = optarg;
      return AN_PARSED;
   case OPTION_LIMITS_PATH:
      line->limits_path = optarg;
      return AN_PARSED;
   case OPTION_TOP:
      return parse_top(line);
   case 'h':
      fputs(help, stdout);
      return EXIT_SUCCESS;
   case OPTION_VERSION:
      puts("hp_diff (quern) " PACKAGE_VERSION);
      return EXIT_SUCCESS;
   default:
      return an_forms_take(&line->forms, option)
                ? AN_PARSED : an_options_parse(&line->shared, option);
   }
}

static int parse_arguments(int argc, char **argv, command_line *line)
{
   int option;
   while ((option = an_command_option(argc, argv, ":h", long_options))
          != -1) {
      int status = parse_option(option, line);
      if (status != AN_PARSED)
         return status;
   }
   if (argc - optind != 2)
      return an_command_usage("expected two heap profiles, OLD and NEW");
   int status = an_command_check_files(argv + optind, 2);
   return status == AN_PARSED
             ? an_forms_check(&line->forms, line->shared.force)
             : status;
}

/* Which value is sorted by: the first, unless one is named. */
static int parse_sort(const command_line *line, const an_metrics *metrics,
                      size_t *by)
{
   const char *name = line->shared.sort;
   *by = 0;
   if (name == NULL)
      return AN_PARSED;
   for (size_t i = 0; i < an_metrics_n(metrics); i++)
      if (strcmp(an_metric_name(an_metrics_at(metrics, i)), name) == 0) {
         *by = i;
         return AN_PARSED;
      }
   an_error error;
   an_fail(&error, "there is no metric \"%.*s\"", an_fail_quoted_text(name),
           name);
   an_choose_list(metrics, &error);
   return an_command_usage("--sort: %s", error.message);
}

/* ---- Output ---- */

static an_status print_json(const void *diff, FILE *out)
{
   ah_diff_print_json(diff, out);
   return AN_OK;
}

static an_status print_csv(const void *diff, FILE *out)
{
   ah_diff_print_csv(diff, out);
   return AN_OK;
}

static an_status print_junit(const void *diff, FILE *out)
{
   an_gate_print_junit(((const ah_diff *)diff)->gate, "hp_diff", out);
   return AN_OK;
}

/* For people. */
static void write_text(const ah_diff *diff, const command_line *line)
{
   ah_diff_options options = {
      .threshold = an_options_threshold(&line->shared, true),
      .top = line->top,
      .colour = an_options_begin_text(&line->shared),
   };
   ah_diff_print(diff, &options, stdout);
   if (diff->gate->n > 0 || diff->gate->n_function_limits > 0)
      an_gate_print(diff->gate, options.colour, stdout);
}

static int write_all(const ah_diff *diff, const command_line *line)
{
   bool force = line->shared.force;
   bool ok = an_forms_write(line->forms.json, force, print_json, diff);
   ok &= an_forms_write(line->forms.csv, force, print_csv, diff);
   ok &= an_forms_write(line->forms.junit, force, print_junit, diff);
   if (!an_forms_have_stdout(&line->forms))
      write_text(diff, line);
   if (line->forms.github)
      an_gate_print_github(diff->gate, "hp_diff", stdout);
   if (!ok)
      return EXIT_FAILURE;
   return diff->gate->n_exceeded > 0 ? AN_EXIT_LIMIT : EXIT_SUCCESS;
}

/* ---- The comparison ---- */

/* The values that both profiles have; how many. */
static size_t find_values(const ah_diff *diff, const ah_value **values)
{
   size_t n = 0;
   for (size_t i = 0; i < AH_VALUES; i++)
      if (ah_value_is_known(&ah_values[i], diff->profiles[AH_OLD])
          && ah_value_is_known(&ah_values[i], diff->profiles[AH_NEW]))
         values[n++] = &ah_values[i];
   return n;
}

static void add_totals(const ah_diff *diff, int64_t *totals)
{
   for (size_t side = 0; side < AH_SIDES; side++)
      for (size_t s = 0; s < diff->profiles[side]->n_sites; s++)
         for (size_t i = 0; i < diff->n_values; i++)
            totals[side * diff->n_values + i] += ah_value_of(
               diff->values[i], &diff->profiles[side]->sites[s]);
}

/* Metrics by the names of the values; exits if memory ran out. */
static an_metrics *name_metrics(const ah_diff *diff)
{
   an_error error;
   an_profile *names = an_options_need(an_profile_new(an_alloc_malloc()));
   an_status status = an_profile_set_command(names, "", 0);
   for (size_t i = 0; i < diff->n_values && status == AN_OK; i++)
      status = an_profile_add_event(names, diff->values[i]->name,
                                    strlen(diff->values[i]->name));
   an_metrics *metrics = status == AN_OK
      ? an_metrics_new(an_alloc_malloc(), names, NULL, &error) : NULL;
   an_profile_free(names);
   return an_options_need(metrics);
}

static ah_paths *match_paths(const ah_diff *diff)
{
   ah_paths *paths = an_options_need(
      ah_paths_new(an_alloc_malloc(), diff->values, diff->n_values));
   for (ah_side side = AH_OLD; side < AH_SIDES; side++)
      if (ah_paths_add(paths, diff->profiles[side], side) != AN_OK)
         an_options_need(NULL);
   return paths;
}

/* Holds the limits and reports, once all options are understood. */
static int report(const ah_diff *sides, const command_line *line,
                  const an_limits *totals, const an_limits *each)
{
   const tk_alloc *alloc = an_alloc_malloc();
   an_gate gate;
   ah_diff diff = *sides;
   ah_paths *paths = match_paths(sides);
   diff.paths = paths;
   uint32_t *order = an_options_need(ah_paths_sort(paths, diff.by));
   diff.order = order;
   an_profile *pair
      = an_options_need(ah_diff_pair(&diff, alloc, each->n > 0));
   if (an_gate_hold(&gate, alloc, pair, totals, each) != AN_OK)
      an_options_need(NULL);
   diff.gate = &gate;
   int status = write_all(&diff, line);
   an_gate_free(&gate);
   an_profile_free(pair);
   tk_put(alloc, order);
   ah_paths_free(paths);
   return status;
}

/* Whether limits can be held against both sides; false after a message. */
static bool can_be_judged(const ah_diff *diff)
{
   bool can = true;
   for (ah_side side = AH_OLD; side < AH_SIDES && can; side++)
      can = an_state_can_be_judged(&diff->profiles[side]->state,
                                   diff->files[side]);
   return can;
}

static int compare(const ah_diff *sides, const command_line *line)
{
   const ah_value *values[AH_VALUES];
   int64_t sums[AH_SIDES * AH_VALUES] = { 0 };
   an_limits totals = { .limits = NULL }, each = { .limits = NULL };
   ah_diff diff = *sides;
   diff.values = values;
   diff.n_values = find_values(sides, values);
   diff.totals = sums;
   add_totals(&diff, sums);
   an_metrics *metrics = name_metrics(&diff);
   int status = parse_sort(line, metrics, &diff.by);
   if (status == AN_PARSED)
      status = an_options_limits("limits", line->limits, metrics, &totals);
   if (status == AN_PARSED)
      status = an_options_limits("limits-path", line->limits_path, metrics,
                                 &each);
   if (status == AN_PARSED && totals.n + each.n > 0 && !can_be_judged(sides))
      status = EXIT_FAILURE;
   if (status == AN_PARSED)
      status = report(&diff, line, &totals, &each);
   tk_put(an_alloc_malloc(), totals.limits);
   tk_put(an_alloc_malloc(), each.limits);
   an_metrics_free(metrics);
   return status;
}

static int run(const command_line *line, char **files)
{
   int status = EXIT_FAILURE;
   ah_profile *old = ah_read_file(files[0]);
   ah_profile *new = old == NULL ? NULL : ah_read_file(files[1]);
   ah_diff diff = { .profiles = { old, new },
                    .files = { an_command_file_name(files[0]),
                              an_command_file_name(files[1]) } };
   if (new != NULL && ah_check_like(old, files[0], new, files[1]))
      status = compare(&diff, line);
   ah_profile_free(old);
   ah_profile_free(new);
   return status;
}

int main(int argc, char **argv)
{
   command_line line = { .top = 20 };
   an_command_begin("hp_diff");
   an_options_init(&line.shared);
   int status = parse_arguments(argc, argv, &line);
   if (status == AN_PARSED)
      status = run(&line, argv + optind);
   an_options_free(&line.shared);
   return an_command_end(status);
}
