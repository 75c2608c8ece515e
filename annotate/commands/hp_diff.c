/* hp_diff.c -- compares two heap profiles, and can fail a CI job.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "commands/an_compare.h"
#include "commands/an_program.h"
#include "counts/an_choose.h"
#include "commands/ah_load.h"
#include "commands/ah_page_of.h"
#include "sections/ah_diff_report.h"

#include <stdlib.h>
#include <string.h>

static const char name[] = "hp_diff";

typedef struct {
   an_options shared;
   size_t top, n_frames;
   bool all_frames;
} command_line;

static int parse_option(an_options *options, int option)
{
   command_line *line = (command_line *)options;
   switch (option) {
   case AN_OPTION_TOP:
      options->report.is_limited = false;
      return an_command_amount("top", optarg, &line->top);
   case AN_OPTION_FRAMES:
      return an_command_amount("frames", optarg, &line->n_frames);
   case AN_OPTION_ALL_FRAMES:
      line->all_frames = true;
      return AN_PARSED;
   default:
      return an_options_parse(options, option);
   }
}

/* The value to sort by: the first, unless one is named. */
static int parse_sort(const an_options *options, const an_metrics *metrics,
                      size_t *by)
{
   *by = 0;
   if (options->sort == NULL)
      return AN_PARSED;
   for (size_t i = 0; i < an_metrics_n(metrics); i++)
      if (strcmp(an_metrics_at(metrics, i)->name, options->sort)
          == 0) {
         *by = i;
         return AN_PARSED;
      }
   an_error error;
   an_fail(&error, "there is no value \"%.*s\"",
           an_fail_quoted_text(options->sort), options->sort);
   an_choose_suggest(metrics, an_span_of(options->sort), &error);
   return an_command_usage("--sort: %s", error.message);
}

/* ---- Output ---- */

typedef struct {
   const ah_diff *diff;
   const command_line *line;
   char *const *files;
} result;

static an_status print_json(const void *context, FILE *out)
{
   ah_diff_print_json(((const result *)context)->diff, out);
   return AN_OK;
}

static an_status print_page(const result *r, bool is_html, FILE *out)
{
   return ah_page_write(&(ah_page_of){
      .command = name, .options = &r->line->shared, .files = r->files, .n_files = 2,
      .diff = r->diff,
   }, is_html, out);
}

static an_status print_html(const void *context, FILE *out)
{
   return print_page(context, true, out);
}

static an_status print_all(const void *context, FILE *out)
{
   return print_page(context, false, out);
}

static an_status print_csv(const void *context, FILE *out)
{
   ah_diff_print_csv(((const result *)context)->diff, an_alloc_malloc(), out);
   return AN_OK;
}

static an_status print_text(const void *context, bool colour, FILE *out)
{
   const result *r = context;
   const command_line *line = r->line;
   ah_diff_options options = {
      .threshold = an_options_threshold(&line->shared, 0.1, true),
      .top = line->top,
      .n_frames = line->n_frames,
      .all_frames = line->all_frames,
      .colour = colour,
      .width = line->shared.report.width,
      .full_names = line->shared.report.full_names,
   };
   return ah_diff_print(r->diff, an_alloc_malloc(), &options, out);
}

/* ---- The comparison ---- */

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

/* Metrics with the names of values, for limits; exits if memory runs out. */
static an_metrics *name_metrics(const char *const *name_of, size_t n)
{
   an_error error;
   an_profile *names = an_options_need(an_profile_new(an_alloc_malloc()));
   an_status status = an_profile_set_command(names, "", 0);
   for (size_t i = 0; i < n && status == AN_OK; i++)
      status = an_profile_add_text(names, AN_EVENT, name_of[i],
                                   strlen(name_of[i]));
   an_metrics *metrics = status == AN_OK
      ? an_metrics_new(an_alloc_malloc(), names, NULL, &error) : NULL;
   an_profile_free(names);
   an_metrics_set_noun(an_options_need(metrics), "value");
   return metrics;
}

/* The columns of regions: the value sorted by, or peak, or total, before and after,
   and its change; then the others' change. */
static an_measures region_columns(const ah_diff *diff,
                                  const an_metrics *metrics)
{
   static const char *const otherwise[] = { "peak", "total" };
   size_t n = an_metrics_n(metrics);
   const an_metric *first = an_metrics_find(
      metrics, an_span_of(diff->values[diff->by]->name));
   for (size_t i = 0; first == NULL; i++)
      first = an_metrics_find(metrics, an_span_of(otherwise[i]));
   an_measures columns = { .n = n + 2 };
   columns.of = an_options_need(calloc(columns.n, sizeof *columns.of));
   columns.of[0] = (an_measure){ first, AN_BEFORE, n };
   columns.of[1] = (an_measure){ first, AN_AFTER, n };
   columns.of[2] = (an_measure){ first, AN_CHANGE, n };
   for (size_t i = 0, at = 3; i < n; i++) {
      const an_metric *metric = an_metrics_at(metrics, i);
      if (metric != first)
         columns.of[at++] = (an_measure){ metric, AN_CHANGE, n };
   }
   return columns;
}

