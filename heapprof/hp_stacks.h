/* hp_stacks.h -- each distinct call path once, under a number; pure.

   A path is an array of frame numbers.  SPDX-License-Identifier:
   GPL-2.0-or-later */

#ifndef HP_STACKS_H
#define HP_STACKS_H

#include "tk_alloc.h"

#include <stdbool.h>
#include <stdint.h>

enum { HP_STACKS_NONE = UINT32_MAX };

typedef struct hp_stack {
   uint32_t *frames;
   uint32_t n_frames;
   uint32_t value; /* the caller's; HP_STACKS_NONE at first */
} hp_stack;

typedef struct hp_stacks {
   const tk_alloc *alloc;
   struct hp_stack_slot *slots; /* a hash table, open addressing */
   uint32_t n_slots, n_used;
   void *chunks;                /* of stacks and frames */
   size_t chunk_used_B, chunk_size_B;
} hp_stacks;

/* False: memory ran out.  `alloc` is borrowed. */
bool hp_stacks_init(hp_stacks *stacks, const tk_alloc *alloc);
void hp_stacks_fini(hp_stacks *stacks);

/* The path, which is copied if it is new; it does not move.  NULL if memory ran
   out. */
hp_stack *hp_stacks_at(hp_stacks *stacks, const uint32_t *frames,
                       uint32_t n_frames);

#endif
