/* hp_annotate.c -- the command that reports on a heap profile: options, files
   and exit codes.  Reading is ah_read.h, the report is ah_report.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/an_alloc.h"
#include "commands/an_command.h"
#include "commands/an_options.h"
#include "report/an_page.h"
#include "base/an_text.h"
#include "report/ah_report.h"
#include "types/ty_types.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
   "Usage: hp_annotate [OPTION]... FILE\n"
   "Report on a heap profile by heapprof or DHAT (-: standard input; gzip is\n"
   "unpacked).\n"
   "\n"
   "  --at=MOMENT             trees of the peak, end, total, a snapshot's number,\n"
   "                          time=TIME or time=PERCENT%; --list lists snapshots\n"
   "  --tree=FORM             top-down, bottom-up, both or none [top-down]\n"
   "  --depth=N, --threshold=N  N levels of a tree [0: all]; sum up what is below\n"
   "                          N percent [1]\n"
   "  --sort=KEY              sort sites by peak, total, live, blocks, lifetime,\n"
   "                          temporary, leaked, never_read, ... [peak]\n"
   "  --top=N, --frames=N     show N sites [10], with N frames each [4]\n"
   "  --findings=N, --heat=N  N findings of each fault [5]; of N sites the heat [3]\n"
   "  --fail-on=FAULT,...     exit with 3 for such findings; --faults=NAME=N,...:\n"
   "                          what counts as a fault (see the manual page)\n"
   "  --all-frames            show frames inside of the standard library, too\n"
   "  --no-source, --no-show-percs  no source, percents; --context=N: N lines [8]\n"
   "  -I, --source-path=DIR   look for source in DIR, too; --source-root=DIR:\n"
   "                          open only what is below DIR\n"
   "  --json, --csv           write for programs, all sites\n"
   AN_OPTIONS_DISPLAY_HELP
   "  -h, --help, --version   show this help or the version\n"
   "\n"
   "Example: hp_annotate --tree=bottom-up --sort=leaked heapprof.out.4711\n";

typedef enum { TEXT, JSON, CSV, LIST } format;

typedef struct {
   an_options shared;
   ah_report_options report;
   const char *at; /* as given, or NULL */
   ah_thresholds thresholds;
   bool fails_on[AH_N_FAULTS], fails_on_all;
   bool has_sort, has_n_findings;
   format format;
} command_line;

enum {
   OPTION_AT = AN_OPTION_OWN,
   OPTION_LIST,
   OPTION_TREE,
   OPTION_DEPTH,
   OPTION_TOP,
   OPTION_FRAMES,
   OPTION_FINDINGS,
   OPTION_FAULTS,
   OPTION_FAIL_ON,
   OPTION_HEAT,
   OPTION_ALL_FRAMES,
   OPTION_JSON,
   OPTION_CSV,
   OPTION_VERSION,
};

static const struct option long_options[] = {
   AN_OPTIONS_REPORT,
   AN_OPTIONS_DISPLAY,
   { "at", required_argument, NULL, OPTION_AT },
   { "list", no_argument, NULL, OPTION_LIST },
   { "tree", required_argument, NULL, OPTION_TREE },
   { "depth", required_argument, NULL, OPTION_DEPTH },
   { "threshold", required_argument, NULL, AN_OPTION_THRESHOLD },
   { "sort", required_argument, NULL, AN_OPTION_SORT },
   { "top", required_argument, NULL, OPTION_TOP },
   { "frames", required_argument, NULL, OPTION_FRAMES },
   { "findings", required_argument, NULL, OPTION_FINDINGS },
   { "faults", required_argument, NULL, OPTION_FAULTS },
   { "fail-on", required_argument, NULL, OPTION_FAIL_ON },
   { "heat", required_argument, NULL, OPTION_HEAT },
   { "all-frames", no_argument, NULL, OPTION_ALL_FRAMES },
   { "json", no_argument, NULL, OPTION_JSON },
   { "csv", no_argument, NULL, OPTION_CSV },
   { "help", no_argument, NULL, 'h' },
   { "version", no_argument, NULL, OPTION_VERSION },
   { NULL, 0, NULL, 0 },
};

/* ---- Options ---- */

static int parse_sort(command_line *line)
{
   char names[512];
   const ah_value *value = ah_value_find(optarg, AH_N_SORTS);
   if (value != NULL) {
      line->report.sort = ah_value_number(value);
      line->has_sort = true;
      return AN_PARSED;
   }
   ah_value_list(AH_N_SORTS, names, sizeof names);
   return an_command_usage("--sort=%s: expected %s", optarg, names);
}

static int parse_tree(command_line *line)
{
   bool both = strcmp(optarg, "both") == 0;
   line->report.top_down = both || strcmp(optarg, "top-down") == 0;
   line->report.bottom_up = both || strcmp(optarg, "bottom-up") == 0;
   if (line->report.top_down || line->report.bottom_up
       || strcmp(optarg, "none") == 0)
      return AN_PARSED;
   return an_command_usage("--tree=%s: expected top-down, bottom-up, both or "
                           "none",
                           optarg);
}

