/* ac_stakes.h -- what the misses on a data object cost, by level of cache: what another
   layout of it can gain; pure.

   Misses on a data object are known of the first level and the last.  What a source line
   waits for is split between its objects by these; levels between, and page walks, by
   those of the first level.  What it waits because memory is busy is split by the lines
   that come from there, with those that prefetchers bring.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "data/ac_data_report.h"
#include "suggest/ac_plan.h"

/* What a reference misses before it gets data from behind. */
typedef enum ac_stake_level {
   AC_STAKE_FIRST,
   AC_STAKE_MIDDLE, /* the second and third, if they are not the last */
   AC_STAKE_LAST,
   AC_STAKE_WALKS,   /* page walks */
   AC_STAKE_TRAFFIC, /* memory is busy with other lines, prefetched ones too */
   AC_STAKE_LEVELS,
} ac_stake_level;

typedef struct ac_stake {
   long double cycles[AC_STAKE_LEVELS]; /* estimated; what goes if nothing misses */
   double *field_cycles, *field_misses; /* by field of its type; NULL: it has none */
} ac_stake;

typedef struct ac_stakes {
   ac_stake *of;                     /* by object of the view */
   int64_t cache_B[AC_STAKE_LEVELS]; /* sizes of caches; 0: unknown */
   long double all;                  /* estimated cycles of the program; 0: unknown */
   int64_t line_B, n_sets;           /* of the first level; n_sets 0: unknown */
   int64_t misses;                   /* first-level data misses of the program */
   bool has_prefetchers;
   const ac_data_view *view; /* borrowed */
   /* private: */
   tk_arena arena;
   const tk_alloc *alloc;
} ac_stakes;

/* Of a report on one profile. */
void ac_stakes_open(ac_stakes *stakes, const tk_alloc *alloc, const ac_profile *profile,
                    const ac_data_report *report);
void ac_stakes_close(ac_stakes *stakes);

/* Sets what the wait for a miss on each field of an object is, by the average of all; 1:
   not known. */
void ac_stakes_waits(const ac_stakes *stakes, uint32_t object, const ty_type *type,
                     double *waits);

/* The elements of its type that the object has had; without a type, its blocks. */
double ac_stakes_elements(const ac_stakes *stakes, uint32_t object);

/* The part of the object's first-level misses that is left with a layout. */
double ac_stakes_misses(const ac_stakes *stakes, uint32_t object,
                        const ac_plan_effect *now, const ac_plan_effect *then);

/* The cycles that it saves; below 0: that it costs. */
long double ac_stakes_gain(const ac_stakes *stakes, uint32_t object,
                           const ac_plan_effect *now, const ac_plan_effect *then);
