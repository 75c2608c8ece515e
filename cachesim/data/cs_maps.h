/* cs_maps.h -- mappings and the brk area, as data objects; glue.

   All mappings of a file are one data object, and all that have none.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "data/cs_find.h"

/* Memory with the same rights that belongs together. */
typedef struct cs_mapped {
   Addr start, end; /* its first and last byte */
   cs_data *data;   /* NULL: it is not the program's */
} cs_mapped;

void cs_maps_init(const cs_find_setup *setup);

/* What is mapped at the address; valid until the next call. */
const cs_mapped *cs_maps_at(Addr addr);

/* False: the address is in none of them, and *at is unchanged. */
bool cs_maps_find(Addr addr, cs_data_at *at);

/* ---- The core's events ---- */

/* Mappings or their rights have changed. */
void cs_maps_changed(void);

/* The brk area has grown by these bytes; it ends at `start` now. */
void cs_maps_brk(Addr start, SizeT size_B);
void cs_maps_brk_down(Addr start);
