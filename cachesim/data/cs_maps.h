/* cs_maps.h -- mappings and the brk area, as data objects; glue.

   All mappings of a file are one data object, and all that have none.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_MAPS_H
#define CS_MAPS_H

#include "data/cs_find.h"

void cs_maps_init(const cs_find_setup *setup);

/* False: the address is in none of them, and *at is unchanged. */
bool cs_maps_find(Addr addr, cs_data_at *at);

/* ---- The core's events ---- */

/* The brk area has grown by these bytes; it ends at `start` now. */
void cs_maps_brk(Addr start, SizeT size_B);
void cs_maps_brk_down(Addr start);

#endif
