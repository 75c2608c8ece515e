/* sums.c -- sums of floating-point numbers and prefix sums: chains of additions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

enum { N_SHORT = 2048, N_LONG = 1 << 21 };

static double *a, *b, *results;
static uint32_t *counts, *sums;
static size_t n;

static void set_up(size_t length)
{
   n = length;
   a = truth_new(n * sizeof *a);
   b = truth_new(n * sizeof *b);
   results = truth_new(n * sizeof *results);
   for (size_t i = 0; i < n; i++) {
      a[i] = (double)truth_random_below(16);
      b[i] = (double)truth_random_below(16);
   }
}

static void set_up_short(void) { set_up(N_SHORT); }
static void set_up_long(void) { set_up(N_LONG); }

/* ---- Products of vectors ------------------------------------------------ */

static uint64_t dot_one(void)
{
   double sum = 0;
   for (size_t i = 0; i < n; i++)
      sum += a[i] * b[i];
   return (uint64_t)sum;
}

static uint64_t dot_two(void)
{
   double s0 = 0, s1 = 0;
   for (size_t i = 0; i < n; i += 2) {
      s0 += a[i] * b[i];
      s1 += a[i + 1] * b[i + 1];
   }
   return (uint64_t)(s0 + s1);
}

static uint64_t dot_four(void)
{
   double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
   for (size_t i = 0; i < n; i += 4) {
      s0 += a[i] * b[i];
      s1 += a[i + 1] * b[i + 1];
      s2 += a[i + 2] * b[i + 2];
      s3 += a[i + 3] * b[i + 3];
   }
   return (uint64_t)(s0 + s1 + s2 + s3);
}

/* ---- Recurrences -------------------------------------------------------- */

/* Each result waits for the one before; or each only for what was there. */
static uint64_t smooth_in_chain(void)
{
   double before = 0;
   for (size_t i = 0; i < n; i++)
      results[i] = before = before * 0.5 + a[i];
   return results[n - 1] > 0;
}

static uint64_t smooth_at_once(void)
{
   double before = 0;
   for (size_t i = 0; i < n; i++) {
      results[i] = before * 0.5 + a[i];
      before = a[i];
   }
   return results[n - 1] > 0;
}

/* ---- Passes over much memory -------------------------------------------- */

static uint64_t passes_apart(void)
{
   double least = a[0], most = a[0], sum = 0;
   for (size_t i = 0; i < n; i++)
      sum += a[i];
   for (size_t i = 0; i < n; i++)
      least = a[i] < least ? a[i] : least;
   for (size_t i = 0; i < n; i++)
      most = a[i] > most ? a[i] : most;
   return truth_mix((uint64_t)sum, (uint64_t)(most - least));
}

static uint64_t passes_together(void)
{
   double least = a[0], most = a[0], sum = 0;
   for (size_t i = 0; i < n; i++) {
      sum += a[i];
      least = a[i] < least ? a[i] : least;
      most = a[i] > most ? a[i] : most;
   }
   return truth_mix((uint64_t)sum, (uint64_t)(most - least));
}

/* In blocks that the first-level cache holds. */
static uint64_t passes_by_blocks(void)
{
   double least = a[0], most = a[0], sum = 0;
   for (size_t from = 0; from < n; from += N_SHORT) {
      size_t end = from + N_SHORT;
      for (size_t i = from; i < end; i++)
         sum += a[i];
      for (size_t i = from; i < end; i++)
         least = a[i] < least ? a[i] : least;
      for (size_t i = from; i < end; i++)
         most = a[i] > most ? a[i] : most;
   }
   return truth_mix((uint64_t)sum, (uint64_t)(most - least));
}

/* ---- Prefix sums -------------------------------------------------------- */

static void set_up_prefix(void)
{
   n = 1 << 13;
   counts = truth_new(n * sizeof *counts);
   sums = truth_new(n * sizeof *sums);
   for (size_t i = 0; i < n; i++)
      counts[i] = (uint32_t)truth_random_below(9);
}

static uint64_t prefix_in_register(void)
{
   uint32_t sum = 0;
   for (size_t i = 0; i < n; i++)
      sums[i] = sum += counts[i];
   return sums[n - 1];
}

/* Reads back what it wrote a moment ago. */
static uint64_t prefix_in_memory(void)
{
   volatile uint32_t *out = sums;
   out[0] = counts[0];
   for (size_t i = 1; i < n; i++)
      out[i] = out[i - 1] + counts[i];
   return out[n - 1];
}

static uint64_t prefix_by_four(void)
{
   uint32_t sum = 0;
   for (size_t i = 0; i < n; i += 4) {
      uint32_t two = counts[i] + counts[i + 1], third = counts[i + 2];
      sums[i] = sum + counts[i];
      sums[i + 1] = sum + two;
      sums[i + 2] = sum + (two + third);
      sums[i + 3] = sum += two + (third + counts[i + 3]);
   }
   return sums[n - 1];
}

const truth_kernel truth_sums[] = {
   { "dot-l1", true, 20000, set_up_short,
     { { "one", dot_one }, { "two", dot_two }, { "four", dot_four } } },
   { "dot-memory", true, 12, set_up_long,
     { { "one", dot_one }, { "two", dot_two }, { "four", dot_four } } },
   { "smooth", true, 10000, set_up_short,
     { { "chain", smooth_in_chain }, { "at-once", smooth_at_once } } },
   { "passes", true, 12, set_up_long,
     { { "apart", passes_apart }, { "together", passes_together },
       { "blocks", passes_by_blocks } } },
   { "prefix", true, 5000, set_up_prefix,
     { { "register", prefix_in_register }, { "memory", prefix_in_memory },
       { "four", prefix_by_four } } },
   { 0 },
};
