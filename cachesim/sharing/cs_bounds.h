/* cs_bounds.h -- how often a line of memory can move between caches; pure.

   Two rows of a line conflict if they are of two threads, one writes, and their bytes
   existed at one time: a row of own bytes conflicts with none that has one of them.

   There can be many rows, one for each of thousands of threads.  But rows of the same
   bytes, own or not, conflict with the same others; so they are counted as one kind, and
   only kinds are compared with each other.

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sharing/cs_sharing.h"

typedef struct cs_row_kind cs_row_kind;

typedef struct cs_bounds {
   const tk_alloc *alloc;
   cs_row_kind *kinds; /* of the line at hand, sorted */
   size_t n_kinds, capacity;
} cs_bounds;

/* `alloc` is borrowed. */
void cs_bounds_init(cs_bounds *bounds, const tk_alloc *alloc);
void cs_bounds_fini(cs_bounds *bounds);

/* How often a line of memory can move between caches, in any schedule; 0: no two threads
   contend for it.  A read moves it only after another thread's write, and a write only
   after another thread's access.  The thread with the most accesses moves it at most once
   more often than the others do. */
uint64_t cs_bounds_of(cs_bounds *bounds, const cs_memory_line *line);
