/* tk_regions.h -- regions that a program names, by their path of nesting, and the
   open regions of each thread; pure.

   The tool decides what is counted.  A thread in a region has `running` sums, to which
   the tool adds.  Their growth from the begin of a region to its end belongs to the
   region, so inner regions are part of outer ones.  The tool can also keep values of
   its own for each region, and marks of its own for each open region.

   Before the first region, this takes no memory and no time.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/tk_alloc.h"

enum {
   TK_REGIONS_MAX = 8000,   /* different paths */
   TK_REGIONS_DEPTH = 100,  /* open in one thread */
   TK_REGIONS_NAME_B = 200, /* longer names are cut */
   TK_NO_REGION = UINT32_MAX,
};

typedef struct tk_region {
   const char *name;  /* owned by the table */
   uint32_t parent;   /* its index, which is lower; or TK_NO_REGION */
   uint64_t count;    /* times entered */
   uint64_t values[]; /* the sums, then those of the tool; at first 0 */
} tk_region;

/* A thread in a region. */
typedef struct tk_region_thread {
   struct tk_region_thread *next;
   uint64_t number;                 /* from 1 on */
   uint64_t n_deeper;               /* regions beyond the largest depth, not recorded */
   uint32_t depth;                  /* open regions without these; at least 1 */
   uint32_t open[TK_REGIONS_DEPTH]; /* outermost first; TK_NO_REGION: no room */
   uint64_t *marks;    /* n_marks for each depth: the sums, then the tool's */
   uint64_t running[]; /* the sums so far */
} tk_region_thread;

typedef struct tk_regions {
   const tk_alloc *alloc;
   unsigned n_sums, n_values, n_marks;
   uint32_t n_regions;
   struct tk_regions_table *table; /* private; NULL: no region yet */
   tk_region_thread *threads;      /* in a region; the last used comes first */
   tk_region_thread *spare;
} tk_regions;

typedef enum tk_begun {
   TK_BEGUN,
   TK_BEGUN_UNKNOWN,  /* no room for its path: open, but without values */
   TK_BEGUN_TOO_DEEP, /* only counted, so that ends match */
} tk_begun;

/* `alloc` is borrowed.  Each region has n_values, each open one n_marks; the first
   n_sums of them are the sums. */
void tk_regions_init(tk_regions *regions, const tk_alloc *alloc, unsigned n_sums,
                     unsigned n_values, unsigned n_marks);
void tk_regions_fini(tk_regions *regions);

const tk_region *tk_regions_at(const tk_regions *regions, uint32_t index);

/* The record of a thread.  NULL: it is in no region. */
tk_region_thread *tk_regions_thread(tk_regions *regions, uint64_t number);

/* The thread enters a region, which becomes its innermost.  The tool must set marks of
   its own afterwards. */
tk_begun tk_regions_begin(tk_regions *regions, uint64_t number, const char *name,
                          size_t length_B);

/* The thread leaves its innermost region.  False: it is in none. */
bool tk_regions_end(tk_regions *regions, uint64_t number);

/* The number of regions that the thread is in, including those too deep. */
uint64_t tk_regions_depth(tk_regions *regions, uint64_t number);

/* Another thread that is in a region; 0 if there is none. */
uint64_t tk_regions_other(const tk_regions *regions, uint64_t number);

/* The marks of the open region at a depth, from 0. */
static inline uint64_t *tk_regions_marks(const tk_regions *regions,
                                         const tk_region_thread *thread, uint32_t depth)
{
   return thread->marks + (size_t)depth * regions->n_marks;
}

/* The values of the open region at a depth; NULL if it has none. */
uint64_t *tk_regions_values(tk_regions *regions, const tk_region_thread *thread,
                            uint32_t depth);

/* A sum of a region so far, including where it is open. */
uint64_t tk_regions_sum(const tk_regions *regions, uint32_t index, unsigned sum);

/* Sets all counts and values to 0; open regions begin now. */
void tk_regions_zero(tk_regions *regions);
