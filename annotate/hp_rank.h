/* hp_rank.h -- the allocation sites that matter, by a value (hp_value.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_RANK_H
#define HP_RANK_H

#include "hp_value.h"

/* The sum of all sites, which need not fit in 63 bits. */
long double hp_sort_total(hp_sort sort, const hp_profile *profile);

/* As strcmp, of the call paths of two sites by the names in them: the order of
   what is equal otherwise, whatever their order in the file. */
int hp_rank_paths(const hp_profile *profile, uint32_t a, uint32_t b);

/* The indices of the sites that have at least `threshold` percent of the total,
   largest first, then by bytes allocated, then by call path; in an array for
   tk_put.  With a threshold of 0 all sites.  False if memory ran
   out. */
bool hp_rank(hp_sort sort, const tk_alloc *alloc, const hp_profile *profile,
             double threshold, uint32_t **sites, size_t *n);

#endif
