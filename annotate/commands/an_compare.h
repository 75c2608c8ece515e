/* an_compare.h -- what cs_diff and hp_diff share: limits, all forms of output, and
   the exit status.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_COMPARE_H
#define AN_COMPARE_H

#include "commands/an_options.h"
#include "counts/an_gate.h"

/* The limits of --limits, and of --limits-fn or --limits-path. */
typedef struct an_compare_limits {
   an_limits totals, each;
} an_compare_limits;

/* Parses the limits, and refuses them for a partial profile.  `each` is the second
   option's name; `states` and `files` are OLD's and NEW's.  AN_PARSED, or an exit
   status after a message; the caller frees *limits in either case. */
int an_compare_parse(an_compare_limits *limits, const an_options *options,
                     const char *each, const an_metrics *metrics,
                     const an_state *const states[2], char *const *files);
void an_compare_free(an_compare_limits *limits);

/* A comparison, ready to be written. */
typedef struct an_comparison {
   const char *command;
   const an_options *options;
   const an_gate *gate;
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
