/* tk_stacks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/tk_stacks.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"

#include <stdbool.h>

#define LABEL "hp.stacks"

void tk_stacks_init(tk_stacks *stacks, const tk_alloc *alloc)
{
   *stacks = (tk_stacks){
      .table = { .alloc = alloc, .label = LABEL },
      .memory = { .alloc = alloc, .label = LABEL },
   };
}

void tk_stacks_fini(tk_stacks *stacks)
{
   tk_put(stacks->table.alloc, stacks->stacks);
   tk_table_fini(&stacks->table);
   tk_arena_free(&stacks->memory);
}

/* The hash takes one multiplication for each frame, as every event computes it. */
static uint64_t hash_of(const uint32_t *frames, uint32_t n)
{
   uint64_t hash = n;
   for (uint32_t i = 0; i < n; i++)
      hash = (hash ^ frames[i]) * 0x9e3779b97f4a7c15u;
   return tk_hash_word(hash);
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

static tk_stack *add_stack(tk_stacks *stacks, uint64_t hash, const uint32_t *frames,
                           uint32_t n)
{
   TK_ARRAY_ROOM(stacks->table.alloc, LABEL, stacks->stacks, stacks->n, stacks->capacity);
   tk_stack *stack = tk_arena_get(&stacks->memory, sizeof *stack + n * sizeof *frames);
   *stack = (tk_stack){
      .frames = (uint32_t *)(stack + 1),
      .n_frames = n,
      .value = TK_STACKS_NONE,
   };
   for (uint32_t i = 0; i < n; i++)
      stack->frames[i] = frames[i];
   tk_table_add(&stacks->table, hash, (uint32_t)stacks->n);
   stacks->stacks[stacks->n++] = stack;
   return stack;
}

tk_stack *tk_stacks_at(tk_stacks *stacks, const uint32_t *frames, uint32_t n)
{
   uint64_t hash = hash_of(frames, n);
   TK_TABLE_EACH(i, &stacks->table, hash)
      if (is_same(stacks->stacks[i], frames, n))
         return stacks->stacks[i];
   return add_stack(stacks, hash, frames, n);
}
