/* ac_waits.h -- what a line waits for each data object that it misses on; pure.

   Misses on a datum are known of the first level and the last.  What a line waits for is
   split between its entries by these: levels between, and page walks, by those of the
   first level.  What it waits because memory is busy is split by the lines that come from
   there, with those that prefetchers bring.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_data_lines.h"
#include "advice/ac_prices.h"

typedef struct ac_waits {
   /* Lines from memory for each first-level miss, by datum; NULL: 1 each. */
   const double *lines;
   /* private: */
   const ac_data *data;
   double cycles[AC_WAITS], all[AC_WAITS]; /* of the line; weights of its entries */
} ac_waits;

/* Moves to a line. */
void ac_waits_of(ac_waits *waits, const ac_prices *prices, const ac_data_lines *line);

/* The cycles that the line waits for one of its entries. */
double ac_waits_part(const ac_waits *waits, const ac_data_entry *entry, ac_wait wait);
double ac_waits_sum(const ac_waits *waits, const ac_data_entry *entry);
