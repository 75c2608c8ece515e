/* hp_export.c -- the command that writes heap profiles in the formats of other
   programs.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "commands/ah_load.h"
#include "export/ah_export.h"

#include "base/an_alloc.h"
#include "commands/an_command.h"
#include "base/an_output.h"
#include "heap/ah_write.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
   "Usage: hp_export --format=FORMAT [OPTION]... FILE\n"
   "Write a heap profile by heapprof or DHAT (-: standard input; gzip is\n"
   "unpacked) in the format of other programs.\n"
   "\n"
   "  --format=massif         for ms_print and massif-visualizer\n"
   "  --format=dhat           DHAT's alone, without what heapprof adds\n"
   "  --format=folded         folded stacks, for flame graphs: \"main;parse 12\"\n"
   "  --format=csv            all values of each site\n"
   "  --metric=M              of folded stacks: peak, peak_blocks, total, blocks,\n"
   "                          leaked, leaked_blocks, temporary, reallocs, moved,\n"
   "                          reads, writes, never_read, never_written or\n"
   "                          never_touched [peak]\n"
   "  -o, --output=OUT        where to write [-: standard output]\n"
   "      --force             replace OUT if it exists\n"
   "  -h, --help, --version   show this help or the version\n"
   "\n"
   "Exit status: 0 fine, 1 error in FILE or the system, 2 wrong usage.\n"
   "Example: hp_export --format=massif -o massif.out heapprof.out.1234\n";

typedef struct format {
   const char *name;
   an_status (*write)(const ah_profile *profile, const ah_value *value,
                      FILE *out);
} format;

typedef struct {
   const format *format;
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

/* ---- Formats ---- */

static an_status write_massif(const ah_profile *profile,
                              const ah_value *value, FILE *out)
{
   (void)value;
   return ah_export_massif(profile, an_alloc_malloc(), out);
}

static an_status write_dhat(const ah_profile *profile, const ah_value *value,
                            FILE *out)
{
   static const ah_write_options plain = { .own = false };
   (void)value;
   return ah_write(profile, an_alloc_malloc(), &plain, out);
}

static an_status write_folded(const ah_profile *profile,
                              const ah_value *value, FILE *out)
{
   return ah_export_folded(profile, an_alloc_malloc(), value, out);
}

static an_status write_csv(const ah_profile *profile, const ah_value *value,
                           FILE *out)
{
   (void)value;
   return ah_export_csv(profile, an_alloc_malloc(), out);
}

static const format formats[] = {
   { "massif", write_massif },
   { "dhat", write_dhat },
   { "folded", write_folded },
   { "csv", write_csv },
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

/* ---- Options ---- */

static int parse_format(command_line *line)
{
   for (size_t i = 0; i < FORMATS; i++)
      if (strcmp(formats[i].name, optarg) == 0) {
         line->format = &formats[i];
         return AN_PARSED;
      }
   return an_command_usage("--format=%s: expected massif, dhat, folded or csv",
                           optarg);
}

static int parse_metric(command_line *line)
{
   char names[512];
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
      fputs(help, stdout);
      return EXIT_SUCCESS;
   case OPTION_VERSION:
      puts("hp_export (quern) " PACKAGE_VERSION);
      return EXIT_SUCCESS;
   default:
      return an_command_usage_hint();
   }
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
   if (line->format == NULL)
      return an_command_usage("expected --format=massif, dhat, folded or csv");
   bool is_folded = line->format->write == write_folded;
   if (line->value != NULL && !is_folded)
      return an_command_usage("--metric is for --format=folded");
   if (line->value == NULL)
      line->value = &ah_values[AH_SORT_PEAK];
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
   if (line->format->write == write_massif && !profile->has_lifetimes) {
      an_command_error(file, 0, "it has no peak, which massif's format is "
                                "about");
      return false;
   }
   if (line->format->write != write_folded
       || ah_value_is_known(line->value, profile))
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
   an_status status = line->format->write(profile, line->value, output.out);
   bool written = an_output_close(&output, status == AN_OK);
   if (status != AN_OK)
      an_command_error(NULL, 0, "out of memory");
   else if (!written)
      an_command_error(line->output, 0, an_output_reason());
   return status == AN_OK && written ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run(const command_line *line, const char *file)
{
   ah_profile *profile = ah_load(file);
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
