/* ac_prices.h -- what the counts of a row cost in estimated cycles, by cause; pure.

   CEst is a sum of events, each with a weight: what a row spends on instructions, code,
   data and mispredictions is the sum of the events of that group.  On a machine the tool
   has estimated these sums (Cx, Cf, Cd, Cb), which do not say how much of a wait belongs
   to which miss.  A wait is split by prices: a miss costs what the level behind takes
   longer to answer than the one before it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_events.h"
#include "counts/ac_machine.h"
#include "counts/ac_metric.h"

#include <stdbool.h>

/* What a row waits for data for. */
typedef enum ac_wait {
   AC_WAIT_FIRST,  /* misses of the first level, */
   AC_WAIT_MIDDLE, /* of the second and third, if they are not the last, */
   AC_WAIT_LAST,
   AC_WAIT_WALKS,   /* page walks */
   AC_WAIT_TRAFFIC, /* memory is busy with other lines, prefetched ones too */
   AC_WAITS,
} ac_wait;

/* An event that has a weight. */
typedef struct ac_weighted {
   size_t column;
   double weight;
} ac_weighted;

typedef struct ac_prices {
   size_t columns[TK_N_EVENTS]; /* SIZE_MAX: the profile does not have it */
   double weights[TK_N_EVENTS]; /* cycles of one in CEst */
   double prices[TK_N_EVENTS];  /* cycles that one is waited for, if nothing overlaps */
   ac_weighted weighted[TK_N_EVENTS]; /* by group */
   size_t first[TK_EVENT_GROUPS + 1]; /* of them, of a group */
   size_t n_levels;                   /* of caches */
   const ac_machine *machine;
} ac_prices;

/* `cycles` is CEst; NULL: all weights are 0.  Of a pair, events are those of one side.
   False if the profile has no estimated cycles by kind (Cx, Cf, Cd, Cb). */
bool ac_prices_open(ac_prices *prices, const ac_profile *profile,
                    const ac_metric *cycles);

/* A row's count of the event; 0 if the profile does not have it. */
double ac_prices_count(const ac_prices *prices, const int64_t *counts, tk_event_id event);

/* The cycles that a row spends on this. */
double ac_prices_group(const ac_prices *prices, const int64_t *counts,
                       tk_event_group group);

/* What a row's data cost if nothing overlapped; of AC_WAIT_TRAFFIC nothing is known. */
void ac_prices_list(const ac_prices *prices, const int64_t *counts, double of[AC_WAITS]);

/* The same as parts of the cycles that the row waits for data. */
void ac_prices_waits(const ac_prices *prices, const int64_t *counts, double of[AC_WAITS]);
