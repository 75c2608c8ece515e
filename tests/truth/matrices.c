/* matrices.c -- products, transposition, stencils: the order in which a matrix is walked.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <string.h>

/* Matrices of n rows; a row begins every `pitch` elements. */
static double *a, *b, *c;
static size_t n, pitch;

static double *new_matrix(size_t rows, size_t columns)
{
   double *m = truth_new(rows * columns * sizeof *m);
   for (size_t i = 0; i < rows * columns; i++)
      m[i] = (double)truth_random_below(8);
   return m;
}

static uint64_t sum_of(const double *m)
{
   double sum = 0;
   for (size_t i = 0; i < n; i++)
      for (size_t j = i & 7; j < n; j += 8)
         sum += m[i * pitch + j] * (double)(j + 1);
   return (uint64_t)sum;
}

static void set_up(size_t rows, size_t row_length)
{
   n = rows;
   pitch = row_length;
   a = new_matrix(n, pitch);
   b = new_matrix(n, pitch);
   c = new_matrix(n, pitch);
}

static void clear_product(void)
{
   memset(c, 0, n * pitch * sizeof *c);
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
   clear_product();
   for (size_t i = 0; i < n; i++)
      for (size_t k = 0; k < n; k++) {
         double factor = a[i * n + k], *row = c + i * n;
         const double *other = b + k * n;
         for (size_t j = 0; j < n; j++)
            row[j] += factor * other[j];
      }
   return sum_of(c);
}

static uint64_t product_jki(void)
{
   clear_product();
   for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n; k++) {
         double factor = b[k * n + j];
         for (size_t i = 0; i < n; i++)
            c[i * n + j] += a[i * n + k] * factor;
      }
   return sum_of(c);
}

enum { BLOCK = 40 };

static void product_of_blocks(size_t i0, size_t k0, size_t j0)
{
   for (size_t i = i0; i < i0 + BLOCK; i++)
      for (size_t k = k0; k < k0 + BLOCK; k++) {
         double factor = a[i * n + k];
         for (size_t j = j0; j < j0 + BLOCK; j++)
            c[i * n + j] += factor * b[k * n + j];
      }
}

static uint64_t product_blocked(void)
{
   clear_product();
   for (size_t i = 0; i < n; i += BLOCK)
      for (size_t k = 0; k < n; k += BLOCK)
         for (size_t j = 0; j < n; j += BLOCK)
            product_of_blocks(i, k, j);
   return sum_of(c);
}

static void set_up_product_l1(void) { set_up(36, 36); }
static void set_up_product_l2(void) { set_up(160, 160); }
static void set_up_product_l3(void) { set_up(520, 520); }

/* ---- Transposition ------------------------------------------------------ */

static uint64_t transpose_by_rows(void)
{
   for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
         c[j * pitch + i] = a[i * pitch + j];
   return sum_of(c);
}

static uint64_t transpose_by_columns(void)
{
   for (size_t j = 0; j < n; j++)
      for (size_t i = 0; i < n; i++)
         c[j * pitch + i] = a[i * pitch + j];
   return sum_of(c);
}

static uint64_t transpose_blocked(void)
{
   enum { SIDE = 16 };
   for (size_t i0 = 0; i0 < n; i0 += SIDE)
      for (size_t j0 = 0; j0 < n; j0 += SIDE)
         for (size_t i = i0; i < i0 + SIDE; i++)
            for (size_t j = j0; j < j0 + SIDE; j++)
               c[j * pitch + i] = a[i * pitch + j];
   return sum_of(c);
}

static void set_up_transpose(void) { set_up(1520, 1520); }
static void set_up_aligned(void) { set_up(512, 512); }
static void set_up_padded(void) { set_up(512, 520); }

/* ---- Stencils and rows -------------------------------------------------- */

static void stencil_at(size_t i, size_t j)
{
   const double *p = a + i * n + j;
   c[i * n + j] = p[0] + 0.5 * (p[-1] + p[1]) + 0.25 * (*(p - n) + p[n]);
}

static uint64_t stencil_by_rows(void)
{
   for (size_t i = 1; i < n - 1; i++)
      for (size_t j = 1; j < n - 1; j++)
         stencil_at(i, j);
   return sum_of(c);
}

static uint64_t stencil_by_columns(void)
{
   for (size_t j = 1; j < n - 1; j++)
      for (size_t i = 1; i < n - 1; i++)
         stencil_at(i, j);
   return sum_of(c);
}

static uint64_t stencil_blocked(void)
{
   enum { SIDE = 64 };
   for (size_t j0 = 1; j0 < n - 1; j0 += SIDE) {
      size_t end = j0 + SIDE < n - 1 ? j0 + SIDE : n - 1;
      for (size_t i = 1; i < n - 1; i++)
         for (size_t j = j0; j < end; j++)
            stencil_at(i, j);
   }
   return sum_of(c);
}

static void set_up_stencil(void) { set_up(1400, 1400); }

static uint64_t vector_by_rows(void)
{
   double *result = c;
   for (size_t i = 0; i < n; i++) {
      double sum = 0;
      for (size_t j = 0; j < n; j++)
         sum += a[i * n + j] * b[j];
      result[i] = sum;
   }
   return sum_of(c);
}

static uint64_t vector_by_columns(void)
{
   double *result = c;
   memset(result, 0, n * sizeof *result);
   for (size_t j = 0; j < n; j++)
      for (size_t i = 0; i < n; i++)
         result[i] += a[i * n + j] * b[j];
   return sum_of(c);
}

#define PRODUCTS { { "ijk", product_ijk }, { "ikj", product_ikj }, \
                   { "jki", product_jki } }
const truth_kernel truth_matrices[] = {
   { "product-l1", true, 1000, set_up_product_l1, PRODUCTS },
   { "product-l2", true, 10, set_up_product_l2, PRODUCTS },
   { "product-l3", true, 1, set_up_product_l3,
     { { "ijk", product_ijk }, { "ikj", product_ikj },
       { "blocked", product_blocked } } },
   { "transpose", true, 6, set_up_transpose,
     { { "rows", transpose_by_rows }, { "columns", transpose_by_columns },
       { "blocked", transpose_blocked } } },
   { "padding", false, 60, NULL,
     { { "aligned", transpose_by_rows, set_up_aligned },
       { "padded", transpose_by_rows, set_up_padded } } },
   { "stencil", true, 10, set_up_stencil,
     { { "rows", stencil_by_rows }, { "columns", stencil_by_columns },
       { "blocked", stencil_blocked } } },
   { "matrix-vector", true, 16, set_up_stencil,
     { { "rows", vector_by_rows }, { "columns", vector_by_columns } } },
   { 0 },
};
