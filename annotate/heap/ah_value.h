/* ah_value.h -- what is known of a site, as numbers: one table of their names, units
   and uses.  Options, reports and exports are made from it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

/* Sites can be sorted by the first ones, which options call by name: those of most
   interest first. */
typedef enum ah_sort {
   AH_SORT_PEAK, /* bytes at the peak */
   AH_SORT_PEAK_BLOCKS,
   AH_SORT_TOTAL,  /* bytes allocated */
   AH_SORT_BLOCKS, /* blocks allocated */
   AH_SORT_LEAKED, /* bytes at the end */
   AH_SORT_LEAKED_BLOCKS,
   AH_SORT_LOST, /* bytes at the end that nothing refers to, definitely or indirectly */
   AH_SORT_TEMPORARY, /* blocks that were temporary */
   AH_SORT_REALLOCS,
   AH_SORT_MOVED, /* bytes copied by reallocations */
   AH_SORT_READS, /* bytes */
   AH_SORT_WRITES,
   AH_SORT_NEVER_READ, /* bytes */
   AH_SORT_NEVER_WRITTEN,
   AH_SORT_NEVER_TOUCHED,
   AH_VALUES,                /* those above can be added up over all sites: the sum means
                 something, and the reader has checked that it fits.  They can be
                 compared, limited and folded. */
   AH_SORT_LIVE = AH_VALUES, /* the site's own maximum of live bytes */
   AH_SORT_LIFETIME,         /* sum of the lifetimes of all blocks */
   AH_N_SORTS,
   AH_MAX_BLOCKS = AH_N_SORTS, /* the site's own maximum of live blocks */
   AH_TEMPORARY_BYTES,
   AH_MIN_SIZE,
   AH_MAX_SIZE,
   AH_FREED_BLOCKS,
   AH_SHORTEST, /* lifetime of a block that was freed */
   AH_LONGEST,
   AH_FREED_LIFETIME, /* sum of the lifetimes of the blocks that were freed */
   AH_FAILED,         /* requests that were refused */
   AH_FAILED_BYTES,
   AH_NEVER_READ_BLOCKS,
   AH_NEVER_WRITTEN_BLOCKS,
   AH_NEVER_TOUCHED_BLOCKS,
   AH_MOVES,    /* reallocations that copied */
   AH_AT_BYTES, /* live at the moment that --at chooses: of an ah_amount */
   AH_AT_BLOCKS,
   AH_N_VALUES,
} ah_sort;

/* A column of a file: its place there, from 1; 0: it is not there. */
typedef struct ah_column {
   int place;
   const char *name;
} ah_column;

typedef struct ah_value {
   const char *name;  /* "peak"; NULL from AH_N_SORTS on, as the next two */
   const char *title; /* "Bytes at the peak" */
   enum { AH_UNIT_BYTES, AH_UNIT_BLOCKS, AH_UNIT_NONE } unit;
   /* private: */
   const char *before, *after; /* the unit: "" and " at the peak" */
   size_t offset; /* in an ah_site or ah_rare; of AH_VALUE_AT in an ah_amount */
   bool is_rare;
   enum {
      AH_VALUE_ANY,
      AH_VALUE_LIFETIMES,
      AH_VALUE_FATES,
      AH_VALUE_FREED, /* and something of the site was freed */
      AH_VALUE_MOVES,
      AH_VALUE_LOST, /* a look at the end says it */
      AH_VALUE_ACCESSES,
      AH_VALUE_NEVER,
      AH_VALUE_AT,
   } of;
   /* public: */
   ah_column report; /* in hp_annotate's JSON and CSV */
   ah_column export; /* in hp_export's CSV */
} ah_value;

/* By number. */
extern const ah_value ah_values[AH_N_VALUES];

/* The value of this name among the first n, at most AH_N_SORTS, or NULL. */
const ah_value *ah_value_find(const char *name, size_t n);

static inline ah_sort ah_value_number(const ah_value *value)
{
   return (ah_sort)(value - ah_values);
}

/* Whether the profile has the value: without lifetimes nothing is known of the peak and
   of the end, and only heapprof records some of the others.  A profile has values of
   AH_VALUE_AT if its `at` is set. */
bool ah_value_is_known(const ah_value *value, const ah_profile *profile);

/* Whether one site has the value: if it freed nothing, no lifetime is the shortest. */
static inline bool ah_value_has(const ah_value *value, const ah_site *site)
{
   return value->of != AH_VALUE_FREED || site->freed_blocks > 0;
}

static inline int64_t ah_value_of(const ah_value *value, const ah_site *site)
{
   const char *from = value->is_rare ? (const char *)ah_site_rare(site)
                                     : (const char *)site;
   return *(const int64_t *)(const void *)(from + value->offset);
}

/* The value in an amount, for values of AH_VALUE_AT. */
static inline int64_t ah_value_at(const ah_value *value, const ah_amount *at)
{
   return *(const int64_t *)((const char *)at + value->offset);
}

/* The columns in the order of their places. */
enum { AH_REPORT_COLUMNS = 31, AH_EXPORT_COLUMNS = 30 };
void ah_value_report(const ah_value *columns[AH_REPORT_COLUMNS]);
void ah_value_export(const ah_value *columns[AH_EXPORT_COLUMNS]);

/* In the profile's units: "bytes at the peak"; cut to fit. */
void ah_value_describe(const ah_value *value, const ah_profile *profile, char *text,
                       size_t size_B);

/* The names of the first n: "peak, peak_blocks or total"; cut to fit. */
void ah_value_list(size_t n, char *text, size_t size_B);
