/* cs_frames.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_frames_private.h"

#include "base/tk_array.h"

/* ---- Calls, jumps, returns -------------------------------------------- */

/* Ends the frames that the stack pointer has passed. */
static inline void pop_dead(cs_frames *frames, uintptr_t sp)
{
   while (frames->top->sp <= sp)
      cs_frames_pop(frames);
}

static void grow_stack(cs_frames *frames)
{
   cs_stack *stack = frames->stack;
   size_t n = (size_t)(frames->top - stack->frames) + 1;
   ptrdiff_t inside = frames->inside == NULL ? 0 : frames->top - frames->inside;
   TK_ARRAY_ROOM(frames->alloc, "cs.frames", stack->frames, n, stack->capacity);
   frames->top = stack->frames + n - 1;
   frames->end = stack->frames + stack->capacity;
   if (frames->inside != NULL)
      frames->inside = frames->top - inside;
}

static inline void push_frame(cs_frames *frames, const tk_line *line, uintptr_t sp,
                              bool is_tail)
{
   if (frames->top + 1 == frames->end)
      grow_stack(frames);
   *++frames->top =
      (cs_frame){ .sp = sp, .caller = frames->node, .line = line, .is_tail = is_tail };
}

static cs_edge *enter_inside(cs_frames *frames);

/* Goes from the caller to the node of a call. */
static inline void enter_node(cs_frames *frames, cs_node *caller, const tk_line *line,
                              const cs_function *function)
{
   cs_edge *edge = cs_tree_call(frames->tree, caller, line, function);
   cs_frames_set_node(frames, cs_edge_callee(edge));
   if (frames->can_toggle && function->toggles && frames->inside == NULL)
      edge = enter_inside(frames);
   edge->n_calls++;
}

/* Does the current stack have no call? */
static bool is_at_base(const cs_frames *frames)
{
   return frames->top == frames->stack->frames;
}

/* The call that the top frame has made. */
static cs_edge *top_call(cs_frames *frames)
{
   if (is_at_base(frames))
      return &frames->node->in;
   return cs_tree_call(frames->tree, frames->top->caller, frames->top->line,
                       frames->node->in.function);
}

bool cs_frames_is_outermost(const cs_frames *frames)
{
   return is_at_base(frames) && !frames->stack->is_handler;
}

/* Enters what the top frame has called. */
static void enter_called(cs_frames *frames, const cs_function *function)
{
   if (is_at_base(frames))
      enter_node(frames, frames->node, NULL, function);
   else
      enter_node(frames, frames->top->caller, frames->top->line, function);
}

/* Goes to what the top frame calls.  NULL: no function runs until one is entered. */
static inline void go_to_called(cs_frames *frames, const tk_line *line,
                                const cs_function *function)
{
   if (function == NULL)
      frames->function = NULL;
   else
      enter_node(frames, frames->node, line, function);
   frames->jumped_from = NULL;
}

void cs_frames_call(cs_frames *frames, const tk_line *line, const cs_function *function,
                    uintptr_t sp)
{
   pop_dead(frames, sp);
   push_frame(frames, line, sp, false);
   go_to_called(frames, line, function);
}

void cs_frames_return(cs_frames *frames, uintptr_t sp)
{
   pop_dead(frames, sp);
   frames->jumped_from = NULL;
}

/* Goes back to the function if it has made one of the open tail calls.  That is a call
   by `from` if it begins there. */
static bool goes_back(cs_frames *frames, cs_node *from, const tk_line *line,
                      const cs_function *function, bool is_entry)
{
   cs_frame *frame = frames->top;
   while (frame->is_tail && frame->caller->in.function != function)
      frame--;
   if (!frame->is_tail)
      return false;
   if (is_entry)
      cs_tree_call_back(frames->tree, from, line, frame->caller)->n_calls++;
   while (frames->top >= frame)
      cs_frames_pop(frames);
   return true;
}

