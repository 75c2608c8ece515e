/* ah_rank.h -- allocation sites ranked by a value (ah_value.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_value.h"

/* The sum over all sites; it can exceed 63 bits. */
long double ah_sort_total(ah_sort sort, const ah_profile *profile);

/* Compares the names in the call paths of two sites like strcmp: a fixed order for
   equal values, whatever the order in the file. */
int ah_rank_paths(const ah_profile *profile, uint32_t a, uint32_t b);

/* Sorts n sites, given by index: largest value first, then most bytes allocated, then by
   call path. */
void ah_rank_sort(ah_sort sort, const tk_alloc *alloc, const ah_profile *profile,
                  uint32_t *sites, size_t n);

/* Puts the one of the n sites that ah_rank_sort would put first there. */
void ah_rank_first(ah_sort sort, const ah_profile *profile, uint32_t *sites, size_t n);

/* The indices of the sites with at least `threshold` percent of the total, or of
   all for 0; sorted by ah_rank_sort, in an array for tk_put. */
void ah_rank(ah_sort sort, const tk_alloc *alloc, const ah_profile *profile,
             double threshold, uint32_t **sites, size_t *n);

/* ah_rank of the sites with that share of any value that adds up and is known. */
void ah_rank_by_any(ah_sort sort, const tk_alloc *alloc, const ah_profile *profile,
                    double threshold, uint32_t **sites, size_t *n);
