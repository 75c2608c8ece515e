/* ah_diff_paths.h -- the call paths of two heap profiles, matched by names.

   Between two builds addresses and lines move, directories differ, and the
   compiler splits and clones functions in another way.  So a step of a path is
   a function and its file's last component; of an unknown function, the last
   component of its object.  What a compiler adds to a name (".constprop.0",
   " [clone .isra.0]") does not count, nor how often a step follows itself:
   recursion of any depth is one step, as is a function that a piece of itself
   was inlined into.  Valgrind's own functions, which DHAT lists, are left out.
   All sites of one such path are added up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_DIFF_PATHS_H
#define AH_DIFF_PATHS_H

#include "base/an_error.h"
#include "heap/ah_profile.h"
#include "heap/ah_value.h"

typedef enum ah_side { AH_OLD, AH_NEW, AH_SIDES } ah_side;

typedef struct ah_paths ah_paths;

/* Without any paths, for these values of sites, which are borrowed.  NULL if
   memory ran out. */
ah_paths *ah_paths_new(const tk_alloc *alloc, const ah_value *const *values,
                       size_t n_values);
void ah_paths_free(ah_paths *paths);

/* Adds the sites of one side, once for each; the profile is borrowed. */
an_status ah_paths_add(ah_paths *paths, const ah_profile *profile,
                       ah_side side);

size_t ah_paths_n(const ah_paths *paths);

/* The values of a path: those of OLD, then those of NEW. */
const int64_t *ah_paths_values(const ah_paths *paths, uint32_t path);

/* A step as NEW has it, or OLD if NEW does not have the path. */
typedef struct ah_step {
   const char *function;
   const char *file, *object; /* NULL: not known */
   uint32_t line; /* 0: not known, or several sites have the path there */
   /* private: */
   size_t next; /* where to go on */
} ah_step;

/* Steps of a path, innermost first: begins with an ah_step that is all 0; false
   after the last. */
bool ah_paths_step(const ah_paths *paths, uint32_t path, ah_step *step);

/* All paths by how much value number `by` changed, most first, then by the
   changes of the others, then by names.  The caller gives the result back to
   `alloc`; NULL if memory ran out. */
uint32_t *ah_paths_sort(const ah_paths *paths, size_t by);

#endif
