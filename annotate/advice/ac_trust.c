/* ac_trust.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_trust.h"

#include <math.h>

/* Half of the kernels of tests/truth are off by less, by the kind that has most of their
   cycles.  None waits mostly for code: that has the largest of the others. */
static const struct {
   tk_event_id cycles;
   double part;
} kinds[] = {
   { TK_CX, 0.15 },
   { TK_CF, 0.50 },
   { TK_CD, 0.50 },
   { TK_CB, 0.20 },
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

double ac_trust_of(const ac_prices *prices, const int64_t *counts)
{
   long double all = 0, off = 0;
   for (size_t i = 0; i < KINDS; i++) {
      long double cycles = ac_prices_count(prices, counts, kinds[i].cycles);
      all += cycles;
      off += cycles * kinds[i].part;
   }
   return all > 0 ? (double)(off / all) : 0;
}

bool ac_trust_is_open(const ac_prices *prices, const int64_t *old, const int64_t *new)
{
   long double change = 0, off = 0;
   for (size_t i = 0; i < KINDS; i++) {
      long double by = ac_prices_count(prices, new, kinds[i].cycles)
                       - ac_prices_count(prices, old, kinds[i].cycles);
      change += by;
      off += fabsl(by) * kinds[i].part;
   }
   return off > 0 && fabsl(change) <= off;
}
