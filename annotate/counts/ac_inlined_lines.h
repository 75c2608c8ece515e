/* ac_inlined_lines.h -- which inlined function the lines of a function are in; pure.

   The body of a profile has inlined code under the name of the function that it was
   inlined into; calls say what each inlined function cost there, but not in which lines.
   Counts are exact, and a function is a range of lines.  So the only range of a file's
   lines that has the counts of an inlined function, in every event, is that function.
   Where functions share a line, or one contains another, none of that file is known.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"

typedef struct ac_inlined_range {
   size_t function; /* of the body */
   uint32_t first, last;
   const char *name; /* of the inlined function; the profile's */
} ac_inlined_range;

typedef struct ac_inlined_lines {
   ac_inlined_range *of; /* by function and line; they are apart */
   size_t n;
   /* private: */
   size_t capacity;
} ac_inlined_lines;

/* None without calls. */
void ac_inlined_lines_open(ac_inlined_lines *lines, const tk_alloc *alloc,
                           const ac_profile *profile);

/* The inlined function that a line of a function of the body is in; NULL: not known to
   be in one. */
const char *ac_inlined_lines_find(const ac_inlined_lines *lines, size_t function,
                                  uint32_t line);
