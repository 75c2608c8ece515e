/* ah_diff_paths.h -- the call paths of two heap profiles, matched by names.

   A step of a path is a function by name and file (paths/an_step.h).  Repeated steps
   are one: recursion of any depth, or a function with a piece of itself inlined.
   Valgrind's own functions, which DHAT lists, are left out.  All sites with the same
   steps are added up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"
#include "heap/ah_value.h"

typedef enum ah_side { AH_OLD, AH_NEW, AH_SIDES } ah_side;

typedef struct ah_paths ah_paths;

/* No paths yet; `values` are the site values to compare, borrowed. */
ah_paths *ah_paths_new(const tk_alloc *alloc, const ah_value *const *values,
                       size_t n_values);
void ah_paths_free(ah_paths *paths);

/* Adds the sites of one side, once a side; the profile is borrowed. */
void ah_paths_add(ah_paths *paths, const ah_profile *profile, ah_side side);

/* Joins paths that differ only in the form in which each build lists them
   (paths/an_paths_join.h); once, after both sides.  Numbers of paths change. */
void ah_paths_join(ah_paths *paths);

size_t ah_paths_n(const ah_paths *paths);

/* The values of a path: those of OLD, then those of NEW. */
const int64_t *ah_paths_values(const ah_paths *paths, uint32_t path);

/* A step of the path in NEW, or in OLD if NEW does not have the path. */
typedef struct ah_step {
   const char *function;
   const char *file, *object; /* NULL: unknown */
   uint32_t line;             /* 0: unknown, or several sites share the path */
   bool is_of_library;        /* an_name_is_of_library */
   /* private: */
   size_t next; /* frame */
} ah_step;

/* The next step of a path, innermost first; *step is all 0 before the first.
   False after the last. */
bool ah_paths_step(const ah_paths *paths, uint32_t path, ah_step *step);

/* All paths: the largest change of value number `by` first, then of the other
   values, then by names.  For tk_put. */
uint32_t *ah_paths_sort(const ah_paths *paths, size_t by);
