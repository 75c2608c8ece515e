/* tk_pace.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_pace.h"

#include "base/tk_count.h"

void tk_pace_start(tk_pace *pace, uint64_t interval, uint64_t now)
{
   *pace = (tk_pace){
      .interval = interval,
      .start = now,
      .last = now,
      .seen = now,
      .gap = tk_smaller(interval, TK_PACE_FIRST_MS),
      .purse = TK_PACE_START_MS * TK_PACE_SHARE,
      .is_free = true,
   };
}

void tk_pace_fork(tk_pace *pace, uint64_t now)
{
   uint64_t cost = pace->cost;
   tk_pace_start(pace, pace->interval, now);
   pace->cost = cost;
   pace->gap = tk_smaller(pace->interval,
                          tk_larger(TK_PACE_FIRST_MS, TK_PACE_SHARE * cost));
   pace->purse = 0;
}

bool tk_pace_is_due(const tk_pace *pace, uint64_t now)
{
   return pace->interval > 0 && now - pace->last >= pace->gap;
}

/* The purse has a limit: what idle hours save must not be spent all at once. */
bool tk_pace_may(tk_pace *pace, uint64_t now)
{
   uint64_t price = tk_larger(pace->cost, 1) * TK_PACE_SHARE;
   if (pace->interval == 0)
      return false;
   pace->purse = tk_smaller(pace->purse + (now - pace->seen),
                            tk_larger(2 * price, TK_PACE_START_MS * TK_PACE_SHARE));
   pace->seen = now;
   if (pace->is_free) {
      pace->is_free = false;
      return true;
   }
   if (pace->purse < price)
      return false;
   pace->purse -= price;
   return true;
}

void tk_pace_done(tk_pace *pace, uint64_t began, uint64_t ended)
{
   pace->cost = ended - began;
   pace->last = ended;
   pace->gap = tk_smaller(pace->interval,
                          tk_larger(tk_larger(TK_PACE_FIRST_MS, ended - pace->start),
                                    TK_PACE_SHARE * pace->cost));
}
