/* ac_instr_split.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/ac_instr_split.h"

#include <string.h>

void ac_instr_split_open(ac_instr_split *split, const tk_alloc *alloc, size_t n,
                         size_t n_events)
{
   size_t size_B = (n * n_events + 1) * sizeof *split->parts;
   *split = (ac_instr_split){ .parts = tk_get(alloc, AN_LABEL, size_B),
                              .left = tk_get_zeroed(alloc, AN_LABEL, size_B),
                              .n = n,
                              .n_events = n_events };
}

void ac_instr_split_set(ac_instr_split *split, size_t i, const int64_t *counts)
{
   memcpy(split->left + i * split->n_events, counts, split->n_events * sizeof *counts);
}

/* Splits one event's cost.  The first instructions together get their share of it,
   rounded down; so none gets more than it has. */
static void take_event(ac_instr_split *split, size_t event, int64_t cost)
{
   int64_t all = 0, seen = 0, given = 0;
   for (size_t i = event; i < split->n * split->n_events; i += split->n_events)
      all += split->left[i];
   if (cost > all)
      cost = all;
   for (size_t i = event; i < split->n * split->n_events; i += split->n_events) {
      seen += split->left[i];
      int64_t until = all == 0 ? 0
                               : (int64_t)((unsigned __int128)cost * (uint64_t)seen
                                           / (uint64_t)all);
      split->parts[i] = until - given;
      split->left[i] -= until - given;
      given = until;
   }
}

void ac_instr_split_take(ac_instr_split *split, const int64_t *cost)
{
   for (size_t e = 0; e < split->n_events; e++)
      take_event(split, e, cost[e]);
}

bool ac_instr_split_is_empty(const ac_instr_split *split)
{
   for (size_t i = 0; i < split->n * split->n_events; i++)
      if (split->left[i] != 0)
         return false;
   return true;
}
