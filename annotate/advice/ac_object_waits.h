/* ac_object_waits.h -- what the program waits for each data object, by level of cache and
   by field; pure.  advice/ac_waits.h says how the wait of a line is split.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_waits.h"
#include "advice/ac_data_view.h"

typedef struct ac_object_wait {
   double cycles[AC_WAITS];             /* estimated; what goes if nothing misses */
   double *field_cycles, *field_misses; /* by field of its type */
} ac_object_wait;

typedef struct ac_object_waits {
   ac_object_wait *of; /* by object of the view */
   /* private: */
   tk_arena arena;
} ac_object_waits;

/* Of one profile.  `cycles` is CEst; NULL: no object has any. */
void ac_object_waits_open(ac_object_waits *waits, const tk_alloc *alloc,
                          const ac_profile *profile, const ac_data_view *view,
                          const ac_metric *cycles);
double ac_object_wait_sum(const ac_object_wait *wait);

/* The bytes of an object that can be used. */
double ac_data_bytes(const ac_data_object *object);

/* The part of random uses of so many bytes that miss a cache. */
double ac_miss_rate(double hot_B, double cache_B);
