/* hp_rank.h -- the allocation sites that matter, by what is asked for.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_RANK_H
#define HP_RANK_H

#include "hp_profile.h"

typedef enum hp_sort {
   HP_SORT_PEAK,      /* bytes at the peak */
   HP_SORT_TOTAL,     /* bytes allocated */
   HP_SORT_LIVE,      /* the site's own maximum of live bytes */
   HP_SORT_BLOCKS,    /* blocks allocated */
   HP_SORT_LIFETIME,  /* sum of the lifetimes of all blocks */
   HP_SORT_TEMPORARY, /* blocks that were temporary */
   HP_SORT_LEAKED,    /* bytes at the end */
   HP_N_SORTS,
} hp_sort;

/* "peak", …, and what it sorts by: "bytes at the peak". */
const char *hp_sort_name(hp_sort sort);
const char *hp_sort_title(hp_sort sort);

/* Whether the profile tells it. */
bool hp_sort_is_told(hp_sort sort, const hp_profile *profile);

/* What a site has of it. */
int64_t hp_sort_value(hp_sort sort, const hp_site *site);

/* The sum of all sites, which need not fit in 63 bits. */
long double hp_sort_total(hp_sort sort, const hp_profile *profile);

/* The indices of the sites that have at least `threshold` percent of the total,
   largest first, then by bytes allocated, then in the order of the file; in an
   array for tk_put.  With a threshold of 0 all sites.  False if memory ran
   out. */
bool hp_rank(hp_sort sort, const tk_alloc *alloc, const hp_profile *profile,
             double threshold, uint32_t **sites, size_t *n);

#endif
