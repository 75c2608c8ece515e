/* an_report.h -- the report on a profile of counts, or on a pair of them: as text,
   JSON (docs/schema/) and CSV.

   Write errors are left to ferror(out), after which a report can stop early.  After
   AN_NO_MEMORY the report is incomplete.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_REPORT_H
#define AN_REPORT_H

#include "counts/an_gate.h"
#include "counts/an_profile.h"
#include "report/an_report_options.h"

#include <stdio.h>

/* For a terminal: metadata, summary, regions, files with their functions, functions
   with their files; then each source file that has a listed function, with values
   beside its lines; then the files that could not be shown, and how much of each
   event was shown. */
an_status an_report(const an_profile *profile, const tk_alloc *alloc,
                    const an_report_options *options, FILE *out);

/* JSON and CSV list what reaches the threshold, in the order of the text, with all
   source lines.  Values are as in the text, but not rounded: null, or an empty
   field in CSV, for a value that is not a number or that no double can hold. */

enum { AN_REPORT_JSON_VERSION = 1 };

/* One object, of the named schema.  `gate`, if not NULL, adds the limits. */
an_status an_report_json(const an_profile *profile, const tk_alloc *alloc,
                         const an_report_options *options, const char *schema,
                         const an_gate *gate, FILE *out);

/* A header and a record for each source line. */
an_status an_report_csv(const an_profile *profile, const tk_alloc *alloc,
                        const an_report_options *options, FILE *out);

#endif
