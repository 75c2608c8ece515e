/* cs_events.h -- which events of the table (base/tk_events.h) a run counts; pure.

   All code that handles events (the `events:` line of the outfile, the counts, the
   summary) reads this table.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_events.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CS_SWEEPS_MAX = 16 };

/* The rows of tk_events.h in their order, then misses of last levels of other shapes.

   The three events of a cache (references, first-level misses, last-level misses) and
   the two of a predictor follow one another, and a run counts all of them or none: the
   misses of a reference are its event + 1 and + 2, and so are their columns. */
#define CS_EVENT_ID(id, ...) CS_##id,
typedef enum {
   TK_EVENTS(CS_EVENT_ID) CS_SWEEP,
   CS_N_EVENTS = CS_SWEEP + CS_SWEEPS_MAX,
   CS_CLASSIC_EVENTS = CS_I2MR
} cs_event;
#undef CS_EVENT_ID

_Static_assert(CS_N_EVENTS <= 256, "there is room for each event");

/* Which events a run counts.  Counts are arrays of `n`, which have a column for each of
   these events, in the order of the table: a profile has no room for others. */
typedef struct {
   uint16_t n;
   uint16_t of[CS_N_EVENTS];               /* the column of each event; or CS_NO_COLUMN */
   uint16_t events[CS_N_EVENTS];           /* of the n columns */
   const char *sweep_names[CS_SWEEPS_MAX]; /* of those that are counted */
} cs_columns;

enum { CS_NO_COLUMN = UINT16_MAX };

/* Without any. */
cs_columns cs_columns_none(void);

/* What runs with these parts count. */
cs_columns cs_columns_of(bool caches, bool branches);

/* Adds `n` events, from `first` on.  It moves the columns of those behind them. */
void cs_columns_add(cs_columns *columns, cs_event first, unsigned n);

static inline bool cs_columns_have(const cs_columns *columns, cs_event event)
{
   return columns->of[event] != CS_NO_COLUMN;
}

/* The count of an event; 0 if there is none. */
static inline uint64_t cs_columns_count(const cs_columns *columns, const uint64_t *counts,
                                        cs_event event)
{
   return cs_columns_have(columns, event) ? counts[columns->of[event]] : 0;
}

/* The name of an event that is counted. */
static inline const char *cs_columns_name(const cs_columns *columns, cs_event event)
{
   return event < CS_SWEEP ? tk_events[event].name
                           : columns->sweep_names[event - CS_SWEEP];
}
