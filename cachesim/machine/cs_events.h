/* cs_events.h -- which events of the table (base/tk_events.h) a run counts; pure.

   A column is the index of an event in the counts of a line.  All code that handles
   events (the `events:` line of the outfile, the counts, the summary) reads this table.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_EVENTS_H
#define CS_EVENTS_H

#include "base/tk_events.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CS_SWEEPS_MAX = 16 };

/* The rows of tk_events.h in their order, then misses of last levels of other shapes.

   The three events of a cache (references, first-level misses, last-level misses) and
   the two of a predictor follow one another: the misses of a reference are in its
   column + 1 and + 2. */
#define CS_EVENT_ID(id, ...) CS_##id,
typedef enum {
   TK_EVENTS(CS_EVENT_ID)
   CS_SWEEP,
   CS_N_EVENTS = CS_SWEEP + CS_SWEEPS_MAX,
   CS_CLASSIC_EVENTS = CS_I2MR
} cs_event;
#undef CS_EVENT_ID

/* NULL: the name depends on the run. */
static inline const char *cs_event_name(cs_event event)
{
   return event < CS_SWEEP ? tk_events[event].name : NULL;
}

/* Which events a run counts. */
typedef struct {
   uint64_t counted;                       /* a bit for each */
   const char *sweep_names[CS_SWEEPS_MAX]; /* of those that are counted */
} cs_columns;

_Static_assert(CS_N_EVENTS <= 64, "there is a bit for each event");

/* What runs with these parts count. */
cs_columns cs_columns_of(bool caches, bool branches);

static inline bool cs_columns_have(const cs_columns *columns, cs_event event)
{
   return columns->counted >> event & 1;
}

static inline void cs_columns_add(cs_columns *columns, cs_event event)
{
   columns->counted |= UINT64_C(1) << event;
}

/* How many counters a record needs: up to the last event that is counted. */
static inline uint32_t cs_columns_n(const cs_columns *columns)
{
   uint32_t n = 0;
   while (n < CS_N_EVENTS && columns->counted >> n != 0)
      n++;
   return n;
}

static inline const char *cs_columns_name(const cs_columns *columns, cs_event event)
{
   return event < CS_SWEEP ? tk_events[event].name
                           : columns->sweep_names[event - CS_SWEEP];
}

#endif
