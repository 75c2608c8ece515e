/* cs_merge.c -- the command that adds profiles up into one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/an_alloc.h"
#include "commands/an_checkpoint.h"
#include "commands/an_command.h"
#include "counts/an_load.h"
#include "commands/an_options.h"
#include "base/an_output.h"
#include "counts/an_write.h"

#include <getopt.h>
#include <stdlib.h>

static const char help[] =
   "Usage: cs_merge -o OUT [OPTION]... FILE...\n"
   "Add up profiles by cachesim, cachegrind or callgrind (-: standard input)\n"
   "into one that cs_annotate and cs_diff, and cg_annotate, read.\n"
   "\n"
   "  -o, --output=OUT        where to write (-: standard output)\n"
   "      --force             replace OUT if it exists; add up different events,\n"
   "                          by name, and counts of different caches\n"
   AN_OPTIONS_NAMES_HELP
   "  -h, --help              show this help\n"
   "      --version           show the version\n"
   "\n"
   "Exit status: 0 fine, 1 error in a FILE or the system, 2 wrong usage.\n"
   "Example: cs_merge -o all.out rank.*.out\n";

typedef struct {
   const char *output;
   an_options shared;
} command_line;

enum { OPTION_VERSION = AN_OPTION_OWN };

static const struct option long_options[] = {
   { "output", required_argument, NULL, 'o' },
   AN_OPTIONS_NAMES,
   { "help", no_argument, NULL, 'h' },
   { "version", no_argument, NULL, OPTION_VERSION },
   { NULL, 0, NULL, 0 },
};

static int parse_option(int option, command_line *line)
{
   switch (option) {
   case 'o':
      return an_command_output("output", optarg, &line->output);
   case 'h':
      fputs(help, stdout);
      return EXIT_SUCCESS;
   case OPTION_VERSION:
      puts("cs_merge (quern) " PACKAGE_VERSION);
      return EXIT_SUCCESS;
   default:
      return an_options_parse(&line->shared, option);
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
      return an_command_usage("expected profiles to merge");
   if (!line->shared.force && !an_output_is_free(line->output)) {
      an_command_error(line->output, 0, an_output_reason());
      return EXIT_FAILURE;
   }
   return an_command_check_files(argv + optind, (size_t)(argc - optind));
}

static int write_merged(const an_profile *profile, const command_line *line,
                        size_t n)
{
   char note[64];
   const char *name = line->output;
   an_output output;
   snprintf(note, sizeof note, "merged %zu", n);
   if (!an_output_open(&output, name, line->shared.force)) {
      an_command_error(name, 0, an_output_reason());
      return EXIT_FAILURE;
   }
   an_status status = an_write(profile, note, output.out);
   bool written = an_output_close(&output, status == AN_OK);
   if (status != AN_OK)
      an_command_error(NULL, 0, "out of memory");
   else if (!written)
      an_command_error(name, 0, an_output_reason());
   return status == AN_OK && written ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run(command_line *line, char **files, size_t n)
{
   n = an_checkpoint_leave_out(files, n);
   an_profile *profile = an_options_load(&line->shared, files, n);
   if (profile == NULL)
      return EXIT_FAILURE;
   int status = write_merged(profile, line, n);
   an_profile_free(profile);
   return status;
}

int main(int argc, char **argv)
{
   command_line line = { .output = NULL };
   an_command_begin("cs_merge");
   an_options_init(&line.shared);
   int status = parse_arguments(argc, argv, &line);
   if (status == AN_PARSED)
      status = run(&line, argv + optind, (size_t)(argc - optind));
   an_options_free(&line.shared);
   return an_command_end(status);
}
