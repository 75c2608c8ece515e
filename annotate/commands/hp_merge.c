/* hp_merge.c -- adds up heap profiles into one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "commands/an_program.h"
#include "commands/ah_load.h"
#include "heap/ah_merge_sum.h"
#include "heap/ah_write.h"

#include <stdlib.h>

/* Whether the profiles are compatible; false after a message. */
static bool is_compatible(const ah_profile *kind, const char *first,
                          const ah_profile *profile, const char *file)
{
   if (!ah_load_check(kind, first, profile, file))
      return false;
   if (kind->is_heapprof == profile->is_heapprof)
      return true;
   an_command_error_after(first, file, 0,
                          "only one of them has heapprof's values; "
                          "hp_export --format=dhat removes them");
   return false;
}

/* Adds one profile; false after a message. */
static bool add(ah_sum *sum, const char *file, const char *first)
{
   ah_profile *profile = ah_load(file);
   if (profile == NULL)
      return false;
   const ah_profile *kind = ah_sum_first(sum);
   bool ok = kind == NULL || is_compatible(kind, first, profile, file);
   an_status status = ok ? ah_sum_add(sum, profile) : AN_OK;
   if (status == AN_OVERFLOW)
      an_command_error(file, 0, "the sums do not fit in 63 bits");
   else if (status != AN_OK)
      an_command_error(NULL, 0, "out of memory");
   ah_profile_free(profile);
   return ok && status == AN_OK;
}

typedef struct {
   const ah_profile *profile;
   size_t n_files;
} merged;

static an_status print(const void *context, FILE *out)
{
   const merged *m = context;
   ah_write_options options = { .own = m->profile->is_heapprof,
                                .n_merged = (int64_t)m->n_files };
   return ah_write(m->profile, an_alloc_malloc(), &options, out);
}

static int run(an_options *options, char **files, size_t n)
{
   bool ok = true;
   ah_sum *sum = an_options_need(ah_sum_new(an_alloc_malloc()));
   for (size_t i = 0; ok && i < n; i++)
      ok = add(sum, files[i], files[0]);
   if (ok) {
      merged m = { an_options_need((void *)ah_sum_finish(sum)), n };
      ok = an_options_write(options, options->output, print, &m);
   }
   ah_sum_free(sum);
   return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

static const an_program program = {
   .name = "hp_merge",
   .command = AN_HP_MERGE,
   .arguments = "-o OUT [--force] FILE...",
   .summary
      = "Add up heap profiles from heapprof or DHAT (-: standard input; gzip is\n"
        "unpacked), site by site, into one that the hp_ commands and dh_view.html read.\n"
        "Its peak is the sum of all peaks: an upper bound.  It has no timeline.",
   .example = "hp_merge -o all.out heapprof.out.*",
   .expected = "expected heap profiles to merge",
   .parse = an_options_parse,
   .check = an_options_check_output,
   .run = run,
};

int main(int argc, char **argv)
{
   an_options options;
   return an_program_run(&program, &options, argc, argv);
}
