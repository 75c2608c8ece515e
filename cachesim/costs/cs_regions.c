/* cs_regions.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "costs/cs_regions.h"

void cs_regions_init(cs_regions *regions, const tk_alloc *alloc,
                     const uint64_t totals[CS_N_EVENTS])
{
   *regions = (cs_regions){ .totals = totals };
   tk_regions_init(&regions->paths, alloc, CS_N_EVENTS, CS_N_EVENTS, CS_N_EVENTS);
}

void cs_regions_fini(cs_regions *regions)
{
   tk_regions_fini(&regions->paths);
}

static void remember_totals(cs_regions *regions)
{
   for (unsigned e = 0; e < CS_N_EVENTS; e++)
      regions->seen[e] = regions->totals[e];
}

void cs_regions_ran(cs_regions *regions, uint64_t number)
{
   if (!cs_regions_are_open(regions))
      return;
   tk_region_thread *thread = tk_regions_thread(&regions->paths, number);
   for (unsigned e = 0; thread != NULL && e < CS_N_EVENTS; e++)
      thread->running[e] += regions->totals[e] - regions->seen[e];
   remember_totals(regions);
}

tk_begun cs_regions_begin(cs_regions *regions, uint64_t number, const char *name,
                          size_t length_B)
{
   if (!cs_regions_are_open(regions))
      remember_totals(regions);
   return tk_regions_begin(&regions->paths, number, name, length_B);
}
