/* sizes.c -- four ways of sorting, at five sizes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <string.h>

static uint32_t *numbers, *sorted, *between;
static size_t n, n_all; /* in an array; in all arrays */

static void set_up(size_t size, size_t n_arrays)
{
   n = size;
   n_all = n * n_arrays;
   numbers = truth_new(n_all * sizeof *numbers);
   sorted = truth_new(n_all * sizeof *sorted);
   between = truth_new(n * sizeof *between);
   for (size_t i = 0; i < n_all; i++)
      numbers[i] = (uint32_t)truth_random();
}

static void set_up_16(void) { set_up(16, 1 << 14); }
static void set_up_64(void) { set_up(64, 1 << 12); }
static void set_up_256(void) { set_up(256, 1 << 10); }
static void set_up_4k(void) { set_up(4096, 64); }
static void set_up_512k(void) { set_up(1 << 19, 1); }

static void swap(uint32_t *a, uint32_t *b)
{
   uint32_t moved = *a;
   *a = *b;
   *b = moved;
}

static void sort_inserting(uint32_t *a, size_t length)
{
   for (size_t i = 1; i < length; i++) {
      uint32_t x = a[i];
      size_t j = i;
      for (; j > 0 && a[j - 1] > x; j--)
         a[j] = a[j - 1];
      a[j] = x;
   }
}

/* Down to arrays of one number: no other way of sorting helps. */
static void sort_merging(uint32_t *a, size_t length)
{
   if (length < 2)
      return;
   size_t n_left = length / 2, i = 0, j = n_left, to = 0;
   sort_merging(a, n_left);
   sort_merging(a + n_left, length - n_left);
   memcpy(between, a, n_left * sizeof *a);
   while (i < n_left && j < length)
      if (between[i] <= a[j]) {
         __asm__("" ::: "memory"); /* keeps the jump */
         a[to++] = between[i++];
      } else {
         __asm__("" ::: "memory");
         a[to++] = a[j++];
      }
   memcpy(a + to, between + i, (n_left - i) * sizeof *a);
}

/* Hoare's, with the middle number as pivot. */
static void sort_quickly(uint32_t *a, size_t length)
{
   while (length > 1) {
      uint32_t pivot = a[(length - 1) / 2];
      size_t i = 0, j = length - 1;
      for (;; i++, j--) {
         while (a[i] < pivot)
            i++;
         while (a[j] > pivot)
            j--;
         if (i >= j)
            break;
         swap(&a[i], &a[j]);
      }
      sort_quickly(a, j + 1);
      a += j + 1;
      length -= j + 1;
   }
}

static void sift_down(uint32_t *a, size_t parent, size_t length)
{
   for (size_t child; (child = 2 * parent + 1) < length; parent = child) {
      if (child + 1 < length && a[child] < a[child + 1])
         child++;
      if (a[parent] >= a[child])
         break;
      swap(&a[parent], &a[child]);
   }
}

static void sort_by_heap(uint32_t *a, size_t length)
{
   for (size_t i = length / 2; i-- > 0;)
      sift_down(a, i, length);
   for (size_t left = length; left-- > 1;) {
      swap(&a[0], &a[left]);
      sift_down(a, 0, left);
   }
}

#define SORT_ALL(NAME, SORT) \
   static uint64_t NAME(void) \
   { \
      uint64_t sum = 0; \
      memcpy(sorted, numbers, n_all * sizeof *sorted); \
      for (size_t i = 0; i < n_all; i += n) \
         SORT(sorted + i, n); \
      for (size_t i = 0; i < n_all; i++) \
         sum = truth_mix(sum, sorted[i]); \
      return sum; \
   }

SORT_ALL(all_inserting, sort_inserting)
SORT_ALL(all_merging, sort_merging)
SORT_ALL(all_quickly, sort_quickly)
SORT_ALL(all_by_heap, sort_by_heap)

#define THREE { "merge", all_merging }, { "quick", all_quickly }, { "heap", all_by_heap }
#define FOUR { { "insertion", all_inserting }, THREE }
const truth_kernel truth_sizes[] = {
   { "sort-16", true, 20, set_up_16, FOUR },
   { "sort-64", true, 10, set_up_64, FOUR },
   { "sort-256", true, 6, set_up_256, FOUR },
   { "sort-4K", true, 5, set_up_4k, { THREE } },
   { "sort-512K", true, 2, set_up_512k, { THREE } },
   { 0 },
};
