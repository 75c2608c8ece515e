/* cs_events.h -- the table of the events that cachesim counts; pure.

   A column is the index of an event in the counts of a line.  All code that handles
   events (the `events:` line of the outfile, the counts, the summary) reads this table.
   The names of the first ones are cachegrind's, which all viewers of its files know.

   A run counts some of them: cs_columns.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_EVENTS_H
#define CS_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CS_SWEEPS_MAX = 16 };

/* The three events of a cache (references, first-level misses, last-level misses) and
   the two of a predictor follow one another: the misses of a reference are in its
   column + 1 and + 2. */
typedef enum {
   CS_IR, CS_I1MR, CS_ILMR,
   CS_DR, CS_D1MR, CS_DLMR,
   CS_DW, CS_D1MW, CS_DLMW,
   CS_BC, CS_BCM,
   CS_BI, CS_BIM,
   CS_CLASSIC_EVENTS,
   /* Misses of the second and the third level, if another is behind it. */
   CS_I2MR = CS_CLASSIC_EVENTS, CS_D2MR, CS_D2MW,
   CS_I3MR, CS_D3MR, CS_D3MW,
   /* Lines prefetched into a level: 1, 2, 3, the last. */
   CS_PF1, CS_PF2, CS_PF3, CS_PFL,
   /* The first use of such a line. */
   CS_PU1, CS_PU2, CS_PU3, CS_PUL,
   /* Lines written back from a level. */
   CS_WB1, CS_WB2, CS_WB3, CS_WBL,
   /* Pages that the first TLB did not have, and page walks. */
   CS_ITM, CS_ITW, CS_DTM, CS_DTW,
   /* Last-level misses, then first-level data misses, by reason: the line's first use,
      the cache is too small, its sets are. */
   CS_LCOLD, CS_LCAP, CS_LCONF,
   CS_D1COLD, CS_D1CAP, CS_D1CONF,
   /* Estimated cycles: executing, waiting for code, for data, after mispredictions. */
   CS_CX, CS_CF, CS_CD, CS_CB,
   /* Misses of last levels of other shapes. */
   CS_SWEEP,
   CS_N_EVENTS = CS_SWEEP + CS_SWEEPS_MAX
} cs_event;

/* NULL: the name depends on the run. */
extern const char *const cs_event_names[CS_N_EVENTS];

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
   return event < CS_SWEEP ? cs_event_names[event]
                           : columns->sweep_names[event - CS_SWEEP];
}

#endif
