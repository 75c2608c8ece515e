/* tk_stacks.h -- each distinct call path once, with a value; pure.

   A path is an array of frame numbers.  SPDX-License-Identifier:
   GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "base/tk_table.h"

enum { TK_STACKS_NONE = UINT32_MAX };

typedef struct tk_stack {
   uint32_t *frames;
   uint32_t n_frames;
   uint32_t value; /* for the caller's use; TK_STACKS_NONE at first */
} tk_stack;

typedef struct tk_stacks {
   tk_stack **stacks;
   size_t n, capacity;
   tk_table table;
   tk_arena memory; /* of stacks and frames */
} tk_stacks;

/* `alloc` is borrowed. */
void tk_stacks_init(tk_stacks *stacks, const tk_alloc *alloc);
void tk_stacks_fini(tk_stacks *stacks);

/* Finds or adds a path, which is copied; it does not move. */
tk_stack *tk_stacks_at(tk_stacks *stacks, const uint32_t *frames, uint32_t n_frames);
