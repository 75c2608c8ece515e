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

/* ---- Options ---- */

/* Checks the options together. */
static int check_options(an_options *options)
{
   char names[AN_EXPORT_NAMES_B];
   int status = an_export_check(options);
   if (status != AN_PARSED)
      return status;
   if (options->value != NULL && !options->target->takes_metric) {
      an_format_list(AN_FORMAT_HEAP, true, names, sizeof names);
      return an_command_usage("--metric is for --format=%s", names);
   }
   if (options->value == NULL && options->target->holds_one)
      options->value = &ah_values[AH_SORT_PEAK];
   options->made = options->target->made;
   return AN_PARSED;
}

/* ---- Work ---- */

/* Whether the profile has what the format needs; false after a message. */
static bool has_values(const an_options *options, const ah_profile *profile,
                       const char *file)
{
   char message[128];
   if (options->target->no_peak != NULL && !profile->has_lifetimes)
      return an_command_error(file, 0, options->target->no_peak);
   if (options->value == NULL || ah_value_is_known(options->value, profile))
      return true;
   snprintf(message, sizeof message, "it has no values of %s; choose others by --metric",
            options->value->name);
   return an_command_error(file, 0, message);
}

typedef struct {
   const an_options *options;
   const ah_profile *profile;
   char *const *files;
} output;

/* What hp_annotate --json=all writes, without source text: the profile has none. */
static void print_page(const output *o, FILE *out)
{
   an_options options = *o->options;
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
   size_t kind = o->options->value == NULL
                    ? 0
                    : an_stacks_kind(&stacks, o->options->value->name);
   const an_stacks *written = an_folding(&stacks, &folded);
   o->options->target->write_stacks(written, kind, out);
}

static void print_export(const void *context, FILE *out)
{
   const output *o = context;
   if (o->options->target->is_page) {
      print_page(o, out);
      return;
   }
   if (o->options->target->write_stacks != NULL) {
      print_stacks(o, out);
      return;
   }
   o->options->target->write_heap(o->profile, an_alloc_malloc(), o->options->value, out);
}

static int run_export(an_options *options, char **files, size_t n)
{
   (void)n;
   ah_profile *profile = ah_load_named(files[0], &options->request.source);
   if (profile == NULL)
      return EXIT_FAILURE;
   output o = { options, profile, files };
   bool ok = has_values(options, profile, files[0])
             && an_options_write(options->output, print_export, &o);
   return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

const an_program hp_export_program = {
   .name = "hp_export",
   .command = AN_HP_EXPORT,
   .arguments = "--format=FORMAT [OPTION]... FILE",
   .summary =
      "Write a heap profile from heapprof or DHAT in the format of another program\n"
      "(-: standard input; gzip is unpacked).",
   .values = "VALUE:",
   .n_values = AH_VALUES,
   .example = "hp_export --format=massif -o massif.out heapprof.out.1234",
   .n_files = 1,
   .expected = "expected one heap profile",
   .exports = AN_FORMAT_HEAP,
   .check = check_options,
   .run = run_export,
};
