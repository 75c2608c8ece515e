/* cs_annotate.c -- the command that reports on one profile of cachesim or
   cachegrind: options, files and exit codes.  Reading is an_read.h, the
   report is an_report.h.

   Exits 0; 1 after an error in the data or the system; 2 after a wrong
   command line.  Messages are "cs_annotate: FILE:LINE: reason".
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "an_alloc.h"
#include "an_read.h"
#include "an_report.h"
#include "an_text.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

#define PROGRAM "cs_annotate"

enum { EXIT_USAGE = 2 };

enum { THRESHOLD_MAX = 20 }; /* percent, as in cg_annotate */

typedef enum { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } colour_choice;

typedef struct {
   const char *show; /* comma-separated events, NULL: all */
   const char *sort;
   colour_choice colour;
   const char *file; /* "-": standard input */
   an_report_options report;
} command_line;

static const char help[] =
   "Usage: cs_annotate [OPTION]... FILE\n"
   "Report on FILE, a profile by cachesim or cachegrind (-: standard input).\n"
   "\n"
   "  --show=A,B,C        show only these events, in this order [all]\n"
   "  --sort=A,B,C        sort by A, then B, then C [the order in FILE]\n"
   "  --threshold=N       leave out what has less than N percent, 0 to 20, of\n"
   "                      the first sort event [0.1]\n"
   "  --no-show-percs     show counts without percentages\n"
   "  --no-annotate       show no source (also: --auto=no)\n"
   "  --context=N         show N source lines around each with counts [8]\n"
   "  -I, --source-path=DIR\n"
   "                      look for source in DIR, too; may be repeated (also:\n"
   "                      --include=DIR)\n"
   "  --color=WHEN        auto, always or never [auto]\n"
   "  -h, --help          show this help\n"
   "  --version           show the version\n"
   "\n"
   "Exit status: 0 fine, 1 error in FILE or the system, 2 wrong usage.\n"
   "Example: cs_annotate --sort=D1mr --threshold=1 cachesim.out.4711\n";

/* Set when a pipe that we write to has lost its reader, who then needs no
   message. */
static volatile sig_atomic_t pipe_is_broken;

static void on_broken_pipe(int signal_number)
{
   (void)signal_number;
   pipe_is_broken = 1;
}

/* ---- Messages ---- */

static const char *display_name(const char *file)
{
   return strcmp(file, "-") == 0 ? "(standard input)" : file;
}

/* Prints "cs_annotate: FILE:LINE: message"; without what is NULL or 0. */
static void print_error(const char *file, size_t line, const char *message)
{
   fputs(PROGRAM ": ", stderr);
   if (file != NULL) {
      an_text_name(stderr, display_name(file));
      if (line > 0)
         fprintf(stderr, ":%zu", line);
      fputs(": ", stderr);
   }
   an_text_name(stderr, message);
   putc('\n', stderr);
}

static int usage_hint(void)
{
   fputs("Try '" PROGRAM " --help'.\n", stderr);
   return EXIT_USAGE;
}

static int usage_error(const char *format, ...)
   __attribute__((format(printf, 1, 2)));

static int usage_error(const char *format, ...)
{
   char message[512];
   va_list arguments;
   va_start(arguments, format);
   vsnprintf(message, sizeof message, format, arguments);
   va_end(arguments);
   print_error(NULL, 0, message);
   return usage_hint();
}

/* ---- Options ---- */

enum { PARSED = -1 }; /* go on; any other result is the exit status */

static int parse_yes_no(const char *option, const char *value, bool *result)
{
   if (value == NULL || strcmp(value, "yes") == 0)
      *result = true;
   else if (strcmp(value, "no") == 0)
      *result = false;
   else
      return usage_error("--%s=%s: expected yes or no", option, value);
   return PARSED;
}

static int parse_threshold(const char *value, double *result)
{
   size_t n = strspn(value, "0123456789.");
   char *end;
   double threshold = strtod(value, &end);
   if (n == 0 || end != value + n || (value[n] != '\0' && value[n] != '%')
       || (value[n] == '%' && value[n + 1] != '\0')
       || threshold > THRESHOLD_MAX)
      return usage_error("--threshold=%s: expected a percentage from 0 to %d",
                         value, THRESHOLD_MAX);
   *result = threshold;
   return PARSED;
}

