/* capacity_filters.c -- four filters go over all samples, one after the other; in the
   twin over a block of them that the cache holds.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_SAMPLES = 5 << 20, N_FILTERS = 4, SAMPLES_PER_BLOCK = 8192 };
#ifdef CURED
enum { N_AT_ONCE = SAMPLES_PER_BLOCK };
#else
enum { N_AT_ONCE = N_SAMPLES };
#endif

static void record(uint64_t *block, size_t n, uint64_t first)
{
   for (size_t i = 0; i < n; i++)
      block[i] = (first + i) * 0x9e3779b97f4a7c15u;
}

static void filter(uint64_t *block, size_t n, uint64_t strength)
{
   for (size_t i = 0; i < n; i++)
      block[i] ^= block[i] >> 7 ^ strength; /* FAULT: capacity */
}

static void clean(uint64_t *block, size_t n)
{
   for (uint64_t strength = 1; strength <= N_FILTERS; strength++)
      filter(block, n, strength); /* FAULT: capacity */
}

static uint64_t sum_up(const uint64_t *block, size_t n, uint64_t sum)
{
   for (size_t i = 0; i < n; i += 16)
      sum = sum * 3 + block[i];
   return sum;
}

int main(void)
{
   uint64_t *samples = malloc(N_SAMPLES * sizeof *samples);
   if (samples == NULL)
      return 1;
   uint64_t sum = 0;
   for (size_t first = 0; first < N_SAMPLES; first += N_AT_ONCE) {
      record(&samples[first], N_AT_ONCE, first);
      clean(&samples[first], N_AT_ONCE);
      sum = sum_up(&samples[first], N_AT_ONCE, sum);
   }
   printf("%llu\n", (unsigned long long)sum);
   free(samples);
   return 0;
}
