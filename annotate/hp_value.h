/* hp_value.h -- the values of a site that can be sorted by, compared, limited
   and exported, by name.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_VALUE_H
#define HP_VALUE_H

#include "hp_profile.h"

/* Their numbers: those of most interest first. */
typedef enum hp_sort {
   HP_SORT_PEAK, /* bytes at the peak */
   HP_SORT_PEAK_BLOCKS,
   HP_SORT_TOTAL,  /* bytes allocated */
   HP_SORT_BLOCKS, /* blocks allocated */
   HP_SORT_LEAKED, /* bytes at the end */
   HP_SORT_LEAKED_BLOCKS,
   HP_SORT_TEMPORARY, /* blocks that were temporary */
   HP_SORT_REALLOCS,
   HP_SORT_MOVED, /* bytes copied by reallocations */
   HP_SORT_READS, /* bytes */
   HP_SORT_WRITES,
   HP_SORT_NEVER_READ, /* bytes */
   HP_SORT_NEVER_WRITTEN,
   HP_SORT_NEVER_TOUCHED,
   HP_VALUES, /* the sum over all sites of those before it is a total: it means
                 something, and the reader has seen that it fits */
   HP_SORT_LIVE = HP_VALUES, /* the site's own maximum of live bytes */
   HP_SORT_LIFETIME,         /* sum of the lifetimes of all blocks */
   HP_N_SORTS,
} hp_sort;

typedef struct hp_value {
   const char *name;  /* "peak" */
   const char *title; /* "Bytes at the peak" */
   enum { HP_UNIT_BYTES, HP_UNIT_BLOCKS, HP_UNIT_NONE } unit;
   /* private: */
   const char *before, *after; /* the unit: "" and " at the peak" */
   size_t offset; /* in an hp_site */
   enum {
      HP_VALUE_ANY,
      HP_VALUE_LIFETIMES,
      HP_VALUE_FATES,
      HP_VALUE_MOVES,
      HP_VALUE_ACCESSES,
      HP_VALUE_NEVER,
   } of;
} hp_value;

/* By number. */
extern const hp_value hp_values[HP_N_SORTS];

/* That of the name among the first n, or NULL. */
const hp_value *hp_value_find(const char *name, size_t n);

static inline hp_sort hp_value_number(const hp_value *value)
{
   return (hp_sort)(value - hp_values);
}

/* Whether profiles of this kind have it: without lifetimes nothing is known of
   peaks and the end, and only heapprof tells some of the rest. */
bool hp_value_is_known(const hp_value *value, const hp_profile *profile);

static inline int64_t hp_value_of(const hp_value *value, const hp_site *site)
{
   return *(const int64_t *)((const char *)site + value->offset);
}

/* What it is, in the profile's units: "bytes at the peak"; cut to fit. */
void hp_value_describe(const hp_value *value, const hp_profile *profile,
                       char *text, size_t size_B);

/* The names of the first n: "peak, peak_blocks or total"; cut to fit. */
void hp_value_list(size_t n, char *text, size_t size_B);

#endif
