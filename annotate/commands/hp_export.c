/* hp_export.c -- the command that writes a profile in the formats of other programs
   (export/an_formats.h).  SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/an_alloc.h"
#include "commands/an_command.h"
#include "base/an_output.h"
#include "export/an_formats.h"
#include "heap/ah_read.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help_head[] =
   "Usage: hp_export --format=FORMAT [OPTION]... FILE\n"
   "Write a heap profile by heapprof or DHAT in a format of other programs.\n"
   "FILE can be compressed by gzip; - is standard input.\n"
   "\n";

static const char help_end[] =
   "  -o, --output=OUT        where to write [-: standard output]\n"
   "      --force             replace OUT if it exists\n"
   "  -h, --help, --version   show this help or the version\n"
   "\n"
   "Exit status: 0 fine, 1 error in FILE or the system, 2 wrong usage.\n"
   "Example: hp_export --format=massif -o massif.out heapprof.out.1234\n";

enum { NAMES_B = 512 };

typedef struct {
   const an_format *format;
   const ah_value *value; /* NULL: not given */
   const char *output;
   bool force;
} command_line;

enum { OPTION_FORMAT = 256, OPTION_METRIC, OPTION_FORCE, OPTION_VERSION };

static const struct option long_options[] = {
   { "format", required_argument, NULL, OPTION_FORMAT },
   { "metric", required_argument, NULL, OPTION_METRIC },
   { "output", required_argument, NULL, 'o' },
   { "force", no_argument, NULL, OPTION_FORCE },
   { "help", no_argument, NULL, 'h' },
   { "version", no_argument, NULL, OPTION_VERSION },
   { NULL, 0, NULL, 0 },
};

/* ---- Help ---- */

/* In the right column, broken between words. */
static void print_wrapped(const char *label, const char *text)
{
   enum { LEFT = 25, WIDTH = 79 };
   size_t column = (size_t)printf("%-*s", LEFT, label);
   while (*text != '\0') {
      size_t n = strcspn(text, " ");
      if (column + 1 + n > WIDTH)
         column = (size_t)printf("\n%*s", LEFT, "") - 1;
      column += (size_t)printf(" %.*s", (int)n, text);
      text += n + (text[n] == ' ');
   }
   putchar('\n');
}

static void print_help(void)
{
   char formats[NAMES_B], names[NAMES_B], text[3 * NAMES_B];
   fputs(help_head, stdout);
   for (size_t i = 0; i < AN_FORMATS; i++)
      printf("  --format=%-14s %s\n", an_formats[i].name,
             an_formats[i].description);
   an_format_list(true, formats, sizeof formats);
   ah_value_list(AH_VALUES, names, sizeof names);
   snprintf(text, sizeof text, "for %s: %s [%s]", formats, names,
            ah_values[AH_SORT_PEAK].name);
   print_wrapped("  --metric=M", text);
   fputs(help_end, stdout);
}

/* ---- Options ---- */

static int parse_format(command_line *line)
{
   char names[NAMES_B];
   line->format = an_format_find(optarg);
   if (line->format != NULL)
      return AN_PARSED;
   an_format_list(false, names, sizeof names);
   return an_command_usage("--format=%s: expected %s", optarg, names);
}

static int parse_metric(command_line *line)
{
   char names[NAMES_B];
   line->value = ah_value_find(optarg, AH_VALUES);
   if (line->value != NULL)
      return AN_PARSED;
   ah_value_list(AH_VALUES, names, sizeof names);
   return an_command_usage("--metric=%s: expected %s", optarg, names);
}

static int parse_option(int option, command_line *line)
{
   switch (option) {
   case OPTION_FORMAT:
      return parse_format(line);
   case OPTION_METRIC:
      return parse_metric(line);
   case 'o':
      return an_command_output("output", optarg, &line->output);
   case OPTION_FORCE:
      line->force = true;
      return AN_PARSED;
   case 'h':
      print_help();
      return EXIT_SUCCESS;
   case OPTION_VERSION:
      puts("hp_export (quern) " PACKAGE_VERSION);
      return EXIT_SUCCESS;
   default:
      return an_command_usage_hint();
   }
}

/* The format, and whether it takes the metric. */
static int check_format(command_line *line)
{
   char names[NAMES_B];
   if (line->format == NULL) {
      an_format_list(false, names, sizeof names);
      return an_command_usage("expected --format=%s", names);
   }
   if (line->value != NULL && !line->format->takes_metric) {
      an_format_list(true, names, sizeof names);
      return an_command_usage("--metric is for --format=%s", names);
   }
   if (line->value == NULL && line->format->takes_metric)
      line->value = &ah_values[AH_SORT_PEAK];
   return AN_PARSED;
}

static int parse_arguments(int argc, char **argv, command_line *line)
{
   int option;
   while ((option = an_command_option(argc, argv, ":ho:", long_options))
          != -1) {
      int status = parse_option(option, line);
      if (status != AN_PARSED)
         return status;
   }
   int status = check_format(line);
   if (status != AN_PARSED)
      return status;
   if (argc - optind != 1)
      return an_command_usage("expected one heap profile");
   if (!line->force && !an_output_is_free(line->output)) {
      an_command_error(line->output, 0, an_output_reason());
      return EXIT_FAILURE;
   }
   return AN_PARSED;
}

/* ---- Work ---- */

/* Whether the profile has what the format needs; false after a message. */
static bool has_values(const command_line *line, const ah_profile *profile,
                       const char *file)
{
   char message[128];
   if (line->format->no_peak != NULL && !profile->has_lifetimes) {
      an_command_error(file, 0, line->format->no_peak);
      return false;
   }
   if (line->value == NULL || ah_value_is_known(line->value, profile))
      return true;
   snprintf(message, sizeof message, "it does not have the metric %s",
            line->value->name);
   an_command_error(file, 0, message);
   return false;
}

static int write_output(const command_line *line, const ah_profile *profile)
{
   an_output output;
   if (!an_output_open(&output, line->output, line->force)) {
      an_command_error(line->output, 0, an_output_reason());
      return EXIT_FAILURE;
   }
   an_status status = line->format->write_heap(
      profile, an_alloc_malloc(), line->value, output.out);
   bool written = an_output_close(&output, status == AN_OK);
   if (status != AN_OK)
      an_command_error(NULL, 0, "out of memory");
   else if (!written)
      an_command_error(line->output, 0, an_output_reason());
   return status == AN_OK && written ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run(const command_line *line, const char *file)
{
   ah_profile *profile = ah_read_file(file);
   if (profile == NULL)
      return EXIT_FAILURE;
   int status = has_values(line, profile, file) ? write_output(line, profile)
                                                : EXIT_FAILURE;
   ah_profile_free(profile);
   return status;
}

int main(int argc, char **argv)
{
   command_line line = { .output = "-" };
   an_command_begin("hp_export");
   int status = parse_arguments(argc, argv, &line);
   if (status == AN_PARSED)
      status = run(&line, argv[optind]);
   return an_command_end(status);
}
