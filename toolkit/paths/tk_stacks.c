/* tk_stacks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/tk_stacks.h"

#include "base/tk_hash.h"

enum {
   FIRST_SLOTS = 512, /* powers of two */
   CHUNK_B = 1 << 14,
};

typedef struct tk_stack_slot {
   tk_stack *stack; /* NULL: free */
   uint32_t hash;
} slot;

static slot *new_slots(const tk_alloc *alloc, uint32_t n)
{
   slot *slots = tk_get(alloc, "hp.stacks.slots", n * sizeof *slots);
   for (uint32_t i = 0; slots != NULL && i < n; i++)
      slots[i].stack = NULL;
   return slots;
}

bool tk_stacks_init(tk_stacks *stacks, const tk_alloc *alloc)
{
   *stacks = (tk_stacks){ .alloc = alloc, .n_slots = FIRST_SLOTS };
   stacks->slots = new_slots(alloc, FIRST_SLOTS);
   return stacks->slots != NULL;
}

void tk_stacks_fini(tk_stacks *stacks)
{
   tk_put(stacks->alloc, stacks->slots);
   while (stacks->chunks != NULL) {
      void *next = *(void **)stacks->chunks;
      tk_put(stacks->alloc, stacks->chunks);
      stacks->chunks = next;
   }
}

/* One multiplication for each frame: this is done for every event. */
static uint32_t hash_of(const uint32_t *frames, uint32_t n)
{
   uint64_t hash = n;
   for (uint32_t i = 0; i < n; i++)
      hash = (hash ^ frames[i]) * 0x9e3779b97f4a7c15u;
   return (uint32_t)(tk_hash_word(hash));
}

static bool is_same(const tk_stack *stack, const uint32_t *frames, uint32_t n)
{
   if (stack->n_frames != n)
      return false;
   for (uint32_t i = 0; i < n; i++)
      if (stack->frames[i] != frames[i])
         return false;
   return true;
}

/* Pointer-aligned memory that is given back with the table. */
static void *cut(tk_stacks *stacks, size_t size_B)
{
   size_B = (size_B + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *);
   if (stacks->chunks == NULL
       || stacks->chunk_size_B - stacks->chunk_used_B < size_B) {
      size_t chunk_B = sizeof(void *) + size_B;
      if (chunk_B < CHUNK_B)
         chunk_B = CHUNK_B;
      void **chunk = tk_get(stacks->alloc, "hp.stacks.frames", chunk_B);
      if (chunk == NULL)
         return NULL;
      *chunk = stacks->chunks;
      stacks->chunks = chunk;
      stacks->chunk_used_B = sizeof(void *);
      stacks->chunk_size_B = chunk_B;
   }
   void *memory = (char *)stacks->chunks + stacks->chunk_used_B;
   stacks->chunk_used_B += size_B;
   return memory;
}

static tk_stack *new_stack(tk_stacks *stacks, const uint32_t *frames,
                           uint32_t n)
{
   tk_stack *stack = cut(stacks, sizeof *stack + n * sizeof *frames);
   if (stack == NULL)
      return NULL;
   *stack = (tk_stack){
      .frames = (uint32_t *)(stack + 1), .n_frames = n,
      .value = TK_STACKS_NONE,
   };
   for (uint32_t i = 0; i < n; i++)
      stack->frames[i] = frames[i];
   return stack;
}

static bool double_slots(tk_stacks *stacks)
{
   uint32_t n = 2 * stacks->n_slots;
   slot *slots = new_slots(stacks->alloc, n);
   if (slots == NULL)
      return false;
   for (uint32_t i = 0; i < stacks->n_slots; i++) {
      if (stacks->slots[i].stack == NULL)
         continue;
      uint32_t at = stacks->slots[i].hash & (n - 1);
      while (slots[at].stack != NULL)
         at = (at + 1) & (n - 1);
      slots[at] = stacks->slots[i];
   }
   tk_put(stacks->alloc, stacks->slots);
   stacks->slots = slots;
   stacks->n_slots = n;
   return true;
}

tk_stack *tk_stacks_at(tk_stacks *stacks, const uint32_t *frames, uint32_t n)
{
   uint32_t hash = hash_of(frames, n), mask = stacks->n_slots - 1;
   uint32_t at = hash & mask;
   while (stacks->slots[at].stack != NULL) {
      if (stacks->slots[at].hash == hash
          && is_same(stacks->slots[at].stack, frames, n))
         return stacks->slots[at].stack;
      at = (at + 1) & mask;
   }
   if (stacks->n_used >= stacks->n_slots / 2) {
      if (!double_slots(stacks))
         return NULL;
      return tk_stacks_at(stacks, frames, n);
   }
   tk_stack *stack = new_stack(stacks, frames, n);
   if (stack == NULL)
      return NULL;
   stacks->slots[at] = (slot){ .stack = stack, .hash = hash };
   stacks->n_used++;
   return stack;
}
