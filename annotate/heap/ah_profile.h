/* ah_profile.h -- the model of a heap profile: what the reader fills, and
   hp_annotate, hp_diff, hp_merge and hp_export use.

   A profile has allocation sites, each a call path with amounts; a table of the
   frames in these paths; totals; and, if heapprof wrote it, a timeline and
   snapshots.  Times are in the profile's unit.  The profile owns all strings;
   equal strings are one pointer.
   docs/FORMAT-heapprof.md explains each value.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_process.h"
#include "base/an_alloc.h"
#include "base/tk_count.h"
#include "base/tk_counting.h"
#include "paths/an_frame.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ah_amount {
   int64_t bytes, blocks;
} ah_amount;

enum { AH_CLASSES = 65 };

/* Blocks of a class of sizes, or of lifetimes (docs/FORMAT-heapprof.md). */
typedef struct ah_class {
   int64_t blocks;
   uint32_t number; /* below AH_CLASSES */
} ah_class;

typedef struct ah_classes {
   ah_class *of; /* ascending; NULL: unknown, or none */
   size_t n;
} ah_classes;

/* Blocks by how they were used while they lived. */
typedef struct ah_need {
   ah_amount untouched, unread, read; /* unread: but written */
   /* Bytes of the read ones that nobody needed: untouched up to the end of their block,
      or before; written, but never read. */
   int64_t tail, holes, written;
} ah_need;

typedef struct ah_thread_share {
   uint32_t thread;
   ah_amount total;
} ah_thread_share;

enum {
   AH_HEAT_MAX = 65536, /* counts of one site */
   AH_ACC_MAX = 65535,  /* DHAT's histogram caps its counts at this */
};

/* The accesses to a site's blocks by offset; all blocks have one size. */
typedef struct ah_heat {
   int64_t unit_B; /* bytes that share a count */
   size_t n;       /* counts: size / unit_B, rounded up; not 0 */
   /* Both NULL: only their sum is known (DHAT's files).  Without accesses, all
      three can be one array. */
   int64_t *reads, *writes;
   int64_t *sum;
} ah_heat;

/* What most sites of most profiles do not have: apart from the site, it takes memory
   only where it is. */
typedef struct ah_rare {
   ah_amount failed; /* blocks: requests */
   int64_t reallocs;
   int64_t reads, writes; /* bytes; 0 without accesses */
   /* Bytes never read while their blocks lived, and blocks of only such bytes;
      0 without accesses, or not by heapprof. */
   ah_amount never_read, never_written, never_touched;
   ah_amount partly; /* blocks not watched for their whole life: left out there */
   ah_amount old;    /* live at the last zero; counted as if allocated then */
   int64_t old_freed, old_lifetime; /* of these: freed since, and after how long */
   ah_amount lost;                  /* at the end, definitely or indirectly (ah_look.h) */
   ah_amount outgrown;              /* freed once their thread had a larger one */
   ah_need need, need_at_peak;      /* 0 without accesses; at the peak: at least */
   ah_amount idle;           /* read blocks at the peak, last read some time before; */
   int64_t old_B;            /* of these bytes, which were as old */
   int64_t idle_saves_B;     /* of the peak, had they been freed then: at least */
   ah_amount moved;          /* bytes copied by reallocations; blocks: how often */
   const ah_heat *heat;      /* or NULL */
   ah_thread_share *threads; /* by number of thread; NULL: unknown */
   uint32_t n_threads;
} ah_rare;

/* All 0. */
extern const ah_rare ah_rare_none;

typedef struct ah_site {
   ah_amount total, at_peak, at_end, max;
   ah_amount temporary;
   int64_t lifetime;                                        /* sum over all blocks */
   int64_t freed_blocks, freed_lifetime, shortest, longest; /* freed blocks */
   int64_t min_size, max_size;
   ah_classes sizes;
   ah_classes lives;       /* of freed blocks, neither old nor outgrown */
   ah_rare *rare;          /* NULL: all 0 */
   const uint32_t *frames; /* indices, innermost first */
   uint32_t n_frames;
   bool is_cut; /* the path has more frames than are listed */
} ah_site;

