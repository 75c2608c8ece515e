/* sorts.c -- sorting and merging: with jumps that follow the data, and without.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <string.h>

enum { N = 1 << 16, N_LITTLE = 16 };

static uint32_t *numbers, *sorted, *between;

static void set_up(void)
{
   numbers = truth_new(N * sizeof *numbers);
   sorted = truth_new(N * sizeof *sorted);
   between = truth_new(N * sizeof *between);
   for (size_t i = 0; i < N; i++)
      numbers[i] = (uint32_t)truth_random();
}

static uint64_t sum_of_sorted(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N; i++)
      sum = truth_mix(sum, sorted[i]);
   return sum;
}

static void insertion_sort(uint32_t *a, size_t n)
{
   for (size_t i = 1; i < n; i++) {
      uint32_t x = a[i];
      size_t j = i;
      for (; j > 0 && a[j - 1] > x; j--)
         a[j] = a[j - 1];
      a[j] = x;
   }
}

static uint32_t median_of(uint32_t a, uint32_t b, uint32_t c)
{
   if (a > b)
      return a < c ? a : b > c ? b : c;
   return a > c ? a : b < c ? b : c;
}

static void quick_sort(uint32_t *a, size_t n)
{
   while (n > N_LITTLE) {
      uint32_t pivot = median_of(a[0], a[n / 2], a[n - 1]);
      size_t i = 0, j = n - 1;
      for (;; i++, j--) {
         while (a[i] < pivot)
            i++;
         while (a[j] > pivot)
            j--;
         if (i >= j)
            break;
         uint32_t moved = a[i];
         a[i] = a[j];
         a[j] = moved;
      }
      quick_sort(a, j + 1);
      a += j + 1;
      n -= j + 1;
   }
   insertion_sort(a, n);
}

static uint64_t sort_quickly(void)
{
   memcpy(sorted, numbers, N * sizeof *sorted);
   quick_sort(sorted, N);
   return sum_of_sorted();
}

static void merge_branchy(const uint32_t *a, size_t n_a, const uint32_t *b, size_t n_b,
                          uint32_t *to)
{
   size_t i = 0, j = 0;
   while (i < n_a && j < n_b)
      if (a[i] <= b[j]) {
         __asm__("" ::: "memory"); /* keeps the jump */
         *to++ = a[i++];
      } else {
         __asm__("" ::: "memory");
         *to++ = b[j++];
      }
   memcpy(to, a + i, (n_a - i) * sizeof *a);
   memcpy(to + (n_a - i), b + j, (n_b - j) * sizeof *b);
}

static void merge_branch_free(const uint32_t *a, size_t n_a, const uint32_t *b,
                              size_t n_b, uint32_t *to)
{
   size_t i = 0, j = 0;
   while (i < n_a && j < n_b) {
      uint32_t x = a[i], y = b[j];
      size_t first = x <= y;
      uint32_t mask = -(uint32_t)first;
      *to++ = (x & mask) | (y & ~mask);
      i += first;
      j += 1 - first;
   }
   memcpy(to, a + i, (n_a - i) * sizeof *a);
   memcpy(to + (n_a - i), b + j, (n_b - j) * sizeof *b);
}

typedef void merge(const uint32_t *, size_t, const uint32_t *, size_t, uint32_t *);

/* Runs of N_LITTLE by insertion, then merges; log2(N / N_LITTLE) = 12 is even. */
static uint64_t sort_by_merging(merge *merge_runs)
{
   memcpy(sorted, numbers, N * sizeof *sorted);
   for (size_t i = 0; i < N; i += N_LITTLE)
      insertion_sort(sorted + i, N_LITTLE);
   uint32_t *from = sorted, *to = between;
   for (size_t run = N_LITTLE; run < N; run *= 2) {
      for (size_t i = 0; i < N; i += 2 * run)
         merge_runs(from + i, run, from + i + run, run, to + i);
      uint32_t *swapped = from;
      from = to;
      to = swapped;
   }
   return sum_of_sorted();
}

static uint64_t sort_merging_branchy(void) { return sort_by_merging(merge_branchy); }
static uint64_t sort_merging_free(void) { return sort_by_merging(merge_branch_free); }

static uint64_t sort_by_digits(void)
{
   const uint32_t *from = numbers;
   uint32_t *to = between;
   for (unsigned shift = 0; shift < 32; shift += 8) {
      uint32_t at[257] = { 0 };
      for (size_t i = 0; i < N; i++)
         at[(from[i] >> shift & 0xff) + 1]++;
      for (size_t i = 0; i < 256; i++)
         at[i + 1] += at[i];
      for (size_t i = 0; i < N; i++)
         to[at[from[i] >> shift & 0xff]++] = from[i];
      from = to;
      to = to == between ? sorted : between;
   }
   return sum_of_sorted();
}

/* ---- Merging two sorted halves ------------------------------------------ */

static void set_up_halves(void)
{
   set_up();
   quick_sort(numbers, N / 2);
   quick_sort(numbers + N / 2, N / 2);
}

static uint64_t merge_halves_branchy(void)
{
   merge_branchy(numbers, N / 2, numbers + N / 2, N / 2, sorted);
   return sum_of_sorted();
}

static uint64_t merge_halves_free(void)
{
   merge_branch_free(numbers, N / 2, numbers + N / 2, N / 2, sorted);
   return sum_of_sorted();
}

/* ---- Short runs: sorted already, or at random --------------------------- */

static void set_up_in_order(void)
{
   set_up();
   for (size_t i = 0; i < N; i++)
      numbers[i] = (uint32_t)i;
}

static uint64_t sort_short_runs(void)
{
   memcpy(sorted, numbers, N * sizeof *sorted);
   for (size_t i = 0; i < N; i += 8)
      insertion_sort(sorted + i, 8);
   return sum_of_sorted();
}

const truth_kernel truth_sorts[] = {
   { "sort", true, 12, set_up,
     { { "quick", sort_quickly }, { "merge", sort_merging_branchy },
       { "merge-free", sort_merging_free }, { "digits", sort_by_digits } } },
   { "merge", true, 100, set_up_halves,
     { { "branchy", merge_halves_branchy }, { "branch-free", merge_halves_free } } },
   { "short-runs", false, 100, NULL,
     { { "in-order", sort_short_runs, set_up_in_order },
       { "random", sort_short_runs, set_up } } },
   { 0 },
};
