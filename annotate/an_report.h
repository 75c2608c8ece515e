/* an_report.h -- the report on one profile, as text for a terminal.

   Sections: metadata, summary, files, functions; then each source file that
   has a listed function, with counts beside its lines; then the files that
   could not be shown, and how much of each event was.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_REPORT_H
#define AN_REPORT_H

#include "an_profile.h"
#include "an_select.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

typedef struct an_report_options {
   an_selection show; /* columns */
   an_selection sort; /* the first decides what is listed and what is hot */
   double threshold;  /* in percent: smaller shares are not listed */
   uint32_t context;  /* source lines around those with counts */
   bool percents;     /* show shares beside counts */
   bool annotate;     /* show source */
   bool colour;
   const char *const *source_dirs; /* where else to look for source */
   size_t n_source_dirs;
   const char *data_name; /* the profile's, as the user gave it */
   const struct timespec *data_modified; /* NULL if it has no such time */
} an_report_options;

/* Prints the report.  Write errors are left to ferror(out), after which it
   may stop early.  AN_NO_MEMORY: the report is incomplete. */
an_status an_report(const an_profile *profile, const tk_alloc *alloc,
                    const an_report_options *options, FILE *out);

#endif
