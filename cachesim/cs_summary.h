/* cs_summary.h -- the summary that is printed when a run ends; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_SUMMARY_H
#define CS_SUMMARY_H

#include "cs_events.h"

/* Calls `line` for each line of the summary, without a newline; the
   string is valid during the call.  The form is the one that users of
   cachegrind (and their scripts) read; a rate of nothing is "n/a". */
void cs_summary(const uint64_t totals[CS_N_EVENTS], bool caches, bool branches,
                void (*line)(void *context, const char *text), void *context);

#endif
