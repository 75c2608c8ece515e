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

/* CSV: a record for each function, for each link of two, and for each step of call
   paths.  The profile has calls. */
an_status an_calls_put_functions(const an_scope *scope, FILE *out);
an_status an_calls_put_links(const an_scope *scope, FILE *out);
an_status an_calls_put_paths(const an_scope *scope, FILE *out);

#endif
