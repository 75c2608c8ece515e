/* columns.c -- sums of a matrix by columns: rows a power of two apart are in one set.
   Layouts: 1 rows one line longer; 2 rows 8 bytes longer; 3 512 bytes longer.
   Objects: table
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>

#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef TIMES
#define TIMES 1
#endif

enum {
   ROWS = 512,
   COLUMNS = 512,
   ROUNDS = 3 * TIMES,
   PAD = LAYOUT == 1   ? 8
         : LAYOUT == 2 ? 1
         : LAYOUT == 3 ? 64
                       : 0
};

static double table[ROWS][COLUMNS + PAD];

static void fill(void)
{
   for (int row = 0; row < ROWS; row++)
      for (int column = 0; column < COLUMNS; column++)
         table[row][column] = row ^ column;
}

static __attribute__((noinline)) double sum_column(int column)
{
   double sum = 0;
   for (int row = 0; row < ROWS; row++)
      sum += table[row][column] * (row & 3);
   return sum;
}

int main(void)
{
   double sum = 0;
   fill();
   for (int round = 0; round < ROUNDS; round++)
      for (int column = 0; column < COLUMNS; column++)
         sum += sum_column(column);
   printf("%g\n", sum);
   return 0;
}
