/* hp_diff.c -- compares two heap profiles, and can fail a CI job.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
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

/* ---- What is done, step by step ----

   Each step returns AN_PARSED, or the exit status after a message. */

typedef struct {
   an_options *options;
   char **files; /* OLD and NEW */
   ah_profile *profiles[AH_SIDES];
   ah_diff diff; /* all that is compared: steps fill it in */
   size_t by;    /* the value sorted by */
   ac_metrics *owner_metrics;
   ty_types *types;
   ah_keepers keepers[AH_SIDES]; /* of one look of each, if both have one */
   an_compare_limits limits;
   ac_gate gate;
} job;

static int load_profiles(job *j)
{
   ah_profile **of = j->profiles;
   for (size_t i = 0; i < AH_SIDES; i++) {
      of[i] = ah_load_named(j->files[i], &j->options->request.source);
      if (of[i] == NULL)
         return EXIT_FAILURE;
      j->diff.profiles[i] = of[i];
      j->diff.files[i] = an_command_file_name(j->files[i]);
   }
   if (!ah_load_check(of[AH_OLD], j->files[AH_OLD], of[AH_NEW], j->files[AH_NEW]))
      return EXIT_FAILURE;
   for (size_t i = 0; i < AH_SIDES; i++) {
      ah_owner_say(of[i], &j->options->own);
      ah_wrappers_find(of[i], an_alloc_malloc());
   }
   return AN_PARSED;
}

static int ignore_leaks(job *j)
{
   ah_ignored *ignored;
   const an_texts *files = &j->options->ignored;
   if (!ah_load_ignored(files->of, files->n, &ignored))
      return EXIT_FAILURE;
   for (size_t i = 0; i < AH_SIDES && ignored != NULL; i++)
      ah_ignored_take_out(ignored, j->profiles[i], i);
   j->diff.ignored = ignored;
   return AN_PARSED;
}

/* What lived at the moments that are asked for; a page has no such values. */
static int find_moments(job *j)
{
   an_error error;
   const an_options *options = j->options;
   bool is_page = options->forms.html != NULL || options->forms.page != NULL;
   for (size_t i = 0; i < AH_SIDES && options->at != NULL; i++) {
      ah_amount *at;
      int64_t n_rest;
      ah_profile *profile = j->profiles[i];
      const char *text = i == AH_OLD ? options->at : options->at_new;
      if (!ah_weight_parse(&j->diff.moments[i], profile, text, &error))
         return an_command_usage("--at=%s: %s: %s", text, j->files[i], error.message);
      ah_weight_sites(j->diff.moments[i], an_alloc_malloc(), profile, &at, &n_rest,
                      &profile->at_rest);
      profile->at = is_page ? NULL : at;
   }
   return AN_PARSED;
}

/* Call paths and regions of both in one. */
static int match_profiles(job *j)
{
   const tk_alloc *alloc = an_alloc_malloc();
   if (!ah_diff_open(&j->diff, alloc))
      return an_command_fail(NULL, 0, "the counts are too large");
   j->owner_metrics = ah_diff_metrics(alloc, ah_owner_names, AH_OWNER_VALUES);
   return AN_PARSED;
}

static const char no_looks[] = "not both profiles have an owner snapshot; heapprof "
                               "--owners=end takes one";

/* The look that is compared: that of the moment that was asked for, or the largest. */
static const ah_look *choose_look(const job *j, size_t side, const ah_profile *profile)
{
   return &profile->looks[j->options->at == NULL
                             ? ah_look_largest(profile)
                             : ah_weight_look(j->diff.moments[side], profile)];
}

/* What keeps blocks alive in both. */
static int find_owners(job *j)
{
   const tk_alloc *alloc = an_alloc_malloc();
   ah_profile *const *sides = j->profiles;
   if (sides[AH_OLD]->n_looks == 0 || sides[AH_NEW]->n_looks == 0)
      return AN_PARSED;
   j->types = ty_types_new(alloc, &j->options->request.source);
   const ah_naming naming = { j->types, ty_types_variable, ty_types_stack_local };
   for (size_t i = 0; i < AH_SIDES; i++) {
      const ah_look *look = choose_look(j, i, sides[i]);
      ah_keepers_make(&j->keepers[i], alloc, sides[i], look, NULL, &naming);
      j->diff.keepers[i] = &j->keepers[i];
   }
   return AN_PARSED;
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
      .metrics = j->diff.metrics,
      .region_metrics = j->diff.region_metrics,
      .regions = j->diff.regions,
      .rows = &owners,
      .states = { &j->profiles[AH_OLD]->state, &j->profiles[AH_NEW]->state },
      .files = j->files,
   };
   int status = parse_sort(j->options, j->diff.metrics, &j->by);
   return status == AN_PARSED ? an_compare_parse(&j->limits, j->options, &what) : status;
}

static int hold_limits(job *j)
{
   ah_diff *diff = &j->diff;
   ah_diff_pair(diff, an_alloc_malloc(), j->by, j->limits.each.n > 0);
   (void)an_compare_hold(&j->gate, &j->limits, diff->pair, diff->regions, false);
   diff->gate = &j->gate;
   return AN_PARSED;
}

/* ---- Output ---- */

static void print_json(const void *context, FILE *out)
{
   ah_diff_print_json(&((const job *)context)->diff, an_alloc_malloc(), out);
}

static void print_page(const job *j, bool is_html, FILE *out)
{
   ah_page_write(
      &(ah_page_of){
         .command = name,
         .options = j->options,
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
   const an_options *options = j->options;
   ah_diff diff = j->diff;
   diff.threshold = an_options_threshold(options, true);
   diff.terminal = &options->terminal;
   diff.full_names = options->request.full_names;
   ah_diff_print(&diff, an_alloc_malloc(), out);
}

/* The exit status is that of the limits. */
static int render_report(job *j)
{
   return an_compare_write(&(an_comparison){ .command = name,
                                             .options = j->options,
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

static int run_steps(an_options *options, char **files, size_t n)
{
   static int (*const steps[])(job *) = {
      load_profiles, ignore_leaks, find_moments, match_profiles,
      find_owners,   parse_values, hold_limits,  render_report,
   };
   static job j; /* what it refers to lives as long as the process */
   j = (job){ .options = options,
              .files = files,
              .diff = { .top = options->n_top,
                        .n_frames = options->n_frames,
                        .all_frames = options->all_frames } };
   int status = AN_PARSED;
   (void)n;
   for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == AN_PARSED; i++)
      status = steps[i](&j);
   ty_types_free(j.types);
   return status;
}

/* Two moments of one profile. */
static int take_twice(an_options *options)
{
   static char *twice[AH_SIDES];
   if (options->n_files != 1 || options->at == options->at_new)
      return AN_PARSED;
   twice[AH_OLD] = twice[AH_NEW] = options->files[0];
   options->files = twice;
   options->n_files = AH_SIDES;
   return AN_PARSED;
}

const an_program hp_diff_program = {
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
   .check = take_twice,
   .run = run_steps,
};
