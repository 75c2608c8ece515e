/* an_report_options.h -- what a report on counts shows, and how.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_REPORT_OPTIONS_H
#define AN_REPORT_OPTIONS_H

#include "base/an_source.h"
#include "counts/an_filter.h"
#include "counts/an_metric.h"
#include "counts/an_profile.h"

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
struct ah_page;

/* A part of the report (an_sections.h). */
typedef struct an_section an_section;

typedef struct an_report_options {
   an_measures show; /* columns; of a pair, each metric has one AN_CHANGE */
   an_measures sort; /* the first decides what is listed and what is hot */
   bool has_show;    /* `show` is what the user chose */
   const an_section *by; /* show this one alone; NULL: the report */
   const an_filter *focus; /* functions: only call paths through them; NULL: all */
   size_t depth;     /* levels of trees of call paths; 0: all */
   bool all_frames;  /* of chains in such trees */
   bool utf8;        /* the terminal shows UTF-8 */
   bool is_limited;  /* to AN_REPORT_LINES lines */
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
   const struct ah_page *heap; /* of the tables of a heap profile (ah_page.h) */
   bool objects;     /* show data objects under the lines of source that miss on them */
} an_report_options;

/* What a report is about, and what the user asked for. */
typedef struct an_scope {
   const an_profile *profile;
   const tk_alloc *alloc;
   const an_report_options *options;
} an_scope;

enum { AN_REPORT_LINES = 200 };

/* Whether each section shows only its first rows. */
static inline bool an_report_is_short(const an_report_options *options)
{
   return options->is_limited && options->by == NULL;
}

/* The threshold of rows that n_top is about. */
static inline double an_report_row_threshold(const an_report_options *options)
{
   return options->top_wins ? 0 : options->threshold;
}

#endif
