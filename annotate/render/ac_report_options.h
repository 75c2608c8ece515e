/* ac_report_options.h -- what a report on counts shows, and how.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_REPORT_OPTIONS_H
#define AC_REPORT_OPTIONS_H

#include "base/an_source.h"
#include "counts/ac_filter.h"
#include "counts/ac_metric.h"
#include "counts/ac_profile.h"

#include <time.h>

/* A line of the metadata that the command adds: an option's value, a file. */
typedef struct ac_report_field {
   const char *label; /* NULL: as the one before */
   const char *value;
} ac_report_field;

/* The calls of a pair (ac_calls_pair.h), and data objects (ac_data_report.h). */
struct ac_calls_pair;
struct ac_data_report;
struct ac_what_if;
struct ah_page;

/* A part of the report (ac_sections.h). */
typedef struct ac_section ac_section;

typedef struct ac_report_options {
   ac_measures show; /* columns; of a pair, each metric has one AC_CHANGE */
   ac_measures sort; /* the first decides what is listed and what is hot */
   bool has_show;    /* `show` is what the user chose */
   const ac_section *by; /* show this one alone; NULL: the report */
   const ac_filter *focus; /* functions: only call paths through them; NULL: all */
   size_t depth;     /* levels of trees of call paths; 0: all */
   bool all_frames;  /* of chains in such trees */
   bool utf8;        /* the terminal shows UTF-8 */
   bool is_limited;  /* to AC_REPORT_LINES lines */
   size_t n_after;   /* lines that the command adds: those of limits */
   size_t n_top;     /* rows of a table; 0: all */
   bool is_page;     /* of JSON: without lines below the threshold, calls of a pair below
                        it, and its call paths, which the page has elsewhere */
   bool is_pair;     /* of ac_combine_pair: the summary has before and after */
   double threshold; /* in percent: smaller shares are not listed */
   bool top_wins;    /* the user chose n_top, and no threshold: see below */
   uint32_t context; /* source lines around those with counts */
   bool percents;    /* show percentages beside values */
   bool annotate;    /* show source */
   bool colour;
   struct an_markup *markup; /* the report is in its language (an_markup.h); NULL: text */
   size_t width;     /* the columns of a line at most; 0: any number */
   bool full_names;  /* do not shorten template arguments (base/an_short.h) */
   an_source_places source; /* where else to look for source */
   const ac_report_field *fields;
   size_t n_fields;
   const struct timespec *data_modified; /* the profile's time; NULL: unknown */
   const char *old_command; /* of a pair whose commands differ; else NULL */
   const struct ac_calls_pair *calls; /* of a pair; NULL: none */
   const struct ac_data_report *data; /* NULL: the profile has no data objects */
   const ac_metric *cycles; /* CEst; NULL: cannot be computed, or a pair */
   const struct ac_what_if *what_if; /* changes; NULL: none */
   const struct ah_page *heap; /* of the tables of a heap profile (ah_page.h) */
   bool objects;     /* show data objects under the lines of source that miss on them */
} ac_report_options;

/* What a report is about, and what the user asked for. */
typedef struct ac_scope {
   const ac_profile *profile;
   const tk_alloc *alloc;
   const ac_report_options *options;
} ac_scope;

enum { AC_REPORT_LINES = 200 };

/* Whether each section shows only its first rows. */
static inline bool ac_report_is_short(const ac_report_options *options)
{
   return options->is_limited && options->by == NULL;
}

/* The threshold of rows that n_top is about. */
static inline double ac_report_row_threshold(const ac_report_options *options)
{
   return options->top_wins ? 0 : options->threshold;
}

#endif
