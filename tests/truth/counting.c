/* counting.c -- histograms: few bins and many, one table and several.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <string.h>

enum { N = 1 << 19, N_BYTES = 256, MAX_BINS = 1 << 23, BATCH_BITS = 9 };

static uint8_t *bytes;
static uint32_t *numbers, *bins, mask;
static uint32_t tables[4][N_BYTES];

/* ---- Bytes -------------------------------------------------------------- */

static void set_up_random(void)
{
   bytes = truth_new(N);
   for (size_t i = 0; i < N; i++)
      bytes[i] = (uint8_t)truth_random();
}

/* Each addition waits for the one before: it is to the same bin. */
static void set_up_equal(void)
{
   bytes = truth_new(N);
   memset(bytes, 77, N);
}

static uint64_t sum_of_tables(void)
{
   uint64_t sum = 0;
   for (uint32_t i = 0; i < N_BYTES; i++)
      sum += i * (uint64_t)(tables[0][i] + tables[1][i] + tables[2][i] + tables[3][i]);
   return sum;
}

static uint64_t count_in_one(void)
{
   memset(tables, 0, sizeof tables);
   for (size_t i = 0; i < N; i++)
      tables[0][bytes[i]]++;
   return sum_of_tables();
}

static uint64_t count_in_four(void)
{
   memset(tables, 0, sizeof tables);
   for (size_t i = 0; i < N; i += 4)
      for (size_t j = 0; j < 4; j++)
         tables[j][bytes[i + j]]++;
   return sum_of_tables();
}

/* ---- Numbers ------------------------------------------------------------ */

static void set_up_numbers(void)
{
   numbers = truth_new(N * sizeof *numbers);
   for (size_t i = 0; i < N; i++)
      numbers[i] = (uint32_t)truth_random();
   bins = truth_new(MAX_BINS * sizeof *bins);
   mask = MAX_BINS - 1;
}

static void set_up_1k(void) { mask = (1 << 10) - 1; }
static void set_up_64k(void) { mask = (1 << 16) - 1; }

static uint64_t count_numbers(void)
{
   for (size_t i = 0; i < N; i++)
      bins[numbers[i] & mask]++;
   uint64_t sum = 0;
   for (size_t i = 0; i < N; i++) /* and leaves zeros */
      sum += bins[numbers[i] & mask]--;
   return sum;
}

/* Sorts the numbers by their highest bits first; then nearby bins follow each other. */
static uint32_t *batched;

static void set_up_batches(void)
{
   batched = truth_new(N * sizeof *batched);
}

static uint64_t count_in_batches(void)
{
   enum { N_BATCHES = 1 << BATCH_BITS, SHIFT = 23 - BATCH_BITS };
   uint32_t ends[N_BATCHES + 1] = { 0 };
   for (size_t i = 0; i < N; i++)
      ends[((numbers[i] & mask) >> SHIFT) + 1]++;
   for (size_t i = 0; i < N_BATCHES; i++)
      ends[i + 1] += ends[i];
   for (size_t i = 0; i < N; i++)
      batched[ends[(numbers[i] & mask) >> SHIFT]++] = numbers[i] & mask;
   uint64_t sum = 0;
   for (size_t i = 0; i < N; i++)
      bins[batched[i]]++;
   for (size_t i = 0; i < N; i++)
      sum += bins[batched[i]]--;
   return sum;
}

/* ---- Gathering ---------------------------------------------------------- */

static uint64_t *items;
static uint32_t *indices;

enum { N_ITEMS = 1 << 23, N_GATHERED = 1 << 19, WINDOW = 1 << 13 };

static void set_up_items(void)
{
   items = truth_new(N_ITEMS * sizeof *items);
   for (size_t i = 0; i < N_ITEMS; i++)
      items[i] = i ^ 5;
   indices = truth_ordered(N_GATHERED);
   for (size_t i = 0; i < N_GATHERED; i++)
      indices[i] *= N_ITEMS / N_GATHERED;
}

static void shuffle_within(size_t window)
{
   for (size_t from = 0; from < N_GATHERED; from += window)
      for (size_t i = window; i > 1; i--) {
         size_t other = from + truth_random_below(i);
         uint32_t moved = indices[from + i - 1];
         indices[from + i - 1] = indices[other];
         indices[other] = moved;
      }
}

static void set_up_windows(void) { shuffle_within(WINDOW); }
static void set_up_shuffled(void) { shuffle_within(N_GATHERED); }

static uint64_t gather(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_GATHERED; i++)
      sum += items[indices[i]];
   return sum;
}

const truth_kernel truth_counting[] = {
   { "bytes-random", true, 60, set_up_random,
     { { "one-table", count_in_one }, { "four-tables", count_in_four } } },
   { "bytes-equal", true, 60, set_up_equal,
     { { "one-table", count_in_one }, { "four-tables", count_in_four } } },
   { "bins", false, 12, set_up_numbers,
     { { "1K", count_numbers, set_up_1k }, { "64K", count_numbers, set_up_64k },
       { "8M", count_numbers }, { "8M-batched", count_in_batches, set_up_batches } } },
   { "gather", true, 30, set_up_items,
     { { "sorted", gather }, { "windows", gather, set_up_windows },
       { "shuffled", gather, set_up_shuffled } } },
   { 0 },
};
