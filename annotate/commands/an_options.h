/* an_options.h -- the options that several commands have, each with one
   meaning.

   Names: which files and functions, under which names.  Columns: which metrics
   are shown, sorted by, and defined.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_OPTIONS_H
#define AN_OPTIONS_H

#include "counts/an_choose.h"
#include "commands/an_command.h"
#include "counts/an_limits.h"
#include "counts/an_load.h"
#include "counts/an_measure.h"
#include "report/an_report.h"

#include <getopt.h>

/* What getopt_long gives for each; a command's own begin at _OWN. */
enum {
   AN_OPTION_MOD_FILENAME = 256,
   AN_OPTION_MOD_FUNCNAME,
   AN_OPTION_INCLUDE,
   AN_OPTION_EXCLUDE,
   AN_OPTION_FORCE,
   AN_OPTION_SHOW,
   AN_OPTION_SORT,
   AN_OPTION_THRESHOLD,
   AN_OPTION_METRIC,
   AN_OPTION_CYCLES,
   AN_OPTION_COLOUR,
   AN_OPTION_NO_PAGER,
   AN_OPTION_SHOW_PERCS,
   AN_OPTION_NO_SHOW_PERCS,
   AN_OPTION_ANNOTATE,
   AN_OPTION_AUTO, /* cg_annotate's old name for it */
   AN_OPTION_NO_ANNOTATE,
   AN_OPTION_NO_SOURCE,
   AN_OPTION_CONTEXT,
   AN_OPTION_SOURCE_ROOT,
   AN_OPTION_OWN,
};

#define AN_OPTIONS_NAMES \
   { "mod-filename", required_argument, NULL, AN_OPTION_MOD_FILENAME }, \
   { "mod-funcname", required_argument, NULL, AN_OPTION_MOD_FUNCNAME }, \
   { "include", required_argument, NULL, AN_OPTION_INCLUDE }, \
   { "exclude", required_argument, NULL, AN_OPTION_EXCLUDE }, \
   { "force", no_argument, NULL, AN_OPTION_FORCE }

#define AN_OPTIONS_COLUMNS \
   { "show", required_argument, NULL, AN_OPTION_SHOW }, \
   { "sort", required_argument, NULL, AN_OPTION_SORT }, \
   { "threshold", required_argument, NULL, AN_OPTION_THRESHOLD }, \
   { "metric", required_argument, NULL, AN_OPTION_METRIC }, \
   { "cycles", required_argument, NULL, AN_OPTION_CYCLES }

/* Beside the letter I. */
#define AN_OPTIONS_REPORT \
   { "show-percs", optional_argument, NULL, AN_OPTION_SHOW_PERCS }, \
   { "no-show-percs", no_argument, NULL, AN_OPTION_NO_SHOW_PERCS }, \
   { "annotate", optional_argument, NULL, AN_OPTION_ANNOTATE }, \
   { "auto", required_argument, NULL, AN_OPTION_AUTO }, \
   { "no-annotate", no_argument, NULL, AN_OPTION_NO_ANNOTATE }, \
   { "no-source", no_argument, NULL, AN_OPTION_NO_SOURCE }, \
   { "context", required_argument, NULL, AN_OPTION_CONTEXT }, \
   { "source-path", required_argument, NULL, 'I' }, \
   { "source-root", required_argument, NULL, AN_OPTION_SOURCE_ROOT }

#define AN_OPTIONS_DISPLAY \
   { "color", required_argument, NULL, AN_OPTION_COLOUR }, \
   { "no-pager", no_argument, NULL, AN_OPTION_NO_PAGER }

#define AN_OPTIONS_NAMES_HELP \
   "  --mod-filename=S/OLD/NEW/[gi]  rewrite the names of files (also:\n" \
   "  --mod-funcname=...             functions), by extended regular expression\n" \
   "  --include=PATTERN       only what matches, by wildcards: file:PATTERN,\n" \
   "  --exclude=PATTERN       fn:PATTERN or either; nothing that matches\n"

#define AN_OPTIONS_COLUMNS_HELP \
   "  --show=A,B,C            show these events and metrics [events, CEst]\n" \
   "  --sort=A,B,C            sort by A, then B, then C [the events' order]\n" \
   "  --threshold=N           leave out what is below N percent of A [0.1]\n" \
   "  --metric=NAME=FORMULA   define a metric: 'MPKI=1000*(DLmr+DLmw)/Ir'\n" \
   "  --cycles=WEIGHTS        weights of CEst [Ir=1,L1m=10,LLm=100,Bm=10]\n"

#define AN_OPTIONS_DISPLAY_HELP \
   "  --color=WHEN            auto, always or never [auto]; --no-pager\n"

typedef struct an_options {
   an_load_names names;
   an_filter *filter;
   bool force;
   const char *show, *sort, *cycles; /* as given, or NULL */
   double threshold;                 /* percent; below 0: not given */
   const char **metrics;             /* as given */
   size_t n_metrics;
   /* What it takes of them; the command fills in the rest. */
   an_report_options report;
   const char **directories; /* the report's */
   char **roots;             /* the report's */
   an_report_field *told; /* options that change what a report is of */
   size_t n_told;
   an_colours colours;
   bool pager;
} an_options;

/* The block; exits with a message if it is NULL: memory ran out. */
void *an_options_need(void *block);

/* Options as if none were given.  Frees with an_options_free.  Exits if memory
   ran out. */
void an_options_init(an_options *options);
void an_options_free(an_options *options);

/* One option with getopt's optarg: AN_PARSED, or an exit code after a message.
   One that is not of these is unknown, and an_command_option has said so. */
int an_options_parse(an_options *options, int option);

/* The fields of a report's metadata: files, each with its label, then what was
   told of names.  On the heap. */
an_report_field *an_options_fields(const an_options *options,
                                   const an_report_field *files, size_t n,
                                   size_t *n_fields);

/* The files, added up, after a warning of each that is partial; NULL after a
   message. */
an_profile *an_options_load(const an_options *options, char *const *files,
                            size_t n);

/* The same of `file`, with the events and caches of `like`, which is that of
   `first`. */
an_profile *an_options_load_like(const an_options *options,
                                 const an_profile *like, const char *first,
                                 const char *file);

/* What the options make of a profile's events. */
typedef struct an_columns_chosen {
   an_metrics *metrics;
   an_choice show, sort;
} an_columns_chosen;

/* AN_PARSED, or an exit code after a message.  Frees with the other. */
int an_options_choose(const an_options *options, const an_profile *profile,
                      an_columns_chosen *chosen);
void an_options_unchoose(an_columns_chosen *chosen);

/* That aspect of each metric, on the heap, for the caller to free. */
an_measures an_options_measures(const an_choice *choice, an_aspect aspect);

/* What --OPTION=TEXT limits; nothing if text is NULL.  The caller frees
   limits->limits, which is from an_alloc_malloc.  AN_PARSED, or an exit code
   after a message. */
int an_options_limits(const char *option, const char *text,
                      const an_metrics *metrics, an_limits *limits);

/* The threshold given, else the default: people want what matters, programs
   all. */
double an_options_threshold(const an_options *options, bool for_people);

/* Standard output is text for people from now on: starts a pager if there is to
   be one; true if there shall be colour. */
bool an_options_begin_text(const an_options *options);

#endif
