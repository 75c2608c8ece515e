/* ac_idioms_match.h -- which row of the table of idioms a line of the program is; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_idioms.h"
#include "counts/ac_line_functions.h"

typedef struct ac_idioms_match {
   /* private: */
   const ac_idioms *idioms;
   const tk_alloc *alloc;
   ac_keyed names; /* of functions and files that were looked at; their patterns: */
   struct ac_idioms_role *roles;
   size_t n_roles, max_roles;
   /* Of the frames of a line. */
   struct ac_idioms_frame *frames;
   size_t max_frames;
   uint32_t *looked_at; /* by row: the last line that could be one, from 1 on */
   double *costs;       /* then: of that line; 0: it is none */
   uint32_t n_lines;
} ac_idioms_match;

typedef struct ac_idiom_found {
   const ac_idiom *idiom; /* NULL: none */
   double cycles;         /* that the cure takes away, as far as the line tells */
   double cost;           /* of the functions */
   int64_t n_calls;       /* of these; 0: unknown */
   const char *function;  /* with most of the cost, the profile's name */
} ac_idiom_found;

/* All is borrowed. */
void ac_idioms_match_open(ac_idioms_match *match, const tk_alloc *alloc,
                          const ac_idioms *idioms);
void ac_idioms_match_close(ac_idioms_match *match);

/* The row of a line with n frames and `all` cycles: the first in the table of those whose
   functions cost nearly as much as any's.  So what says more comes first there; what may
   gain nothing counts for less.  Only rows behind one are looked at; NULL: all. */
ac_idiom_found ac_idioms_match_line(ac_idioms_match *match, const ac_own_line *line,
                                    const ac_line_frame *frames, size_t n, double all,
                                    const ac_idiom *behind);

/* What the line costs by code that `also` of the row names: that frees or destroys. */
double ac_idioms_match_freed(ac_idioms_match *match, const ac_idiom *idiom,
                             const ac_line_frame *frames, size_t n);

/* What a cure takes away of the cost. */
double ac_idioms_match_gain(const ac_idiom_found *found, double all);

/* Writes the name as patterns have it: without parameters, arguments of templates,
   inline namespaces and the form of Rust's implementations.  `to` has room for the name
   and its NUL.  "std::basic_regex::_M_compile", "alloc::string::String::clone". */
void ac_idioms_readable(const char *name, char *to);
