/* ac_asm_lanes.c -- where the arrows of a listing's jumps are drawn.

   An arrow takes a lane from its row to its target's.  Short ones are next to the code,
   and two in one lane have no row in common.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/ac_asm_private.h"

#include <stdlib.h>

static size_t low_of(const ac_asm_jump *jump)
{
   return jump->from < jump->to ? jump->from : jump->to;
}

static size_t high_of(const ac_asm_jump *jump)
{
   return jump->from < jump->to ? jump->to : jump->from;
}

static int compare_jumps(const void *a, const void *b)
{
   const ac_asm_jump *x = a, *y = b;
   return tk_compare(high_of(x) - low_of(x), high_of(y) - low_of(y))
             ?: tk_compare(x->from, y->from);
}

/* Of the jumps before number n, does one that has the lane share a row with it?  Those to
   the same row do not: their arrows join. */
static bool is_taken(const ac_asm *listing, size_t n, size_t lane)
{
   const ac_asm_jump *jump = &listing->jumps[n];
   for (size_t i = 0; i < n; i++) {
      const ac_asm_jump *other = &listing->jumps[i];
      if (other->lane == lane && other->to != jump->to && low_of(other) <= high_of(jump)
          && low_of(jump) <= high_of(other))
         return true;
   }
   return false;
}

void ac_asm_choose_lanes(ac_asm *listing)
{
   qsort(listing->jumps, listing->n_jumps, sizeof *listing->jumps, compare_jumps);
   for (size_t i = 0; i < listing->n_jumps; i++) {
      size_t lane = 0;
      while (lane < AC_ASM_LANES_MOST && is_taken(listing, i, lane))
         lane++;
      if (lane == AC_ASM_LANES_MOST)
         continue;
      listing->jumps[i].lane = lane;
      if (lane >= listing->n_lanes)
         listing->n_lanes = lane + 1;
   }
}