static int parse_context(const char *value, uint32_t *result)
{
   char *end;
   errno = 0;
   unsigned long long n = strtoull(value, &end, 10);
   if (*value < '0' || *value > '9' || *end != '\0' || errno != 0
       || n > UINT32_MAX)
      return usage_error("--context=%s: expected a number of lines", value);
   *result = (uint32_t)n;
   return PARSED;
}

static int parse_colour(const char *value, colour_choice *result)
{
   if (strcmp(value, "auto") == 0)
      *result = COLOUR_AUTO;
   else if (strcmp(value, "always") == 0)
      *result = COLOUR_ALWAYS;
   else if (strcmp(value, "never") == 0)
      *result = COLOUR_NEVER;
   else
      return usage_error("--color=%s: expected auto, always or never", value);
   return PARSED;
}

enum {
   OPTION_SHOW = 256,
   OPTION_SORT,
   OPTION_THRESHOLD,
   OPTION_SHOW_PERCS,
   OPTION_NO_SHOW_PERCS,
   OPTION_ANNOTATE,
   OPTION_NO_ANNOTATE,
   OPTION_AUTO,
   OPTION_CONTEXT,
   OPTION_COLOUR,
   OPTION_VERSION,
};

static const struct option long_options[] = {
   { "show", required_argument, NULL, OPTION_SHOW },
   { "sort", required_argument, NULL, OPTION_SORT },
   { "threshold", required_argument, NULL, OPTION_THRESHOLD },
   { "show-percs", optional_argument, NULL, OPTION_SHOW_PERCS },
   { "no-show-percs", no_argument, NULL, OPTION_NO_SHOW_PERCS },
   { "annotate", optional_argument, NULL, OPTION_ANNOTATE },
   { "no-annotate", no_argument, NULL, OPTION_NO_ANNOTATE },
   { "auto", required_argument, NULL, OPTION_AUTO },
   { "context", required_argument, NULL, OPTION_CONTEXT },
   { "source-path", required_argument, NULL, 'I' },
   { "include", required_argument, NULL, 'I' },
   { "color", required_argument, NULL, OPTION_COLOUR },
   { "help", no_argument, NULL, 'h' },
   { "version", no_argument, NULL, OPTION_VERSION },
   { NULL, 0, NULL, 0 },
};

/* `directories` has room for one more. */
static int add_directory(an_report_options *report, const char **directories,
                         const char *directory)
{
   if (*directory == '\0')
      return usage_error("--source-path: expected a directory");
   directories[report->n_source_dirs++] = directory;
   return PARSED;
}

static int parse_option(int option, command_line *line,
                        const char **directories)
{
   an_report_options *report = &line->report;
   switch (option) {
   case OPTION_SHOW:
      line->show = optarg;
      return PARSED;
   case OPTION_SORT:
      line->sort = optarg;
      return PARSED;
   case OPTION_THRESHOLD:
      return parse_threshold(optarg, &report->threshold);
   case OPTION_SHOW_PERCS:
      return parse_yes_no("show-percs", optarg, &report->percents);
   case OPTION_NO_SHOW_PERCS:
      report->percents = false;
      return PARSED;
   case OPTION_ANNOTATE:
      return parse_yes_no("annotate", optarg, &report->annotate);
   case OPTION_NO_ANNOTATE:
      report->annotate = false;
      return PARSED;
   case OPTION_AUTO:
      return parse_yes_no("auto", optarg, &report->annotate);
   case OPTION_CONTEXT:
      return parse_context(optarg, &report->context);
   case OPTION_COLOUR:
      return parse_colour(optarg, &line->colour);
   case 'I':
      return add_directory(report, directories, optarg);
   case 'h':
      fputs(help, stdout);
      return EXIT_SUCCESS;
   case OPTION_VERSION:
      puts(PROGRAM " (quern) " PACKAGE_VERSION);
      return EXIT_SUCCESS;
   default: /* getopt_long has said why */
      return usage_hint();
   }
}

