/* ah_value.h -- the values of a site that can be sorted by, compared, limited
   and exported, by name.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_VALUE_H
#define AH_VALUE_H

#include "heap/ah_profile.h"

/* Their numbers: those of most interest first. */
typedef enum ah_sort {
   AH_SORT_PEAK, /* bytes at the peak */
   AH_SORT_PEAK_BLOCKS,
   AH_SORT_TOTAL,  /* bytes allocated */
   AH_SORT_BLOCKS, /* blocks allocated */
   AH_SORT_LEAKED, /* bytes at the end */
   AH_SORT_LEAKED_BLOCKS,
   AH_SORT_TEMPORARY, /* blocks that were temporary */
   AH_SORT_REALLOCS,
   AH_SORT_MOVED, /* bytes copied by reallocations */
   AH_SORT_READS, /* bytes */
   AH_SORT_WRITES,
   AH_SORT_NEVER_READ, /* bytes */
   AH_SORT_NEVER_WRITTEN,
   AH_SORT_NEVER_TOUCHED,
   AH_VALUES, /* the sum over all sites of those before it is a total: it means
                 something, and the reader has seen that it fits */
   AH_SORT_LIVE = AH_VALUES, /* the site's own maximum of live bytes */
   AH_SORT_LIFETIME,         /* sum of the lifetimes of all blocks */
   AH_N_SORTS,
} ah_sort;

typedef struct ah_value {
   const char *name;  /* "peak" */
   const char *title; /* "Bytes at the peak" */
   enum { AH_UNIT_BYTES, AH_UNIT_BLOCKS, AH_UNIT_NONE } unit;
   /* private: */
   const char *before, *after; /* the unit: "" and " at the peak" */
   size_t offset; /* in an ah_site */
   enum {
      AH_VALUE_ANY,
      AH_VALUE_LIFETIMES,
      AH_VALUE_FATES,
      AH_VALUE_MOVES,
      AH_VALUE_ACCESSES,
      AH_VALUE_NEVER,
   } of;
} ah_value;

/* By number. */
extern const ah_value ah_values[AH_N_SORTS];

/* That of the name among the first n, or NULL. */
const ah_value *ah_value_find(const char *name, size_t n);

static inline ah_sort ah_value_number(const ah_value *value)
{
   return (ah_sort)(value - ah_values);
}

/* Whether profiles of this kind have it: without lifetimes nothing is known of
   peaks and the end, and only heapprof tells some of the rest. */
bool ah_value_is_known(const ah_value *value, const ah_profile *profile);

static inline int64_t ah_value_of(const ah_value *value, const ah_site *site)
{
   return *(const int64_t *)((const char *)site + value->offset);
}

/* What it is, in the profile's units: "bytes at the peak"; cut to fit. */
void ah_value_describe(const ah_value *value, const ah_profile *profile,
                       char *text, size_t size_B);

/* The names of the first n: "peak, peak_blocks or total"; cut to fit. */
void ah_value_list(size_t n, char *text, size_t size_B);

#endif
