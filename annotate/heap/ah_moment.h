/* ah_moment.h -- of what a tree of allocation sites is: what was live at the
   peak, at the end or at a snapshot, or all that was ever allocated.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_MOMENT_H
#define AH_MOMENT_H

#include "base/an_error.h"
#include "heap/ah_profile.h"

typedef enum ah_moment_kind {
   AH_AT_PEAK,
   AH_AT_END,
   AH_TOTAL,
   AH_AT_SNAPSHOT,
} ah_moment_kind;

typedef struct ah_moment {
   ah_moment_kind kind;
   size_t snapshot; /* its index */
} ah_moment;

/* Reads "peak", "end", "total", the number of a snapshot, from 1, or
   "time=TIME": the snapshot nearest to the time, in the profile's unit, or to
   TIME "%" of the run; of two, the first.  False, with *error set, if it is
   none of these or the profile does not have it. */
bool ah_moment_parse(ah_moment *moment, const ah_profile *profile,
                     const char *text, an_error *error);

/* "peak", "end", "total", "snapshot". */
const char *ah_moment_name(ah_moment moment);

/* Its time; of the total, the end's. */
int64_t ah_moment_time(ah_moment moment, const ah_profile *profile);

/* All that is in it, also what is of no site that is listed. */
ah_amount ah_moment_amount(ah_moment moment, const ah_profile *profile);

/* What each site has of it, one amount per site, in *amounts for tk_put; and
   how many sites share what is of none, in *n_rest.  False if memory ran
   out. */
bool ah_moment_sites(ah_moment moment, const tk_alloc *alloc,
                     const ah_profile *profile, ah_amount **amounts,
                     int64_t *n_rest, ah_amount *rest);

#endif
