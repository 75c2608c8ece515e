/* an_report_options.h -- what a report on counts shows.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_REPORT_OPTIONS_H
#define AN_REPORT_OPTIONS_H

#include "base/an_source.h"
#include "counts/an_measure.h"

#include <stdbool.h>
#include <time.h>

/* A line of the metadata that the command adds: an option's value, a file. */
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
   const struct timespec *data_modified; /* the profile's time; NULL: unknown */
} an_report_options;

#endif
