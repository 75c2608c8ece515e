/* an_options.c -- the options that several commands have.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_options.h"

#include "base/an_alloc.h"
#include "base/an_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Beginning and end ---- */

void *an_options_need(void *block)
{
   if (block == NULL) {
      an_command_error(NULL, 0, "out of memory");
      exit(EXIT_FAILURE);
   }
   return block;
}

void an_options_init(an_options *options)
{
   const tk_alloc *alloc = an_alloc_malloc();
   *options = (an_options){
      .threshold = -1, .pager = true,
      .report = { .context = 8, .percents = true, .annotate = true },
   };
   options->names.files = an_options_need(an_rewrite_new(alloc));
   options->names.functions = an_options_need(an_rewrite_new(alloc));
   options->filter = an_options_need(an_filter_new(alloc));
   options->names.filter = options->filter;
}

void an_options_free(an_options *options)
{
   an_rewrite_free(options->names.files);
   an_rewrite_free(options->names.functions);
   an_filter_free(options->filter);
   free(options->metrics);
   free(options->told);
   free(options->directories);
   for (size_t i = 0; i < options->report.source.n_roots; i++)
      free(options->roots[i]);
   free(options->roots);
}

/* ---- Parsing ---- */

static int parse_rewrite(an_rewrite *rewrite, const char *option)
{
   an_error error;
   if (an_rewrite_add(rewrite, optarg, &error))
      return AN_PARSED;
   return an_command_usage("--%s=%s: %s", option, optarg, error.message);
}

static int parse_filter(an_options *options, bool include)
{
   an_error error;
   if (an_filter_add(options->filter, include, optarg, &error))
      return AN_PARSED;
   return an_command_usage("--%s=%s: %s", include ? "include" : "exclude",
                           optarg, error.message);
}

static int add_metric(an_options *options)
{
   size_t size_B = (options->n_metrics + 1) * sizeof *options->metrics;
   options->metrics = an_options_need(realloc(options->metrics, size_B));
   options->metrics[options->n_metrics++] = optarg;
   return AN_PARSED;
}

static int parse_context(const char *value, uint32_t *result)
{
   char *end;
   errno = 0;
   unsigned long long n = strtoull(value, &end, 10);
   if (*value < '0' || *value > '9' || *end != '\0' || errno != 0
       || n > UINT32_MAX)
      return an_command_usage("--context=%s: expected a number of lines "
                              "up to 4294967295",
                              value);
   *result = (uint32_t)n;
   return AN_PARSED;
}

static int add_directory(an_options *options)
{
   an_source_places *source = &options->report.source;
   size_t n = source->n_directories;
   if (*optarg == '\0')
      return an_command_usage("--source-path: expected a directory");
   options->directories = an_options_need(
      realloc(options->directories, (n + 1) * sizeof *options->directories));
   options->directories[n] = optarg;
   source->directories = options->directories;
   source->n_directories = n + 1;
   return AN_PARSED;
}

static int add_root(an_options *options)
{
   an_source_places *source = &options->report.source;
   struct stat status;
   char *root = realpath(optarg, NULL);
   if (root != NULL && stat(root, &status) == 0 && !S_ISDIR(status.st_mode)) {
      free(root);
      root = NULL;
      errno = ENOTDIR;
   }
   if (root == NULL)
      return an_command_usage("--source-root=%s: %s", optarg, strerror(errno));
   size_t size_B = (source->n_roots + 1) * sizeof *options->roots;
   options->roots = an_options_need(realloc(options->roots, size_B));
   options->roots[source->n_roots++] = root;
   source->roots = (const char *const *)options->roots;
   return AN_PARSED;
}

/* An option of AN_OPTIONS_REPORT. */
static int parse_report(an_options *options, int option)
{
   an_report_options *report = &options->report;
   switch (option) {
   case AN_OPTION_SHOW_PERCS:
      return an_command_yes_no("show-percs", optarg, &report->percents);
   case AN_OPTION_NO_SHOW_PERCS:
      report->percents = false;
      return AN_PARSED;
   case AN_OPTION_ANNOTATE:
      return an_command_yes_no("annotate", optarg, &report->annotate);
   case AN_OPTION_AUTO:
      return an_command_yes_no("auto", optarg, &report->annotate);
   case AN_OPTION_NO_SOURCE:
      report->source.is_closed = true;
      report->annotate = false;
      return AN_PARSED;
   case AN_OPTION_NO_ANNOTATE:
      report->annotate = false;
      return AN_PARSED;
   case AN_OPTION_CONTEXT:
      return parse_context(optarg, &report->context);
   case AN_OPTION_SOURCE_ROOT:
      return add_root(options);
   case 'I':
      return add_directory(options);
   default: /* an_command_option has said why */
      return an_command_usage_hint();
   }
}