static ah_paths *match_paths(const ah_diff *diff)
{
   ah_paths *paths = an_options_need(
      ah_paths_new(an_alloc_malloc(), diff->values, diff->n_values));
   for (ah_side side = AH_OLD; side < AH_SIDES; side++)
      if (ah_paths_add(paths, diff->profiles[side], side) != AN_OK)
         an_options_need(NULL);
   if (ah_paths_join(paths) != AN_OK)
      an_options_need(NULL);
   return paths;
}

/* Checks the limits and reports. */
static int report(const ah_diff *sides, const command_line *line,
                  const an_compare_limits *limits, char *const *files)
{
   const tk_alloc *alloc = an_alloc_malloc();
   an_gate gate;
   ah_diff diff = *sides;
   ah_paths *paths = match_paths(sides);
   diff.paths = paths;
   uint32_t *order = an_options_need(ah_paths_sort(paths, diff.by));
   diff.order = order;
   an_profile *pair
      = an_options_need(ah_diff_pair(&diff, alloc, limits->each.n > 0));
   (void)an_compare_hold(&gate, limits, pair, sides->regions, false);
   diff.gate = &gate;
   result r = { &diff, line, files };
   int status = an_compare_write(&(an_comparison){
      .command = name, .options = &line->shared, .gate = &gate,
      .are_paths = true,
      .context = &r, .json = print_json, .page = print_all, .html = print_html,
      .csv = print_csv,
      .text = print_text });
   an_gate_free(&gate);
   an_profile_free(pair);
   tk_put(alloc, order);
   ah_paths_free(paths);
   return status;
}

/* Parses what depends on the profiles' values, and reports. */
static int compare_values(ah_diff *diff, const command_line *line, char **files,
                          const an_metrics *metrics,
                          const an_metrics *region_metrics)
{
   an_compare_limits limits = { .totals = { .limits = NULL } };
   const an_compare_what what = {
      .each = "limits-path",
      .metrics = metrics, .region_metrics = region_metrics,
      .regions = diff->regions,
      .states = { &diff->profiles[AH_OLD]->state,
                  &diff->profiles[AH_NEW]->state },
      .files = files,
   };
   int status = parse_sort(&line->shared, metrics, &diff->by);
   if (status == AN_PARSED)
      status = an_compare_parse(&limits, &line->shared, &what);
   if (status == AN_PARSED) {
      diff->region_columns = region_columns(diff, region_metrics);
      status = report(diff, line, &limits, files);
      free(diff->region_columns.of);
   }
   an_compare_free(&limits);
   return status;
}

static int compare(const ah_diff *sides, const command_line *line, char **files)
{
   const ah_value *values[AH_VALUES];
   const char *names[AH_VALUES];
   int64_t sums[AH_SIDES * AH_VALUES] = { 0 };
   ah_diff diff = *sides;
   diff.values = values;
   diff.n_values = find_values(sides, values);
   diff.totals = sums;
   add_totals(&diff, sums);
   for (size_t i = 0; i < diff.n_values; i++)
      names[i] = values[i]->name;
   an_status problem;
   an_profile *regions = ah_diff_regions(&diff, an_alloc_malloc(), &problem);
   if (regions == NULL) {
      an_command_error(NULL, 0, problem == AN_NO_MEMORY
                                   ? "out of memory"
                                   : "the counts are too large");
      return EXIT_FAILURE;
   }
   diff.regions = regions;
   an_metrics *metrics = name_metrics(names, diff.n_values);
   an_metrics *region_metrics
      = name_metrics(ah_region_names, ah_region_n_values(&diff));
   int status = compare_values(&diff, line, files, metrics, region_metrics);
   an_metrics_free(region_metrics);
   an_metrics_free(metrics);
   an_profile_free(regions);
   return status;
}

static int run(an_options *options, char **files, size_t n)
{
   (void)n;
   int status = EXIT_FAILURE;
   const an_source_places *places = &options->report.source;
   ah_profile *old = ah_load_named(files[0], places);
   ah_profile *new = old == NULL ? NULL : ah_load_named(files[1], places);
   ah_diff diff = { .profiles = { old, new },
                    .files = { an_command_file_name(files[0]),
                              an_command_file_name(files[1]) } };
   if (new != NULL && ah_load_check(old, files[0], new, files[1]))
      status = compare(&diff, (const command_line *)options, files);
   ah_profile_free(old);
   ah_profile_free(new);
   return status;
}

static const an_program program = {
   .name = name,
   .command = AN_HP_DIFF,
   .arguments = "[OPTION]... OLD NEW",
   .summary
      = "Compare two heap profiles; exit with 3 if a limit is exceeded\n"
        "(-: standard input; gzip is unpacked).",
   .values = "\nA and VALUE:",
   .n_values = AH_VALUES,
   .example = "hp_diff --limits='peak=5%,leaked=0' old.out new.out",
   .n_files = 2,
   .expected = "expected two heap profiles, OLD and NEW",
   .parse = parse_option,
   .run = run,
};

int main(int argc, char **argv)
{
   command_line line = { .top = 20, .n_frames = 4 };
   return an_program_run(&program, &line.shared, argc, argv);
}
