/* ah_dump.h -- heap profiles for programs: JSON (docs/schema/) and CSV.

   Both have the sites that reach the threshold, in the order that is asked for,
   with exact numbers; null, or nothing in CSV, is what the profile does not
   tell.  Text is as an_text_escaped gives it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_DUMP_H
#define AH_DUMP_H

#include "report/ah_report.h"

enum { AH_DUMP_VERSION = 1 }; /* of the JSON */

/* Write errors are left to ferror(out).  AN_NO_MEMORY: it is incomplete. */
an_status ah_dump_json(const ah_profile *profile, const tk_alloc *alloc,
                       const ah_report_options *options, FILE *out);

/* A header and a record for each site (RFC 4180). */
an_status ah_dump_csv(const ah_profile *profile, const tk_alloc *alloc,
                      const ah_report_options *options, FILE *out);

#endif
