/* an_calls_out.h -- the calls of a profile for programs: as JSON and CSV.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_CALLS_OUT_H
#define AN_CALLS_OUT_H

#include "base/an_json_out.h"
#include "report/an_report.h"

/* The member "calls", if the profile has calls: its functions and what they call; call
   paths, if the view is one of them. */
an_status an_calls_put_json(an_json_out *json, const an_profile *profile,
                            const tk_alloc *alloc, const an_report_options *options);

/* A record for each function, link or step, as options->by says: one of
   an_view_of_calls.  The profile has calls. */
an_status an_calls_put_csv(const an_profile *profile, const tk_alloc *alloc,
                           const an_report_options *options, FILE *out);

#endif