/* Notes an option for the metadata. */
static void tell_of(an_options *options, const char *label, const char *value)
{
   size_t size_B = (options->n_told + 1) * sizeof *options->told;
   options->told = an_options_need(realloc(options->told, size_B));
   options->told[options->n_told++] = (an_report_field){ label, value };
}

an_report_field *an_options_fields(const an_options *options,
                                   const an_report_field *files, size_t n,
                                   size_t *n_fields)
{
   *n_fields = n + options->n_told;
   an_report_field *fields
      = an_options_need(calloc(*n_fields, sizeof *fields));
   memcpy(fields, files, n * sizeof *fields);
   if (options->n_told > 0)
      memcpy(fields + n, options->told, options->n_told * sizeof *fields);
   return fields;
}

int an_options_parse(an_options *options, int option)
{
   switch (option) {
   case AN_OPTION_MOD_FILENAME:
      tell_of(options, "File names:", optarg);
      return parse_rewrite(options->names.files, "mod-filename");
   case AN_OPTION_MOD_FUNCNAME:
      tell_of(options, "Function names:", optarg);
      return parse_rewrite(options->names.functions, "mod-funcname");
   case AN_OPTION_INCLUDE:
   case AN_OPTION_EXCLUDE:
      tell_of(options, option == AN_OPTION_INCLUDE ? "Included:" : "Excluded:",
              optarg);
      return parse_filter(options, option == AN_OPTION_INCLUDE);
   case AN_OPTION_FORCE:
      if (!options->force)
         tell_of(options, "Forced:", "different events or caches");
      options->force = true;
      return AN_PARSED;
   case AN_OPTION_SHOW:
      options->show = optarg;
      return AN_PARSED;
   case AN_OPTION_SORT:
      options->sort = optarg;
      return AN_PARSED;
   case AN_OPTION_THRESHOLD:
      return an_command_percentage("threshold", optarg, &options->threshold);
   case AN_OPTION_METRIC:
      return add_metric(options);
   case AN_OPTION_CYCLES:
      options->cycles = optarg;
      return AN_PARSED;
   case AN_OPTION_COLOUR:
      return an_command_colours(optarg, &options->colours);
   case AN_OPTION_NO_PAGER:
      options->pager = false;
      return AN_PARSED;
   default:
      return parse_report(options, option);
   }
}

/* ---- Loading ---- */

enum { PATIENCE_MS = 1000, SHOWN_EVERY_MS = 200 };

static bool progress_is_shown;

