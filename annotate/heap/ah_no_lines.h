/* ah_no_lines.h -- the objects whose code is on call paths without its lines: their
   debug information is missing, or does not tell them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_NO_LINES_H
#define AH_NO_LINES_H

#include "heap/ah_profile.h"

enum { AH_NO_LINES_MAX = 64 }; /* objects; of more, the first in the file */

typedef struct ah_no_line {
   const char *object;
   int64_t bytes; /* allocated on paths with such a frame */
   size_t last;   /* private */
} ah_no_line;

typedef struct ah_no_lines {
   ah_no_line of[AH_NO_LINES_MAX]; /* most bytes first, then by name */
   size_t n;
} ah_no_lines;

void ah_no_lines_find(ah_no_lines *found, const ah_profile *profile);

#endif
