/* ac_waits.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_waits.h"

#include <string.h>

static double misses_of(const ac_waits *waits, const ac_data_entry *entry,
                        const char *start)
{
   double sum = 0;
   for (size_t i = 0; i < waits->data->n_events; i++)
      if (strncmp(waits->data->events[i], start, strlen(start)) == 0)
         sum += (double)entry->counts[i];
   return sum;
}

static double weight_of(const ac_waits *waits, const ac_data_entry *entry, ac_wait wait)
{
   double misses = misses_of(waits, entry, wait == AC_WAIT_LAST ? "DLm" : "D1m");
   return wait == AC_WAIT_TRAFFIC && waits->lines != NULL
             ? misses * waits->lines[entry->datum]
             : misses;
}

void ac_waits_of(ac_waits *waits, const ac_prices *prices, const ac_data_lines *line)
{
   waits->data = line->data;
   ac_prices_waits(prices, line->lines.counts, waits->cycles);
   for (int w = 0; w < AC_WAITS; w++) {
      waits->all[w] = 0;
      for (size_t i = 0; i < line->n_entries; i++)
         waits->all[w] += weight_of(waits, &line->entries[i], (ac_wait)w);
   }
}

double ac_waits_part(const ac_waits *waits, const ac_data_entry *entry, ac_wait wait)
{
   double all = waits->all[wait];
   return all > 0 ? waits->cycles[wait] * weight_of(waits, entry, wait) / all : 0;
}

double ac_waits_sum(const ac_waits *waits, const ac_data_entry *entry)
{
   double sum = 0;
   for (int w = 0; w < AC_WAITS; w++)
      sum += ac_waits_part(waits, entry, (ac_wait)w);
   return sum;
}
