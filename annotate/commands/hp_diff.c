/* hp_diff.c -- compares two heap profiles, and can fail a CI job.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "base/an_overflow.h"
#include "commands/an_compare.h"
#include "commands/an_program.h"
#include "counts/ac_choose.h"
#include "commands/ah_load.h"
#include "commands/ah_page_of.h"
#include "heap/ah_look.h"
#include "heap/ah_owner.h"
#include "heap/ah_weight.h"
#include "heap/ah_wrappers.h"
#include "sections/ah_diff_report.h"

#include <stdlib.h>
#include <string.h>

static const char name[] = "hp_diff";

typedef struct {
   an_options shared;
   char *at[AH_SIDES]; /* the moment of --at, or NULL; the first is for free() */
   size_t top, n_frames;
   bool all_frames;
} command_line;

/* "OLD,NEW", or one for both. */
static int parse_at(command_line *line)
{
   free(line->at[AH_OLD]);
   line->at[AH_OLD] = line->at[AH_NEW] = an_strdup(optarg);
   char *comma = strchr(line->at[AH_OLD], ',');
   if (comma != NULL) {
      *comma = '\0';
      line->at[AH_NEW] = comma + 1;
   }
   return AN_PARSED;
}

static int parse_option(an_options *options, int option)
{
   command_line *line = (command_line *)options;
   switch (option) {
   case AN_OPTION_AT: return parse_at(line);
   case AN_OPTION_TOP:
      options->request.is_limited = false;
      return an_command_amount("top", optarg, &line->top);
   case AN_OPTION_FRAMES: return an_command_amount("frames", optarg, &line->n_frames);
   case AN_OPTION_ALL_FRAMES: line->all_frames = true; return AN_PARSED;
   default: return an_options_parse(options, option);
   }
}

/* The value to sort by: the first, unless one is named. */
static int parse_sort(const an_options *options, const ac_metrics *metrics, size_t *by)
{
   *by = 0;
   if (options->sort == NULL)
      return AN_PARSED;
   for (size_t i = 0; i < ac_metrics_n(metrics); i++)
      if (strcmp(ac_metrics_at(metrics, i)->name, options->sort) == 0) {
         *by = i;
         return AN_PARSED;
      }
   an_error error;
   an_fail(&error, "there is no value \"%.*s\"", an_fail_quoted_text(options->sort),
           options->sort);
   ac_choose_suggest(metrics, an_span_of(options->sort), &error);
   return an_command_usage("--sort: %s", error.message);
}

/* ---- What is compared ---- */

/* Collects the values that both profiles have; returns how many. */
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

/* Metrics with the names of values, for limits. */
static ac_metrics *name_metrics(const char *const *name_of, size_t n)
{
   an_error error;
   ac_profile *names = ac_profile_new(an_alloc_malloc());
   ac_profile_set_command(names, "", 0);
   for (size_t i = 0; i < n; i++)
      ac_profile_add_text(names, AC_EVENT, name_of[i], strlen(name_of[i]));
   ac_metrics *metrics = ac_metrics_new(an_alloc_malloc(), names, NULL, &error);
   ac_profile_free(names);
   ac_metrics_set_noun(metrics, "value");
   return metrics;
}

/* The columns of regions: the value sorted by, or peak, or total, before and after,
   and its change; then the others' change. */
static ac_measures region_columns(const ah_diff *diff, const ac_metrics *metrics)
{
   static const char *const otherwise[] = { "peak", "total" };
   size_t n = ac_metrics_n(metrics);
   const ac_metric *first = ac_metrics_find(metrics,
                                            an_span_of(diff->values[diff->by]->name));
   for (size_t i = 0; first == NULL; i++)
      first = ac_metrics_find(metrics, an_span_of(otherwise[i]));
   ac_measures columns = { .n = n + 2 };
   columns.of = an_calloc(columns.n, sizeof *columns.of);
   columns.of[0] = (ac_measure){ first, AC_BEFORE, n };
   columns.of[1] = (ac_measure){ first, AC_AFTER, n };
   columns.of[2] = (ac_measure){ first, AC_CHANGE, n };
   for (size_t i = 0, at = 3; i < n; i++) {
      const ac_metric *metric = ac_metrics_at(metrics, i);
      if (metric != first)
         columns.of[at++] = (ac_measure){ metric, AC_CHANGE, n };
   }
   return columns;
}

static ah_paths *match_paths(const ah_diff *diff)
{
   ah_paths *paths = ah_paths_new(an_alloc_malloc(), diff->values, diff->n_values);
   for (ah_side side = AH_OLD; side < AH_SIDES; side++)
      ah_paths_add(paths, diff->profiles[side], side);
   ah_paths_join(paths);
   return paths;
}

/* ---- What is done, step by step ----

   Each step returns AN_PARSED, or the exit status after a message. */

