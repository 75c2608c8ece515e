/* an_calls_out.h -- the calls of a profile for programs: functions with their costs, the
   links of two, and the steps of call paths.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_CALLS_OUT_H
#define AN_CALLS_OUT_H

#include "render/an_table.h"

typedef enum an_calls_part {
   AN_CALLS_FUNCTIONS = 1,
   AN_CALLS_LINKS = 2,
   AN_CALLS_PATHS = 4,
} an_calls_part;

/* Tables of these parts; none, if the profile has no calls.  As an an_tables_open. */
an_status an_calls_out_tables(an_tables *tables, const an_scope *scope,
                              an_calls_part parts);

#endif
