/* ah_rank.h -- the allocation sites that matter, by a value (ah_value.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_RANK_H
#define AH_RANK_H

#include "heap/ah_value.h"

/* The sum of all sites, which need not fit in 63 bits. */
long double ah_sort_total(ah_sort sort, const ah_profile *profile);

/* As strcmp, of the call paths of two sites by the names in them: the order of
   what is equal otherwise, whatever their order in the file. */
int ah_rank_paths(const ah_profile *profile, uint32_t a, uint32_t b);

/* The indices of the sites that have at least `threshold` percent of the total,
   largest first, then by bytes allocated, then by call path; in an array for
   tk_put.  With a threshold of 0 all sites.  False if memory ran
   out. */
bool ah_rank(ah_sort sort, const tk_alloc *alloc, const ah_profile *profile,
             double threshold, uint32_t **sites, size_t *n);

#endif
