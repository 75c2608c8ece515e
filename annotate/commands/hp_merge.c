/* hp_merge.c -- adds up heap profiles into one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "commands/an_program.h"
#include "commands/ah_load.h"
#include "heap/ah_write.h"

#include <stdlib.h>

static void print_sum(const void *context, FILE *out)
{
   const ah_profile *profile = context;
   ah_write_options options = { .own = profile->is_heapprof, .is_merged = true };
   ah_write(profile, an_alloc_malloc(), &options, out);
}

static int run_merge(an_options *options, char **files, size_t n)
{
   ah_sum *sum;
   const ah_profile *profile = ah_load_sum(files, n, &sum);
   bool ok = profile != NULL && an_options_write(options->output, print_sum, profile);
   return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

const an_program hp_merge_program = {
   .name = "hp_merge",
   .command = AN_HP_MERGE,
   .arguments = "-o OUT FILE...",
   .summary =
      "Add up heap profiles from heapprof or DHAT (-: standard input; gzip is\n"
      "unpacked), site by site, into one that the hp_ commands and dh_view.html read.\n"
      "Its peak is the sum of all peaks: an upper bound.  It has no timeline.",
   .example = "hp_merge -o all.out heapprof.out.*",
   .expected = "expected heap profiles to merge",
   .check = an_options_check_output,
   .run = run_merge,
};
