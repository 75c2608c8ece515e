/* ac_rank.h -- the files or functions above a threshold, largest first.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_metric.h"

#include <stdbool.h>

typedef struct ac_ranked {
   size_t index; /* of the file, function or group */
   const int64_t *totals;
   long double size; /* private: by the first measure; set by ac_rank */
} ac_ranked;

#define AC_RANKED(index_, totals_) ((ac_ranked){ .index = (index_), .totals = (totals_) })

typedef struct ac_ranking {
   ac_ranked *entries;
   size_t n;
} ac_ranking;

/* The magnitude by which entries are sorted; for NAN, less than any. */
long double ac_rank_size(const ac_measure *measure, const int64_t *totals);

/* Whether the share of the program is at least `threshold` percent. */
bool ac_rank_reaches(const ac_measure *measure, const int64_t *totals,
                     const int64_t *program_totals, double threshold);

/* Whether the share by the first of the measures, or by any of them, is at least
   `threshold` percent. */
bool ac_rank_keeps(const ac_measures *sort, const int64_t *totals,
                   const int64_t *program_totals, double threshold);

/* Whether ac_rank_keeps can be true of a part of what has these totals, none of whose
   counts is negative.  It can be unless all measures that decide grow with their
   parts (ac_metric_grows). */
bool ac_rank_keeps_part(const ac_measures *sort, const int64_t *totals,
                        const int64_t *program_totals, double threshold);

/* Keeps the entries whose share of the program (ac_measure_base) is at least `threshold`
   percent, as ac_rank_keeps says; a share of 0 is 0.  Sorts them by
   the measures in turn, the largest magnitude first, NAN last; then by
   index. */
void ac_rank(ac_ranking *ranking, const int64_t *program_totals, const ac_measures *sort,
             double threshold);

/* Rank all files, and the functions of one file, or all if it is NULL. */
void ac_rank_files(ac_ranking *ranking, const tk_alloc *alloc, const ac_profile *profile,
                   const ac_measures *sort, double threshold);
void ac_rank_functions(ac_ranking *ranking, const tk_alloc *alloc,
                       const ac_profile *profile, const ac_file *of,
                       const ac_measures *sort, double threshold);