/* Goes from a stub or a resolver to what the top frame has called. */
static void arrive_at_called(cs_frames *frames, const cs_function *function)
{
   const cs_frame *top = frames->top;
   if (function == NULL || !top->is_tail
       || !goes_back(frames, top->caller, top->line, function, true))
      enter_called(frames, function);
}

void cs_frames_jump(cs_frames *frames, const tk_line *line, const cs_function *function,
                    uintptr_t sp, bool is_entry)
{
   pop_dead(frames, sp);
   if (frames->function == function)
      return;
   if (frames->function == NULL || frames->function->is_resolver)
      arrive_at_called(frames, function);
   else if (function == NULL
            || !goes_back(frames, frames->node, line, function, is_entry)) {
      push_frame(frames, line, frames->top->sp, true);
      go_to_called(frames, line, function);
   }
}

void cs_frames_enter(cs_frames *frames, const cs_function *function, uintptr_t sp,
                     bool is_entry)
{
   if (frames->stack->base_sp == 0)
      frames->stack->base_sp = sp;
   cs_frames_jump(frames, frames->jumped_from, function, sp, is_entry);
}

void cs_frames_open(cs_frames *frames, const tk_line *line, const cs_function *function,
                    uintptr_t sp)
{
   if (is_at_base(frames) && frames->function == NULL)
      cs_frames_enter(frames, function, sp, true);
   else
      cs_frames_call(frames, line, function, sp);
   if (function != NULL)
      top_call(frames)->n_calls--;
}

/* ---- Collecting ------------------------------------------------------- */

enum { MOST_DEEP = 1000 }; /* of the paths that a coroutine began with */

static cs_node *find_twin(cs_frames *frames, cs_node *root, const cs_node *node,
                          unsigned depth)
{
   if (node->in.function == NULL || depth == MOST_DEEP)
      return root;
   cs_node *caller = find_twin(frames, root, node->in.caller, depth + 1);
   return cs_frames_callee(frames, caller, node->in.line, node->in.function);
}

cs_node *cs_frames_twin(cs_frames *frames, cs_node *root, const cs_node *node)
{
   return find_twin(frames, root, node, 0);
}

/* Changes the nodes of all frames of the current stack. */
static void change_root(cs_frames *frames)
{
   cs_frame *frame = frames->stack->frames + 1;
   const cs_node *old = frame <= frames->top ? frame->caller : frames->node;
   const cs_function *function = frames->function;
   cs_node *node = cs_frames_twin(frames, cs_frames_root(frames), old);
   for (; frame <= frames->top; frame++) {
      const cs_node *callee = frame == frames->top ? frames->node : frame[1].caller;
      frame->caller = node;
      if (callee != old) /* a stub has no node */
         node = cs_frames_callee(frames, node, frame->line, callee->in.function);
      old = callee;
   }
   cs_frames_set_node(frames, node);
   frames->function = function;
}

static void set_collects(cs_frames *frames, bool collects)
{
   if (collects == frames->collects)
      return;
   if (frames->on_collect != NULL)
      frames->on_collect(collects);
   frames->collects = collects;
}

/* Collects if that is wanted here. */
static void update_collecting(cs_frames *frames)
{
   bool wanted = frames->collects_outside != (frames->inside != NULL);
   if (wanted == frames->collects)
      return;
   set_collects(frames, wanted);
   change_root(frames);
}

static cs_edge *enter_inside(cs_frames *frames)
{
   frames->inside = frames->top;
   update_collecting(frames);
   return top_call(frames);
}

void cs_frames_leave_inside(cs_frames *frames)
{
   frames->inside = NULL;
   update_collecting(frames);
}

void cs_frames_recollect(cs_frames *frames, bool collects)
{
   set_collects(frames, collects);
   update_collecting(frames);
}

void cs_frames_collect(cs_frames *frames, bool collects)
{
   frames->collects_outside = collects;
   if (frames->stack != NULL)
      update_collecting(frames);
}
