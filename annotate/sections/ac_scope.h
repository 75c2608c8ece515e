/* ac_scope.h -- what a report on counts is about, shows, and is printed on.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_source.h"
#include "counts/ac_filter.h"
#include "counts/ac_metric.h"
#include "counts/ac_profile.h"
#include "sections/an_terminal.h"

#include <time.h>

/* A part of the report (ac_sections.h). */
typedef struct ac_section ac_section;

/* What the user asked for. */
typedef struct ac_request {
   ac_measures show;       /* columns; of a pair, each metric has one AC_CHANGE */
   ac_measures sort;       /* the first decides what is listed and what is hot */
   bool has_show;          /* `show` is what the user chose */
   bool is_pair;           /* a comparison: the profile is of ac_combine_pair */
   const ac_section *by;   /* show this one alone; NULL: the report */
   const ac_filter *focus; /* functions: only call paths through them; NULL: all */
   size_t depth;           /* levels of trees of call paths; 0: all */
   bool all_frames;        /* of chains in such trees */
   bool is_limited;        /* to AC_REPORT_LINES lines */
   size_t n_top;           /* rows of a table; 0: all */
   bool is_page;     /* of JSON: without lines below the threshold, calls of a pair below
                        it, and its call paths, which the page has elsewhere */
   double threshold; /* in percent: smaller shares are not listed */
   bool top_wins;    /* the user chose n_top, and no threshold: see below */
   uint32_t context; /* source lines around those with counts */
   bool percents;    /* show percentages beside values */
   bool annotate;    /* show source */
   bool objects;     /* show data objects under the lines of source that miss on them */
   bool full_names;  /* do not shorten template arguments (base/an_said.h) */
   an_source_places source; /* where else to look for source */
} ac_request;

/* A line of the metadata that the command adds: an option's value, a file. */
typedef struct ac_report_field {
   const char *label; /* NULL: as the one before */
   const char *value;
} ac_report_field;

/* What the command found out, beside the profile. */
typedef struct ac_analysis {
   const ac_report_field *fields;
   size_t n_fields;
   const struct timespec *data_modified; /* the profile's time; NULL: unknown */
   const char *old_command;              /* of a pair whose commands differ; else NULL */
   const ac_metric *cycles;              /* CEst; NULL: cannot be computed, or a pair */
   const struct ac_verdict *verdict;     /* of a pair; NULL: none */
   const struct ac_layout_judged
      *layout;                         /* of a pair whose NEW has another layout; NULL */
   const ac_metrics *metrics;          /* those of the verdict */
   const struct ac_calls_pair *calls;  /* of a pair (ac_calls_pair.h); NULL: none */
   const struct ac_own_lines *own;     /* lines of the program; NULL: of a pair */
   const struct ac_findings *findings; /* NULL: not looked for */
   const struct ac_costly *costly;     /* places of the program; NULL: likewise */
   const struct ac_findings_pair *findings_pair; /* of a pair; NULL: likewise */
   const struct ac_data_report *data;      /* NULL: the profile has no data objects */
   const struct ac_what_if *what_if;       /* changes; NULL: none */
   const struct ac_asm *listing;           /* of --asm; NULL: not asked for */
   const struct ac_asm_pair *listings;     /* of a pair, likewise */
   const struct ac_inlined_lines *inlined; /* names of inlined lines; NULL: none */
   size_t n_after; /* lines that the command adds: those of limits */
} ac_analysis;

/* All of that, borrowed. */
typedef struct ac_scope {
   const ac_profile *profile;
   const tk_alloc *alloc;
   const ac_request *request;
   const ac_analysis *analysis;
   const an_terminal *terminal; /* of text; else NULL */
   const struct ah_page *heap;  /* of tables of a heap profile (ah_page.h); else NULL */
   const struct ah_diff *diff;  /* of two heap profiles (ah_diff_report.h); else NULL */
} ac_scope;

enum { AC_REPORT_LINES = 200 };

/* Whether each section shows only its first rows. */
static inline bool ac_request_is_short(const ac_request *request)
{
   return request->is_limited && request->by == NULL;
}

/* The threshold of rows that n_top is about. */
static inline double ac_request_row_threshold(const ac_request *request)
{
   return request->top_wins ? 0 : request->threshold;
}