static inline const ah_rare *ah_site_rare(const ah_site *site)
{
   return site->rare == NULL ? &ah_rare_none : site->rare;
}

typedef struct ah_thread_name {
   uint32_t thread;
   const char *name;
} ah_thread_name;

typedef struct ah_totals {
   ah_amount total, peak, end, temporary, freed;
   int64_t peak_time, end_time, most_blocks, peak_overhead;
   int64_t zero_blocks, reallocs, failed, invalid_frees, threads;
   int64_t most_stack;    /* 0 if stacks were not followed */
   int64_t reads, writes; /* bytes; 0 without accesses */
   ah_amount never_read, never_written, never_touched, partly, old, moved;
} ah_totals;

/* The members of ah_totals in every file by heapprof, in the order of the file. */
enum { AH_TOTAL_KEYS = 18 };
typedef struct ah_total_key {
   const char *name;
   size_t offset; /* of an int64_t in ah_totals */
} ah_total_key;
extern const ah_total_key ah_total_keys[AH_TOTAL_KEYS];

static inline int64_t *ah_total_of(ah_totals *totals, const ah_total_key *key)
{
   return (int64_t *)(void *)((char *)totals + key->offset);
}

/* A piece of the timeline, from the end of the previous one to `end`. */
typedef struct ah_bucket {
   int64_t end, min, max, max_at, last;
   int64_t max_blocks, max_overhead, max_stack, last_blocks, last_overhead;
} ah_bucket;

typedef struct ah_live {
   uint32_t site;
   ah_amount amount;
} ah_live;

/* Live blocks of a site that were allocated between a snapshot and the next one. */
typedef struct ah_born {
   uint32_t site; /* the number of sites: of those that a snapshot does not list */
   uint32_t from; /* index of the snapshot */
   ah_amount amount;
} ah_born;

/* Of one moment, by site, then time; what is older than the first snapshot has none. */
typedef struct ah_births {
   bool is_known;
   ah_born *of;
   size_t n;
} ah_births;

typedef struct ah_snapshot {
   int64_t time, overhead, stack;
   ah_amount live;
   bool asked;
   ah_live *sites; /* largest first */
   size_t n_sites;
   int64_t n_rest; /* sites too small to be listed */
   ah_amount rest;
   ah_births births;
} ah_snapshot;

/* A region of the program (heapprof.h); each path of nesting is its own. */
typedef struct ah_region {
   const char *name;
   int64_t parent;  /* index, below its own; -1: none */
   int64_t count;   /* times entered */
   ah_amount total; /* allocated in it */
   int64_t peak;    /* the most live bytes of the heap within it */
   int64_t growth;  /* the most of them above those at its start */
} ah_region;

/* What a forked child has of its parent. */
typedef struct ah_fork {
   bool is_known; /* else all is 0 */
   bool inherits; /* the amounts of the profile include the parent's */
   int64_t time;
   ah_amount live;  /* at the fork */
   ah_amount freed; /* of it, since then, or reallocated; 0 if it inherits */
   int64_t reallocated;
   ah_amount total; /* allocated before the fork; 0 unless it inherits */
} ah_fork;

