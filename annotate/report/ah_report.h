/* ah_report.h -- the report on a heap profile: as text, JSON (docs/schema/) and CSV.

   Write errors are left to ferror(out), after which a report can stop early.  After
   AN_NO_MEMORY the report is incomplete.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_REPORT_H
#define AH_REPORT_H

#include "counts/an_profile.h"
#include "report/ah_report_options.h"

#include <stdio.h>

/* For a terminal: metadata, summary, findings, regions, timeline; trees of what was
   live at the peak and at the end, or at a moment; the top sites; the heat of their
   blocks; annotated source. */
an_status ah_report(const ah_profile *profile, const tk_alloc *alloc,
                    const ah_report_options *options, FILE *out);

/* The snapshots as a table, with the peak and the end among them. */
void ah_report_list(const ah_profile *profile,
                    const ah_report_options *options, FILE *out);

/* JSON and CSV list the sites that reach the threshold, in the order asked for, with
   exact numbers.  What the profile does not have is null, or an empty field. */

enum { AH_REPORT_JSON_VERSION = 1 };

an_status ah_report_json(const ah_profile *profile, const tk_alloc *alloc,
                         const ah_report_options *options, FILE *out);

/* A header and a record for each site. */
an_status ah_report_csv(const ah_profile *profile, const tk_alloc *alloc,
                        const ah_report_options *options, FILE *out);

#endif
