/* hp_export.c -- writes heap profiles in the formats of other programs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ah_load.h"

#include "base/an_alloc.h"
#include "commands/ah_page_of.h"
#include "commands/an_export.h"
#include "commands/an_folding.h"
#include "commands/an_program.h"
#include "export/ah_heap_stacks.h"
#include "heap/ah_value.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
   an_options shared;
   const an_format *format;
   const ah_value *value; /* NULL: not given */
} command_line;

/* ---- Options ---- */

static int parse_metric(command_line *line)
{
   line->value = ah_value_find(optarg, AH_VALUES);
   if (line->value != NULL)
      return AN_PARSED;
   return an_program_no_value("metric", AH_VALUES);
}

static int parse_option(an_options *options, int option)
{
   switch (option) {
   case AN_OPTION_FORMAT:
      return an_export_parse(AN_FORMAT_HEAP, &((command_line *)options)->format);
   case AN_OPTION_METRIC: return parse_metric((command_line *)options);
   default: return an_options_parse(options, option);
   }
}

/* Checks the options together. */
static int check_options(an_options *options)
{
   char names[AN_EXPORT_NAMES_B];
   command_line *line = (command_line *)options;
   int status = an_export_check(AN_FORMAT_HEAP, line->format);
   if (status != AN_PARSED)
      return status;
   if (line->value != NULL && !line->format->takes_metric) {
      an_format_list(AN_FORMAT_HEAP, true, names, sizeof names);
      return an_command_usage("--metric is for --format=%s", names);
   }
   if (line->value == NULL && line->format->holds_one)
      line->value = &ah_values[AH_SORT_PEAK];
   if (options->output == NULL)
      options->output = "-";
   options->made = line->format->made;
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
   snprintf(message, sizeof message, "it has no values of %s; choose others by --metric",
            line->value->name);
   an_command_error(file, 0, message);
   return false;
}

typedef struct {
   const command_line *line;
   const ah_profile *profile;
   char *const *files;
} output;

/* What hp_annotate --json=all writes, without source text: the profile has none. */
static void print_page(const output *o, FILE *out)
{
   an_options options = o->line->shared;
   options.request.source.is_closed = true;
   options.request.annotate = false;
   ah_page_write(
      &(ah_page_of){
         .command = "hp_export",
         .options = &options,
         .files = o->files,
         .n_files = 1,
         .profile = o->profile,
      },
      false, out);
}

static void print_stacks(const output *o, FILE *out)
{
   an_stacks stacks, folded;
   ah_heap_stacks(o->profile, an_alloc_malloc(), &stacks);
   size_t kind = o->line->value == NULL ? 0
                                        : an_stacks_kind(&stacks, o->line->value->name);
   const an_stacks *written = an_folding(&stacks, &folded);
   o->line->format->write_stacks(written, kind, out);
   an_stacks_free(&folded);
   an_stacks_free(&stacks);
}

static void print_export(const void *context, FILE *out)
{
   const output *o = context;
   if (o->line->format->is_page) {
      print_page(o, out);
      return;
   }
   if (o->line->format->write_stacks != NULL) {
      print_stacks(o, out);
      return;
   }
   o->line->format->write_heap(o->profile, an_alloc_malloc(), o->line->value, out);
}

static int run_export(an_options *options, char **files, size_t n)
{
   (void)n;
   const command_line *line = (const command_line *)options;
   ah_profile *profile = ah_load_named(files[0], &options->request.source);
   if (profile == NULL)
      return EXIT_FAILURE;
   output o = { line, profile, files };
   bool ok = has_values(line, profile, files[0])
             && an_options_write(options->output, print_export, &o);
   ah_profile_free(profile);
   return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

static void print_formats(void)
{
   an_export_help(AN_FORMAT_HEAP);
}

static int hp_export_main(int argc, char **argv)
{
   command_line line = { .format = NULL };
   return an_program_run(&hp_export_program, &line.shared, argc, argv);
}

const an_program hp_export_program = {
   .name = "hp_export",
   .main = hp_export_main,
   .command = AN_HP_EXPORT,
   .arguments = "--format=FORMAT [OPTION]... FILE",
   .summary =
      "Write a heap profile from heapprof or DHAT in the format of another program\n"
      "(-: standard input; gzip is unpacked).",
   .help = print_formats,
   .values = "VALUE:",
   .n_values = AH_VALUES,
   .example = "hp_export --format=massif -o massif.out heapprof.out.1234",
   .n_files = 1,
   .expected = "expected one heap profile",
   .parse = parse_option,
   .check = check_options,
   .run = run_export,
};
