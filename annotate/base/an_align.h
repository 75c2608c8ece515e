/* an_align.h -- which elements of two sequences are the same: a diff; pure.

   Elements are numbers: equal ones may be the same.  First those are that both sequences
   have once, as Bram Cohen's patience diff does it, then the longest common subsequence
   of what is between two of these.  So a sequence that was edited keeps what was not, and
   a brace is not taken for another one where something better is known.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AN_ALIGN_NONE UINT32_MAX

/* A sequence of n elements, which are below 2^32 - 1. */
typedef struct an_sequence {
   const uint32_t *of;
   size_t n;
} an_sequence;

/* Sets to[i] to the index of the i-th element of `old` in `new`, or to AN_ALIGN_NONE.
   The indices ascend.  All elements are below n_numbers. */
void an_align(const tk_alloc *alloc, an_sequence old, an_sequence new, size_t n_numbers,
              uint32_t *to);

/* Gives those without a partner the one that both sequences have once among these,
   wherever it stands: it was moved.  The indices no longer ascend then. */
void an_align_moved(const tk_alloc *alloc, an_sequence old, an_sequence new,
                    size_t n_numbers, uint32_t *to);