typedef struct {
   command_line *line;
   char **files; /* OLD and NEW */
   ah_profile *old, *new;
   const ah_value *values[AH_VALUES];
   int64_t totals[AH_SIDES * AH_VALUES];
   ah_diff diff; /* all that is compared: steps fill it in */
   ac_profile *regions, *pair;
   ac_metrics *metrics, *region_metrics, *owner_metrics;
   ah_paths *paths;
   uint32_t *order;
   ty_types *types;
   ah_keepers keepers[AH_SIDES]; /* of one look of each, if both have one */
   bool has_gate;
   an_compare_limits limits;
   ac_gate gate;
} job;

static int load_profiles(job *j)
{
   const an_source_places *places = &j->line->shared.request.source;
   j->old = ah_load_named(j->files[0], places);
   j->new = j->old == NULL ? NULL : ah_load_named(j->files[1], places);
   j->diff = (ah_diff){ .profiles = { j->old, j->new },
                        .files = { an_command_file_name(j->files[0]),
                                   an_command_file_name(j->files[1]) } };
   if (j->new == NULL || !ah_load_check(j->old, j->files[0], j->new, j->files[1]))
      return EXIT_FAILURE;
   ah_owner_say(j->old, &j->line->shared.own);
   ah_owner_say(j->new, &j->line->shared.own);
   ah_wrappers_find(j->old, an_alloc_malloc());
   ah_wrappers_find(j->new, an_alloc_malloc());
   return AN_PARSED;
}

/* The values that both have, and the regions of both in one. */
static int find_common(job *j)
{
   const char *names[AH_VALUES];
   ah_diff *diff = &j->diff;
   diff->values = j->values;
   diff->totals = j->totals;
   diff->n_values = find_values(diff, j->values);
   add_totals(diff, j->totals);
   diff->regions = j->regions = ah_diff_regions(diff, an_alloc_malloc());
   if (an_overflow_take()) {
      an_command_error(NULL, 0, "the counts are too large");
      return EXIT_FAILURE;
   }
   for (size_t i = 0; i < diff->n_values; i++)
      names[i] = j->values[i]->name;
   j->metrics = name_metrics(names, diff->n_values);
   j->region_metrics = name_metrics(ah_region_names, ah_region_n_values(diff));
   j->owner_metrics = name_metrics(ah_owner_names, AH_OWNER_VALUES);
   return AN_PARSED;
}

static const char no_looks[] = "not both profiles have a look at owners; heapprof "
                               "--owners=end takes one";

/* The look that is compared: that of the moment that was asked for, or the largest. */
static int choose_look(const job *j, size_t side, const ah_profile *profile,
                       const ah_look **look)
{
   ah_weight at;
   an_error error;
   const char *text = j->line->at[side];
   *look = &profile->looks[ah_look_largest(profile)];
   if (text == NULL)
      return AN_PARSED;
   if (!ah_weight_parse(&at, profile, text, &error))
      return an_command_usage("--at=%s: %s: %s", text, j->files[side], error.message);
   *look = &profile->looks[ah_weight_look(at, profile)];
   return AN_PARSED;
}

/* What keeps blocks alive in both. */
static int find_owners(job *j)
{
   const tk_alloc *alloc = an_alloc_malloc();
   const ah_profile *sides[AH_SIDES] = { j->old, j->new };
   int status = AN_PARSED;
   if (j->old->n_looks == 0 || j->new->n_looks == 0)
      return j->line->at[AH_OLD] == NULL
                ? AN_PARSED
                : an_command_usage("--at=%s: %s", j->line->at[AH_OLD], no_looks);
   j->types = ty_types_new(alloc, &j->line->shared.request.source);
   const ah_naming naming = { j->types, ty_types_variable, ty_types_stack_local };
   for (size_t i = 0; i < AH_SIDES && status == AN_PARSED; i++) {
      const ah_look *look;
      status = choose_look(j, i, sides[i], &look);
      if (status != AN_PARSED)
         break;
      ah_keepers_make(&j->keepers[i], alloc, sides[i], look, NULL, &naming);
      j->diff.keepers[i] = &j->keepers[i];
   }
   return status;
}

static void find_owner_rows(ac_gate_calls *rows, const void *diff, const tk_alloc *alloc,
                            const char *pattern)
{
   ah_owner_limits_find(rows, diff, alloc, pattern);
}

