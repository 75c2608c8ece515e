/* an_combine.h -- profiles made of profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_COMBINE_H
#define AN_COMBINE_H

#include "counts/an_profile.h"

/* A new profile, not finished, with the header of `from` and no lines.  NULL if
   memory ran out. */
an_profile *an_combine_empty(const tk_alloc *alloc, const an_profile *from);

/* A finished profile that holds for each line the counts of `before`, then
   those of `after`: it has twice their events, which must be the same.  The
   header is that of `after`.  Both are finished.  NULL, with *status telling
   why: AN_NO_MEMORY, or, only if counts have both signs, AN_OVERFLOW. */
an_profile *an_combine_pair(const tk_alloc *alloc, const an_profile *before,
                            const an_profile *after, an_status *status);

#endif
