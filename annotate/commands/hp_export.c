/* hp_export.c -- writes heap profiles in the formats of other programs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ah_load.h"
#include "export/ah_export.h"

#include "base/an_alloc.h"
#include "commands/an_program.h"
#include "heap/ah_write.h"

#include <stdlib.h>
#include <string.h>

typedef struct format {
   const char *name, *description;
   an_status (*write)(const ah_profile *profile, const ah_value *value,
                      FILE *out);
} format;

typedef struct {
   an_options shared;
   const format *format;
   const ah_value *value; /* NULL: not given */
} command_line;

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
   { "massif", "for ms_print and massif-visualizer", write_massif },
   { "dhat", "for dh_view.html, without heapprof's own keys", write_dhat },
   { "folded", "call paths as main;parse 12, for flame graphs", write_folded },
   { "csv", "all values of each allocation site", write_csv },
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

static int parse_option(an_options *options, int option)
{
   switch (option) {
   case AN_OPTION_FORMAT:
      return parse_format((command_line *)options);
   case AN_OPTION_METRIC:
      return parse_metric((command_line *)options);
   default:
      return an_options_parse(options, option);
   }
}

/* Checks the options together. */
static int check(an_options *options)
{
   command_line *line = (command_line *)options;
   if (line->format == NULL)
      return an_command_usage("expected --format=massif, dhat, folded or csv");
   if (line->value != NULL && line->format->write != write_folded)
      return an_command_usage("--metric is for --format=folded");
   if (line->value == NULL)
      line->value = &ah_values[AH_SORT_PEAK];
   if (options->output == NULL)
      options->output = "-";
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

typedef struct {
   const command_line *line;
   const ah_profile *profile;
} output;

static an_status print(const void *context, FILE *out)
{
   const output *o = context;
   return o->line->format->write(o->profile, o->line->value, out);
}

static int run(an_options *options, char **files, size_t n)
{
   (void)n;
   const command_line *line = (const command_line *)options;
   ah_profile *profile = ah_load(files[0]);
   if (profile == NULL)
      return EXIT_FAILURE;
   output o = { line, profile };
   bool ok = has_values(line, profile, files[0])
             && an_forms_write(options->output, options->force, print, &o);
   ah_profile_free(profile);
   return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

static void print_formats(void)
{
   puts("\nFORMAT:");
   for (size_t i = 0; i < FORMATS; i++)
      printf("  %-28s%s\n", formats[i].name, formats[i].description);
}

static const an_program program = {
   .name = "hp_export",
   .command = AN_HP_EXPORT,
   .arguments = "--format=FORMAT [OPTION]... FILE",
   .summary
      = "Write a heap profile from heapprof or DHAT in the format of another program\n"
        "(-: standard input; gzip is unpacked).",
   .help = print_formats,
   .values = "VALUE:",
   .n_values = AH_VALUES,
   .example = "hp_export --format=massif -o massif.out heapprof.out.1234",
   .n_files_least = 1,
   .n_files_most = 1,
   .expected = "expected one heap profile",
   .parse = parse_option,
   .check = check,
   .run = run,
};

int main(int argc, char **argv)
{
   command_line line = { .format = NULL };
   return an_program_run(&program, &line.shared, argc, argv);
}
