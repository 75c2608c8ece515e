/* ac_effects.h -- what else changes in a row of counts if some of its events change;
   pure.

   A reference that does not miss the first level misses no level behind it.  Misses go
   with their reasons.  Estimated cycles go down with what they wait for, by its prices
   (ac_prices.h): Cd with data misses, Cf with those of code, Cb with mispredictions, Cx
   with instructions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_prices.h"

/* `chosen` has a flag for each event of the table: chooses the misses of the levels
   behind those that are chosen, too. */
void ac_effects_choose_behind(bool chosen[TK_N_EVENTS]);

/* From now on the chosen events count with this factor in `part`: a row, or what the row
   has of one data object.  Changes `row`, which contains `part`; both are by the events
   of the table. */
void ac_effects_change(const ac_prices *prices, const bool chosen[TK_N_EVENTS],
                       double factor, const double *part, double row[TK_N_EVENTS]);
