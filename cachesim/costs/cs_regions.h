/* cs_regions.h -- the event counts of the regions that the program names; pure.

   Events belong to the thread that runs: the growth of the totals since the last look
   is added to the thread that ran meanwhile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_events.h"
#include "run/tk_regions.h"

typedef struct {
   tk_regions paths;           /* a sum for each event, and no other values */
   const uint64_t *totals;     /* borrowed; one for each event */
   uint64_t seen[CS_N_EVENTS]; /* the totals at the last look */
} cs_regions;

void cs_regions_init(cs_regions *regions, const tk_alloc *alloc,
                     const uint64_t totals[CS_N_EVENTS]);
void cs_regions_fini(cs_regions *regions);

/* Is any thread in a region? */
static inline bool cs_regions_are_open(const cs_regions *regions)
{
   return regions->paths.threads != NULL;
}

/* Reports that only this thread has run since the last call, or since the first region
   began.  To be called before a region begins or ends. */
void cs_regions_ran(cs_regions *regions, uint64_t thread);

/* Stands for tk_regions_begin.  All else is done with the functions of tk_regions.h. */
tk_begun cs_regions_begin(cs_regions *regions, uint64_t thread, const char *name,
                          size_t length_B);
