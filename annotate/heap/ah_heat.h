/* ah_heat.h -- where within a site's blocks its accesses went; pure.

   Blocks that are arrays of a type are folded onto one element.  Heat is told in
   levels: each is half as hot as the next, the last is that of the hottest
   byte.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_HEAT_H
#define AH_HEAT_H

#include "heap/ah_profile.h"
#include "types/ty_type.h"

enum { AH_HEAT_LEVELS = 10 };

/* 0 of no accesses; 9 of more than half of the most there are, 8 of more than a
   quarter, and so on; 1 of what is below. */
int ah_heat_level(int64_t count, int64_t most);

/* Neighbouring bytes of one field, read about as often as the first of them, and
   written: half as often to twice. */
typedef struct ah_heat_range {
   int64_t offset, size_B;
   int64_t reads, writes;  /* per byte, on average, rounded up */
   int64_t sum;
   const ty_field *field;  /* NULL: none, or not known */
   bool is_padding;        /* of a known type, but of no field */
} ah_heat_range;

typedef struct ah_heat_view {
   const ty_type *type;   /* or NULL */
   int64_t block_B;
   int64_t size_B;        /* of what is shown: a block or an element */
   bool has_reads;        /* reads and writes are known apart */
   bool is_exact;         /* what has no accesses had none */
   int64_t unit_B;
   size_t n;              /* counts: size_B / unit_B, rounded up */
   int64_t *reads, *writes, *sum; /* reads and writes only if known */
   int64_t most;          /* the largest of reads and writes, or of the sums */
   int64_t most_sum;
   int64_t word_B;        /* of a cell of the strip: 4, 8 or more */
   ah_heat_range *ranges;
   size_t n_ranges;
   const tk_alloc *alloc; /* private */
} ah_heat_view;

/* Whether there is something to see: blocks of one size, larger than a word,
   which were accessed. */
bool ah_heat_is_known(const ah_profile *profile, const ah_site *site);

/* All accesses of the site by offset, each byte of one counted, or INT64_MAX. */
int64_t ah_heat_sum(const ah_site *site);

/* How many bytes without accesses may have had some all the same: DHAT writes
   16 bits of each sum.  0 of heapprof's. */
int64_t ah_heat_uncertain(const ah_profile *profile, const ah_site *site);

/* Looks at such a site; its blocks are of the type, or arrays of it, unless that
   is NULL.  False, with nothing to free, if memory ran out. */
bool ah_heat_look(ah_heat_view *view, const tk_alloc *alloc,
                  const ah_profile *profile, const ah_site *site,
                  const ty_type *type);
void ah_heat_free(ah_heat_view *view);

/* The strip's cells, and the level of one: that of its hottest byte. */
size_t ah_heat_cells(const ah_heat_view *view);
int ah_heat_cell(const ah_heat_view *view, const int64_t *counts, size_t cell);

#endif
