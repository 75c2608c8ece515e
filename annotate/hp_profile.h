/* hp_profile.h -- the model of a heap profile: what the reader fills, and
   hp_annotate, hp_diff, hp_merge and hp_export use.

   A profile is a list of allocation sites, each a call path with amounts; a
   table of frames that the paths share; totals; and, if heapprof wrote it, a
   timeline and snapshots.  Times are in the profile's unit.  All strings are
   owned by the profile and equal ones are the same pointer.
   docs/FORMAT-heapprof.md explains each value.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_PROFILE_H
#define HP_PROFILE_H

#include "an_state.h"
#include "tk_alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hp_amount {
   int64_t bytes, blocks;
} hp_amount;

/* One step of a call path, outermost inlined functions included. */
typedef struct hp_frame {
   const char *text;     /* as in ftbl, unescaped: "0x4005: main (a.c:3)" */
   const char *function; /* "???" if not known */
   const char *file;     /* with its directory if known; NULL: not known */
   const char *object;   /* of code without a line; NULL: not known */
   uint64_t address;     /* 0: not known */
   uint32_t line;        /* 0: not known */
} hp_frame;

enum { HP_SIZE_CLASSES = 65 };

typedef struct hp_thread_share {
   uint32_t thread;
   hp_amount total;
} hp_thread_share;

enum {
   HP_HEAT_MAX = 65536, /* counts of one site */
   HP_ACC_MAX = 65535,  /* what a count of DHAT's histogram is capped at */
};

/* Where within its blocks a site's accesses went; all blocks have one size. */
typedef struct hp_heat {
   int64_t unit_B;   /* bytes that a count is of */
   size_t n;         /* counts: size / unit_B, rounded up; not 0 */
   /* Both NULL: only their sum is known (DHAT's files).  Where there were no
      accesses, all may be the same array. */
   int64_t *reads, *writes;
   int64_t *sum;
} hp_heat;

typedef struct hp_site {
   hp_amount total, at_peak, at_end, max;
   hp_amount temporary;
   hp_amount failed;   /* blocks: requests */
   int64_t reallocs;
   int64_t lifetime;   /* sum over all blocks */
   int64_t freed_blocks, freed_lifetime, shortest, longest; /* of freed ones */
   int64_t min_size, max_size;
   int64_t *size_classes; /* HP_SIZE_CLASSES counts of blocks, or NULL */
   int64_t reads, writes; /* bytes; 0 without accesses */
   /* Bytes that were never read while their blocks lived, and blocks of which
      none was; 0 without accesses, or not by heapprof. */
   hp_amount never_read, never_written, never_touched;
   hp_amount moved;    /* bytes copied by reallocations; blocks: how often */
   const hp_heat *heat; /* or NULL */
   const uint32_t *frames; /* indices, innermost first */
   size_t n_frames;
   bool is_cut;        /* the path goes on beyond its frames */
   hp_thread_share *threads; /* by number of thread; NULL: not told */
   size_t n_threads;
} hp_site;

typedef struct hp_totals {
   hp_amount total, peak, end, temporary, freed;
   int64_t peak_time, end_time, most_blocks, peak_extra;
   int64_t zero_blocks, reallocs, failed, invalid_frees, threads;
   int64_t most_stack; /* 0 if stacks were not followed */
   int64_t reads, writes; /* bytes; 0 without accesses */
   hp_amount never_read, never_written, never_touched, moved;
} hp_totals;

/* A piece of the timeline, from the end of the one before to `end`. */
typedef struct hp_bucket {
   int64_t end, min, max, max_at, last;
   int64_t max_blocks, max_extra, max_stack, last_blocks, last_extra;
} hp_bucket;

typedef struct hp_live {
   uint32_t site;
   hp_amount amount;
} hp_live;

typedef struct hp_snapshot {
   int64_t time, extra, stack;
   hp_amount live;
   bool asked;
   hp_live *sites; /* largest first */
   size_t n_sites;
   int64_t n_rest; /* sites too small to be listed */
   hp_amount rest;
} hp_snapshot;

/* A region that the program has named (heapprof.h), by its path of nesting. */
typedef struct hp_region {
   const char *name;
   int64_t parent;   /* index, below its own; -1: none */
   int64_t count;    /* times entered */
   hp_amount total;  /* allocated in it */
   int64_t peak;     /* the most live bytes of the heap meanwhile */
   int64_t growth;   /* the most above those at its begin */
} hp_region;

/* The executable or a library, where its code was. */
typedef struct hp_object {
   uint64_t start, end; /* addresses, end exclusive */
   const char *path;
} hp_object;

typedef struct hp_profile {
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
   hp_totals totals;       /* summed from the sites if !is_heapprof */
   hp_frame *frames;       /* [0] is the root */
   size_t n_frames;
   hp_site *sites;         /* in the order of the file */
   size_t n_sites;
   hp_bucket *timeline;
   size_t n_timeline;
   hp_snapshot *snapshots;
   size_t n_snapshots;
   int64_t histogram_B; /* blocks up to that size have heat to the byte */
   hp_region *regions;
   size_t n_regions;
   hp_object *objects;  /* by address */
   size_t n_objects;
   void *memory; /* private: what all of this is in */
} hp_profile;

/* Reads a profile from the file (gzip understood; "-" is standard input).
   NULL after a message on standard error by an_command_error.  Warns there of
   one that is partial. */
hp_profile *hp_read_file(const char *path);

/* Frees what hp_read_file, or hp_merge, returned; NULL is ignored. */
void hp_profile_free(hp_profile *profile);

/* Is there one time of the peak?  Not if it is the sum of several processes'. */
bool hp_profile_has_peak_time(const hp_profile *profile);

/* Does heapprof tell what became of the blocks: which were temporary, their
   sizes and reallocations?  Not if copies or events were recorded. */
bool hp_profile_has_fates(const hp_profile *profile);

/* The count as DHAT's histogram has it. */
static inline int64_t hp_heat_acc(const hp_heat *heat, size_t i)
{
   return heat->sum[i] < HP_ACC_MAX ? heat->sum[i] : HP_ACC_MAX;
}

/* ---- Building ---- */

/* An empty profile, all of it 0; NULL if memory ran out.  `alloc` is borrowed
   and must outlive it. */
hp_profile *hp_profile_new(const tk_alloc *alloc);

/* Zeroed memory for n things of size_B bytes, which lives as long as the
   profile; never NULL for n = 0.  NULL if memory ran out. */
void *hp_profile_get(hp_profile *profile, size_t n, size_t size_B);

/* A string that lives as long as the profile; equal text gives the same
   pointer.  NULL if memory ran out. */
const char *hp_profile_intern(hp_profile *profile, const char *text,
                              size_t length);

/* Adds b to *a; false, with *a unchanged, if the sum does not fit. */
bool hp_amount_add(hp_amount *a, hp_amount b);

#endif
