/* ac_visits.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "suggest/ac_visits.h"

enum { LINES = 32, FIELDS = 64 };

/* Fields that are used in one line, by bit; those of large types share bits. */
static uint64_t fields_in(const ac_sample *sample, uint32_t line)
{
   uint64_t fields = 0;
   for (size_t i = 0; i < sample->n_uses; i++)
      if (sample->uses[i].line == line)
         fields |= UINT64_C(1) << (sample->uses[i].field % FIELDS);
   return fields;
}

static bool is_of_one_line(const ac_sample *sample)
{
   return __builtin_popcount(sample->used_lines) == 1;
}

/* The fields of a sample of one line. */
static uint64_t only_fields(const ac_sample *sample)
{
   return fields_in(sample, (uint32_t)__builtin_ctz(sample->used_lines));
}

/* The weight of samples of one line with these fields. */
static double weight_alone(const ac_samples *s, uint64_t fields)
{
   double sum = 0;
   for (size_t i = 0; i < s->n; i++)
      if (is_of_one_line(&s->of[i]) && only_fields(&s->of[i]) == fields)
         sum += s->of[i].weight;
   return sum;
}

/* Of visits of several lines, the part that used each line once, one after the other: so
   many samples of one line there are for them, at most. */
static double part_in_order(const ac_samples *s)
{
   double one = 0, several = 0;
   for (size_t i = 0; i < s->n; i++)
      *(is_of_one_line(&s->of[i]) ? &one : &several) += s->of[i].weight;
   return several > one ? one / several : 1;
}

/* The weight of samples of one line with these fields that are the end of visits of
   several: each such visit has one, which has the fields of any of its lines, as often as
   these are alone. */
static double weight_of_ends(const ac_samples *s, uint64_t fields, double in_order)
{
   double sum = 0;
   for (size_t i = 0; i < s->n; i++) {
      const ac_sample *sample = &s->of[i];
      double all = 0, own = 0;
      if (is_of_one_line(sample))
         continue;
      for (uint32_t line = 0; line < LINES; line++) {
         if ((sample->used_lines >> line & 1) == 0)
            continue;
         uint64_t here = fields_in(sample, line);
         double alone = weight_alone(s, here);
         all += alone;
         own += here == fields ? alone : 0;
      }
      sum += all > 0 ? in_order * sample->weight * own / all : 0;
   }
   return sum;
}

void ac_visits_find(ac_samples *s)
{
   double in_order = part_in_order(s);
   /* First all of one line, which the others are needed for. */
   for (size_t i = 0; i < s->n; i++) {
      ac_sample *sample = &s->of[i];
      sample->visits = sample->weight;
      if (!is_of_one_line(sample)) {
         sample->visits *= in_order
                           + (1 - in_order) / __builtin_popcount(sample->used_lines);
         continue;
      }
      uint64_t fields = only_fields(sample);
      double ends = weight_of_ends(s, fields, in_order);
      double alone = weight_alone(s, fields);
      sample->visits *= ends < alone ? 1 - ends / alone : 0;
   }
   s->weight = 0;
   for (size_t i = 0; i < s->n; i++) {
      s->of[i].weight = s->of[i].visits;
      s->weight += s->of[i].weight;
   }
}
