/* an_machine_views.h -- what a profile of a machine of today can say besides its counts:
   where cycles go, curves of a sweep, reasons of misses, what could be gained.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_MACHINE_VIEWS_H
#define AN_MACHINE_VIEWS_H

#include "base/an_json_out.h"
#include "counts/an_sweep.h"
#include "report/an_table.h"

/* Misses by the size of the last level, and reuse distances (an_curve_print.c). */
an_tables_open an_curve_tables;

/* Why lines and data objects missed, and the cure (an_reasons_print.c). */
an_tables_open an_reasons_tables;
bool an_reasons_are_known(const an_profile *profile);

/* Where estimated cycles go, and why (an_why_print.c). */
an_tables_open an_why_tables;
bool an_why_is_known(const an_profile *profile);

/* What each could gain (an_gains_print.c).  The options have the metric of cycles. */
an_tables_open an_gains_tables;

/* What the changes of the options would do (an_what_if_print.c); the member "what_if". */
an_status an_what_if_section(an_page *page);
void an_what_if_put_json(an_json_out *json, const an_profile *profile,
                         const an_report_options *options);
an_status an_what_if_put_csv(const an_scope *scope, FILE *out);

#endif
