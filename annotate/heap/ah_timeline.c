/* ah_timeline.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_timeline.h"

/* value * n / whole, rounded down, where the product may have more than 64 bits: bit by
   bit of n.  value < whole. */
static size_t share_of(uint64_t value, size_t n, uint64_t whole)
{
   size_t quotient = 0;
   uint64_t rest = 0; /* below `whole`, which is below 2^63: doubling is safe */
   for (int bit = (int)(sizeof n * 8) - 1; bit >= 0; bit--) {
      const uint64_t parts[2] = { rest, (n >> bit & 1) != 0 ? value : 0 };
      quotient *= 2;
      for (int i = 0; i < 2; i++) {
         rest += parts[i];
         if (rest >= whole) {
            rest -= whole;
            quotient++;
         }
      }
   }
   return quotient;
}

size_t ah_timeline_column(int64_t time, int64_t end_time, size_t n)
{
   if (time >= end_time)
      return n - 1;
   return share_of((uint64_t)time, n, (uint64_t)end_time);
}

typedef struct {
   int64_t end_time;
   size_t n;
   int64_t *maxima;
   size_t column; /* of the last point */
   int64_t value; /* of the last point */
} pen;

/* Draws a line from the last point to this one. */
static void draw_to(pen *p, int64_t time, int64_t value)
{
   size_t column = ah_timeline_column(time, p->end_time, p->n);
   size_t from = p->column;
   for (size_t i = from + 1; i < column; i++)
      p->maxima[i] = (int64_t)(p->value
                               + ((long double)value - p->value) * (long double)(i - from)
                                    / (long double)(column - from));
   if (value > p->maxima[column])
      p->maxima[column] = value;
   p->column = column;
   p->value = value;
}

void ah_timeline_maxima(const ah_profile *profile, size_t n, int64_t *maxima)
{
   pen p = { .end_time = profile->totals.end_time, .n = n, .maxima = maxima };
   for (size_t i = 0; i < n; i++)
      maxima[i] = 0;
   for (size_t i = 0; i < profile->n_timeline; i++) {
      const ah_bucket *bucket = &profile->timeline[i];
      draw_to(&p, bucket->max_at, bucket->max);
      draw_to(&p, bucket->end, bucket->last);
   }
   draw_to(&p, p.end_time, p.value);
}

size_t ah_timeline_height(int64_t value, int64_t most, size_t n_steps)
{
   if (value <= 0 || most <= 0)
      return 0;
   if (value >= most)
      return n_steps;
   size_t steps = share_of((uint64_t)value, n_steps, (uint64_t)most);
   return steps == 0 ? 1 : steps;
}