/* `directories` has room for argc. */
static int parse_arguments(int argc, char **argv, command_line *line,
                           const char **directories)
{
   line->report.source_dirs = directories;
   for (;;) {
      int option = getopt_long(argc, argv, "hI:", long_options, NULL);
      if (option == -1)
         break;
      int status = parse_option(option, line, directories);
      if (status != PARSED)
         return status;
   }
   if (optind == argc)
      return usage_error("expected a profile to report on");
   if (argc - optind > 1)
      return usage_error("expected one profile, found %d", argc - optind);
   line->file = argv[optind];
   return PARSED;
}

static bool use_colour(colour_choice choice)
{
   const char *no_color = getenv("NO_COLOR"); /* https://no-color.org */
   if (choice != COLOUR_AUTO)
      return choice == COLOUR_ALWAYS;
   return (no_color == NULL || *no_color == '\0') && isatty(STDOUT_FILENO);
}

/* ---- The profile ---- */

static ptrdiff_t read_descriptor(void *context, char *to, size_t size_B)
{
   const int *fd = context;
   ssize_t n;
   do
      n = read(*fd, to, size_B);
   while (n < 0 && errno == EINTR);
   return n;
}

/* The profile, or NULL after a message.  Sets *status, the file's. */
static an_profile *read_profile(const char *file, struct stat *status)
{
   bool is_stdin = strcmp(file, "-") == 0;
   int fd = is_stdin ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
   an_profile *profile = NULL;
   if (fd < 0 || fstat(fd, status) < 0) {
      print_error(file, 0, strerror(errno));
   } else {
      an_error error;
      an_source_of_bytes from = { .read = read_descriptor, .context = &fd };
      profile = an_read(an_alloc_malloc(), from, &error);
      if (profile == NULL)
         print_error(file, error.line, error.message);
   }
   if (fd >= 0 && !is_stdin)
      close(fd);
   return profile;
}

/* The events that an option names; false after a message. */
static bool select_events(const char *option, const char *names,
                          const an_profile *profile, an_selection *selection)
{
   an_error error;
   if (an_select(selection, an_alloc_malloc(), profile, names, &error))
      return true;
   usage_error("%s%s", option, error.message);
   return false;
}

static int report_profile(const an_profile *profile, command_line *line)
{
   const tk_alloc *alloc = an_alloc_malloc();
   an_report_options *report = &line->report;
   int status = EXIT_USAGE;
   if (select_events("--show: ", line->show, profile, &report->show)
       && select_events("--sort: ", line->sort, profile, &report->sort)) {
      status = EXIT_SUCCESS;
      if (an_report(profile, alloc, report, stdout) != AN_OK) {
         print_error(line->file, 0, "out of memory");
         status = EXIT_FAILURE;
      }
   }
   tk_put(alloc, report->show.events);
   tk_put(alloc, report->sort.events);
   return status;
}

static int run(command_line *line)
{
   struct stat status;
   an_profile *profile = read_profile(line->file, &status);
   if (profile == NULL)
      return EXIT_FAILURE;
   line->report.data_name = display_name(line->file);
   if (S_ISREG(status.st_mode) && strcmp(line->file, "-") != 0)
      line->report.data_modified = &status.st_mtim;
   line->report.colour = use_colour(line->colour);
   int result = report_profile(profile, line);
   an_profile_free(profile);
   return result;
}

/* ---- The whole ---- */

/* The exit status, once all output is known to be written. */
static int close_output(int status)
{
   bool failed = ferror(stdout);
   errno = 0;
   if (fclose(stdout) != 0)
      failed = true;
   if (!failed)
      return status;
   if (!pipe_is_broken)
      print_error(NULL, 0, errno == 0 ? "write error" : strerror(errno));
   return status == EXIT_SUCCESS ? EXIT_FAILURE : status;
}

int main(int argc, char **argv)
{
   char program[] = PROGRAM;
   if (argc > 0)
      argv[0] = program; /* the name in getopt_long's messages */
   signal(SIGPIPE, on_broken_pipe);

   const char **directories = calloc((size_t)argc + 1, sizeof *directories);
   if (directories == NULL) {
      print_error(NULL, 0, "out of memory");
      return EXIT_FAILURE;
   }
   command_line line = {
      .report = {
         .threshold = 0.1, .context = 8, .percents = true, .annotate = true
      },
   };
   int status = parse_arguments(argc, argv, &line, directories);
   if (status == PARSED)
      status = run(&line);
   free(directories);
   return close_output(status);
}