static int parse_number(const char *option, size_t *result)
{
   char *end;
   errno = 0;
   unsigned long long n = strtoull(optarg, &end, 10);
   if (*optarg < '0' || *optarg > '9' || *end != '\0' || errno != 0
       || n > UINT32_MAX)
      return an_command_usage("--%s=%s: expected a number up to 4294967295",
                              option, optarg);
   *result = (size_t)n;
   return AN_PARSED;
}

static int parse_faults(command_line *line)
{
   an_error error;
   if (ah_thresholds_parse(&line->thresholds, optarg, &error))
      return AN_PARSED;
   return an_command_usage("--faults: %s", error.message);
}

/* Notes one name of a list; false if there is no such fault. */
static bool note_fault(command_line *line, const char *name, size_t length)
{
   if (length == 3 && memcmp(name, "all", 3) == 0) {
      line->fails_on_all = true;
      return true;
   }
   for (int i = 0; i < AH_N_FAULTS; i++) {
      const char *fault = ah_fault_name((ah_fault)i);
      if (strlen(fault) == length && memcmp(name, fault, length) == 0) {
         line->fails_on[i] = true;
         return true;
      }
   }
   return false;
}

static int parse_fail_on(command_line *line)
{
   for (const char *at = optarg;; at++) {
      size_t length = strcspn(at, ",");
      if (!note_fault(line, at, length))
         return an_command_usage("--fail-on=%s: expected a list of untouched, "
                                 "unread, empty, short, grown, leaked, or all",
                                 optarg);
      at += length;
      if (*at == '\0')
         return AN_PARSED;
   }
}

static int parse_option(int option, command_line *line)
{
   switch (option) {
   case OPTION_AT:
      line->at = optarg;
      return AN_PARSED;
   case OPTION_LIST:
      line->format = LIST;
      return AN_PARSED;
   case OPTION_TREE:
      return parse_tree(line);
   case OPTION_DEPTH:
      return parse_number("depth", &line->report.depth);
   case OPTION_TOP:
      return parse_number("top", &line->report.n_top);
   case OPTION_FRAMES:
      return parse_number("frames", &line->report.n_frames);
   case OPTION_FINDINGS:
      line->has_n_findings = true;
      return parse_number("findings", &line->report.n_findings);
   case OPTION_FAULTS:
      return parse_faults(line);
   case OPTION_FAIL_ON:
      return parse_fail_on(line);
   case OPTION_HEAT:
      return parse_number("heat", &line->report.n_heat);
   case OPTION_ALL_FRAMES:
      line->report.all_frames = true;
      return AN_PARSED;
   case AN_OPTION_SORT:
      return parse_sort(line);
   case OPTION_JSON:
   case OPTION_CSV:
      line->format = option == OPTION_JSON ? JSON : CSV;
      return AN_PARSED;
   case 'h':
      fputs(help, stdout);
      return EXIT_SUCCESS;
   case OPTION_VERSION:
      puts("hp_annotate (quern) " PACKAGE_VERSION);
      return EXIT_SUCCESS;
   default:
      return an_options_parse(&line->shared, option);
   }
}

static int parse_arguments(int argc, char **argv, command_line *line)
{
   int option;
   while ((option = an_command_option(argc, argv, ":hI:", long_options))
          != -1) {
      int status = parse_option(option, line);
      if (status != AN_PARSED)
         return status;
   }
   if (optind + 1 != argc)
      return an_command_usage("expected a heap profile to report on");
   return AN_PARSED;
}

/* ---- The terminal ---- */

