/* cs_maps.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_maps.h"

void cs_maps_init(const cs_find_setup *setup)
{
}

bool cs_maps_find(Addr addr, cs_data_at *at)
{
   return false;
}
