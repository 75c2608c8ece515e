/* cs_events.h -- the one table of what cachesim counts; pure.

   A column is an event's place in a line's counts.  Everything that
   knows events -- options, the outfile's `events:` line, the summary --
   reads this table.  The names are cachegrind's, which every viewer of
   its files knows.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_EVENTS_H
#define CS_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

/* The three of a cache (references, first-level misses, last-level
   misses) and the two of a predictor stand together in this order: a
   column + 1 or + 2 is the miss that belongs to the reference. */
typedef enum {
   CS_IR, CS_I1MR, CS_ILMR,
   CS_DR, CS_D1MR, CS_DLMR,
   CS_DW, CS_D1MW, CS_DLMW,
   CS_BC, CS_BCM,
   CS_BI, CS_BIM,
   CS_N_EVENTS
} cs_event;

/* What must be simulated for a column to be counted. */
typedef enum { CS_NEEDS_NOTHING, CS_NEEDS_CACHES, CS_NEEDS_BRANCHES } cs_need;

typedef struct {
   const char *name;
   cs_need need;
} cs_event_info;

extern const cs_event_info cs_events[CS_N_EVENTS];

/* Is this column counted in a run that simulates the given parts? */
static inline bool cs_event_counted(cs_event event, bool caches, bool branches)
{
   switch (cs_events[event].need) {
   case CS_NEEDS_CACHES:   return caches;
   case CS_NEEDS_BRANCHES: return branches;
   default:                return true;
   }
}

#endif
