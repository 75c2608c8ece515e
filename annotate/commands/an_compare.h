/* an_compare.h -- what cs_diff and hp_diff share: limits, all forms of output, and
   the exit status.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_COMPARE_H
#define AN_COMPARE_H

#include "commands/an_options.h"
#include "counts/an_gate.h"

/* The limits of --limits, of --limits-fn or --limits-path, and of --limits-region. */
typedef struct an_compare_limits {
   an_limits totals, each;
   an_region_limits *regions;
   size_t n_regions;
} an_compare_limits;

/* What limits are read for. */
typedef struct an_compare_what {
   const char *each; /* the second option's name */
   const an_metrics *metrics, *region_metrics;
   const an_profile *regions; /* a pair that has them */
   const an_state *states[2]; /* OLD's and NEW's, as the files */
   char *const *files;
} an_compare_what;

/* Parses the limits, and refuses them for a partial profile and for a region that
   neither has.  AN_PARSED, or an exit status after a message; the caller frees *limits
   in either case. */
int an_compare_parse(an_compare_limits *limits, const an_options *options,
                     const an_compare_what *what);
void an_compare_free(an_compare_limits *limits);

/* Holds the pair against the limits; `regions` is as above. */
void an_compare_hold(an_gate *gate, const an_compare_limits *limits,
                     const an_profile *pair, const an_profile *regions);

/* A comparison, ready to be written. */
typedef struct an_comparison {
   const char *command;
   const an_options *options;
   const an_gate *gate;
   bool are_paths; /* the pair's functions are call paths */
   const void *context; /* passed to the following */
   an_status (*json)(const void *context, FILE *out);
   an_status (*csv)(const void *context, FILE *out);
   an_status (*text)(const void *context, bool colour, FILE *out);
} an_comparison;

/* How many lines the limits take in the text; 0: there are none. */
size_t an_compare_limit_lines(const an_gate *gate);

/* Writes all forms that the options ask for.  The exit status: AN_EXIT_LIMIT if a
   limit is exceeded. */
int an_compare_write(const an_comparison *comparison);

#endif
