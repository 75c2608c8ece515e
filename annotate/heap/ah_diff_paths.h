/* ah_diff_paths.h -- the call paths of two heap profiles, matched by names.

   A step of a path is a function by name and file (paths/an_step.h).  Repeated steps
   are one: recursion of any depth, or a function with a piece of itself inlined.
   Valgrind's own functions, which DHAT lists, are left out.  All sites with the same
   steps are added up, as are paths that differ only in the form in which each build lists
   them (paths/an_paths_join.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"
#include "heap/ah_value.h"
#include "paths/an_paths_join.h"

typedef enum ah_side { AH_OLD, AH_NEW, AH_SIDES } ah_side;

enum { AH_DIFF_VALUES = AH_VALUES + 2 }; /* and those of a moment, which are the first */

typedef struct ah_paths {
   const ah_value *values[AH_DIFF_VALUES]; /* that both profiles have, */
   const char *names[AH_DIFF_VALUES];      /* and how options call them */
   size_t n_values;
   int64_t totals[AH_SIDES * AH_DIFF_VALUES]; /* n_values of OLD, then those of NEW */
   size_t n;                                  /* paths */
   uint32_t *order;                           /* of the paths, by ah_paths_sort */
   /* private: */
   const tk_alloc *alloc;
   const ah_profile *profiles[AH_SIDES];
   an_paths_joined joined;
   struct ah_path_sites *sites; /* of each path */
   int64_t *sums;               /* of each path, as the totals */
} ah_paths;

/* Both profiles are borrowed. */
void ah_paths_open(ah_paths *paths, const tk_alloc *alloc,
                   const ah_profile *const profiles[AH_SIDES]);

/* The values of a path: those of OLD, then those of NEW. */
const int64_t *ah_paths_values(const ah_paths *paths, uint32_t path);

/* The *n steps of a path in NEW, or in OLD if NEW does not have it, innermost first, in
   an array of `alloc`.  They have no address, and no line if several sites share the
   path. */
an_frame *ah_paths_frames(const ah_paths *paths, const tk_alloc *alloc, uint32_t path,
                          size_t *n);

/* Orders the paths: the largest change of value number `by` first, then of the other
   values, then by names. */
void ah_paths_sort(ah_paths *paths, size_t by);
