/* hp_diff_report.h -- what changed between two heap profiles, for people and
   for programs.  Write errors are left to ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_DIFF_REPORT_H
#define HP_DIFF_REPORT_H

#include "an_verdict.h"
#include "hp_diff_paths.h"

typedef struct hp_diff {
   const hp_profile *profiles[HP_SIDES];
   const char *files[HP_SIDES]; /* their names */
   const hp_value *const *values; /* that both have */
   size_t n_values;
   size_t by; /* the value that is sorted by */
   const hp_paths *paths;
   const uint32_t *order; /* of the paths */
   const int64_t *totals; /* of `values`: OLD's, then NEW's */
   const an_verdict *verdict;
} hp_diff;

typedef struct hp_diff_options {
   double threshold; /* percent of OLD's total: smaller changes are left out */
   size_t top;       /* paths at most; 0: all */
   bool colour;
} hp_diff_options;

/* For people: the totals, and the call paths that changed most.  Limits are
   left to an_verdict_print. */
void hp_diff_print(const hp_diff *diff, const hp_diff_options *options,
                   FILE *out);

/* JSON, of docs/schema/hp_diff.schema.json, and CSV: all call paths that have
   any value, in the order of the report. */
void hp_diff_print_json(const hp_diff *diff, FILE *out);
void hp_diff_print_csv(const hp_diff *diff, FILE *out);

/* Both sides as one profile of lines (an_combine.h), for limits: OLD's values
   and then NEW's are its events.  If `with_paths`, each call path is a function
   of it, "xmalloc < parse < main", in the file of the innermost.  NULL if
   memory ran out. */
an_profile *hp_diff_pair(const hp_diff *diff, const tk_alloc *alloc,
                         bool with_paths);

#endif
