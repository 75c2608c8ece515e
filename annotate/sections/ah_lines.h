/* ah_lines.h -- a heap profile as counts by source line.

   Each site is charged to one line, so that lines add up to the totals.  That is the
   innermost frame in the program's own source: source that can be read and is not
   installed with the system.  Library code called from there is charged to its caller,
   who decided.  Without such a frame, it is the innermost frame whose source can be
   read, or else whose line is known.

   For crates (counts/ac_crates.h) it is the innermost frame outside the libraries of C,
   C++ and Rust; of one whose file is not known, the object stands for that.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_source.h"
#include "counts/ac_profile.h"
#include "heap/ah_value.h"

/* An event of the profile of counts. */
typedef struct ah_line_event {
   const char *name;
   ah_sort value; /* below AH_VALUES */
} ah_line_event;

/* A finished profile of the same command with these events, at most AH_VALUES; sites
   without a line are those of line 0 in AN_UNKNOWN. Source is looked for in `places`;
   NULL: charged for crates. */
ac_profile *ah_lines_new(const tk_alloc *alloc, const ah_profile *profile,
                         const an_source_places *places, const ah_line_event *events,
                         size_t n_events);
