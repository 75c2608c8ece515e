/* ah_merge_site.h -- the values of sites added up; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_MERGE_SITE_H
#define AH_MERGE_SITE_H

#include "base/an_error.h"
#include "heap/ah_profile.h"

/* Adds `more` to *to; false, with *to unchanged, if the sum does not fit. */
static inline bool ah_count_add(int64_t *to, int64_t more)
{
   int64_t sum;
   if (__builtin_add_overflow(*to, more, &sum))
      return false;
   *to = sum;
   return true;
}

/* Adds the values of a site to those of `to`, which are all 0 at first; paths
   are left alone.  The largest number of bytes live at one time becomes the
   sum of both, an upper bound.  What it needs of memory is owned by `owner`.
   After an error `to` is of no use. */
an_status ah_site_add(ah_site *to, const ah_site *from, ah_profile *owner);

#endif
