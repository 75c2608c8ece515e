/* cs_frames_owner.c -- whose memory a stack's is, for cs_frames.h; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_frames_private.h"

#include "base/tk_search.h"

enum { RED_ZONE_B = 128 }; /* below the stack pointer; System V ABI for AMD64 */

/* The innermost frame of a stack. */
static const cs_frame *top_of(const cs_frames *frames, const cs_stack *stack)
{
   return stack == frames->stack ? frames->top : stack->top;
}

/* An address that certainly is in the stack.  The base of a thread's stack is only near
   its end, by page.  A function that the first one jumped to has no end either. */
static uintptr_t mark_of(const cs_frames *frames, const cs_stack *stack)
{
   const cs_frame *top = top_of(frames, stack);
   for (const cs_frame *frame = stack->frames + 1; frame <= top; frame++)
      if (frame->sp != UINTPTR_MAX)
         return frame->sp;
   return stack->base_sp;
}

/* Does another stack, which lies around it, have the address?  What is below a stack that
   waits is not its own. */
static bool is_below(const cs_frames *frames, const cs_stack *stack, uintptr_t addr)
{
   return stack != frames->stack && stack->left_sp > addr
          && stack->left_sp - addr > RED_ZONE_B && !cs_frames_is_in_use(frames, stack);
}

static bool is_stack_of(const cs_frames *frames, const cs_stack *stack, uintptr_t addr,
                        uintptr_t low, uintptr_t high)
{
   if (stack->base_sp < addr || is_below(frames, stack, addr))
      return false;
   uintptr_t mark = mark_of(frames, stack);
   return mark > low && mark - 1 <= high;
}

/* The lower of two stacks, as one may lie in a frame of the other. */
static const cs_stack *lower_stack(const cs_stack *a, const cs_stack *b)
{
   return a == NULL || b->base_sp < a->base_sp ? b : a;
}

static const cs_stack *stack_of(const cs_frames *frames, uintptr_t addr, uintptr_t low,
                                uintptr_t high)
{
   const cs_stack *found = NULL;
   size_t i = cs_frames_first_from(frames, addr);
   for (; i < frames->n_stacks && found == NULL; i++) {
      if (is_stack_of(frames, frames->stacks[i], addr, low, high))
         found = frames->stacks[i];
      else if (frames->stacks[i]->base_sp > high)
         break;
   }
   for (i = 0; i < frames->n_threads && frames->n_handlers > 0; i++)
      for (const cs_stack *s = frames->threads[i].stack; s != NULL && s->is_handler;
           s = s->interrupted)
         if (is_stack_of(frames, s, addr, low, high))
            found = lower_stack(found, s);
   return found;
}

bool cs_frames_owner(const cs_frames *frames, uintptr_t addr, uintptr_t low,
                     uintptr_t high, const cs_node **owner)
{
   const cs_stack *stack = stack_of(frames, addr, low, high);
   if (stack == NULL)
      return false;
   /* Frames end at lower addresses the later they began: the last that ends above. */
   const cs_frame *top = top_of(frames, stack);
   tk_search s = { .low = 1, .high = (size_t)(top - stack->frames) + 1 };
   while (tk_search_next(&s))
      tk_search_step(&s, stack->frames[s.middle].sp > addr);
   const cs_frame *frame = stack->frames + s.low - 1;
   *owner = frame < top              ? frame[1].caller
            : stack == frames->stack ? frames->node
                                     : stack->node;
   return true;
}

void cs_frames_free_memory(cs_frames *frames, uintptr_t low, uintptr_t high)
{
   if (frames->n_stacks <= frames->n_threads)
      return;
   size_t i = cs_frames_first_from(frames, low);
   while (i < frames->n_stacks && frames->stacks[i]->base_sp <= high)
      if (!cs_frames_free_stack(frames, frames->stacks[i]))
         i++;
}
