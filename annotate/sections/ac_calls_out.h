/* ac_calls_out.h -- the calls of a profile for programs: functions with their costs, the
   links of two, and the steps of call paths.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/an_table.h"

typedef enum ac_calls_part {
   AC_CALLS_FUNCTIONS = 1,
   AC_CALLS_LINKS = 2,
   AC_CALLS_PATHS = 4,
} ac_calls_part;

/* Tables of these parts; none, if the profile has no calls.  As an an_tables_open. */
void ac_calls_out_tables(an_tables *tables, const ac_scope *scope, ac_calls_part parts);
