/* cs_frames_private.h -- what cs_frames.c and cs_frames_stacks.c share; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "calls/cs_frames.h"

/* A stack of frames, and where in the program's memory it is. */
struct cs_stack {
   cs_stack *interrupted; /* a signal handler's: what it returns to; else NULL */
   bool is_handler;
   bool goes_on;      /* the function that began on it had begun on another */
   uintptr_t base_sp; /* the highest stack pointer; 0: unknown */
   uintptr_t left_sp; /* when another stack was switched to */
   cs_frame *frames;  /* [0] is never popped */
   size_t capacity;
   /* The state when it is not current: */
   cs_frame *top;
   cs_node *node;
   const cs_function *function;
   const tk_line *jumped_from;
   bool collects;
   cs_frame *inside;
};

struct cs_thread {
   uint64_t number;
   cs_stack *stack; /* that it is on */
};

static inline void cs_frames_set_node(cs_frames *frames, cs_node *node)
{
   frames->counts = cs_tree_own(frames->tree, node);
   frames->node = node;
   frames->function = node->in.function;
}

/* The outermost function that toggles has been left. */
void cs_frames_leave_inside(cs_frames *frames);

/* Ends the top frame. */
static inline void cs_frames_pop(cs_frames *frames)
{
   bool leaves = frames->top == frames->inside;
   cs_frames_set_node(frames, frames->top->caller);
   frames->top--;
   if (leaves)
      cs_frames_leave_inside(frames);
}

/* The root of what runs now. */
static inline cs_node *cs_frames_root(const cs_frames *frames)
{
   return frames->collects ? frames->tree->root : frames->tree->off;
}

/* The node of a call. */
static inline cs_node *cs_frames_callee(cs_frames *frames, cs_node *caller,
                                        const tk_line *line, const cs_function *function)
{
   return cs_edge_callee(cs_tree_call(frames->tree, caller, line, function));
}

/* The node of the same path below another root. */
cs_node *cs_frames_twin(cs_frames *frames, cs_node *root, const cs_node *node);

/* The index of the first stack whose base is at `sp` or above. */
size_t cs_frames_first_from(const cs_frames *frames, uintptr_t sp);

/* Is a thread on the stack, or does it return to it from a handler? */
bool cs_frames_is_in_use(const cs_frames *frames, const cs_stack *stack);

/* Frees a stack that is not in use, and is none of a handler; else false. */
bool cs_frames_free_stack(cs_frames *frames, cs_stack *stack);

/* The stack has become the current one: `collects` is its state, from when it was left.
   Collects if that is wanted now. */
void cs_frames_recollect(cs_frames *frames, bool collects);
