/* an_chase.h -- pointer chases: loads whose address is what the load before found.

   Nothing hides the latency of such loads.  Lines are visited in a random order, which
   prefetchers do not foresee.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which lines are visited.  They are one cycle. */
typedef struct an_chase_shape {
   size_t n_lines; /* a multiple of `group` */
   size_t step_B;  /* one line in each step */
   size_t line_B;
   /* The order is random among so many neighbours; then come the next.  A small group
      has few pages, so that TLB misses are rare. */
   size_t group;
   bool is_scattered; /* the line's place in its step varies, else it is the first */
} an_chase_shape;

enum { AN_CHASES_MOST = 32 };

/* A chase, and where each of its `n` hunters is: they are spread over the cycle. */
typedef struct an_chase {
   void **at[AN_CHASES_MOST];
   size_t n;
} an_chase;

/* The bytes that a chase of this shape needs. */
size_t an_chase_B(const an_chase_shape *shape);

/* Writes the cycle into `memory`, of an_chase_B bytes and aligned to step_B; `n` hunters,
   a power of two, share it.  False if memory ran out. */
bool an_chase_begin(an_chase *chase, const an_chase_shape *shape, char *memory, size_t n);

/* Each hunter loads `n_steps` times, a multiple of 8. */
void an_chase_run(an_chase *chase, size_t n_steps);
