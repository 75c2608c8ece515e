/* ah_merge_site.h -- adds up the values of sites; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_MERGE_SITE_H
#define AH_MERGE_SITE_H

#include "base/an_error.h"
#include "heap/ah_profile.h"

/* Adds the values of a site to those of `to`, all 0 at first; paths stay as they
   are.  The most bytes live at one time becomes the sum of both, an upper
   bound.  `owner` owns the memory.  After an error `to` is of no use. */
an_status ah_site_add(ah_site *to, const ah_site *from, ah_profile *owner);

#endif
