/* products.c -- products and transposes of matrices, at sizes that matrices.c lacks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <string.h>

static double *a, *b, *c;
static size_t n;

static double *new_matrix(void)
{
   double *m = truth_new(n * n * sizeof *m);
   for (size_t i = 0; i < n * n; i++)
      m[i] = (double)truth_random_below(8);
   return m;
}

static void set_up(size_t size)
{
   n = size;
   a = new_matrix();
   b = new_matrix();
   c = new_matrix();
}

/* Of every eighth element, so that the sum is a small part of the work. */
static uint64_t sum_of(const double *m)
{
   double sum = 0;
   for (size_t i = 0; i < n; i++)
      for (size_t j = i & 7; j < n; j += 8)
         sum += m[i * n + j] * (double)(j + 1);
   return (uint64_t)sum;
}

static size_t lesser(size_t x, size_t y)
{
   return x < y ? x : y;
}

/* ---- Products ----------------------------------------------------------- */

static uint64_t product_ijk(void)
{
   for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) {
         double sum = 0;
         for (size_t k = 0; k < n; k++)
            sum += a[i * n + k] * b[k * n + j];
         c[i * n + j] = sum;
      }
   return sum_of(c);
}

static uint64_t product_ikj(void)
{
   memset(c, 0, n * n * sizeof *c);
   for (size_t i = 0; i < n; i++)
      for (size_t k = 0; k < n; k++) {
         double factor = a[i * n + k];
         for (size_t j = 0; j < n; j++)
            c[i * n + j] += factor * b[k * n + j];
      }
   return sum_of(c);
}

enum { BLOCK = 32 };

/* Dot products, as in ijk, of a part of a row with a part of a column. */
static void product_of_blocks(size_t i0, size_t j0, size_t k0)
{
   size_t i_end = lesser(i0 + BLOCK, n), j_end = lesser(j0 + BLOCK, n);
   size_t k_end = lesser(k0 + BLOCK, n);
   for (size_t i = i0; i < i_end; i++)
      for (size_t j = j0; j < j_end; j++) {
         double sum = c[i * n + j];
         for (size_t k = k0; k < k_end; k++)
            sum += a[i * n + k] * b[k * n + j];
         c[i * n + j] = sum;
      }
}

static uint64_t product_blocked(void)
{
   memset(c, 0, n * n * sizeof *c);
   for (size_t i = 0; i < n; i += BLOCK)
      for (size_t j = 0; j < n; j += BLOCK)
         for (size_t k = 0; k < n; k += BLOCK)
            product_of_blocks(i, j, k);
   return sum_of(c);
}

/* ---- Transposes --------------------------------------------------------- */

enum { SIDE = 8 }; /* doubles in a line */

static uint64_t transpose_naive(void)
{
   for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
         c[j * n + i] = a[i * n + j];
   return sum_of(c);
}

static void transpose_block(size_t i0, size_t j0)
{
   size_t i_end = lesser(i0 + SIDE, n), j_end = lesser(j0 + SIDE, n);
   for (size_t i = i0; i < i_end; i++)
      for (size_t j = j0; j < j_end; j++)
         c[j * n + i] = a[i * n + j];
}

static uint64_t transpose_blocked(void)
{
   for (size_t i0 = 0; i0 < n; i0 += SIDE)
      for (size_t j0 = 0; j0 < n; j0 += SIDE)
         transpose_block(i0, j0);
   return sum_of(c);
}

static void swap_with_mirrored(size_t i, size_t j)
{
   double moved = a[i * n + j];
   a[i * n + j] = a[j * n + i];
   a[j * n + i] = moved;
}

static void turn_naive(void)
{
   for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < i; j++)
         swap_with_mirrored(i, j);
}

static void turn_blocked(void)
{
   for (size_t i0 = 0; i0 < n; i0 += SIDE)
      for (size_t j0 = 0; j0 <= i0; j0 += SIDE)
         for (size_t i = i0; i < lesser(i0 + SIDE, n); i++)
            for (size_t j = j0; j < lesser(j0 + SIDE, i); j++)
               swap_with_mirrored(i, j);
}

/* In place, and back: the matrix is left as it was. */
static uint64_t turn_twice(void (*turn)(void))
{
   turn();
   uint64_t sum = sum_of(a);
   turn();
   return truth_mix(sum, sum_of(a));
}

static uint64_t turn_twice_naive(void) { return turn_twice(turn_naive); }
static uint64_t turn_twice_blocked(void) { return turn_twice(turn_blocked); }

static void set_up_64(void) { set_up(64); }
static void set_up_128(void) { set_up(128); }
static void set_up_256(void) { set_up(256); }
static void set_up_300(void) { set_up(300); }
static void set_up_384(void) { set_up(384); }
static void set_up_1000(void) { set_up(1000); }
static void set_up_1024(void) { set_up(1024); }
static void set_up_2048(void) { set_up(2048); }

#define PRODUCTS { { "ijk", product_ijk }, { "ikj", product_ikj }, \
                   { "blocked", product_blocked } }
#define TRANSPOSES { { "naive", transpose_naive }, { "blocked", transpose_blocked } }
const truth_kernel truth_products[] = {
   { "product-64", true, 400, set_up_64, PRODUCTS },
   { "product-128", true, 50, set_up_128, PRODUCTS },
   { "product-256", true, 5, set_up_256, PRODUCTS },
   { "product-384", true, 1, set_up_384, PRODUCTS },
   { "transpose-256", true, 1000, set_up_256, TRANSPOSES },
   { "transpose-300", true, 1000, set_up_300, TRANSPOSES },
   { "transpose-1024", true, 10, set_up_1024, TRANSPOSES },
   { "transpose-2048", true, 3, set_up_2048, TRANSPOSES },
   { "turn-1000", true, 40, set_up_1000,
     { { "naive", turn_twice_naive }, { "blocked", turn_twice_blocked } } },
   { 0 },
};
