/* tk_stacks.h -- each distinct call path once; pure.

   A path is an array of frame numbers.  SPDX-License-Identifier:
   GPL-2.0-or-later */

#ifndef TK_STACKS_H
#define TK_STACKS_H

#include "base/tk_arena.h"
#include "base/tk_table.h"

enum { TK_STACKS_NONE = UINT32_MAX };

typedef struct tk_stack {
   uint32_t *frames;
   uint32_t n_frames;
   uint32_t value; /* the caller's; TK_STACKS_NONE at first */
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

/* The path, which is copied if it is new; it does not move.  NULL if memory ran
   out, with the table unchanged. */
tk_stack *tk_stacks_at(tk_stacks *stacks, const uint32_t *frames,
                       uint32_t n_frames);

#endif
