/* ac_line_functions.h -- the library functions that lines of the program run, as far down
   as these call no code of the program; pure.

   Each line that is kept has a tree: its children are what the line itself calls or has
   inlined there, theirs what these do, merged by name.  Code that was inlined is a frame
   as a call is.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_own_lines.h"

#define AC_NO_FRAME UINT32_MAX

typedef struct ac_line_frame {
   uint32_t parent;         /* of the line's; AC_NO_FRAME: the line itself */
   const char *name, *file; /* the profile's */
   double cycles;           /* of it and of all below */
   int64_t n_calls;         /* of it; of inlined code those of what it calls most often */
   bool is_inlined;
} ac_line_frame;

typedef struct ac_line_functions {
   ac_line_frame *frames; /* a line's are together, and parents before their children */
   size_t n;
   /* private: */
   uint32_t *first_of_row;
   size_t n_rows;
} ac_line_functions;

/* Of the lines of `own` that have at least `least` of the metric.  All is borrowed. */
void ac_line_functions_open(ac_line_functions *of, const tk_alloc *alloc,
                            const ac_profile *profile, const ac_own_lines *own,
                            const ac_metric *cycles, double least);
void ac_line_functions_close(ac_line_functions *of, const tk_alloc *alloc);

/* The frames of a line; those of a line with too few cycles are none. */
const ac_line_frame *ac_line_functions_of(const ac_line_functions *of,
                                          const ac_own_line *line, size_t *n);
