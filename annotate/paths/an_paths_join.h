/* an_paths_join.h -- call paths of two builds, some of which list one in another form.

   A path is the functions of its frames, its steps; a function directly below itself is
   one step: recursion of any depth, or a function with a piece of itself inlined.
   Functions are matched by an_match.h.  Paths of the same functions are one; so are
   those that differ only in steps inside the standard library, of which a build lists
   more or fewer: of successive library steps the one that is called from outside counts,
   or none, and then only if each path can mean no other.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_strings.h"
#include "paths/an_frame.h"
#include "paths/an_match.h"

typedef struct an_paths_joined {
   const tk_alloc *alloc;
   an_match *match;      /* the functions of the paths */
   tk_strings *paths;    /* arrays of numbers of steps (uint32_t), in the match */
   uint32_t *step_of[2]; /* of OLD and NEW: of each frame that a path has */
   uint8_t *sides; /* of each path: bits AN_OF_OLD and AN_OF_NEW; of a joined one, all
                         of the whole */
   uint32_t *into; /* by an_paths_join: the path which a path is part of, itself if it
                         is not joined; one that NEW has, if any has */
   /* private: */
   const an_frame *frames;
   bool *is_of_library;    /* of each step */
   uint32_t *path;         /* room for the longest path */
   uint32_t *first, *next; /* path of each group, and of the same group; or none */
   size_t library_room, sides_room, path_room, n_paths;
} an_paths_joined;

/* No paths yet. */
void an_paths_joined_open(an_paths_joined *joined, const tk_alloc *alloc);

/* Begins a side, 0 or OLD, then 1 or NEW, with the frames of its paths, borrowed. */
void an_paths_joined_begin(an_paths_joined *joined, int side, const an_frame *frames,
                           size_t n);

/* The number of a path of the side that was begun last.  Paths with the same steps have
   one. */
uint32_t an_paths_joined_add(an_paths_joined *joined, int side, an_path path);

/* Joins them, once, after all. */
void an_paths_join(an_paths_joined *joined);
