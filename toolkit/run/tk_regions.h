/* tk_regions.h -- regions that a program names, by their path of nesting, and
   which of them each thread is in; pure.

   What is counted is the tool's affair.  A thread that is in a region has
   `running` sums, which the tool adds to; what they grow by from the begin of a
   region to its end is the region's, and so inner regions are part of outer
   ones.  Beyond these the tool may keep values of its own with each region, and
   marks with each time that one is open.

   Nothing is held, and nothing costs, before the first region.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_REGIONS_H
#define TK_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/tk_alloc.h"

enum {
   TK_REGIONS_MAX = 8000,       /* paths */
   TK_REGIONS_DEPTH = 100,      /* open in one thread */
   TK_REGIONS_NAME_B = 200,     /* longer names are cut */
   TK_NO_REGION = UINT32_MAX,
};

typedef struct tk_region {
   const char *name; /* owned by the table */
   uint32_t parent;  /* its index, below the own one; or TK_NO_REGION */
   uint32_t next;    /* private */
   uint64_t count;   /* times entered */
   uint64_t values[]; /* the sums, then the tool's own; at first 0 */
} tk_region;

/* A thread that is in a region. */
typedef struct tk_region_thread {
   struct tk_region_thread *next;
   uint64_t number;    /* from 1 on */
   uint64_t n_deeper;  /* begun beyond the depth, and not recorded */
   uint32_t depth;     /* open, without these; at least 1 */
   uint32_t open[TK_REGIONS_DEPTH]; /* outermost first; TK_NO_REGION: no room */
   uint64_t *marks;    /* n_marks for each depth: the sums, the tool's own */
   uint64_t running[]; /* the sums so far */
} tk_region_thread;

typedef struct tk_regions {
   const tk_alloc *alloc;
   unsigned n_sums, n_values, n_marks;
   uint32_t n_regions;
   struct tk_regions_table *table; /* private; NULL: no region yet */
   tk_region_thread *threads;      /* those in a region; the latest asked first */
   tk_region_thread *spare;
} tk_regions;

typedef enum tk_begun {
   TK_BEGUN,
   TK_BEGUN_UNKNOWN,  /* no room for its path: it is open, but has no figures */
   TK_BEGUN_TOO_DEEP, /* only counted, so that the ends match; or no memory */
} tk_begun;

/* `alloc` is borrowed.  Of n_values for a region and n_marks for an open one,
   the first n_sums are the sums. */
void tk_regions_init(tk_regions *regions, const tk_alloc *alloc,
                     unsigned n_sums, unsigned n_values, unsigned n_marks);
void tk_regions_fini(tk_regions *regions);

const tk_region *tk_regions_at(const tk_regions *regions, uint32_t index);

/* NULL: that thread is in no region. */
tk_region_thread *tk_regions_thread(tk_regions *regions, uint64_t number);

/* The thread enters a region, which becomes its innermost; the marks of the
   tool's own are for it to set. */
tk_begun tk_regions_begin(tk_regions *regions, uint64_t number,
                          const char *name, size_t length_B);

/* And leaves it.  False: it is in none. */
bool tk_regions_end(tk_regions *regions, uint64_t number);

/* How many the thread is in, with those too deep. */
uint64_t tk_regions_depth(tk_regions *regions, uint64_t number);

/* A thread but that one that is in a region; 0: there is none. */
uint64_t tk_regions_other(const tk_regions *regions, uint64_t number);

/* The marks of a depth from 0 on. */
static inline uint64_t *tk_regions_marks(const tk_regions *regions,
                                         const tk_region_thread *thread,
                                         uint32_t depth)
{
   return thread->marks + (size_t)depth * regions->n_marks;
}

/* The values of a thread's open region at a depth; NULL if it has none. */
uint64_t *tk_regions_values(tk_regions *regions,
                            const tk_region_thread *thread, uint32_t depth);

/* A sum of a region up to now, with what is open. */
uint64_t tk_regions_sum(const tk_regions *regions, uint32_t index,
                        unsigned sum);

/* All counts and values are 0, and what is open begins now. */
void tk_regions_zero(tk_regions *regions);

#endif
