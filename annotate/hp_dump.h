/* hp_dump.h -- heap profiles for programs: JSON (docs/schema/) and CSV.

   Both have the sites that reach the threshold, in the order that is asked for,
   with exact numbers; null, or nothing in CSV, is what the profile does not
   tell.  Text is as an_text_escaped gives it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_DUMP_H
#define HP_DUMP_H

#include "hp_report.h"

enum { HP_DUMP_VERSION = 1 }; /* of the JSON */

/* Write errors are left to ferror(out).  AN_NO_MEMORY: it is incomplete. */
an_status hp_dump_json(const hp_profile *profile, const tk_alloc *alloc,
                       const hp_report_options *options, FILE *out);

/* A header and a record for each site (RFC 4180). */
an_status hp_dump_csv(const hp_profile *profile, const tk_alloc *alloc,
                      const hp_report_options *options, FILE *out);

#endif
