/* an_places.h -- which source lines a report of limited length shows: the hottest,
   as many as fit with the lines around them; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PLACES_H
#define AN_PLACES_H

#include "counts/an_hot.h"

#include <stdbool.h>

typedef struct an_place {
   size_t file;
   uint32_t line;
} an_place;

typedef struct an_places {
   an_place *places; /* by file, then by line */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
} an_places;

/* Rows that a file takes besides source lines and the marks of gaps. */
enum { AN_PLACES_FILE_ROWS = 9, AN_PLACES_GAP_ROWS = 1 };

/* Takes lines in their order while they fit into `rows`, with `context` lines before
   and after each.  Lines of files that are not `usable` are passed over.  An array for
   an_places_close; AN_NO_MEMORY leaves nothing to close. */
an_status an_places_choose(an_places *places, const tk_alloc *alloc,
                           const an_hot *hot, const bool *usable,
                           uint32_t context, size_t rows);
void an_places_close(an_places *places);

/* The first place of the file at a line from `line` on; NULL if there is none. */
const an_place *an_places_next(const an_places *places, size_t file,
                               uint64_t line);

#endif
