/* cs_annotate.c -- the command that reports on profiles of cachesim,
   cachegrind or callgrind: options, files and exit codes.  Reading is
   an_load.h, the report is an_report.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "an_alloc.h"
#include "an_command.h"
#include "an_export.h"
#include "an_options.h"
#include "an_report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char help[] =
   "Usage: cs_annotate [OPTION]... FILE...\n"
   "Report on profiles by cachesim, cachegrind or callgrind, added up\n"
   "(-: standard input; gzip is unpacked).\n"
   "\n"
   AN_OPTIONS_COLUMNS_HELP
   "  --no-show-percs         show values without percentages\n"
   "  --no-annotate           show no source (also: --no-source, --auto=no)\n"
   "  --context=N             show N source lines around each with counts [8]\n"
   "  -I, --source-path=DIR   look for source in DIR, too; --source-root=DIR:\n"
   "                          show only what is below DIR\n"
   AN_OPTIONS_NAMES_HELP
   "  --force                 add up different events, by name, or caches\n"
   "  --json, --csv           write for programs, all of it\n"
   AN_OPTIONS_DISPLAY_HELP
   "  -h, --help, --version   show this help or the version\n"
   "\n"
   "Example: cs_annotate --sort=D1mr --threshold=1 cachesim.out.4711\n";

typedef enum { TEXT, JSON, CSV } format;

typedef struct {
   an_options shared;
   an_report_options report;
   format format;
} command_line;

enum {
   OPTION_SHOW_PERCS = AN_OPTION_OWN,
   OPTION_NO_SHOW_PERCS,
   OPTION_ANNOTATE,
   OPTION_NO_ANNOTATE,
   OPTION_SOURCE_ROOT,
   OPTION_AUTO,
   OPTION_CONTEXT,
   OPTION_JSON,
   OPTION_CSV,
   OPTION_VERSION,
};

static const struct option long_options[] = {
   AN_OPTIONS_COLUMNS,
   AN_OPTIONS_NAMES,
   AN_OPTIONS_DISPLAY,
   { "show-percs", optional_argument, NULL, OPTION_SHOW_PERCS },
   { "no-show-percs", no_argument, NULL, OPTION_NO_SHOW_PERCS },
   { "annotate", optional_argument, NULL, OPTION_ANNOTATE },
   { "no-annotate", no_argument, NULL, OPTION_NO_ANNOTATE },
   { "no-source", no_argument, NULL, OPTION_NO_ANNOTATE },
   { "source-root", required_argument, NULL, OPTION_SOURCE_ROOT },
   { "auto", required_argument, NULL, OPTION_AUTO },
   { "context", required_argument, NULL, OPTION_CONTEXT },
   { "source-path", required_argument, NULL, 'I' },
   { "json", no_argument, NULL, OPTION_JSON },
   { "csv", no_argument, NULL, OPTION_CSV },
   { "help", no_argument, NULL, 'h' },
   { "version", no_argument, NULL, OPTION_VERSION },
   { NULL, 0, NULL, 0 },
};

/* ---- Options ---- */

static int parse_context(const char *value, uint32_t *result)
{
   char *end;
   errno = 0;
   unsigned long long n = strtoull(value, &end, 10);
   if (*value < '0' || *value > '9' || *end != '\0' || errno != 0
       || n > UINT32_MAX)
      return an_command_usage("--context=%s: expected a number of lines",
                              value);
   *result = (uint32_t)n;
   return AN_PARSED;
}

static int parse_option(int option, command_line *line,
                        const char **directories)
{
   an_report_options *report = &line->report;
   switch (option) {
   case OPTION_SHOW_PERCS:
      return an_command_yes_no("show-percs", optarg, &report->percents);
   case OPTION_NO_SHOW_PERCS:
      report->percents = false;
      return AN_PARSED;
   case OPTION_ANNOTATE:
      return an_command_yes_no("annotate", optarg, &report->annotate);
   case OPTION_NO_ANNOTATE:
      report->annotate = false;
      return AN_PARSED;
   case OPTION_AUTO:
      return an_command_yes_no("auto", optarg, &report->annotate);
   case OPTION_CONTEXT:
      return parse_context(optarg, &report->context);
   case OPTION_JSON:
   case OPTION_CSV:
      line->format = option == OPTION_JSON ? JSON : CSV;
      return AN_PARSED;
   case OPTION_SOURCE_ROOT:
      return an_options_set_root(report);
   case 'I':
      return an_options_add_directory(report, directories);
   case 'h':
      fputs(help, stdout);
      return EXIT_SUCCESS;
   case OPTION_VERSION:
      puts("cs_annotate (quern) " PACKAGE_VERSION);
      return EXIT_SUCCESS;
   default:
      return an_options_parse(&line->shared, option);
   }
}

