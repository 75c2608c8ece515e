/* ac_stakes.h -- what the misses on a data object cost, by level of cache: what another
   layout of it can gain; pure.

   What a data object costs now is the report's (advice/ac_object_waits.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_data_report.h"
#include "advice/ac_plan.h"

typedef struct ac_stakes {
   const ac_object_wait *of;  /* by object of the view; borrowed */
   int64_t cache_B[AC_WAITS]; /* sizes of caches; 0: unknown */
   long double all;           /* estimated cycles of the program; 0: unknown */
   int64_t line_B, n_sets;    /* of the first level; n_sets 0: unknown */
   int64_t misses;            /* first-level data misses of the program */
   bool has_prefetchers;
   const ac_data_view *view; /* borrowed */
} ac_stakes;

/* Of a report on one profile, which must live longer. */
void ac_stakes_open(ac_stakes *stakes, const ac_profile *profile,
                    const ac_data_report *report);

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
