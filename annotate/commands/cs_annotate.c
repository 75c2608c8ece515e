/* cs_annotate.c -- the command that reports on profiles of cachesim,
   cachegrind or callgrind: options, files and exit codes.  Reading is
   an_load.h, the report is an_report.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/an_alloc.h"
#include "commands/an_checkpoint.h"
#include "commands/an_command.h"
#include "report/an_report.h"
#include "commands/an_options.h"

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
   "  --no-annotate           show no source; --no-source: nor open any\n"
   "  --context=N             show N source lines around each with counts [8]\n"
   "  -I, --source-path=DIR   look for source in DIR, too; --source-root=DIR:\n"
   "                          open only what is below DIR\n"
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
   format format;
} command_line;

enum {
   OPTION_JSON = AN_OPTION_OWN,
   OPTION_CSV,
   OPTION_VERSION,
};

static const struct option long_options[] = {
   AN_OPTIONS_COLUMNS,
   AN_OPTIONS_NAMES,
   AN_OPTIONS_REPORT,
   AN_OPTIONS_DISPLAY,
   { "json", no_argument, NULL, OPTION_JSON },
   { "csv", no_argument, NULL, OPTION_CSV },
   { "help", no_argument, NULL, 'h' },
   { "version", no_argument, NULL, OPTION_VERSION },
   { NULL, 0, NULL, 0 },
};

/* ---- Options ---- */

static int parse_option(int option, command_line *line)
{
   switch (option) {
   case OPTION_JSON:
   case OPTION_CSV:
      line->format = option == OPTION_JSON ? JSON : CSV;
      return AN_PARSED;
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

static int parse_arguments(int argc, char **argv, command_line *line)
{
   int option;
   while ((option = an_command_option(argc, argv, ":hI:", long_options))
          != -1) {
      int status = parse_option(option, line);
      if (status != AN_PARSED)
         return status;
   }
   if (optind == argc)
      return an_command_usage("expected a profile to report on");
   return an_command_check_files(argv + optind, (size_t)(argc - optind));
}

/* ---- The report ---- */

static an_status print_report(const an_profile *profile,
                              const command_line *line)
{
   const tk_alloc *alloc = an_alloc_malloc();
   const an_report_options *report = &line->shared.report;
   switch (line->format) {
   case JSON:
      return an_report_json(profile, alloc, report, "cs_annotate", NULL,
                            stdout);
   case CSV:
      return an_report_csv(profile, alloc, report, stdout);
   case TEXT:
      break;
   }
   return an_report(profile, alloc, report, stdout);
}

static int report_chosen(const an_profile *profile, command_line *line,
                         const an_columns_chosen *chosen)
{
   an_report_options *report = &line->shared.report;
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

static int run(command_line *line, char **files, size_t n)
{
   n = an_checkpoint_leave_out(files, n);
   an_profile *profile = an_options_load(&line->shared, files, n);
   if (profile == NULL)
      return EXIT_FAILURE;
   an_report_field *fields = an_options_need(calloc(n, sizeof *fields));
   for (size_t i = 0; i < n; i++)
      fields[i] = (an_report_field){ i == 0 ? "Data file:" : NULL,
                                     an_command_file_name(files[i]) };
   an_report_field *all = an_options_fields(&line->shared, fields, n,
                                            &line->shared.report.n_fields);
   line->shared.report.fields = all;
   note_modified(&line->shared.report, files, n);
   an_columns_chosen chosen;
   int status = an_options_choose(&line->shared, profile, &chosen);
   if (status == AN_PARSED)
      status = report_chosen(profile, line, &chosen);
   an_options_unchoose(&chosen);
   an_profile_free(profile);
   free(all);
   free(fields);
   return status;
}

int main(int argc, char **argv)
{
   command_line line = { .format = TEXT };
   an_command_begin("cs_annotate");
   an_options_init(&line.shared);
   int status = parse_arguments(argc, argv, &line);
   if (status == AN_PARSED)
      status = run(&line, argv + optind, (size_t)(argc - optind));
   an_options_free(&line.shared);
   return an_command_end(status);
}
