/* ah_heat.h -- the accesses to blocks by offset; pure.

   Blocks that are arrays of a type are folded onto one element.  Sites of one group
   (ah_groups.h) whose blocks or elements have one size are added up.  Heat is shown in
   levels: each is half as hot as the next; the hottest byte has the last.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_groups.h"
#include "types/ty_types.h"

enum { AH_HEAT_LEVELS = 10 };

/* 9 for more than half of `most`, 8 for more than a quarter, and so on; 1 for
   fewer accesses; 0 for none. */
int ah_heat_level(int64_t count, int64_t most);

/* Neighbouring bytes of one field that are read and written about as often as the
   first of them: half as often to twice. */
typedef struct ah_heat_range {
   int64_t offset, size_B;
   int64_t reads, writes; /* per byte, on average, rounded up */
   int64_t sum;
   const ty_field *field; /* NULL: none, or unknown */
   bool is_padding;       /* in a known type, but in no field */
} ah_heat_range;

typedef struct ah_heat_view {
   const ty_type *type; /* or NULL */
   int64_t block_B;     /* 0: blocks of several sizes, all arrays */
   int64_t size_B;      /* of the block or element that is shown */
   bool has_reads;      /* reads and writes are known apart */
   bool is_exact;       /* bytes with a count of 0 had no accesses */
   int64_t unit_B;
   size_t n;                      /* counts: size_B / unit_B, rounded up */
   int64_t *reads, *writes, *sum; /* reads and writes only if known */
   int64_t most;                  /* the largest of reads and writes, or of the sums */
   int64_t most_sum;
   int64_t word_B; /* of a cell of the strip: 4, 8 or more */
   ah_heat_range *ranges;
   size_t n_ranges;
} ah_heat_view;

/* Whether the site has heat to show: accessed blocks of one size, larger than a
   word. */
bool ah_heat_is_known(const ah_profile *profile, const ah_site *site);

/* The site's accesses in bytes, summed over all offsets; at most INT64_MAX. */
int64_t ah_heat_sum(const ah_site *site);

/* How many bytes with a count of 0 can have had accesses: DHAT writes only 16
   bits of each sum.  0 for heapprof's profiles. */
int64_t ah_heat_uncertain(const ah_profile *profile, const ah_site *site);

/* Sites whose accesses are shown together. */
typedef struct ah_heat_set {
   const ty_type *type;   /* the blocks have it, or are arrays of it; or NULL */
   const uint32_t *sites; /* the first has most bytes at the peak (ah_rank_first) */
   size_t n;
   int64_t sum; /* of all accesses; at most INT64_MAX */
} ah_heat_set;

typedef struct ah_heat_sets {
   ah_heat_set *sets; /* most accesses first */
   size_t n;
   /* private: */
   uint32_t *sites;
} ah_heat_sets;

/* The sets of all sites whose heat is known and whose blocks the program decides
   about. */
void ah_heat_sets_make(ah_heat_sets *sets, const tk_alloc *alloc,
                       const ah_profile *profile, const ah_groups *groups);
void ah_heat_look(ah_heat_view *view, const tk_alloc *alloc, const ah_profile *profile,
                  const ah_heat_set *set);

/* How many elements of the view's size each block of the site has. */
int64_t ah_heat_elements(const ah_heat_view *view, const ah_profile *profile,
                         const ah_site *site);

/* The number of cells of the strip, and the level of a cell: its hottest
   byte's. */
size_t ah_heat_cells(const ah_heat_view *view);
int ah_heat_cell(const ah_heat_view *view, const int64_t *counts, size_t cell);