static size_t terminal_width(void)
{
   enum { WIDTH_UNKNOWN = 80, WIDTH_MAX = 1000 };
   struct winsize size;
   const char *columns = getenv("COLUMNS");
   long width = columns == NULL ? 0 : strtol(columns, NULL, 10);
   if (width <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
      width = size.ws_col;
   if (width <= 0)
      return WIDTH_UNKNOWN;
   return width > WIDTH_MAX ? WIDTH_MAX : (size_t)width;
}

/* The locale is of no other use here, and of none to numbers. */
static bool has_utf8(void)
{
   setlocale(LC_CTYPE, "");
   return strcasecmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* The profile's time, if it has one. */
static void note_modified(an_report_options *report, const char *file)
{
   static struct stat status;
   if (strcmp(file, "-") != 0 && stat(file, &status) == 0
       && S_ISREG(status.st_mode))
      report->data_modified = &status.st_mtim;
}

/* ---- The report ---- */

/* What is not known of blocks, as their objects were not opened. */
static void print_refused(const ty_types *types,
                          const an_report_options *options)
{
   an_page page = { .options = options, .out = stdout };
   const char *object, *problem;
   for (size_t i = 0; (object = ty_types_refused(types, i, &problem)) != NULL;
        i++) {
      if (i == 0)
         an_page_heading(&page, "Objects not opened for types of blocks", NULL);
      an_text_name(stdout, object);
      printf(": %s\n", problem);
   }
}

static an_status print_report(const ah_profile *profile, command_line *line)
{
   const tk_alloc *alloc = an_alloc_malloc();
   ah_report_options *report = &line->report;
   switch (line->format) {
   case JSON:
      return ah_report_json(profile, alloc, report, stdout);
   case CSV:
      return ah_report_csv(profile, alloc, report, stdout);
   case TEXT:
   case LIST:
      break;
   }
   report->width = terminal_width();
   report->utf8 = has_utf8();
   report->source->colour = an_options_begin_text(&line->shared);
   if (line->format == LIST) {
      ah_report_list(profile, report, stdout);
      return AN_OK;
   }
   report->types = ty_types_new(alloc, &report->source->source);
   if (report->types == NULL)
      return AN_NO_MEMORY;
   report->type_of = ty_types_of_site;
   an_status status = ah_report(profile, alloc, report, stdout);
   if (status == AN_OK)
      print_refused(report->types, report->source);
   ty_types_free(report->types);
   return status;
}

static bool has_limit(const command_line *line)
{
   bool has = line->fails_on_all;
   for (int i = 0; i < AH_N_FAULTS; i++)
      has |= line->fails_on[i];
   return has;
}

/* What depends on the profile. */
static int settle(command_line *line, const ah_profile *profile,
                  const char *file, ah_moment *moment)
{
   an_error error;
   ah_report_options *report = &line->report;
   if (!line->has_sort && !profile->has_lifetimes)
      report->sort = AH_SORT_TOTAL;
   const ah_value *value = &ah_values[report->sort];
   if (!ah_value_is_known(value, profile))
      return an_command_usage("--sort=%s: the profile does not tell it",
                              value->name);
   for (int i = 0; i < AH_N_FAULTS; i++)
      if (line->fails_on[i] && !ah_fault_is_told((ah_fault)i, profile))
         return an_command_usage("--fail-on=%s: the profile does not tell it",
                                 ah_fault_name((ah_fault)i));
   if (line->at != NULL) {
      if (!ah_moment_parse(moment, profile, line->at, &error))
         return an_command_usage("--at=%s: %s", line->at, error.message);
      report->at = moment;
   }
   if (has_limit(line) && !an_state_can_be_judged(&profile->state, file))
      return EXIT_FAILURE;
   return AN_PARSED;
}

/* Of findings that --fail-on names, AN_EXIT_LIMIT after a message. */
static int judge(const command_line *line, const ah_findings *findings,
                 const char *file)
{
   char message[128];
   size_t n = 0;
   for (size_t i = 0; i < findings->n; i++)
      n += line->fails_on_all || line->fails_on[findings->findings[i].fault];
   if (n == 0)
      return EXIT_SUCCESS;
   snprintf(message, sizeof message, "%zu finding%s of --fail-on", n,
            n == 1 ? "" : "s");
   an_command_error(file, 0, message);
   return AN_EXIT_LIMIT;
}

/* With the findings, which do not depend on how much is shown. */
static int report(command_line *line, const ah_profile *profile,
                  const char *file)
{
   ah_findings findings;
   int status = EXIT_FAILURE;
   if (ah_findings_find(&findings, an_alloc_malloc(), profile,
                        &line->thresholds)) {
      line->report.findings = &findings;
      if (print_report(profile, line) == AN_OK)
         status = judge(line, &findings, file);
      ah_findings_free(&findings);
   }
   if (status == EXIT_FAILURE)
      an_command_error(NULL, 0, "out of memory");
   return status;
}

static int run(command_line *line, const char *file)
{
   ah_moment moment;
   ah_profile *profile = ah_read_file(file);
   if (profile == NULL)
      return EXIT_FAILURE;
   ah_report_options *options = &line->report;
   options->file = an_command_file_name(file);
   options->source = &line->shared.report;
   bool is_text = line->format == TEXT || line->format == LIST;
   options->threshold = line->shared.threshold >= 0 ? line->shared.threshold
                        : is_text                   ? 1
                                                    : 0;
   if (!line->has_n_findings && !is_text)
      options->n_findings = SIZE_MAX;
   note_modified(options->source, file);
   int status = settle(line, profile, file, &moment);
   if (status == AN_PARSED)
      status = report(line, profile, file);
   ah_profile_free(profile);
   return status;
}

int main(int argc, char **argv)
{
   command_line line = {
      .format = TEXT,
      .thresholds = ah_thresholds_default,
      .report = { .n_top = 10, .n_frames = 4, .n_findings = 5, .n_heat = 3,
                  .top_down = true },
   };
   an_command_begin("hp_annotate");
   an_options_init(&line.shared);
   int status = parse_arguments(argc, argv, &line);
   if (status == AN_PARSED)
      status = run(&line, argv[optind]);
   an_options_free(&line.shared);
   return an_command_end(status);
}
