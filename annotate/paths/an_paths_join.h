/* an_paths_join.h -- call paths that two builds list in different forms.

   Functions are matched by an_match.h.  Paths of the same functions are one; so are
   those that differ only in steps inside the standard library, of which a build lists
   more or fewer: of successive library steps the one that is called from outside counts,
   or none, and then only if each path can mean no other.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PATHS_JOIN_H
#define AN_PATHS_JOIN_H

#include "base/tk_strings.h"

#include <stdbool.h>

typedef struct an_paths_joined {
   const tk_alloc *alloc;
   const tk_strings *steps; /* function, NUL, file, NUL, and more */
   const tk_strings *paths; /* arrays of numbers of steps (uint32_t) */
   const bool *is_of_library; /* of each step */
   uint8_t *sides; /* of each path: bits 1 (OLD) and 2 (NEW); of a joined one, all
                      of the whole */
   uint32_t *into; /* set: the path which a path is part of, itself if it is not
                      joined; one that NEW has, if any has */
} an_paths_joined;

/* False if memory ran out. */
bool an_paths_join(const an_paths_joined *joined);

#endif
