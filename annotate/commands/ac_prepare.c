/* ac_prepare.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ac_prepare.h"

#include "base/an_alloc.h"
#include "base/an_wait.h"

#include <stdlib.h>
#include <string.h>

/* ---- Loading ---- */

static ac_load_options load_options(const an_options *options)
{
   return (ac_load_options){
      .names = &options->names,
      .allow_different = options->allow_different,
   };
}

/* Ends the progress, with a message if the profile is NULL or partial. */
static ac_profile *end_loading(const an_options *options, ac_profile *profile,
                               const char *first, char *const *files, size_t failed,
                               const an_error *error)
{
   an_wait_over();
   if (profile == NULL)
      an_command_cannot_read(first, files[failed], error, false);
   else
      ac_profile_set_own(profile, &options->own);
   if (profile != NULL && ac_profile_is_foreign(profile))
      an_command_of_other_writer();
   for (size_t i = 0; profile != NULL && i < ac_profile_n_states(profile); i++)
      an_command_warn_partial(ac_profile_state(profile, i), files[i]);
   return profile;
}

ac_profile *ac_prepare_load_like(const an_options *options, const ac_profile *like,
                                 const char *first, char *const *file)
{
   an_error error;
   ac_load_options how = load_options(options);
   ac_profile *profile = ac_load_like(an_alloc_malloc(), like, *file, &how, &error);
   return end_loading(options, profile, first, file, 0, &error);
}

ac_profile *ac_prepare_load(const an_options *options, char *const *files, size_t n)
{
   an_error error;
   size_t failed;
   ac_load_options how = load_options(options);
   ac_profile *profile = ac_load_files(an_alloc_malloc(), files, n, &how, &failed,
                                       &error);
   return end_loading(options, profile, files[0], files, failed, &error);
}

/* ---- Columns ---- */

static int choose_metrics(const char *option, const char *names,
                          ac_choose_default otherwise, ac_columns_chosen *chosen,
                          ac_choice *choice)
{
   an_error error;
   if (ac_choose(choice, an_alloc_malloc(), chosen->metrics, names, otherwise, &error))
      return AN_PARSED;
   return an_command_usage("--%s: %s", option, error.message);
}

/* Makes the metric the first; if it is there already, it moves.  There is room: no metric
   is chosen twice. */
static void put_first(ac_choice *choice, const ac_metric *metric)
{
   size_t old = 0;
   while (old < choice->n && choice->metrics[old] != metric)
      old++;
   choice->n += old == choice->n;
   memmove(choice->metrics + 1, choice->metrics, old * sizeof *choice->metrics);
   choice->metrics[0] = metric;
}

/* Shows the metric that is sorted by, too: first, if it is not there already. */
static void show_sort(ac_columns_chosen *chosen)
{
   const ac_metric *sort = chosen->sort.metrics[0];
   for (size_t i = 0; i < chosen->show.n; i++)
      if (chosen->show.metrics[i] == sort)
         return;
   put_first(&chosen->show, sort);
}

/* Sorts by the first of those shown that adds up: a ratio does not say what costs. */
static void sort_shown(ac_columns_chosen *chosen)
{
   for (size_t i = 0; i < chosen->show.n; i++) {
      if (!ac_metric_is_whole(chosen->show.metrics[i]))
         continue;
      put_first(&chosen->sort, chosen->show.metrics[i]);
      return;
   }
}

/* Sorts by what the program's time is estimated to be: instructions hide what waits.
   Programs get columns in their own order, but for the data of a page, which are the
   page's. */
static void sort_by_cycles(const an_options *options, ac_columns_chosen *chosen)
{
   const ac_metric *cycles = ac_metrics_find(chosen->metrics, an_span_of("CEst"));
   if (cycles == NULL)
      return;
   put_first(&chosen->sort, cycles);
   if (an_options_are_for_people(options) || options->format == AN_FORM_PAGE)
      put_first(&chosen->show, cycles);
}

/* The metrics; what is shown, with this default. */
static int prepare_shown(const an_options *options, const ac_profile *profile,
                         ac_choose_default otherwise, ac_columns_chosen *chosen)
{
   an_error error;
   *chosen = (ac_columns_chosen){ .metrics = NULL };
   chosen->metrics = ac_metrics_new(an_alloc_malloc(), profile, options->cycles, &error);
   if (chosen->metrics == NULL)
      return an_command_usage("--cycles: %s", error.message);
   for (size_t i = 0; i < options->metrics.n; i++)
      if (!ac_metrics_define(chosen->metrics, options->metrics.of[i], &error))
         return an_command_usage("--metric=%s: %s", options->metrics.of[i],
                                 error.message);
   return choose_metrics("show", options->show, otherwise, chosen, &chosen->show);
}

int ac_prepare_metrics(const an_options *options, const ac_profile *profile,
                       ac_columns_chosen *chosen)
{
   return prepare_shown(options, profile, AC_CHOOSE_EVENTS, chosen);
}

int ac_prepare_columns(const an_options *options, const ac_profile *profile,
                       ac_columns_chosen *chosen)
{
   int status = prepare_shown(options, profile, AC_CHOOSE_EVENTS_AND_CYCLES, chosen);
   if (status == AN_PARSED)
      status = choose_metrics("sort", options->sort, AC_CHOOSE_ORDER, chosen,
                              &chosen->sort);
   if (status == AN_PARSED && options->show == NULL && options->sort == NULL)
      sort_by_cycles(options, chosen);
   if (status == AN_PARSED && options->show == NULL)
      show_sort(chosen);
   else if (status == AN_PARSED && options->sort == NULL)
      sort_shown(chosen);
   return status;
}

ac_measures ac_prepare_measures(const ac_choice *choice, ac_aspect aspect,
                                size_t n_events)
{
   ac_measures measures = { .n = choice->n };
   measures.of = an_calloc(choice->n, sizeof *measures.of);
   for (size_t i = 0; i < choice->n; i++)
      measures.of[i] = (ac_measure){ .metric = choice->metrics[i],
                                     .aspect = aspect,
                                     .n_events = n_events };
   return measures;
}

/* ---- Metadata ---- */

size_t ac_prepare_files(ac_report_field fields[AC_PREPARE_FILES], char *const *files,
                        size_t n, char more[AC_PREPARE_MORE_B])
{
   size_t n_named = n <= AC_PREPARE_FILES ? n : AC_PREPARE_FILES - 1;
   for (size_t i = 0; i < n_named; i++)
      fields[i] = (ac_report_field){ i == 0 ? "Data file:" : NULL,
                                     an_command_file_name(files[i]) };
   if (n_named == n)
      return n;
   snprintf(more, AC_PREPARE_MORE_B, "... %zu more files", n - n_named);
   fields[n_named] = (ac_report_field){ NULL, more };
   return AC_PREPARE_FILES;
}

ac_report_field *ac_prepare_fields(const an_options *options,
                                   const ac_report_field *files, size_t n,
                                   ac_analysis *analysis)
{
   size_t n_fields = n + options->n_notes;
   ac_report_field *fields = an_calloc(n_fields, sizeof *fields);
   memcpy(fields, files, n * sizeof *fields);
   if (options->n_notes > 0)
      memcpy(fields + n, options->notes, options->n_notes * sizeof *fields);
   analysis->fields = fields;
   analysis->n_fields = n_fields;
   return fields;
}
