/* ac_effects.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_effects.h"

#include <string.h>

static bool is_behind(const tk_event *a, const tk_event *b)
{
   return b->level > 0 && a->group == b->group && a->access == b->access
          && a->level > b->level;
}

void ac_effects_choose_behind(bool chosen[TK_N_EVENTS])
{
   for (size_t i = 0; i < TK_N_EVENTS; i++)
      for (size_t k = 0; chosen[i] && k < TK_N_EVENTS; k++)
         chosen[k] |= is_behind(&tk_events[k], &tk_events[i]);
}

/* Misses go with their reasons: those of the level, and of data those behind it. */
static void follow_reasons(const bool *chosen, unsigned level, const double *before,
                           double *row)
{
   double all = 0, left = 0;
   for (size_t i = 0; i < TK_N_EVENTS; i++)
      if (tk_events[i].reason == level) {
         all += before[i];
         left += row[i];
      }
   for (size_t i = 0; i < TK_N_EVENTS && left < all; i++) {
      const tk_event *e = &tk_events[i];
      bool follows = level == 1 ? tk_event_is_data_miss(e) : e->level == level;
      if (follows && !chosen[i])
         row[i] *= left / all;
   }
}

/* Cycles change as the price of the events of their group does. */
static void follow_cycles(const ac_prices *prices, const bool *chosen, size_t cycles,
                          const double *before, double *row)
{
   double old = 0, new = 0;
   for (size_t i = 0; i < TK_N_EVENTS; i++)
      if (tk_events[i].group == tk_events[cycles].group) {
         old += prices->prices[i] * before[i];
         new += prices->prices[i] * row[i];
      }
   if (old > 0 && !chosen[cycles])
      row[cycles] *= new / old;
}

void ac_effects_change(const ac_prices *prices, const bool chosen[TK_N_EVENTS],
                       double factor, const double *part, double row[TK_N_EVENTS])
{
   double before[TK_N_EVENTS];
   memcpy(before, row, sizeof before);
   for (size_t i = 0; i < TK_N_EVENTS; i++)
      if (chosen[i])
         row[i] -= (1 - factor) * (part == row ? before[i] : part[i]);
   follow_reasons(chosen, 1, before, row);
   follow_reasons(chosen, TK_EVENT_LAST, before, row);
   for (size_t i = 0; i < TK_N_EVENTS; i++)
      if (tk_events[i].is_cycles)
         follow_cycles(prices, chosen, i, before, row);
}
