/* particles.c -- moves particles, and counts them by cell; draws rarely.
   Layouts: 1 what moves apart from the rest; 2 each particle has two lines; 3 positions,
   velocities and the rest apart.
   Objects: new_particles
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>

#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef TIMES
#define TIMES 1
#endif

enum { PARTICLES = 30000, STEPS = 24 * TIMES, CELLS = 16 };

#if LAYOUT == 1
typedef struct {
   double x, y, z, vx, vy, vz;
} Motion;
typedef struct {
   float colour[4];
   int id, material, age;
} Look;
static Motion *motions;
static Look *looks;
#define AT(i) (motions[i])
#define SPEED(i) (motions[i])
#define LOOK(i) (looks[i])
#elif LAYOUT == 3
typedef struct {
   double x, y, z;
} Place;
typedef struct {
   double vx, vy, vz;
} Speed;
typedef struct {
   float colour[4];
   int id, material, age;
} Look;
static Place *places;
static Speed *speeds;
static Look *looks;
#define AT(i) (places[i])
#define SPEED(i) (speeds[i])
#define LOOK(i) (looks[i])
#else
typedef struct {
   double x, y, z, vx, vy, vz;
   float colour[4];
   int id, material, age;
#if LAYOUT == 2
   char unused[48];
#endif
} Particle;
static Particle *particles;
#define AT(i) (particles[i])
#define SPEED(i) (particles[i])
#define LOOK(i) (particles[i])
#endif

static int cells[CELLS][CELLS];

static __attribute__((noinline)) void new_particles(void)
{
#if LAYOUT == 1
   motions = malloc(PARTICLES * sizeof *motions);
   looks = malloc(PARTICLES * sizeof *looks);
#elif LAYOUT == 2
   particles = aligned_alloc(128, PARTICLES * sizeof *particles);
#elif LAYOUT == 3
   places = malloc(PARTICLES * sizeof *places);
   speeds = malloc(PARTICLES * sizeof *speeds);
   looks = malloc(PARTICLES * sizeof *looks);
#else
   particles = malloc(PARTICLES * sizeof *particles);
#endif
}

static void make(void)
{
   for (int i = 0; i < PARTICLES; i++) {
      AT(i).x = i % 997;
      AT(i).y = i % 991;
      AT(i).z = i % 983;
      SPEED(i).vx = i % 7;
      SPEED(i).vy = i % 5;
      SPEED(i).vz = i % 3;
      for (int k = 0; k < 4; k++)
         LOOK(i).colour[k] = (float)(i % (k + 9));
      LOOK(i).id = i;
      LOOK(i).material = i % 4;
      LOOK(i).age = 0;
   }
}

static void move(void)
{
   for (int i = 0; i < PARTICLES; i++) {
      AT(i).x += SPEED(i).vx;
      AT(i).y += SPEED(i).vy;
      AT(i).z += SPEED(i).vz;
   }
}

static void count(void)
{
   for (int i = 0; i < PARTICLES; i++)
      cells[(int)AT(i).x % CELLS][(int)AT(i).y % CELLS] += AT(i).z > 500;
}

static double draw(void)
{
   double sum = 0;
   for (int i = 0; i < PARTICLES; i++)
      sum += LOOK(i).colour[i % 4] + LOOK(i).material;
   return sum;
}

int main(void)
{
   double light = 0;
   new_particles();
   make();
   for (int step = 0; step < STEPS; step++) {
      move();
      count();
      count();
      if (step % 12 == 0)
         light += draw();
   }
   printf("%g %d %d\n", light, cells[3][5], LOOK(7).id);
   return 0;
}
