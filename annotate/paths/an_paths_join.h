/* an_paths_join.h -- call paths that two builds list in different forms.

   An inlined function often has another name than the same function in a symbol
   table has: "parse" instead of "json::Parser::parse(char const*)".  A build also
   lists more or fewer functions inside the standard library.  Paths that match
   only if such differences do not count are joined; so are functions whose
   parameters or template arguments changed.

   Names are compared in forms that say less and less (paths/an_bare.h).  For each
   form, paths that became equal are a group.  A group is joined if both profiles
   have paths that the other does not have, or if only one path can be meant.
   Functions that a profile knows as different ones keep their paths apart.
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
