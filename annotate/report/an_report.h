/* an_report.h -- the report on a profile of counts, or on a pair of them: as text,
   JSON (docs/schema/) and CSV.

   Write errors are left to ferror(out), after which a report can stop early.  After
   AN_NO_MEMORY the report is incomplete.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_REPORT_H
#define AN_REPORT_H

#include "base/an_source.h"
#include "counts/an_filter.h"
#include "counts/an_gate.h"
#include "counts/an_metric.h"
#include "counts/an_profile.h"

#include <stdio.h>
#include <time.h>

/* A line of the metadata that the command adds: an option's value, a file. */
typedef struct an_report_field {
   const char *label; /* NULL: as the one before */
   const char *value;
} an_report_field;

/* The calls of a pair (an_calls_pair.h), and data objects (an_data_report.h). */
struct an_calls_pair;
struct an_data_report;
struct an_what_if;

/* A table of the report that can be shown alone. */
typedef struct an_view an_view;

enum {
   AN_VIEWS = 6,
   AN_VIEWS_OF_LINES = 3, /* the first: without objects, data and threads */
   AN_VIEWS_OF_PAIR = 8,  /* with the functions and paths of calls */
   AN_VIEWS_B = 72,
};

/* One of the first n views, "line", "function", "file", "object", "data", "thread",
   "inclusive" and "path"; or NULL. */
const an_view *an_view_find(const char *name, size_t n);

/* The lines of memory that threads share. */
const an_view *an_view_of_sharing(void);

/* Of a modern machine (an_machine_views.h): "why", "curve", "reasons", "gains",
   "what-if". */
const an_view *an_view_of_machine(const char *name);

/* Writes "line, function, file, object, data or thread", the first n; returns `to`. */
const char *an_view_list(char to[AN_VIEWS_B], size_t n);

/* A table of calls: "inclusive", or a form of --tree: "caller", "callee", "both",
   "top-down", "bottom-up"; or "focus".  NULL: there is none of the name. */
const an_view *an_view_of_calls(const char *name);

/* Whether it is one of these, and whether it is a tree of call paths. */
bool an_view_is_of_calls(const an_view *view);
bool an_view_is_of_paths(const an_view *view);

typedef struct an_report_options {
   an_measures show; /* columns; of a pair, each metric has one AN_CHANGE */
   an_measures sort; /* the first decides what is listed and what is hot */
   bool has_show;    /* `show` is what the user chose */
   const an_view *by; /* show this table alone; NULL: the report */
   const an_filter *focus; /* functions: only call paths through them; NULL: all */
   size_t depth;     /* levels of trees of call paths; 0: all */
   bool all_frames;  /* of chains in such trees */
   bool utf8;        /* the terminal shows UTF-8 */
   bool is_limited;  /* to AN_BUDGET_LINES lines (report/an_budget.h) */
   size_t n_after;   /* lines that the command adds: those of limits */
   size_t n_top;     /* rows of a table; 0: all */
   bool is_page;     /* of JSON: without lines below the threshold, calls of a pair below
                        it, and its call paths, which the page has elsewhere */
   bool is_pair;     /* of an_combine_pair: the summary has before and after */
   double threshold; /* in percent: smaller shares are not listed */
   bool top_wins;    /* the user chose n_top, and no threshold: see below */
   uint32_t context; /* source lines around those with counts */
   bool percents;    /* show percentages beside values */
   bool annotate;    /* show source */
   bool colour;
   size_t width;     /* the columns of a line at most; 0: any number */
   bool full_names;  /* do not shorten template arguments (base/an_short.h) */
   an_source_places source; /* where else to look for source */
   const an_report_field *fields;
   size_t n_fields;
   const struct timespec *data_modified; /* the profile's time; NULL: unknown */
   const char *old_command; /* of a pair whose commands differ; else NULL */
   const struct an_calls_pair *calls; /* of a pair; NULL: none */
   const struct an_data_report *data; /* NULL: the profile has no data objects */
   const an_metric *cycles; /* CEst; NULL: cannot be computed, or a pair */
   const struct an_what_if *what_if; /* changes; NULL: none */
   bool objects;     /* show data objects under the lines of source that miss on them */
} an_report_options;

/* The threshold of rows that n_top is about. */
static inline double an_report_row_threshold(const an_report_options *options)
{
   return options->top_wins ? 0 : options->threshold;
}

/* For a terminal: metadata, summary, processes of a sum, regions, objects, the
   hottest lines, files with their functions, functions with their files; then each
   source file that has a listed function or line, with values beside its lines; then
   the files that could not be shown, and how much of each event was shown.  If the
   report is limited, only the hottest places of the source are shown, and long tables
   are cut. */
an_status an_report(const an_profile *profile, const tk_alloc *alloc,
                    const an_report_options *options, FILE *out);

/* Of that report, the hottest lines and the source, or the one table asked for; if it
   is limited, in `n_lines` lines. */
an_status an_report_lines(const an_profile *profile, const tk_alloc *alloc,
                          const an_report_options *options, size_t n_lines,
                          FILE *out);

/* Only the table of all processes, which a sum has: as text, and as CSV. */
an_status an_report_processes(const an_profile *profile, const tk_alloc *alloc,
                              const an_report_options *options, FILE *out);
void an_report_processes_csv(const an_profile *profile, FILE *out);

/* The hottest lines as messages of a compiler (an_messages.h). */
an_status an_report_messages(const an_profile *profile, const tk_alloc *alloc,
                             const an_report_options *options, FILE *out);

/* JSON and CSV list what reaches the threshold, in the order of the text, with all
   source lines.  Values are as in the text, but not rounded: null, or an empty
   field in CSV, for a value that is not a number or that no double can hold. */

enum { AN_REPORT_JSON_VERSION = 1 };

/* One object, of the named schema.  `gate`, if not NULL, adds the limits. */
an_status an_report_json(const an_profile *profile, const tk_alloc *alloc,
                         const an_report_options *options, const char *schema,
                         const an_gate *gate, FILE *out);

/* A header and a record for each source line; of a pair, then one for each region, if
   there are any: its path is in a last column, which lines leave empty.  In the view of
   objects, a record for each of them. */
an_status an_report_csv(const an_profile *profile, const tk_alloc *alloc,
                        const an_report_options *options, FILE *out);

#endif