static int64_t now_ms(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Tells how far reading is, once it has taken a while. */
static void show_progress(const char *file, uint64_t read_B, uint64_t size_B)
{
   static int64_t began_ms, shown_ms;
   int64_t now = now_ms();
   if (began_ms == 0)
      began_ms = now;
   if (now - began_ms < PATIENCE_MS || now - shown_ms < SHOWN_EVERY_MS)
      return;
   shown_ms = now;
   progress_is_shown = true;
   char name[41]; /* that the line is not wrapped */
   snprintf(name, sizeof name, "%s", an_command_file_name(file));
   fputs("\r\033[K", stderr);
   an_text_name(stderr, name);
   fprintf(stderr, ": %.0f MB", (double)read_B / 1e6);
   if (size_B > 0)
      fprintf(stderr, " of %.0f", (double)size_B / 1e6);
}

static void clear_progress(void)
{
   if (progress_is_shown)
      fputs("\r\033[K", stderr);
   progress_is_shown = false;
}

/* Says which file is to blame, and with which it does not go together. */
static void tell(const char *first, const char *failed, const an_error *error)
{
   char message[4096];
   if (failed == first) {
      an_command_error(failed, error->line, error->message);
      return;
   }
   snprintf(message, sizeof message, "%s (after %s)", error->message,
            an_command_file_name(first));
   an_command_error(failed, error->line, message);
}

static void warn_of_partial(const an_profile *profile, char *const *files)
{
   for (size_t i = 0; i < an_profile_n_states(profile); i++)
      an_state_warn(an_profile_state(profile, i), files[i]);
}

static an_load_options load_options(const an_options *options)
{
   return (an_load_options){
      .names = &options->names, .force = options->force,
      .progress = isatty(STDERR_FILENO) ? show_progress : NULL,
   };
}

an_profile *an_options_load_like(const an_options *options,
                                 const an_profile *like, const char *first,
                                 const char *file)
{
   an_error error;
   an_load_options how = load_options(options);
   an_profile *profile
      = an_load_like(an_alloc_malloc(), like, file, &how, &error);
   clear_progress();
   if (profile == NULL)
      tell(first, file, &error);
   else
      warn_of_partial(profile, (char *const[]){ (char *)file });
   return profile;
}

an_profile *an_options_load(const an_options *options, char *const *files,
                            size_t n)
{
   an_error error;
   size_t failed;
   an_load_options how = load_options(options);
   an_profile *profile
      = an_load_files(an_alloc_malloc(), files, n, &how, &failed, &error);
   clear_progress();
   if (profile == NULL)
      tell(files[0], files[failed], &error);
   else
      warn_of_partial(profile, files);
   return profile;
}

/* ---- Columns ---- */

static int choose(const char *option, const char *names,
                  an_choose_default otherwise, an_columns_chosen *chosen,
                  an_choice *choice)
{
   an_error error;
   if (an_choose(choice, an_alloc_malloc(), chosen->metrics, names,
                 otherwise, &error))
      return AN_PARSED;
   return an_command_usage("--%s: %s", option, error.message);
}

int an_options_choose(const an_options *options, const an_profile *profile,
                      an_columns_chosen *chosen)
{
   an_error error;
   *chosen = (an_columns_chosen){ .metrics = NULL };
   chosen->metrics = an_metrics_new(an_alloc_malloc(), profile,
                                    options->cycles, &error);
   if (chosen->metrics == NULL)
      return an_command_usage("--cycles: %s", error.message);
   for (size_t i = 0; i < options->n_metrics; i++)
      if (!an_metrics_define(chosen->metrics, options->metrics[i], &error))
         return an_command_usage("--metric=%s: %s", options->metrics[i],
                                 error.message);
   int status = choose("show", options->show, AN_CHOOSE_EVENTS_AND_CYCLES,
                       chosen, &chosen->show);
   if (status == AN_PARSED)
      status = choose("sort", options->sort, AN_CHOOSE_EVENTS, chosen,
                      &chosen->sort);
   return status;
}

void an_options_unchoose(an_columns_chosen *chosen)
{
   const tk_alloc *alloc = an_alloc_malloc();
   tk_put(alloc, chosen->show.metrics);
   tk_put(alloc, chosen->sort.metrics);
   an_metrics_free(chosen->metrics);
}

an_measures an_options_measures(const an_choice *choice, an_aspect aspect)
{
   an_measures measures = { .n = choice->n };
   measures.of = an_options_need(calloc(choice->n, sizeof *measures.of));
   for (size_t i = 0; i < choice->n; i++)
      measures.of[i] = (an_measure){ .metric = choice->metrics[i],
                                     .aspect = aspect };
   return measures;
}

/* ---- Output ---- */

double an_options_threshold(const an_options *options, bool for_people)
{
   if (options->threshold >= 0)
      return options->threshold;
   return for_people ? 0.1 : 0;
}

bool an_options_begin_text(const an_options *options)
{
   bool colour = an_command_use_colour(options->colours);
   if (options->pager)
      an_command_use_pager();
   return colour;
}

int an_options_limits(const char *option, const char *text,
                      const an_metrics *metrics, an_limits *limits)
{
   an_error error;
   *limits = (an_limits){ .limits = NULL };
   if (text == NULL
       || an_limits_parse(limits, an_alloc_malloc(), metrics, text, &error))
      return AN_PARSED;
   return an_command_usage("--%s=%s: %s", option, text, error.message);
}
