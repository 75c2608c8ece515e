/* hp_no_lines.h -- the objects whose code is on call paths without its lines: their
   debug information is missing, or does not tell them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_NO_LINES_H
#define HP_NO_LINES_H

#include "hp_profile.h"

enum { HP_NO_LINES_MAX = 64 }; /* objects; of more, the first in the file */

typedef struct hp_no_line {
   const char *object;
   int64_t bytes; /* allocated on paths with such a frame */
   size_t last;   /* private */
} hp_no_line;

typedef struct hp_no_lines {
   hp_no_line of[HP_NO_LINES_MAX]; /* most bytes first, then by name */
   size_t n;
} hp_no_lines;

void hp_no_lines_find(hp_no_lines *found, const hp_profile *profile);

#endif
