/* cs_frames_usual.h -- the usual call, return and way through a stub, inline in what
   translated code calls; pure.

   Each does what the function of cs_frames.h of its name does, if nothing is special:
   one frame begins or ends, the call is among the recent ones, and no function toggles.
   Else it changes nothing, and returns false.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "calls/cs_frames_private.h"

static inline void cs_frames_go_usual(cs_frames *frames, cs_edge *edge)
{
   cs_frames_set_node(frames, cs_edge_callee(edge));
   edge->n_calls++;
}

static inline bool cs_frames_call_usual(cs_frames *frames, const tk_line *line,
                                        const cs_function *function, uintptr_t sp)
{
   cs_frame *frame = frames->top + 1;
   if (frame[-1].sp <= sp || frame == frames->end || frames->can_toggle
       || function == NULL)
      return false;
   cs_edge *edge = cs_tree_recent(frames->node, line, function);
   if (edge == NULL)
      return false;
   *frame = (cs_frame){ .sp = sp, .caller = frames->node, .line = line };
   frames->top = frame;
   frames->jumped_from = NULL;
   cs_frames_go_usual(frames, edge);
   return true;
}

/* Something else is left to do if the frame below is the stack's first: it has no end. */
static inline bool cs_frames_return_usual(cs_frames *frames, uintptr_t sp)
{
   cs_frame *frame = frames->top;
   if (frame->sp > sp || frame[-1].sp <= sp || frame[-1].sp == UINTPTR_MAX
       || frame == frames->inside)
      return false;
   cs_frames_set_node(frames, frame->caller);
   frames->top = frame - 1;
   frames->jumped_from = NULL;
   return true;
}

/* After a call of a stub. */
static inline bool cs_frames_enter_usual(cs_frames *frames, const cs_function *function,
                                         uintptr_t sp)
{
   const cs_frame *frame = frames->top;
   if (frames->function != NULL || function == NULL || frame->is_tail || frame->sp <= sp
       || frame->sp == UINTPTR_MAX || frames->can_toggle || frames->stack->base_sp == 0)
      return false;
   cs_edge *edge = cs_tree_recent(frame->caller, frame->line, function);
   if (edge == NULL)
      return false;
   cs_frames_go_usual(frames, edge);
   return true;
}
