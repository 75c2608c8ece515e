/* cs_export.c -- writes profiles of counts in the formats of other programs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_export.h"

#include "base/an_alloc.h"
#include "commands/an_calls_of.h"
#include "commands/an_code_names.h"
#include "commands/ac_prepare.h"
#include "commands/an_folding.h"
#include "commands/an_program.h"
#include "counts/ac_calls.h"
#include "counts/ac_instrs.h"
#include "export/ac_call_sites.h"
#include "export/ac_call_stacks.h"
#include "export/ac_values.h"

#include <stdlib.h>

/* ---- Options ---- */

/* AN_PARSED if the format can hold what is to be shown. */
static int check_shown(const an_format *format, const ac_choice *show)
{
   for (size_t i = 0; format->is_whole && i < show->n; i++)
      if (!ac_metric_is_whole(show->metrics[i]))
         return an_command_usage("--show: %s is not a sum of events, and "
                                 "--format=%s holds whole numbers",
                                 show->metrics[i]->name, format->name);
   return AN_PARSED;
}

/* ---- Work ---- */

typedef struct {
   const an_format *format;
   const an_source_places *places;
   const char *file; /* the first */
   const ac_profile *profile;
   const ac_choice *show;
} output;

static bool has_addresses(const an_format *format, const ac_profile *profile)
{
   return format->has_addresses && ac_profile_instrs(profile) != NULL;
}

static void make_stacks(const output *o, an_stacks *stacks)
{
   const tk_alloc *alloc = an_alloc_malloc();
   if (!has_addresses(o->format, o->profile)) {
      ac_call_stacks(o->profile, alloc, stacks);
      return;
   }
   uint64_t *calls = ac_call_sites_addresses(o->profile, alloc);
   ac_instr_stacks(o->profile, alloc, calls, stacks);
}

static void print_stacks(const output *o, FILE *out)
{
   an_stacks stacks, folded;
   make_stacks(o, &stacks);
   if (stacks.are_estimated)
      an_command_error(o->file, 0, AN_CALLS_OF_ESTIMATED);
   stacks.places = o->places;
   ac_values_choose(&stacks, o->show);
   const an_stacks *written = an_folding(&stacks, &folded);
   o->format->write_stacks(written, 0, out);
}

static void print_export(const void *context, FILE *out)
{
   const output *o = context;
   if (o->format->write_stacks != NULL) {
      print_stacks(o, out);
      return;
   }
   o->format->write_counts(o->profile, an_alloc_malloc(), o->show, out);
}

/* Whether the profile has what the format needs; false after a message. */
static bool has_paths(const an_format *format, const ac_profile *profile,
                      const char *file)
{
   if (format->write_stacks == NULL || ac_profile_calls(profile) != NULL
       || has_addresses(format, profile))
      return true;
   an_command_error(file, 0,
                    "it has no call paths; cachesim --call-graph=yes records them");
   return false;
}

static int export_profile(const an_format *format, an_options *options, const char *file,
                          const ac_profile *profile)
{
   static ac_columns_chosen chosen;
   int status = ac_prepare_metrics(options, profile, &chosen);
   if (status == AN_PARSED)
      status = check_shown(format, &chosen.show);
   if (status == AN_PARSED) {
      output o = { format, &options->request.source, file, profile, &chosen.show };
      bool ok = an_options_write(options->output, print_export, &o);
      status = ok ? EXIT_SUCCESS : EXIT_FAILURE;
   }
   return status;
}

static int run_export(an_options *options, char **files, size_t n)
{
   an_code_names *code = an_code_names_begin(options);
   ac_profile *profile = ac_prepare_load(options, files, n);
   an_code_names_end(code);
   if (profile == NULL)
      return EXIT_FAILURE;
   const an_format *format = options->target;
   int status = has_paths(format, profile, files[0])
                   ? export_profile(format, options, files[0], profile)
                   : EXIT_FAILURE;
   return status;
}

const an_program cs_export_program = {
   .name = "cs_export",
   .command = AN_CS_EXPORT,
   .arguments = "--format=FORMAT [OPTION]... FILE...",
   .summary =
      "Write profiles from cachesim, cachegrind or callgrind, added up, in the format\n"
      "of another program (-: standard input; gzip is unpacked).",
   .example = "cs_export --format=callgrind -o callgrind.out cachesim.out.1234",
   .expected = "expected a profile",
   .exports = AN_FORMAT_COUNTS,
   .check = an_export_check,
   .run = run_export,
};
