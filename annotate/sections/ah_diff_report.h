/* ah_diff_report.h -- the comparison of two heap profiles: as text, JSON and CSV.
   Write errors are left to ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_gate.h"
#include "heap/ah_diff_paths.h"
#include "heap/ah_keepers.h"
#include "render/an_page.h"
#include "render/an_terminal.h"

typedef struct ah_diff {
   const ah_profile *profiles[AH_SIDES];
   const char *files[AH_SIDES];   /* as people call them */
   const ah_value *const *values; /* that both have */
   size_t n_values;
   size_t by; /* the value sorted by */
   const ah_paths *paths;
   const uint32_t *order;               /* of the paths */
   const int64_t *totals;               /* of `values`: OLD's, then NEW's */
   const ac_profile *regions;           /* ah_diff_regions */
   ac_measures region_columns;          /* of it; the third is a change, and sorted by */
   const ah_keepers *keepers[AH_SIDES]; /* of a look of each; NULL: one of them has
                                           none */
   const ac_gate *gate;
   bool is_page; /* of JSON: without the paths, which the page has elsewhere, and owners
                    that in both looks retain less than */
   double threshold; /* percent of what is live in the larger look */
} ah_diff;

typedef struct ah_diff_options {
   double threshold; /* percent of OLD's total: smaller changes are left out */
   size_t top;       /* paths at most */
   size_t n_frames;  /* of each, the innermost; SIZE_MAX: whole paths */
   bool all_frames;  /* also those inside the standard library (paths/an_name.h) */
   const an_terminal *terminal;
   bool full_names; /* neither shortened nor cut */
} ah_diff_options;

/* Text: the totals, the regions, and the call paths that changed most.  an_gate_print
   prints the limits. */
void ah_diff_print(const ah_diff *diff, const tk_alloc *alloc,
                   const ah_diff_options *options, FILE *out);

/* Whether any value of the path is not 0. */
bool ah_diff_has_values(const ah_diff *diff, uint32_t path);

/* JSON (docs/quern.schema.json) and CSV: all call paths that have a value,
   in the order of the text. */
void ah_diff_print_json(const ah_diff *diff, FILE *out);
void ah_diff_print_csv(const ah_diff *diff, const tk_alloc *alloc, FILE *out);

/* The *n steps of a call path, innermost first: for tk_put. */
ah_step *ah_diff_steps(const ah_diff *diff, const tk_alloc *alloc, uint32_t path,
                       size_t *n);

/* A variable, a frame or the like that keeps blocks alive in one of the looks or both. */
typedef struct ah_owner_row {
   const ah_keeper *keeper; /* NEW's, or else OLD's */
   ah_amount retained[AH_SIDES];
} ah_owner_row;

/* All of them, what changed most first, in an array for tk_put; none unless both have a
   look. */
void ah_diff_owner_rows(const ah_diff *diff, const tk_alloc *alloc, ah_owner_row **rows,
                        size_t *n);

/* What keeps blocks alive, in both: what changed most, as text; all of it as JSON
   (ah_diff_owners.c).  Nothing unless both have a look. */
void ah_diff_print_owners(an_page *page, const ah_diff *diff,
                          const ah_diff_options *options);
void ah_diff_put_owners(an_json_out *json, const ah_diff *diff);

/* What limits on owners are on; rows for those whose text or name the pattern of the
   shell matches, NULL: for all, with names for ac_calls_limits_free
   (ah_owner_limits.c). */
enum { AH_OWNER_VALUES = 2 };
extern const char *const ah_owner_names[AH_OWNER_VALUES];
void ah_owner_limits_find(ac_gate_calls *rows, const ah_diff *diff, const tk_alloc *alloc,
                          const char *pattern);

/* What is known of a region: the first ah_region_n_values of these names. */
enum { AH_REGION_VALUES = 4 };
extern const char *const ah_region_names[AH_REGION_VALUES];
size_t ah_region_n_values(const ah_diff *diff);

/* The regions of both, matched by path of names, as a pair of counts (ac_combine.h)
   without lines: its events are OLD's values, then NEW's.  Sums may not fit, if a profile
   has a region many times (base/an_overflow.h). */
ac_profile *ah_diff_regions(const ah_diff *diff, const tk_alloc *alloc);

/* Both sides as one pair of counts (ac_combine.h), for limits: its events are OLD's
   values, then NEW's.  `with_paths`: each call path is a function of the pair,
   "xmalloc < parse < main", in the file of its innermost frame. */
ac_profile *ah_diff_pair(const ah_diff *diff, const tk_alloc *alloc, bool with_paths);
