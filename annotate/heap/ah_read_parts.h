/* ah_read_parts.h -- the parts of the reader of heap profiles, each in a file of
   its name.  They return false after an error, which is recorded.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_READ_PARTS_H
#define AH_READ_PARTS_H

#include "heap/ah_reader.h"

/* ftbl, dirs and ftbl_dirs. */
bool ah_read_frames(ah_reader *r);

/* pps; needs the frames. */
bool ah_read_sites(ah_reader *r);

/* Sums the sites into the profile's totals. */
bool ah_read_sum_sites(ah_reader *r);

/* Of one site, once the rest of the site is read. */
bool ah_read_accesses(ah_reader *r, const json_t *from, ah_site *site);

/* The key "heapprof", once the sites are summed. */
bool ah_read_own(ah_reader *r);

/* Two members of that key (ah_read_regions.c), both optional. */
bool ah_read_regions(ah_reader *r);
bool ah_read_objects(ah_reader *r);

#endif
