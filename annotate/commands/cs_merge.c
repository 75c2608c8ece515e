/* cs_merge.c -- adds up profiles of counts into one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ac_prepare.h"
#include "commands/an_program.h"
#include "counts/ac_write.h"

#include <stdlib.h>

static void print_sum(const void *context, FILE *out)
{
   const ac_profile *profile = context;
   char note[64];
   snprintf(note, sizeof note, "merged %zu", ac_profile_processes(profile)->n);
   ac_write(profile, note, out);
}

static int run_merge(an_options *options, char **files, size_t n)
{
   ac_profile *profile = ac_prepare_load(options, files, n);
   if (profile == NULL)
      return EXIT_FAILURE;
   if (ac_profile_has_negative(profile)) {
      an_command_error(NULL, 0,
                       "counts below 0 are not in cachesim's format; cs_annotate "
                       "reads and adds up such files");
      return EXIT_FAILURE;
   }
   bool ok = an_options_write(options->output, print_sum, profile);
   return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

const an_program cs_merge_program = {
   .name = "cs_merge",
   .command = AN_CS_MERGE,
   .arguments = "-o OUT [OPTION]... FILE...",
   .summary =
      "Add up profiles from cachesim, cachegrind or callgrind (-: standard input;\n"
      "gzip is unpacked) into one that cs_annotate, cs_diff and cg_annotate can read.",
   .example = "cs_merge -o all.out rank.*.out",
   .expected = "expected profiles to merge",
   .check = an_options_check_output,
   .run = run_merge,
};
