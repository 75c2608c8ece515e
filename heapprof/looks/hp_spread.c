/* hp_spread.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "looks/hp_spread.h"

#include <stdbool.h>

uint64_t hp_spread_begin(hp_spread *spread, uint64_t now)
{
   *spread = (hp_spread){ .begin = now, .interval = HP_SPREAD_INTERVAL };
   return now + spread->interval;
}

uint64_t hp_spread_cost(uint64_t blocks, uint64_t bytes)
{
   return HP_SPREAD_COST + blocks * HP_SPREAD_BLOCK_COST
          + bytes / HP_SPREAD_BYTES_PER_COST;
}

hp_spread_turn hp_spread_turn_of(hp_spread *spread, uint64_t now, uint64_t cost,
                                 uint64_t *next)
{
   uint64_t run = now - spread->begin;
   uint64_t price = (spread->spent + cost) * HP_SPREAD_PART;
   if (price > run + HP_SPREAD_START) {
      *next = spread->begin + price - HP_SPREAD_START;
      return HP_SPREAD_WAITS;
   }
   spread->spent += cost;
   bool thins = ++spread->n == HP_SPREAD_MOST;
   if (thins) {
      spread->n /= 2;
      spread->interval *= 2;
   }
   *next = spread->begin + run - run % spread->interval + spread->interval;
   return thins ? HP_SPREAD_THINS : HP_SPREAD_TAKES;
}
