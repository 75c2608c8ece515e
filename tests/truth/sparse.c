/* sparse.c -- products of a sparse matrix and a vector: columns near the diagonal, or
   anywhere; rows in arrays, or in lists.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

enum { N_IN_ROW = 8, BAND = 64 };

typedef struct entry {
   struct entry *next;
   double value;
   uint32_t column;
} entry;

static uint32_t *starts, *columns; /* compressed rows: where each begins */
static double *values, *vector, *product;
static entry **rows;
static size_t n;

static void set_up(size_t size)
{
   n = size;
   starts = truth_new((n + 1) * sizeof *starts);
   columns = truth_new(n * N_IN_ROW * sizeof *columns);
   values = truth_new(n * N_IN_ROW * sizeof *values);
   vector = truth_new(n * sizeof *vector);
   product = truth_new(n * sizeof *product);
   for (size_t i = 0; i < n; i++) {
      vector[i] = (double)truth_random_below(8);
      starts[i + 1] = starts[i] + N_IN_ROW;
      for (size_t j = starts[i]; j < starts[i + 1]; j++) {
         columns[j] = (uint32_t)((i + truth_random_below(BAND)) % n);
         values[j] = (double)truth_random_below(8);
      }
   }
}

static void set_up_16k(void) { set_up(1 << 14); }
static void set_up_512k(void) { set_up(1 << 19); }

/* Columns, and so the vector's elements, have other numbers: the product is the same. */
static void set_up_shuffled(void)
{
   const uint32_t *new_place = truth_shuffled(n);
   double *moved = truth_new(n * sizeof *moved);
   for (size_t i = 0; i < n; i++)
      moved[new_place[i]] = vector[i];
   vector = moved;
   for (size_t i = 0; i < n * N_IN_ROW; i++)
      columns[i] = new_place[columns[i]];
}

static void set_up_lists(void)
{
   entry *entries = truth_new(n * N_IN_ROW * sizeof *entries);
   rows = truth_new(n * sizeof(entry *));
   for (size_t i = 0; i < n; i++)
      for (size_t j = starts[i + 1]; j-- > starts[i];) {
         entries[j] = (entry){ rows[i], values[j], columns[j] };
         rows[i] = &entries[j];
      }
}

static uint64_t sum_of_product(void)
{
   double sum = 0;
   for (size_t i = 0; i < n; i += 8)
      sum += product[i] * (double)(i & 0xff);
   return (uint64_t)sum;
}

static uint64_t multiply_arrays(void)
{
   for (size_t i = 0; i < n; i++) {
      double sum = 0;
      for (size_t j = starts[i]; j < starts[i + 1]; j++)
         sum += values[j] * vector[columns[j]];
      product[i] = sum;
   }
   return sum_of_product();
}

static uint64_t multiply_lists(void)
{
   for (size_t i = 0; i < n; i++) {
      double sum = 0;
      for (const entry *e = rows[i]; e != NULL; e = e->next)
         sum += e->value * vector[e->column];
      product[i] = sum;
   }
   return sum_of_product();
}

#define VARIANTS { { "in-order", multiply_arrays }, \
                   { "shuffled", multiply_arrays, set_up_shuffled }, \
                   { "lists", multiply_lists, set_up_lists } }
const truth_kernel truth_sparse[] = {
   { "sparse-16K", true, 600, set_up_16k, VARIANTS },
   { "sparse-512K", true, 6, set_up_512k, VARIANTS },
   { 0 },
};
