/* ac_splits.h -- which layouts of a type's fields are worth a try, and what each gains;
   pure.

   Fields go apart that are not used together.  All ways to cut a type would be too many:
   those are tried that put the fields used most often in front, and those that join
   fields by how often they are used together; then fields are moved, one at a time, as
   long as that gains.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_stakes.h"

/* Types with more fields are not cut. */
enum { AC_SPLITS_FIELDS_MOST = 400 };

/* What layouts are judged by. */
typedef struct ac_search {
   tk_arena *arena; /* of plans */
   const ac_samples *samples;
   const ac_stakes *stakes;
   uint32_t index; /* of the data object */
   ac_plan_object object;
   ac_plan_effect now;
   double *shares; /* by field: ac_samples_shares */
} ac_search;

typedef struct ac_candidate {
   const ac_plan *plan; /* placed */
   long double gain;    /* estimated cycles; misses, if cycles are not known */
   double left;         /* of the object's first-level misses */
} ac_candidate;

/* In the arena. */
void ac_search_begin(ac_search *search, tk_arena *arena, const ac_samples *samples,
                     const ac_stakes *stakes, uint32_t index,
                     const ac_plan_object *object);

/* Places the plan and judges it. */
void ac_search_try(const ac_search *search, ac_plan *plan, ac_candidate *candidate);

/* The best cut into at most `most` parts; no plan: there is none. */
void ac_splits_best(const ac_search *search, uint32_t most, ac_candidate *best);

/* The best order of the fields in one part. */
void ac_splits_order(const ac_search *search, ac_candidate *best);
