/* cs_regions.h -- what happens in the regions that the program names; pure.

   Events are of the thread that runs: what the totals have grown by since the
   last time is added to the thread that has run meanwhile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_REGIONS_H
#define CS_REGIONS_H

#include "cs_events.h"
#include "run/tk_regions.h"

typedef struct {
   tk_regions paths; /* a sum for each event, and no other values */
   const uint64_t *totals; /* borrowed; one for each event, as they grow */
   uint64_t seen[CS_N_EVENTS]; /* of them, what was added to a thread, or is
                                  nobody's */
} cs_regions;

void cs_regions_init(cs_regions *regions, const tk_alloc *alloc,
                     const uint64_t totals[CS_N_EVENTS]);
void cs_regions_fini(cs_regions *regions);

/* Is any thread in a region?  If not, there is nothing to tell. */
static inline bool cs_regions_are_open(const cs_regions *regions)
{
   return regions->paths.threads != NULL;
}

/* Only that thread has run since this was told last, or since the first region
   began.  To be told before any region begins or ends. */
void cs_regions_ran(cs_regions *regions, uint64_t thread);

/* As tk_regions_begin.  For the rest, the functions of tk_regions.h do. */
tk_begun cs_regions_begin(cs_regions *regions, uint64_t thread,
                          const char *name, size_t length_B);

#endif
