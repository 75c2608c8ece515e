/* an_machine_views.h -- what a profile of a machine of today can say besides its counts:
   where cycles go, curves of a sweep, reasons of misses, what could be gained.

   Each has a section of the text, members of the JSON and a table of CSV.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_MACHINE_VIEWS_H
#define AN_MACHINE_VIEWS_H

#include "base/an_json_out.h"
#include "counts/an_sweep.h"
#include "report/an_page.h"

/* Misses by the size of the last level (an_curve_print.c); "curves".  Nothing if the
   profile has no sweep. */
an_status an_curve_section(an_page *page);
/* The same sweep as reuse distances (an_reuse_print.c): another section. */
an_status an_reuse_section(an_page *page, const an_sweep *sweep);
an_status an_curve_put_json(an_json_out *json, const an_profile *profile,
                            const tk_alloc *alloc, const an_report_options *options);
an_status an_curve_put_csv(const an_profile *profile, const tk_alloc *alloc,
                           const an_report_options *options, FILE *out);

/* Why lines and data objects missed, and the cure (an_reasons_print.c); "reasons".
   Nothing if the profile does not know it. */
bool an_reasons_are_known(const an_profile *profile);
an_status an_reasons_section(an_page *page);
an_status an_reasons_put_json(an_json_out *json, const an_profile *profile,
                              const tk_alloc *alloc, const an_report_options *options);

/* Where estimated cycles go, and why (an_why_print.c); "why".  Nothing if the profile
   does not have them by kind. */
bool an_why_is_known(const an_profile *profile);
an_status an_why_section(an_page *page);
an_status an_why_put_json(an_json_out *json, const an_profile *profile,
                          const tk_alloc *alloc, const an_report_options *options);

/* What each could gain (an_gains_print.c); "gains".  The options have the metric of
   cycles. */
an_status an_gains_section(an_page *page);
an_status an_gains_put_json(an_json_out *json, const an_profile *profile,
                            const tk_alloc *alloc, const an_report_options *options);
an_status an_gains_put_csv(const an_profile *profile, const tk_alloc *alloc,
                           const an_report_options *options, FILE *out);

/* What the changes of the options would do (an_what_if_print.c); "what_if". */
an_status an_what_if_section(an_page *page);
void an_what_if_put_json(an_json_out *json, const an_profile *profile,
                         const an_report_options *options);
void an_what_if_put_csv(const an_profile *profile, const an_report_options *options,
                        FILE *out);

#endif
