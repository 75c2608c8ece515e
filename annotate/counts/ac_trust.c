/* ac_trust.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_trust.h"

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

double ac_trust_of_group(tk_event_group group)
{
   for (size_t i = 0; i < KINDS; i++)
      if (tk_events[kinds[i].cycles].group == group)
         return kinds[i].part;
   return 0;
}

static long double count_of(const ac_whys *whys, const int64_t *counts, size_t kind)
{
   size_t column = whys->columns[kinds[kind].cycles];
   return column == SIZE_MAX ? 0 : (long double)counts[column];
}

double ac_trust_of(const ac_whys *whys, const int64_t *counts)
{
   long double all = 0, off = 0;
   for (size_t i = 0; i < KINDS; i++) {
      all += count_of(whys, counts, i);
      off += count_of(whys, counts, i) * kinds[i].part;
   }
   return all > 0 ? (double)(off / all) : 0;
}

bool ac_trust_is_open(const ac_whys *whys, const int64_t *old, const int64_t *new)
{
   long double change = 0, off = 0;
   for (size_t i = 0; i < KINDS; i++) {
      long double by = count_of(whys, new, i) - count_of(whys, old, i);
      change += by;
      off += fabsl(by) * kinds[i].part;
   }
   return off > 0 && fabsl(change) <= off;
}