/* What to sort by, and limits on what both have. */
static int parse_values(job *j)
{
   const an_compare_rows owners = {
      .option = "limits-owner",
      .noun = "owner",
      .lack = j->diff.keepers[AH_NEW] == NULL ? no_looks : NULL,
      .metrics = j->owner_metrics,
      .find = find_owner_rows,
      .context = &j->diff,
   };
   const an_compare_what what = {
      .each = "limits-path",
      .metrics = j->metrics,
      .region_metrics = j->region_metrics,
      .regions = j->regions,
      .rows = &owners,
      .states = { &j->old->state, &j->new->state },
      .files = j->files,
   };
   int status = parse_sort(&j->line->shared, j->metrics, &j->diff.by);
   return status == AN_PARSED ? an_compare_parse(&j->limits, &j->line->shared, &what)
                              : status;
}

/* Call paths of both in one, in their order. */
static int match_profiles(job *j)
{
   ah_diff *diff = &j->diff;
   diff->region_columns = region_columns(diff, j->region_metrics);
   diff->paths = j->paths = match_paths(diff);
   diff->order = j->order = ah_paths_sort(j->paths, diff->by);
   return AN_PARSED;
}

static int hold_limits(job *j)
{
   j->pair = ah_diff_pair(&j->diff, an_alloc_malloc(), j->limits.each.n > 0);
   (void)an_compare_hold(&j->gate, &j->limits, j->pair, j->regions, false);
   j->has_gate = true;
   j->diff.gate = &j->gate;
   return AN_PARSED;
}

/* ---- Output ---- */

static void print_json(const void *context, FILE *out)
{
   ah_diff_print_json(&((const job *)context)->diff, out);
}

static void print_page(const job *j, bool is_html, FILE *out)
{
   ah_page_write(
      &(ah_page_of){
         .command = name,
         .options = &j->line->shared,
         .files = j->files,
         .n_files = 2,
         .diff = &j->diff,
      },
      is_html, out);
}

static void print_html(const void *context, FILE *out)
{
   print_page(context, true, out);
}

static void print_all(const void *context, FILE *out)
{
   print_page(context, false, out);
}

static void print_csv(const void *context, FILE *out)
{
   ah_diff_print_csv(&((const job *)context)->diff, an_alloc_malloc(), out);
}

static void print_text(const void *context, FILE *out)
{
   const job *j = context;
   const command_line *line = j->line;
   ah_diff_options options = {
      .threshold = an_options_threshold(&line->shared, 0.1, true),
      .top = line->top,
      .n_frames = line->n_frames,
      .all_frames = line->all_frames,
      .terminal = &line->shared.terminal,
      .full_names = line->shared.request.full_names,
   };
   ah_diff_print(&j->diff, an_alloc_malloc(), &options, out);
}

/* The exit status is that of the limits. */
static int render_report(job *j)
{
   return an_compare_write(&(an_comparison){ .command = name,
                                             .options = &j->line->shared,
                                             .gate = &j->gate,
                                             .are_paths = true,
                                             .context = j,
                                             .json = print_json,
                                             .page = print_all,
                                             .html = print_html,
                                             .csv = print_csv,
                                             .text = print_text });
}

/* ---- All of it ---- */

static void release_job(job *j)
{
   if (j->has_gate)
      ac_gate_free(&j->gate);
   for (size_t i = 0; i < AH_SIDES; i++)
      if (j->diff.keepers[i] != NULL)
         ah_keepers_free(&j->keepers[i]);
   ty_types_free(j->types);
   an_compare_free(&j->limits);
   ac_profile_free(j->pair);
   tk_put(an_alloc_malloc(), j->order);
   ah_paths_free(j->paths);
   free(j->diff.region_columns.of);
   ac_metrics_free(j->owner_metrics);
   ac_metrics_free(j->region_metrics);
   ac_metrics_free(j->metrics);
   ac_profile_free(j->regions);
   ah_profile_free(j->old);
   ah_profile_free(j->new);
}

static int run_steps(an_options *options, char **files, size_t n)
{
   static int (*const steps[])(job *) = { load_profiles, find_common,    find_owners,
                                          parse_values,  match_profiles, hold_limits,
                                          render_report };
   job j = { .line = (command_line *)options, .files = files };
   int status = AN_PARSED;
   (void)n;
   for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == AN_PARSED; i++)
      status = steps[i](&j);
   release_job(&j);
   free(j.line->at[AH_OLD]);
   return status;
}

static const an_program program = {
   .name = name,
   .command = AN_HP_DIFF,
   .arguments = "[OPTION]... OLD NEW",
   .summary = "Compare two heap profiles; exit with 3 if a limit is exceeded\n"
              "(-: standard input; gzip is unpacked).",
   .values = "\nA and VALUE:",
   .n_values = AH_VALUES,
   .example = "hp_diff --limits='peak=5%,leaked=0' old.out new.out",
   .n_files = 2,
   .expected = "expected two heap profiles, OLD and NEW",
   .parse = parse_option,
   .run = run_steps,
};

int main(int argc, char **argv)
{
   command_line line = { .top = 20, .n_frames = 4 };
   return an_program_run(&program, &line.shared, argc, argv);
}
