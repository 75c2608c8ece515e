/* an_sums.h -- counts by line, added up as they come: for profiles that have
   the same lines again and again.

   Each distinct line takes memory once, 8 bytes a count.  A function's lines mostly
   come in the order of their numbers: the next line is found at once, others are
   searched for.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_SUMS_H
#define AN_SUMS_H

#include "counts/an_profile.h"

typedef struct an_sums an_sums;

/* NULL if memory ran out.  `alloc` is borrowed. */
an_sums *an_sums_new(const tk_alloc *alloc, size_t n_events);
void an_sums_free(an_sums *sums);

/* The lines that follow are those of this function of this file; equal names
   are equal pointers, and borrowed. */
an_status an_sums_begin(an_sums *sums, const char *file,
                        const char *function);

/* Adds n_events counts to a line.  After AN_OVERFLOW the sums are of no
   use. */
an_status an_sums_add(an_sums *sums, uint32_t line, const int64_t *counts);

/* Adds all to a profile with the same events, functions in the order they first
   came, lines in the order of their numbers. */
an_status an_sums_drain(const an_sums *sums, an_profile *profile);

/* The memory of the lines, in bytes. */
size_t an_sums_body_B(const an_sums *sums);

#endif