typedef struct ah_profile {
   const char *mode; /* "heap", "pages", "copy", "ad-hoc" */
   const char *verb; /* "Allocated" */
   const char *command;
   int64_t pid, parent; /* 0: merged; unknown */
   const char *creator; /* NULL: not by heapprof */
   const char *title;   /* what the process called itself, or NULL */
   ah_fork fork;
   an_state state;             /* if merged: an_state_sum */
   tk_counting counting;       /* in units of time */
   an_processes processes;     /* sorted: what it adds up, or the one it is of */
   const char *time_unit;      /* "instrs" */
   const char *mega_time_unit; /* "Minstr" */
   const char *byte_unit, *bytes_unit, *blocks_unit; /* "byte" ... */
   bool has_lifetimes; /* bklt: peak, end, max and lifetimes are known */
   bool has_accesses;  /* bkacc */
   bool has_moves;     /* ah_rare.moved is known */
   bool is_heapprof;   /* heapprof wrote it: it has our own keys */
   bool has_stacks, has_pages;
   bool is_saturated; /* sums reached the largest number and stayed there */
   int64_t depth, heap_admin_B, exit_code;
   int64_t short_lifetime; /* tuth */
   ah_amount ignored;      /* taken out of what is live at the end (ah_ignored.h) */
   ah_totals totals;       /* summed from the sites if !is_heapprof */
   an_frame *frames;       /* [0] is the root */
   size_t n_frames;
   ah_site *sites; /* in the order of the file */
   size_t n_sites;
   ah_bucket *timeline;
   size_t n_timeline;
   ah_snapshot *snapshots;
   size_t n_snapshots;
   ah_births end_births;
   /* Live at a moment that a command compares, by site, and of sites that it does not
      list; NULL: it compares none. */
   const ah_amount *at;
   ah_amount at_rest;
   int64_t histogram_B;          /* blocks up to this size have heat for each byte */
   ah_thread_name *thread_names; /* of threads that have one; by number */
   size_t n_thread_names;
   ah_region *regions;
   size_t n_regions;
   an_object *objects; /* by address */
   size_t n_objects;
   an_object *files;      /* by build id, mapped at the end or not */
   size_t n_files;        /* 0: frames have no addresses in files */
   struct ah_root *roots; /* that keep blocks, in looks (ah_look.h) */
   size_t n_roots;
   struct ah_look *looks; /* as they were taken */
   size_t n_looks;
   const char **lost_debug_info; /* paths of objects that Valgrind read in part */
   size_t n_lost_debug_info;
   void *memory; /* private */
} ah_profile;

/* The process that the profile is of, if it is of one.  The texts are the profile's. */
an_process ah_profile_process(const ah_profile *profile);

/* For how long the program was watched: after the last zero, and while counting was
   on. */
int64_t ah_profile_watched(const ah_profile *profile);

/* Whether the peak has one time; the sum of several processes has none. */
bool ah_profile_has_peak_time(const ah_profile *profile);

/* Whether the fates of blocks are known: which were temporary, their sizes and
   reallocations.  Only heapprof records them, and not for copies or events. */
bool ah_profile_has_fates(const ah_profile *profile);

/* Whether both can be added up or compared: `other` has the mode, the units and
   the kinds of values of `first`.  False, with *error set, line 0, to "the mode is
   "copy", not "heap"". */
bool ah_profile_is_compatible(const ah_profile *first, const ah_profile *other,
                              an_error *error);

/* The count as DHAT's histogram writes it. */
static inline int64_t ah_heat_acc(const ah_heat *heat, size_t i)
{
   return heat->sum[i] < AH_ACC_MAX ? heat->sum[i] : AH_ACC_MAX;
}

/* ---- Building ---- */

/* An empty profile, all 0.  `alloc` is borrowed and must outlive it. */
ah_profile *ah_profile_new(const tk_alloc *alloc);

/* Zeroed memory for n items of size_B bytes, which lives as long as the profile;
   n = 0 gets some, too. */
void *ah_profile_get(ah_profile *profile, size_t n, size_t size_B);

/* ah_profile_get without zeros: memory that is not written yet takes none of the
   host's. */
void *ah_profile_room(ah_profile *profile, size_t n, size_t size_B);

/* A copy of size_B bytes that lives as long as the profile, at a multiple of
   TK_ARENA_ALIGNMENT_B. */
void *ah_profile_copy(ah_profile *profile, const void *from, size_t size_B);

/* The rare values of a site of the profile, to write to. */
ah_rare *ah_profile_rare(ah_profile *profile, ah_site *site);

/* A string that lives as long as the profile; equal text gives one pointer. */
const char *ah_profile_intern(ah_profile *profile, const char *text, size_t length);

/* Adds `more` to *to; false, with *to unchanged, if the sum does not fit. */
static inline bool ah_count_add(int64_t *to, int64_t more)
{
   int64_t sum;
   if (__builtin_add_overflow(*to, more, &sum))
      return false;
   *to = sum;
   return true;
}

/* Adds all of `more` to *to; false if a sum does not fit. */
bool ah_need_add(ah_need *to, const ah_need *more);

/* Adds `more` to the amount *to; false, with *to unchanged, if a sum does not fit. */
bool ah_amount_add(ah_amount *to, ah_amount more);
