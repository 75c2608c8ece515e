/* matrix.c -- a sample to profile: the same sum, once along the rows of a
   matrix and once along its columns.  Both loops run the same number of
   instructions; only one of them misses the cache.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1024 };

static double matrix[SIZE][SIZE];

static void fill(void)
{
   for (int row = 0; row < SIZE; row++)
      for (int column = 0; column < SIZE; column++)
         matrix[row][column] = row ^ column;
}

static double sum_by_rows(void)
{
   double sum = 0;
   for (int row = 0; row < SIZE; row++)
      for (int column = 0; column < SIZE; column++)
         sum += matrix[row][column];
   return sum;
}

static double sum_by_columns(void)
{
   double sum = 0;
   for (int column = 0; column < SIZE; column++)
      for (int row = 0; row < SIZE; row++)
         sum += matrix[row][column];
   return sum;
}

int main(void)
{
   fill();
   double by_rows = sum_by_rows(), by_columns = sum_by_columns();
   printf("%.0f %.0f\n", by_rows, by_columns);
   return by_rows == by_columns ? EXIT_SUCCESS : EXIT_FAILURE;
}
