/* ah_weight.h -- what a tree of allocation sites shows of each site: what was
   live at the peak, at the end, at a snapshot or an owner snapshot, or all it ever
   allocated.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "heap/ah_profile.h"

typedef enum ah_weight_kind {
   AH_AT_PEAK,
   AH_AT_END,
   AH_TOTAL,
   AH_AT_SNAPSHOT,
   AH_AT_LOOK,
} ah_weight_kind;

typedef struct ah_weight {
   ah_weight_kind kind;
   size_t index; /* of the snapshot or look */
   size_t since; /* only of what was allocated since the snapshot of this number, from 1;
                    0: of all */
} ah_weight;

/* Reads "peak", "end", "total", the number of a snapshot, from 1, "look=N", the same of a
   look, or "time=TIME": the snapshot nearest to TIME, in the profile's unit or as a
   percentage of the run, which needs no "time="; of two, the first.  False, with
   *error set, if the text is none of these or the profile does not have it. */
bool ah_weight_parse(ah_weight *weight, const ah_profile *profile, const char *text,
                     an_error *error);

/* Reads two moments as ah_weight_parse does: what was allocated since `from` and is live
   at `to`.  False, with *error set, also if the profile does not tell it: `from` must be
   a snapshot, and `to` a later one or the end. */
bool ah_weight_parse_since(ah_weight *weight, const ah_profile *profile, const char *from,
                           const char *to, an_error *error);

/* "peak", "end", "total", "snapshot", "look". */
const char *ah_weight_name(ah_weight weight);

/* The owner snapshot of the moment, by its index: that one, or the nearest in time; of
   several, the last.  The profile has looks. */
size_t ah_weight_look(ah_weight weight, const ah_profile *profile);

/* The time of a weight; for the total, that of the end. */
int64_t ah_weight_time(ah_weight weight, const ah_profile *profile);

/* The sum of all sites, unlisted ones included. */
ah_amount ah_weight_amount(ah_weight weight, const ah_profile *profile);

/* One amount for each site, in *amounts for tk_put; and how many unlisted sites
   there are, with their sum in *rest. */
void ah_weight_sites(ah_weight weight, const tk_alloc *alloc, const ah_profile *profile,
                     ah_amount **amounts, int64_t *n_rest, ah_amount *rest);
