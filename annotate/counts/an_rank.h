/* an_rank.h -- the files or functions above a threshold, largest first.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_RANK_H
#define AN_RANK_H

#include "counts/an_metric.h"

#include <stdbool.h>

typedef struct an_ranked {
   size_t index; /* of the file, function or group */
   const int64_t *totals;
} an_ranked;

typedef struct an_ranking {
   an_ranked *entries;
   size_t n;
} an_ranking;

/* The magnitude by which entries are sorted; for NAN, less than any. */
long double an_rank_size(const an_measure *measure, const int64_t *totals);

/* Whether the share of the program is at least `threshold` percent. */
bool an_rank_reaches(const an_measure *measure, const int64_t *totals,
                     const int64_t *program_totals, double threshold);

/* The same by the first of the measures, or by any of them. */
bool an_rank_keeps(const an_measures *sort, const int64_t *totals,
                   const int64_t *program_totals, double threshold);

/* Whether that can be true of a part of what has these totals, none of whose counts is
   negative.  It can be unless all measures that decide are events. */
bool an_rank_keeps_part(const an_measures *sort, const int64_t *totals,
                        const int64_t *program_totals, double threshold);

/* Keeps the entries whose share of the program (an_measure_base) is at least `threshold`
   percent, as an_rank_keeps says; a share of 0 is 0.  Sorts them by
   the measures in turn, the largest magnitude first, NAN last; then by
   index. */
void an_rank(an_ranking *ranking, const int64_t *program_totals,
             const an_measures *sort, double threshold);

/* Rank all files, and the functions of one file, or all if it is NULL.  The
   caller frees ranking->entries with tk_put; it is NULL if memory ran out. */
an_status an_rank_files(an_ranking *ranking, const tk_alloc *alloc,
                        const an_profile *profile, const an_measures *sort,
                        double threshold);
an_status an_rank_functions(an_ranking *ranking, const tk_alloc *alloc,
                            const an_profile *profile, const an_file *of,
                            const an_measures *sort, double threshold);

#endif
