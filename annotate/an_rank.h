/* an_rank.h -- the files or functions that matter, largest first.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_RANK_H
#define AN_RANK_H

#include "an_profile.h"
#include "an_select.h"

typedef struct an_ranked {
   size_t index; /* of the file or function in the profile */
   const int64_t *totals;
} an_ranked;

typedef struct an_ranking {
   an_ranked *entries;
   size_t n;
} an_ranking;

/* Those whose share of the program's total of the first sort event is at
   least `threshold` percent (a share of nothing is 0), by that event, then
   by the other sort events, all descending and by size, sign aside; those
   that are equal in all, by name.  The caller frees ranking->entries with
   tk_put; it is NULL if memory ran out. */
an_status an_rank_files(an_ranking *ranking, const tk_alloc *alloc,
                        const an_profile *profile, const an_selection *sort,
                        double threshold);
an_status an_rank_functions(an_ranking *ranking, const tk_alloc *alloc,
                            const an_profile *profile,
                            const an_selection *sort, double threshold);

#endif
