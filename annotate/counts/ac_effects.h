/* ac_effects.h -- what else changes in a row of counts if some of its events change.

   A reference that does not miss the first level misses no level behind it.  Estimated
   cycles go down with what they wait for: Cd with data misses, Cf with those of code, Cb
   with mispredictions, Cx with instructions.  How much of a wait belongs to which miss is
   not recorded: it is split by the prices of tk_events.h, which CEst has by default.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_events.h"
#include "counts/ac_profile.h"

#include <stdbool.h>

typedef struct ac_effects {
   const tk_event **of; /* by event */
   size_t n;
   size_t cycles[TK_EVENT_GROUPS]; /* the group's event of cycles; SIZE_MAX: none */
   double *before;                 /* private, as the next */
   const tk_alloc *alloc;
} ac_effects;

void ac_effects_open(ac_effects *effects, const tk_alloc *alloc,
                     const ac_profile *profile);
void ac_effects_close(ac_effects *effects);

tk_event_group ac_effects_group(const ac_effects *effects, size_t event);

/* Chooses the misses of the levels behind those that are chosen, too. */
void ac_effects_choose_behind(const ac_effects *effects, bool *chosen);

/* From now on the chosen events count with this factor in `part`: a row, or what the row
   has of one data object.  Changes `row`, which contains `part`. */
void ac_effects_change(const ac_effects *effects, const bool *chosen, double factor,
                       const double *part, double *row);
