/* ac_prices.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_prices.h"

#include "base/an_alloc.h"

#include <math.h>
#include <stdlib.h>

/* ---- Prices ---- */

/* CEst of one event alone; 0 if the formula is no sum. */
static void find_weights(ac_prices *prices, const ac_profile *profile,
                         const ac_metric *cycles)
{
   int64_t *row = an_calloc(ac_profile_n_events(profile) + 1, sizeof *row);
   for (size_t e = 0; e < TK_N_EVENTS; e++) {
      if (prices->columns[e] == SIZE_MAX)
         continue;
      row[prices->columns[e]] = 1;
      long double weight = ac_metric_value(cycles, row);
      prices->weights[e] = isnan(weight) ? 0 : (double)weight;
      row[prices->columns[e]] = 0;
   }
   free(row);
}

static void sort_weighted(ac_prices *prices)
{
   size_t n = 0;
   for (size_t group = 0; group < TK_EVENT_GROUPS; group++) {
      for (size_t e = 0; e < TK_N_EVENTS; e++)
         if (tk_events[e].group == group && prices->weights[e] != 0)
            prices->weighted[n++] = (ac_weighted){ prices->columns[e],
                                                   prices->weights[e] };
      prices->first[group + 1] = n;
   }
}

/* How long the level behind takes; 0, the first one, has no wait. */
static double latency_behind(const ac_prices *prices, size_t level)
{
   size_t from = level == prices->n_levels ? AC_MACHINE_MEMORY : level;
   return level == 0 ? 0 : (double)prices->machine->latency[from];
}

static double price_of(const ac_prices *prices, tk_event_id e)
{
   const tk_event *event = &tk_events[e];
   size_t level = event->level == TK_EVENT_LAST ? prices->n_levels : event->level;
   if (event->is_cycles)
      return 0;
   if (prices->weights[e] > 0)
      return prices->weights[e];
   if (level > 0)
      return latency_behind(prices, level) - latency_behind(prices, level - 1);
   return e == TK_DTM                  ? (double)prices->machine->tlb
          : e == TK_DTW || e == TK_ITW ? (double)prices->machine->walk
                                       : event->price;
}

bool ac_prices_open(ac_prices *prices, const ac_profile *profile, const ac_metric *cycles)
{
   *prices = (ac_prices){ .machine = ac_profile_machine(profile) };
   for (size_t e = 0; e < TK_N_EVENTS; e++)
      prices->columns[e] = ac_profile_find_event(profile, tk_events[e].name);
   prices->n_levels = 2 + (prices->columns[TK_D2MR] != SIZE_MAX)
                      + (prices->columns[TK_D3MR] != SIZE_MAX);
   if (cycles != NULL)
      find_weights(prices, profile, cycles);
   sort_weighted(prices);
   for (size_t e = 0; e < TK_N_EVENTS; e++)
      prices->prices[e] = fmax(0, price_of(prices, (tk_event_id)e));
   return prices->columns[TK_CX] != SIZE_MAX;
}

/* ---- Rows ---- */

double ac_prices_count(const ac_prices *prices, const int64_t *counts, tk_event_id event)
{
   size_t column = prices->columns[event];
   return column == SIZE_MAX ? 0 : (double)counts[column];
}

double ac_prices_group(const ac_prices *prices, const int64_t *counts,
                       tk_event_group group)
{
   double sum = 0;
   for (size_t i = prices->first[group]; i < prices->first[group + 1]; i++)
      sum += prices->weighted[i].weight * (double)counts[prices->weighted[i].column];
   return sum;
}

static ac_wait wait_of(const tk_event *event)
{
   return event->level == 0               ? AC_WAIT_WALKS
          : event->level == 1             ? AC_WAIT_FIRST
          : event->level == TK_EVENT_LAST ? AC_WAIT_LAST
                                          : AC_WAIT_MIDDLE;
}

void ac_prices_list(const ac_prices *prices, const int64_t *counts, double of[AC_WAITS])
{
   for (int w = 0; w < AC_WAITS; w++)
      of[w] = 0;
   for (size_t e = 0; e < TK_N_EVENTS; e++)
      if (tk_events[e].group == TK_EVENT_DATA)
         of[wait_of(&tk_events[e])] += prices->prices[e]
                                       * ac_prices_count(prices, counts, (tk_event_id)e);
}

/* Moves up to so many cycles from the wait. */
static double take(double *wait, double cycles)
{
   double taken = fmin(cycles, *wait);
   *wait -= taken;
   return taken;
}

/* What the tool counted as held by bandwidth and by page walks needs no price. */
void ac_prices_waits(const ac_prices *prices, const int64_t *counts, double of[AC_WAITS])
{
   double all = 0, wait = ac_prices_group(prices, counts, TK_EVENT_DATA);
   double traffic = take(&wait, ac_prices_count(prices, counts, TK_CDP));
   double walks = take(&wait, ac_prices_count(prices, counts, TK_CDW));
   ac_prices_list(prices, counts, of);
   if (prices->columns[TK_CDW] != SIZE_MAX)
      of[AC_WAIT_WALKS] = 0;
   for (int w = 0; w < AC_WAITS; w++)
      all += of[w];
   for (int w = 0; w < AC_WAITS && all > 0; w++)
      of[w] *= wait / all;
   of[AC_WAIT_TRAFFIC] = traffic;
   of[AC_WAIT_WALKS] += walks;
}
