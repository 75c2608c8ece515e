/* an_compare.h -- what the commands that compare share (cs_diff, hp_diff, and cs_annotate
   with limits): limits, all forms of output, and the exit status.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_options.h"
#include "counts/ac_gate.h"
#include "sections/ac_calls_pair.h"

/* The limits of --limits, of --limits-fn or --limits-path, of --limits-region, and of
   --limits-incl and --limits-data or --limits-owner with what they are held against. */
typedef struct an_compare_limits {
   ac_limits totals, each;
   ac_region_limits *regions;
   size_t n_regions;
   ac_region_limits *inclusive;
   ac_region_limits *rows; /* of --limits-data or --limits-owner */
   ac_gate_calls *calls;   /* of each of these: first of inclusive costs, then of rows */
   size_t n_inclusive, n_rows;
} an_compare_limits;

/* Rows with labels: data objects, or owners. */
typedef struct an_compare_rows {
   const char *option, *noun; /* "limits-data", "data object" */
   const char *lack;          /* why there are none; NULL: there are */
   const ac_metrics *metrics;
   /* Finds those that the pattern of the shell matches, NULL: all. */
   void (*find)(ac_gate_calls *rows, const void *context, const tk_alloc *alloc,
                const char *pattern);
   const void *context;
} an_compare_rows;

/* What limits are read for. */
typedef struct an_compare_what {
   const char *each; /* the second option's name */
   const ac_metrics *metrics, *region_metrics;
   const ac_profile *regions;   /* a pair that has them */
   const ac_calls_pair *calls;  /* of that pair; NULL: none */
   const an_compare_rows *rows; /* NULL: there is no option for them */
   bool is_single; /* one profile, paired with itself: there can only be budgets */
   const an_state *states[2]; /* OLD's and NEW's, as the files; NULL: not checked */
   char *const *files;
} an_compare_what;

/* Parses the limits, and refuses them for a partial profile, and for a region or call
   that neither has.  AN_PARSED, or an exit status after a message. */
int an_compare_parse(an_compare_limits *limits, const an_options *options,
                     const an_compare_what *what);

/* Holds the pair against the limits; `regions` is as above.  False, after a message,
   if it cannot be known whether a limit is kept. */
bool an_compare_hold(ac_gate *gate, const an_compare_limits *limits,
                     const ac_profile *pair, const ac_profile *regions, bool is_single);

/* A comparison, ready to be written. */
typedef struct an_comparison {
   const char *command;
   an_options *options; /* text fills in the terminal */
   const ac_gate *gate;
   bool are_paths;      /* the pair's functions are call paths */
   const void *context; /* passed to the following */
   void (*json)(const void *context, FILE *out);
   void (*csv)(const void *context, FILE *out);
   void (*html)(const void *context, FILE *out);   /* the page for browsers */
   void (*page)(const void *context, FILE *out);   /* its data */
   void (*folded)(const void *context, FILE *out); /* NULL: never asked for */
   /* In Markdown if options->terminal has a markup. */
   void (*text)(const void *context, FILE *out);
} an_comparison;

/* How many lines the limits take in the text; 0: there are none. */
size_t an_compare_limit_lines(const ac_gate *gate);

/* The limits in markup, if there are any. */
void an_compare_put_limits(const ac_gate *gate, an_markup *markup);

/* Writes all forms that the options ask for.  The exit status: AN_EXIT_LIMIT if a
   limit is exceeded. */
int an_compare_write(const an_comparison *comparison);

/* Writes only the limits that an_compare_write writes: behind the text, as JUnit XML, for
   GitHub. */
int an_compare_write_limits(const an_comparison *comparison, bool has_text);
