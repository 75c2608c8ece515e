/* ac_places.h -- which source lines a report of limited length shows: the hottest,
   as many as fit with the lines around them; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_hot.h"

#include <stdbool.h>

typedef struct ac_place {
   size_t file;
   uint32_t line;
} ac_place;

typedef struct ac_places {
   ac_place *places; /* by file, then by line */
   size_t n;
} ac_places;

/* Rows that a file takes besides source lines and the marks of gaps. */
enum { AC_PLACES_FILE_ROWS = 9, AC_PLACES_GAP_ROWS = 1 };

/* Takes lines in their order while they fit into `rows`, with `context` lines before
   and after each.  Lines of files that are not `usable` are passed over. */
void ac_places_choose(ac_places *places, const tk_alloc *alloc, const ac_hot *hot,
                      const bool *usable, uint32_t context, size_t rows);

/* The first place of the file at a line from `line` on; NULL if there is none. */
const ac_place *ac_places_next(const ac_places *places, size_t file, uint64_t line);
