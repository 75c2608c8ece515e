/* cs_summary.h -- prints the summary at the end of a run; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_events.h"

/* Calls `line` for each line of the summary, without a newline.  The string is valid
   during the call.  The layout is cachegrind's, for users and their scripts; a rate of
   0 references is "n/a".  The totals are of these columns. */
void cs_summary(const uint64_t *totals, const cs_columns *columns,
                void (*line)(void *context, const char *text), void *context);
