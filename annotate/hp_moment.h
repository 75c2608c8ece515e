/* hp_moment.h -- of what a tree of allocation sites is: what was live at the
   peak, at the end or at a snapshot, or all that was ever allocated.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_MOMENT_H
#define HP_MOMENT_H

#include "an_error.h"
#include "hp_profile.h"

typedef enum hp_moment_kind {
   HP_AT_PEAK,
   HP_AT_END,
   HP_TOTAL,
   HP_AT_SNAPSHOT,
} hp_moment_kind;

typedef struct hp_moment {
   hp_moment_kind kind;
   size_t snapshot; /* its index */
} hp_moment;

/* Reads "peak", "end", "total", the number of a snapshot, from 1, or
   "time=TIME": the snapshot nearest to the time, in the profile's unit, or to
   TIME "%" of the run; of two, the first.  False, with *error set, if it is
   none of these or the profile does not have it. */
bool hp_moment_parse(hp_moment *moment, const hp_profile *profile,
                     const char *text, an_error *error);

/* "peak", "end", "total", "snapshot". */
const char *hp_moment_name(hp_moment moment);

/* Its time; of the total, the end's. */
int64_t hp_moment_time(hp_moment moment, const hp_profile *profile);

/* All that is in it, also what is of no site that is listed. */
hp_amount hp_moment_amount(hp_moment moment, const hp_profile *profile);

/* What each site has of it, one amount per site, in *amounts for tk_put; and
   how many sites share what is of none, in *n_rest.  False if memory ran
   out. */
bool hp_moment_sites(hp_moment moment, const tk_alloc *alloc,
                     const hp_profile *profile, hp_amount **amounts,
                     int64_t *n_rest, hp_amount *rest);

#endif
