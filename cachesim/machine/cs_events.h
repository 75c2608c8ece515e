/* cs_events.h -- the table of the events that cachesim counts; pure.

   A column is the index of an event in the counts of a line.  All code that handles
   events (the `events:` line of the outfile, the counts, the summary) reads this
   table.  The names are cachegrind's, which all viewers of its files know.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_EVENTS_H
#define CS_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

/* The three events of a cache (references, first-level misses, last-level misses) and
   the two of a predictor follow one another: the misses of a reference are in its
   column + 1 and + 2. */
typedef enum {
   CS_IR, CS_I1MR, CS_ILMR,
   CS_DR, CS_D1MR, CS_DLMR,
   CS_DW, CS_D1MW, CS_DLMW,
   CS_BC, CS_BCM,
   CS_BI, CS_BIM,
   CS_N_EVENTS
} cs_event;

/* What must be simulated to count an event. */
typedef enum { CS_NEEDS_NOTHING, CS_NEEDS_CACHES, CS_NEEDS_BRANCHES } cs_need;

typedef struct {
   const char *name;
   cs_need need;
} cs_event_info;

extern const cs_event_info cs_events[CS_N_EVENTS];

/* Is this event counted in a run that simulates these parts? */
static inline bool cs_event_counted(cs_event event, bool caches, bool branches)
{
   switch (cs_events[event].need) {
   case CS_NEEDS_CACHES:   return caches;
   case CS_NEEDS_BRANCHES: return branches;
   default:                return true;
   }
}

#endif
