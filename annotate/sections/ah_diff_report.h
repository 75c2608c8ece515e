/* ah_diff_report.h -- the comparison of two heap profiles: as text, JSON and CSV.
   Write errors are left to ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_gate.h"
#include "heap/ah_diff_paths.h"
#include "heap/ah_ignored.h"
#include "heap/ah_keepers.h"
#include "heap/ah_weight.h"
#include "sections/an_table.h"

typedef struct ah_diff {
   const ah_profile *profiles[AH_SIDES];
   const char *files[AH_SIDES]; /* as people call them */
   ah_weight moments[AH_SIDES]; /* that are compared, if the profiles' `at` is set */
   ah_paths paths;              /* of both */
   ac_metrics *metrics;         /* their values, for limits and columns */
   size_t by;                   /* the value sorted by */
   ac_profile *pair;            /* ah_diff_pair */
   ac_profile *regions;         /* of both, matched by path of names, as a pair of counts
                             (ac_combine.h) without lines */
   ac_metrics *region_metrics;
   const ah_keepers *keepers[AH_SIDES]; /* of a look of each; NULL: one of them has
                                           none */
   const ah_ignored *ignored; /* known leaks, taken out of both; NULL: none are known */
   const ac_gate *gate;
   /* What is shown: */
   const an_terminal *terminal; /* of text */
   bool full_names;             /* of text: neither shortened nor cut */
   double threshold; /* percent.  Of text: smaller changes, as shares of what OLD has, are
                        left out.  Of a page: owners that in both looks retain less of
                        what is live in the larger one */
   size_t top;       /* of text: rows of a table at most; SIZE_MAX: all */
   size_t n_frames;  /* of each path, the innermost; SIZE_MAX: whole paths */
   bool all_frames;  /* also those inside the standard library (paths/an_name.h) */
   bool is_page;     /* of JSON: without the paths, which a page has elsewhere */
} ah_diff;

/* Matches paths and regions of both profiles, which are there.  False if a sum does not
   fit, as a profile can have a region many times. */
bool ah_diff_open(ah_diff *diff, const tk_alloc *alloc);

/* Orders the paths by a value, and makes the pair of counts (ac_combine.h) that limits
   are held against: its events are OLD's values, then NEW's.  `with_paths`: each call
   path is a function of the pair, "xmalloc < parse < main", in the file of its innermost
   frame. */
void ah_diff_pair(ah_diff *diff, const tk_alloc *alloc, size_t by, bool with_paths);

/* Text: the totals, the regions, what keeps blocks alive, and the call paths that changed
   most.  an_gate_print prints the limits. */
void ah_diff_print(const ah_diff *diff, const tk_alloc *alloc, FILE *out);

/* JSON (docs/quern.schema.json) and CSV: all call paths that have a value, in the order
   of the text. */
void ah_diff_print_json(const ah_diff *diff, const tk_alloc *alloc, FILE *out);
void ah_diff_print_csv(const ah_diff *diff, const tk_alloc *alloc, FILE *out);

/* The tables of a page, as of ac_sections_put_page: the regions. */
void ah_diff_put_page(const ah_diff *diff, const tk_alloc *alloc, an_json_out *json);

/* ---- Tables; the scope's `diff` says of what ---- */

an_tables_open ah_diff_paths_tables;  /* ah_diff_paths_print.c; in CSV regions, too */
an_tables_open ah_diff_owners_tables; /* ah_diff_owners.c: none unless both have a look */

/* ---- Owners ---- */

/* A variable, a frame or the like that keeps blocks alive in one of the looks or both. */
typedef struct ah_owner_row {
   const ah_keeper *keeper; /* NEW's, or else OLD's */
   ah_amount retained[AH_SIDES];
} ah_owner_row;

/* All of them, what changed most first, in an array; none unless both have a look. */
void ah_diff_owner_rows(const ah_diff *diff, const tk_alloc *alloc, ah_owner_row **rows,
                        size_t *n);

/* What limits on owners are on; rows for those whose text or name the pattern of the
   shell matches, NULL: for all (ah_owner_limits.c). */
enum { AH_OWNER_VALUES = 2 };
extern const char *const ah_owner_names[AH_OWNER_VALUES];
void ah_owner_limits_find(ac_gate_calls *rows, const ah_diff *diff, const tk_alloc *alloc,
                          const char *pattern);

/* Metrics with the names of values. */
ac_metrics *ah_diff_metrics(const tk_alloc *alloc, const char *const *names, size_t n);

/* What is known of a region: the first ah_region_n_values of these names. */
enum { AH_REGION_VALUES = 4 };
extern const char *const ah_region_names[AH_REGION_VALUES];
size_t ah_region_n_values(const ah_diff *diff);
