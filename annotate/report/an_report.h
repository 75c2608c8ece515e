/* an_report.h -- the report on a profile, or on a pair of them, as text for a
   terminal.

   Sections: metadata, summary, files with their functions, functions with their
   files; then each source file that has a listed function, with values beside
   its lines; then the files that could not be shown, and how much of each event
   was.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_REPORT_H
#define AN_REPORT_H

#include "counts/an_measure.h"
#include "counts/an_profile.h"
#include "base/an_source.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

/* A line of the metadata: what the command was told. */
typedef struct an_report_field {
   const char *label; /* NULL: as the one before */
   const char *value;
} an_report_field;

typedef struct an_report_options {
   an_measures show; /* columns; of a pair, each metric has one AN_CHANGE */
   an_measures sort; /* the first decides what is listed and what is hot */
   bool is_pair;     /* of an_combine_pair: the summary has before and after */
   double threshold; /* in percent: smaller shares are not listed */
   uint32_t context; /* source lines around those with counts */
   bool percents;    /* show percentages beside values */
   bool annotate;    /* show source */
   bool colour;
   an_source_places source; /* where else to look for source */
   const an_report_field *fields;
   size_t n_fields;
   const struct timespec *data_modified; /* NULL if it has no such time */
} an_report_options;

/* Prints the report.  Write errors are left to ferror(out), after which it
   may stop early.  AN_NO_MEMORY: the report is incomplete. */
an_status an_report(const an_profile *profile, const tk_alloc *alloc,
                    const an_report_options *options, FILE *out);

#endif
