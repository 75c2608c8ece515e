/* ac_outer_calls.h -- what arcs cost, for those who add up all arcs into a function.

   The sum over all arcs into a function is more than its inclusive cost if it is
   recursive: the arcs inside the recursion have what the outer call has already.  Here an
   arc has only the calls of a function that was not running yet; a call from none, which
   readers do not see, does not count as one.  So the arcs into a function add up to its
   inclusive cost, or to less if arcs or a call from none were pruned.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_calls.h"

typedef struct ac_outer_calls {
   int64_t *counts; /* n_events of each arc */
   size_t n_events;
   /* private: */
   const tk_alloc *alloc;
} ac_outer_calls;

void ac_outer_calls_open(ac_outer_calls *outer, const tk_alloc *alloc,
                         const ac_calls *calls, size_t n_events);