/* `directories` has room for argc. */
static int parse_arguments(int argc, char **argv, command_line *line,
                           const char **directories)
{
   int option;
   line->report.source.directories = directories;
   while ((option = getopt_long(argc, argv, "hI:", long_options, NULL))
          != -1) {
      int status = parse_option(option, line, directories);
      if (status != AN_PARSED)
         return status;
   }
   if (optind == argc)
      return an_command_usage("expected a profile to report on");
   return AN_PARSED;
}

/* ---- The report ---- */

static an_status print_report(const an_profile *profile,
                              const command_line *line)
{
   const tk_alloc *alloc = an_alloc_malloc();
   switch (line->format) {
   case JSON:
      return an_export_json(profile, alloc, &line->report, "cs_annotate",
                            NULL, stdout);
   case CSV:
      return an_export_csv(profile, alloc, &line->report, stdout);
   case TEXT:
      break;
   }
   return an_report(profile, alloc, &line->report, stdout);
}

static int report_chosen(const an_profile *profile, command_line *line,
                         const an_columns_chosen *chosen)
{
   an_report_options *report = &line->report;
   report->show = an_options_measures(&chosen->show, AN_VALUE);
   report->sort = an_options_measures(&chosen->sort, AN_VALUE);
   report->threshold = an_options_threshold(&line->shared,
                                            line->format == TEXT);
   if (line->format == TEXT)
      report->colour = an_options_begin_text(&line->shared);
   an_status status = print_report(profile, line);
   free(report->show.of);
   free(report->sort.of);
   if (status == AN_OK)
      return EXIT_SUCCESS;
   an_command_error(NULL, 0, "out of memory");
   return EXIT_FAILURE;
}

/* The profile's time, if it is one file that has one. */
static void note_modified(an_report_options *report, char *const *files,
                          size_t n)
{
   static struct stat status;
   if (n == 1 && strcmp(files[0], "-") != 0 && stat(files[0], &status) == 0
       && S_ISREG(status.st_mode))
      report->data_modified = &status.st_mtim;
}

static int run(command_line *line, char **files, size_t n,
               an_report_field *fields)
{
   an_profile *profile = an_options_load(&line->shared, files, n);
   if (profile == NULL)
      return EXIT_FAILURE;
   for (size_t i = 0; i < n; i++)
      fields[i] = (an_report_field){ i == 0 ? "Data file:" : NULL,
                                     an_command_file_name(files[i]) };
   an_report_field *all = an_options_fields(&line->shared, fields, n,
                                            &line->report.n_fields);
   line->report.fields = all;
   note_modified(&line->report, files, n);
   an_columns_chosen chosen;
   int status = an_options_choose(&line->shared, profile, &chosen);
   if (status == AN_PARSED)
      status = report_chosen(profile, line, &chosen);
   an_options_unchoose(&chosen);
   an_profile_free(profile);
   free(all);
   return status;
}

int main(int argc, char **argv)
{
   command_line line = {
      .report = { .context = 8, .percents = true, .annotate = true },
   };
   an_command_begin("cs_annotate", argv);
   an_options_init(&line.shared);
   const char **directories
      = an_options_need(calloc((size_t)argc + 1, sizeof *directories));
   an_report_field *fields
      = an_options_need(calloc((size_t)argc + 1, sizeof *fields));
   int status = parse_arguments(argc, argv, &line, directories);
   if (status == AN_PARSED)
      status = run(&line, argv + optind, (size_t)(argc - optind), fields);
   free(fields);
   free(directories);
   free((char *)line.report.source.root);
   an_options_free(&line.shared);
   return an_command_end(status);
}
