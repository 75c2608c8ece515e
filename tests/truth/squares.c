/* squares.c -- squares of doubles, walked by rows and by columns, at eight sizes: powers
   of two, at which the lines of a column share few sets, and others.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

static double *square, *other;
static size_t n;

static void set_up(size_t size)
{
   n = size;
   square = truth_new(n * n * sizeof *square);
   other = truth_new(n * n * sizeof *other);
   for (size_t i = 0; i < n * n; i++)
      square[i] = (double)truth_random_below(8);
}

/* Small whole numbers: sums are exact, so their order does not matter. */
static uint64_t sum_by_rows(void)
{
   double sum = 0;
   for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
         sum += square[i * n + j];
   return (uint64_t)sum;
}

static uint64_t sum_by_columns(void)
{
   double sum = 0;
   for (size_t j = 0; j < n; j++)
      for (size_t i = 0; i < n; i++)
         sum += square[i * n + j];
   return (uint64_t)sum;
}

static uint64_t sum_of_diagonal(void)
{
   double sum = 0;
   for (size_t i = 0; i < n; i++)
      sum += other[i * n + i];
   return (uint64_t)sum;
}

static uint64_t double_by_rows(void)
{
   for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
         other[i * n + j] = 2 * square[i * n + j];
   return sum_of_diagonal();
}

static uint64_t double_by_columns(void)
{
   for (size_t j = 0; j < n; j++)
      for (size_t i = 0; i < n; i++)
         other[i * n + j] = 2 * square[i * n + j];
   return sum_of_diagonal();
}

static void set_up_64(void) { set_up(64); }
static void set_up_128(void) { set_up(128); }
static void set_up_256(void) { set_up(256); }
static void set_up_500(void) { set_up(500); }
static void set_up_512(void) { set_up(512); }
static void set_up_1000(void) { set_up(1000); }
static void set_up_1024(void) { set_up(1024); }
static void set_up_2048(void) { set_up(2048); }

#define SUMS { { "rows", sum_by_rows }, { "columns", sum_by_columns } }
#define DOUBLES { { "rows", double_by_rows }, { "columns", double_by_columns } }
const truth_kernel truth_squares[] = {
   { "square-64", true, 20000, set_up_64, SUMS },
   { "square-128", true, 5000, set_up_128, SUMS },
   { "square-256", true, 1000, set_up_256, SUMS },
   { "square-500", true, 300, set_up_500, SUMS },
   { "square-512", true, 200, set_up_512, SUMS },
   { "square-1000", true, 50, set_up_1000, SUMS },
   { "square-1024", true, 30, set_up_1024, SUMS },
   { "square-2048", true, 6, set_up_2048, SUMS },
   { "double-256", true, 400, set_up_256, DOUBLES },
   { "double-500", true, 200, set_up_500, DOUBLES },
   { "double-1024", true, 10, set_up_1024, DOUBLES },
   { 0 },
};
