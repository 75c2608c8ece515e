/* hp_merge.c -- the command that adds heap profiles up into one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/an_alloc.h"
#include "commands/ah_load.h"
#include "commands/an_checkpoint.h"
#include "commands/an_command.h"
#include "base/an_output.h"
#include "heap/ah_merge_sum.h"
#include "heap/ah_write.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
   "Usage: hp_merge -o OUT [--force] FILE...\n"
   "Add up heap profiles by heapprof or DHAT (-: standard input), such as those\n"
   "of the processes of one program, site by site, into one that hp_annotate,\n"
   "hp_diff, hp_export and dh_view.html read.  Its peak is the sum of all peaks:\n"
   "no less than what all had at one time.  It has no timeline.\n"
   "\n"
   "  -o, --output=OUT        where to write (-: standard output)\n"
   "      --force             replace OUT if it exists\n"
   "  -h, --help              show this help\n"
   "      --version           show the version\n"
   "\n"
   "Exit status: 0 fine, 1 error in a FILE or the system, 2 wrong usage.\n"
   "Example: hp_merge -o all.out heapprof.out.*\n";

typedef struct {
   const char *output;
   bool force;
} command_line;

enum { OPTION_FORCE = 256, OPTION_VERSION };

static const struct option long_options[] = {
   { "output", required_argument, NULL, 'o' },
   { "force", no_argument, NULL, OPTION_FORCE },
   { "help", no_argument, NULL, 'h' },
   { "version", no_argument, NULL, OPTION_VERSION },
   { NULL, 0, NULL, 0 },
};

static int parse_option(int option, command_line *line)
{
   switch (option) {
   case 'o':
      return an_command_output("output", optarg, &line->output);
   case OPTION_FORCE:
      line->force = true;
      return AN_PARSED;
   case 'h':
      fputs(help, stdout);
      return EXIT_SUCCESS;
   case OPTION_VERSION:
      puts("hp_merge (quern) " PACKAGE_VERSION);
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
   if (line->output == NULL)
      return an_command_usage("expected -o and where to write");
   if (optind == argc)
      return an_command_usage("expected heap profiles to merge");
   if (!line->force && !an_output_is_free(line->output)) {
      an_command_error(line->output, 0, an_output_reason());
      return EXIT_FAILURE;
   }
   return an_command_check_files(argv + optind, (size_t)(argc - optind));
}

/* ---- Reading ---- */

/* Whether the profiles can be added up; false after a message. */
static bool is_compatible(const ah_profile *kind, const char *first,
                          const ah_profile *profile, const char *file)
{
   if (!ah_load_check(kind, first, profile, file))
      return false;
   if (kind->is_heapprof == profile->is_heapprof)
      return true;
   ah_load_differs(first, file, "only one of them has what heapprof adds, "
                                "which hp_export --format=dhat leaves out");
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

/* ---- Writing ---- */

static int write_sum(const ah_profile *profile, const command_line *line,
                     size_t n)
{
   const char *name = line->output;
   ah_write_options options = { .own = profile->is_heapprof,
                                .n_merged = (int64_t)n };
   an_output output;
   if (!an_output_open(&output, name, line->force)) {
      an_command_error(name, 0, an_output_reason());
      return EXIT_FAILURE;
   }
   an_status status
      = ah_write(profile, an_alloc_malloc(), &options, output.out);
   bool written = an_output_close(&output, status == AN_OK);
   if (status != AN_OK)
      an_command_error(NULL, 0, "out of memory");
   else if (!written)
      an_command_error(name, 0, an_output_reason());
   return status == AN_OK && written ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run(const command_line *line, char **files, size_t n)
{
   n = an_checkpoint_leave_out(files, n);
   ah_sum *sum = ah_sum_new(an_alloc_malloc());
   bool ok = sum != NULL;
   for (size_t i = 0; ok && i < n; i++)
      if (!add(sum, files[i], files[0])) {
         ah_sum_free(sum);
         return EXIT_FAILURE;
      }
   const ah_profile *profile = ok ? ah_sum_finish(sum) : NULL;
   int status = EXIT_FAILURE;
   if (profile == NULL)
      an_command_error(NULL, 0, "out of memory");
   else
      status = write_sum(profile, line, n);
   ah_sum_free(sum);
   return status;
}

int main(int argc, char **argv)
{
   command_line line = { .output = NULL };
   an_command_begin("hp_merge");
   int status = parse_arguments(argc, argv, &line);
   if (status == AN_PARSED)
      status = run(&line, argv + optind, (size_t)(argc - optind));
   return an_command_end(status);
}
