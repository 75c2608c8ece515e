/* stencil.c -- heat on a grid: each cell has what a step needs, and much else.
   Layouts: 1 each field an array; 2 what a step needs apart; 3 temperatures apart.
   Objects: grid
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>

#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef TIMES
#define TIMES 1
#endif

enum { SIDE = 200, STEPS = 12 * TIMES };

#if LAYOUT == 1
static struct {
   double heat[SIDE * SIDE], next[SIDE * SIDE], lead[SIDE * SIDE];
   long owner[SIDE * SIDE], visits[SIDE * SIDE];
   double source[SIDE * SIDE], mass[SIDE * SIDE];
} grid;
#define F(field, i) (grid.field[i])
#define G(field, i) (grid.field[i])
#define H(field, i) (grid.field[i])
#elif LAYOUT == 2
static struct {
   struct {
      double heat, next, lead;
   } hot[SIDE * SIDE];
   struct {
      long owner, visits;
      double source, mass;
   } cold[SIDE * SIDE];
} grid;
#define F(field, i) (grid.hot[i].field)
#define G(field, i) (grid.hot[i].field)
#define H(field, i) (grid.cold[i].field)
#elif LAYOUT == 3
static struct {
   double heat[SIDE * SIDE];
   struct {
      double next, lead;
      long owner, visits;
      double source, mass;
   } cold[SIDE * SIDE];
} grid;
#define F(field, i) (grid.field[i])
#define G(field, i) (grid.cold[i].field)
#define H(field, i) (grid.cold[i].field)
#else
typedef struct {
   double heat, next, lead;
   long owner, visits;
   double source, mass;
} Cell;
static Cell grid[SIDE * SIDE];
#define F(field, i) (grid[i].field)
#define G(field, i) (grid[i].field)
#define H(field, i) (grid[i].field)
#endif

static void make(void)
{
   for (int i = 0; i < SIDE * SIDE; i++) {
      F(heat, i) = i % 101;
      G(lead, i) = 0.125 + i % 3 * 0.015625;
      H(owner, i) = i % 7;
      H(visits, i) = 0;
      H(source, i) = i % 89 == 0;
      H(mass, i) = 1 + i % 5;
   }
}

static void step(void)
{
   for (int y = 1; y < SIDE - 1; y++)
      for (int x = 1; x < SIDE - 1; x++) {
         int i = y * SIDE + x;
         double flow = F(heat, i - 1) + F(heat, i + 1) + F(heat, i - SIDE)
                       + F(heat, i + SIDE) - 4 * F(heat, i);
         G(next, i) = F(heat, i) + G(lead, i) * flow;
      }
   for (int y = 1; y < SIDE - 1; y++)
      for (int x = 1; x < SIDE - 1; x++)
         F(heat, y * SIDE + x) = G(next, y * SIDE + x);
}

static double total(void)
{
   double sum = 0;
   for (int i = 0; i < SIDE * SIDE; i++)
      sum += F(heat, i);
   return sum;
}

static void feed(void)
{
   for (int i = 0; i < SIDE * SIDE; i += 4) {
      F(heat, i) += H(source, i) / H(mass, i);
      H(visits, i)++;
   }
}

int main(void)
{
   double sum = 0;
   make();
   for (int i = 0; i < STEPS; i++) {
      step();
      sum += total() + total();
      if (i % 6 == 0)
         feed();
   }
   printf("%.6g %ld\n", sum, H(visits, 8) + H(owner, 9));
   return 0;
}
