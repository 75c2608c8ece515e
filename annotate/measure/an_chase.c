/* an_chase.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "measure/an_chase.h"

#include "measure/an_random.h"

#include <stdlib.h>

/* What is timed must be compiled alike in every build. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O2")
#endif

size_t an_chase_B(const an_chase_shape *shape)
{
   return shape->n_lines * shape->step_B;
}

/* The place of line i; the same for each call. */
static void **place_of(const an_chase_shape *shape, char *memory, size_t i)
{
   size_t n_places = shape->step_B / shape->line_B;
   uint32_t spread = (uint32_t)i * 2654435769u >> 16; /* 2^32 by the golden ratio */
   size_t offset = shape->is_scattered ? spread % n_places * shape->line_B : 0;
   return (void **)(void *)(memory + i * shape->step_B + offset);
}

static void shuffle_order(uint32_t *order, size_t n, uint64_t *state)
{
   for (size_t i = n; i > 1; i--) {
      size_t j = an_random(state) % i;
      uint32_t swapped = order[i - 1];
      order[i - 1] = order[j];
      order[j] = swapped;
   }
}

/* Numbers of lines in the order of their visit; NULL if memory ran out. */
static uint32_t *make_order(const an_chase_shape *shape)
{
   uint32_t *order = malloc(shape->n_lines * sizeof *order);
   uint64_t state = 1;
   if (order == NULL)
      return NULL;
   for (size_t i = 0; i < shape->n_lines; i++)
      order[i] = (uint32_t)i;
   for (size_t i = 0; i < shape->n_lines; i += shape->group)
      shuffle_order(order + i, shape->group, &state);
   return order;
}

bool an_chase_begin(an_chase *chase, const an_chase_shape *shape, char *memory, size_t n)
{
   uint32_t *order = make_order(shape);
   if (order == NULL)
      return false;
   for (size_t i = 0; i < shape->n_lines; i++) {
      size_t next = i + 1 < shape->n_lines ? i + 1 : 0;
      *place_of(shape, memory, order[i]) = place_of(shape, memory, order[next]);
   }
   chase->n = n;
   for (size_t i = 0; i < n; i++)
      chase->at[i] = place_of(shape, memory, order[i * (shape->n_lines / n)]);
   free(order);
   return true;
}

#define STEP(p) p = (void **)*p

static void run_one(an_chase *chase, size_t n_steps)
{
   void **p = chase->at[0];
   for (size_t i = 0; i < n_steps; i += 8) {
      STEP(p);
      STEP(p);
      STEP(p);
      STEP(p);
      STEP(p);
      STEP(p);
      STEP(p);
      STEP(p);
   }
   chase->at[0] = p;
}

/* `n` is a constant where it is called. */
static inline __attribute__((always_inline)) void run_some(void ***at, size_t n,
                                                           size_t n_steps)
{
   void **p[AN_CHASES_MOST];
   for (size_t j = 0; j < n; j++)
      p[j] = at[j];
   for (size_t i = 0; i < n_steps; i++) {
#pragma GCC unroll 32
      for (size_t j = 0; j < n; j++)
         STEP(p[j]);
      __asm__ volatile("" : : : "memory");
   }
   for (size_t j = 0; j < n; j++)
      at[j] = p[j];
}

void an_chase_run(an_chase *chase, size_t n_steps)
{
   switch (chase->n) {
   case 1: run_one(chase, n_steps); break;
   case 2: run_some(chase->at, 2, n_steps); break;
   case 4: run_some(chase->at, 4, n_steps); break;
   case 8: run_some(chase->at, 8, n_steps); break;
   case 16: run_some(chase->at, 16, n_steps); break;
   default: run_some(chase->at, AN_CHASES_MOST, n_steps); break;
   }
}
