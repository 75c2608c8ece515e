/* ac_align_rows.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_align_rows.h"

enum {
   CELLS_MOST = 4 << 20, /* of the table of sums */
   LEAST = 2,            /* of three equal things: one alone is so by chance */
   WEIGHT = 1 << 10,     /* of each.  Of sums that are equal else, the lines win that have
                            their old numbers */
};

/* The distance of a line from the one before; of the first, 0. */
static uint32_t distance_before(const ac_align_lines *of, size_t i)
{
   return i == 0 ? 0 : of->lines[i] - of->lines[i - 1];
}

static uint32_t distance_behind(const ac_align_lines *of, size_t i)
{
   return i + 1 == of->n ? 0 : of->lines[i + 1] - of->lines[i];
}

/* What speaks for a pair; 0: too little.  Where a function begins and ends is executed
   whatever the input is: its first lines, and its last ones, need no more. */
static uint32_t weigh_pair(const ac_align_lines *old, size_t i, const ac_align_lines *new,
                           size_t k)
{
   uint32_t n = (old->counts[i] == new->counts[k])
                + (distance_before(old, i) == distance_before(new, k))
                + (distance_behind(old, i) == distance_behind(new, k));
   n += (i == 0 && k == 0) + (i + 1 == old->n && k + 1 == new->n);
   return n < LEAST ? 0 : n * WEIGHT + (old->lines[i] == new->lines[k]);
}

/* Fills in what speaks for the best pairs of the ends of both: old->n + 1 rows of
   new->n + 1 sums. */
static void sum_ends(const ac_align_lines *old, const ac_align_lines *new, uint32_t *sum)
{
   size_t row = new->n + 1;
   for (size_t k = 0; k < row; k++)
      sum[old->n * row + k] = 0;
   for (size_t i = old->n; i-- > 0;) {
      sum[i * row + new->n] = 0;
      for (size_t k = new->n; k-- > 0;) {
         uint32_t best = sum[(i + 1) * row + k + 1] + weigh_pair(old, i, new, k);
         uint32_t down = sum[(i + 1) * row + k], right = sum[i * row + k + 1];
         best = best > down ? best : down;
         sum[i * row + k] = best > right ? best : right;
      }
   }
}

static void follow_sums(const ac_align_lines *old, const ac_align_lines *new,
                        const uint32_t *sum, uint32_t *to)
{
   size_t row = new->n + 1, i = 0, k = 0;
   while (i < old->n && k < new->n) {
      uint32_t at = sum[i * row + k], weight = weigh_pair(old, i, new, k);
      if (weight > 0 && at == sum[(i + 1) * row + k + 1] + weight)
         to[i++] = (uint32_t)k++;
      else if (at == sum[(i + 1) * row + k])
         i++;
      else
         k++;
   }
}

void ac_align_rows(const tk_alloc *alloc, const ac_align_lines *old,
                   const ac_align_lines *new, uint32_t *to)
{
   for (size_t i = 0; i < old->n; i++)
      to[i] = AC_ALIGN_NO_ROW;
   if (old->n >= CELLS_MOST || new->n >= CELLS_MOST
       || (old->n + 1) * (new->n + 1) > CELLS_MOST)
      return;
   uint32_t *sum = tk_get(alloc, AN_LABEL, (old->n + 1) * (new->n + 1) * sizeof *sum);
   sum_ends(old, new, sum);
   follow_sums(old, new, sum, to);
   tk_put(alloc, sum);
}
