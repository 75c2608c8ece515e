/* ah_profile.h -- the model of a heap profile: what the reader fills, and
   hp_annotate, hp_diff, hp_merge and hp_export use.

   A profile is a list of allocation sites, each a call path with amounts; a
   table of frames that the paths share; totals; and, if heapprof wrote it, a
   timeline and snapshots.  Times are in the profile's unit.  All strings are
   owned by the profile and equal ones are the same pointer.
   docs/FORMAT-heapprof.md explains each value.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_PROFILE_H
#define AH_PROFILE_H

#include "base/an_state.h"
#include "base/tk_alloc.h"
#include "paths/an_frame.h"
#include "paths/an_object.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ah_amount {
   int64_t bytes, blocks;
} ah_amount;

enum { AH_SIZE_CLASSES = 65 };

typedef struct ah_thread_share {
   uint32_t thread;
   ah_amount total;
} ah_thread_share;

enum {
   AH_HEAT_MAX = 65536, /* counts of one site */
   AH_ACC_MAX = 65535,  /* what a count of DHAT's histogram is capped at */
};

/* Where within its blocks a site's accesses went; all blocks have one size. */
typedef struct ah_heat {
   int64_t unit_B;   /* bytes that a count is of */
   size_t n;         /* counts: size / unit_B, rounded up; not 0 */
   /* Both NULL: only their sum is known (DHAT's files).  Where there were no
      accesses, all may be the same array. */
   int64_t *reads, *writes;
   int64_t *sum;
} ah_heat;

typedef struct ah_site {
   ah_amount total, at_peak, at_end, max;
   ah_amount temporary;
   ah_amount failed;   /* blocks: requests */
   int64_t reallocs;
   int64_t lifetime;   /* sum over all blocks */
   int64_t freed_blocks, freed_lifetime, shortest, longest; /* of freed ones */
   int64_t min_size, max_size;
   int64_t *size_classes; /* AH_SIZE_CLASSES counts of blocks, or NULL */
   int64_t reads, writes; /* bytes; 0 without accesses */
   /* Bytes that were never read while their blocks lived, and blocks of which
      none was; 0 without accesses, or not by heapprof. */
   ah_amount never_read, never_written, never_touched;
   ah_amount moved;    /* bytes copied by reallocations; blocks: how often */
   const ah_heat *heat; /* or NULL */
   const uint32_t *frames; /* indices, innermost first */
   size_t n_frames;
   bool is_cut;        /* the path goes on beyond its frames */
   ah_thread_share *threads; /* by number of thread; NULL: not told */
   size_t n_threads;
} ah_site;

typedef struct ah_totals {
   ah_amount total, peak, end, temporary, freed;
   int64_t peak_time, end_time, most_blocks, peak_extra;
   int64_t zero_blocks, reallocs, failed, invalid_frees, threads;
   int64_t most_stack; /* 0 if stacks were not followed */
   int64_t reads, writes; /* bytes; 0 without accesses */
   ah_amount never_read, never_written, never_touched, moved;
} ah_totals;

/* A piece of the timeline, from the end of the one before to `end`. */
typedef struct ah_bucket {
   int64_t end, min, max, max_at, last;
   int64_t max_blocks, max_extra, max_stack, last_blocks, last_extra;
} ah_bucket;

typedef struct ah_live {
   uint32_t site;
   ah_amount amount;
} ah_live;

typedef struct ah_snapshot {
   int64_t time, extra, stack;
   ah_amount live;
   bool asked;
   ah_live *sites; /* largest first */
   size_t n_sites;
   int64_t n_rest; /* sites too small to be listed */
   ah_amount rest;
} ah_snapshot;

/* A region that the program has named (heapprof.h), by its path of nesting. */
typedef struct ah_region {
   const char *name;
   int64_t parent;   /* index, below its own; -1: none */
   int64_t count;    /* times entered */
   ah_amount total;  /* allocated in it */
   int64_t peak;     /* the most live bytes of the heap meanwhile */
   int64_t growth;   /* the most above those at its begin */
} ah_region;

typedef struct ah_profile {
   const char *mode;    /* "heap", "pages", "copy", "ad-hoc" */
   const char *verb;    /* "Allocated" */
   const char *command;
   int64_t pid;         /* of a merged profile: 0 */
   const char *creator; /* NULL: not by heapprof */
   an_state state;      /* of a merged profile, an_state_sum */
   const char *time_unit;    /* "instrs" */
   const char *mega_time_unit; /* "Minstr" */
   const char *byte_unit, *bytes_unit, *blocks_unit; /* "byte" ... */
   bool has_lifetimes; /* bklt: peak, end, max and lifetimes are there */
   bool has_accesses;  /* bkacc */
   bool has_moves;     /* what reallocations moved is told */
   bool is_heapprof;   /* the keys of our own are there */
   bool has_stacks, has_pages;
   bool is_saturated;  /* sums have reached the largest number, and stayed */
   int64_t depth, heap_admin_B, exit_code;
   int64_t short_lifetime; /* tuth */
   ah_totals totals;       /* summed from the sites if !is_heapprof */
   an_frame *frames;       /* [0] is the root */
   size_t n_frames;
   ah_site *sites;         /* in the order of the file */
   size_t n_sites;
   ah_bucket *timeline;
   size_t n_timeline;
   ah_snapshot *snapshots;
   size_t n_snapshots;
   int64_t histogram_B; /* blocks up to that size have heat to the byte */
   ah_region *regions;
   size_t n_regions;
   an_object *objects;  /* by address */
   size_t n_objects;
   void *memory; /* private: what all of this is in */
} ah_profile;

/* Ignores NULL. */
void ah_profile_free(ah_profile *profile);

/* Is there one time of the peak?  Not if it is the sum of several processes'. */
bool ah_profile_has_peak_time(const ah_profile *profile);

/* Does heapprof tell what became of the blocks: which were temporary, their
   sizes and reallocations?  Not if copies or events were recorded. */
bool ah_profile_has_fates(const ah_profile *profile);

/* The count as DHAT's histogram has it. */
static inline int64_t ah_heat_acc(const ah_heat *heat, size_t i)
{
   return heat->sum[i] < AH_ACC_MAX ? heat->sum[i] : AH_ACC_MAX;
}

/* ---- Building ---- */

/* An empty profile, all of it 0; NULL if memory ran out.  `alloc` is borrowed
   and must outlive it. */
ah_profile *ah_profile_new(const tk_alloc *alloc);

/* Zeroed memory for n things of size_B bytes, which lives as long as the
   profile; never NULL for n = 0.  NULL if memory ran out. */
void *ah_profile_get(ah_profile *profile, size_t n, size_t size_B);

/* A string that lives as long as the profile; equal text gives the same
   pointer.  NULL if memory ran out. */
const char *ah_profile_intern(ah_profile *profile, const char *text,
                              size_t length);

/* Adds b to *a; false, with *a unchanged, if the sum does not fit. */
bool ah_amount_add(ah_amount *a, ah_amount b);

#endif
