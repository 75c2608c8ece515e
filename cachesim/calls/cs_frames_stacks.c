/* cs_frames_stacks.c -- threads, signal handlers and other stacks of cs_frames.h; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_frames_private.h"

#include "base/tk_array.h"
#include "base/tk_search.h"

/* The code that switches stacks has pushed and popped a little since the stack pointer
   was noted. */
enum { SLACK_B = 512 };

/* ---- Stacks ----------------------------------------------------------- */

size_t cs_frames_first_from(const cs_frames *frames, uintptr_t sp)
{
   return TK_SEARCH(i, frames->n_stacks, frames->stacks[i]->base_sp < sp);
}

static void insert_stack(cs_frames *frames, cs_stack *stack)
{
   TK_ARRAY_ROOM(frames->alloc, "cs.frames.stacks", frames->stacks, frames->n_stacks,
                 frames->max_stacks);
   size_t at = cs_frames_first_from(frames, stack->base_sp);
   for (size_t i = frames->n_stacks++; i > at; i--)
      frames->stacks[i] = frames->stacks[i - 1];
   frames->stacks[at] = stack;
}

static void take_out(cs_frames *frames, const cs_stack *stack)
{
   size_t at = cs_frames_first_from(frames, stack->base_sp);
   while (at < frames->n_stacks && frames->stacks[at] != stack)
      at++;
   if (at == frames->n_stacks)
      return;
   for (frames->n_stacks--; at < frames->n_stacks; at++)
      frames->stacks[at] = frames->stacks[at + 1];
}

static void free_stack(cs_frames *frames, cs_stack *stack)
{
   frames->n_handlers -= stack->is_handler;
   tk_put(frames->alloc, stack->frames);
   tk_put(frames->alloc, stack);
}

/* Where the thread that runs begins. */
static cs_node *start_node(cs_frames *frames)
{
   cs_node *root = cs_frames_root(frames);
   return frames->first == NULL ? root
                                : cs_frames_callee(frames, root, NULL, frames->first);
}

/* At `node`, without calls. */
static cs_stack *new_stack(cs_frames *frames, uintptr_t base_sp, cs_node *node)
{
   cs_stack *stack = tk_get(frames->alloc, "cs.frames.stack", sizeof *stack);
   *stack = (cs_stack){ .base_sp = base_sp, .node = node, .collects = frames->collects };
   TK_ARRAY_ROOM(frames->alloc, "cs.frames", stack->frames, 0, stack->capacity);
   stack->frames[0] = (cs_frame){ .sp = UINTPTR_MAX };
   stack->top = stack->frames;
   return stack;
}

/* Keeps the state in the current stack, and takes that of another. */
static void change_to(cs_frames *frames, cs_stack *stack)
{
   cs_stack *old = frames->stack;
   if (old != NULL) {
      old->top = frames->top;
      old->node = frames->node;
      old->function = frames->function;
      old->jumped_from = frames->jumped_from;
      old->collects = frames->collects;
      old->inside = frames->inside;
   }
   frames->stack = stack;
   frames->top = stack->top;
   frames->end = stack->frames + stack->capacity;
   cs_frames_set_node(frames, stack->node);
   frames->function = stack->function;
   frames->jumped_from = stack->jumped_from;
   frames->inside = stack->inside;
   cs_frames_recollect(frames, stack->collects);
}

/* ---- Threads ---------------------------------------------------------- */

static cs_thread *find_thread(const cs_frames *frames, uint64_t number)
{
   for (size_t i = 0; i < frames->n_threads; i++)
      if (frames->threads[i].number == number)
         return &frames->threads[i];
   return NULL;
}

bool cs_frames_is_in_use(const cs_frames *frames, const cs_stack *stack)
{
   for (size_t i = 0; i < frames->n_threads; i++)
      for (const cs_stack *s = frames->threads[i].stack; s != NULL; s = s->interrupted)
         if (s == stack)
            return true;
   return false;
}

/* The thread that runs is always the first. */
static cs_thread *running_thread(const cs_frames *frames)
{
   return &frames->threads[0];
}

static cs_thread *new_thread(cs_frames *frames, uint64_t number, uintptr_t base_sp)
{
   cs_node *start = start_node(frames);
   TK_ARRAY_ROOM(frames->alloc, "cs.frames.threads", frames->threads, frames->n_threads,
                 frames->max_threads);
   cs_stack *stack = new_stack(frames, base_sp, start);
   insert_stack(frames, stack);
   cs_thread *thread = &frames->threads[frames->n_threads++];
   *thread = (cs_thread){ .number = number, .stack = stack };
   start->in.n_calls += start->in.function != NULL;
   return thread;
}

bool cs_frames_run(cs_frames *frames, uint64_t number, uintptr_t base_sp,
                   const cs_function *first, bool collects)
{
   if (frames->stack != NULL && running_thread(frames)->number == number)
      return false;
   frames->first = first;
   frames->collects_outside = collects;
   cs_thread *thread = find_thread(frames, number);
   bool is_new = thread == NULL;
   if (is_new)
      thread = new_thread(frames, number, base_sp);
   cs_thread copy = *thread;
   *thread = *running_thread(frames);
   *running_thread(frames) = copy;
   change_to(frames, copy.stack);
   return is_new;
}

/* Frees the stacks that handlers run on, down to one that is no handler's. */
static cs_stack *free_handlers(cs_frames *frames, cs_stack *stack)
{
   while (stack->is_handler) {
      cs_stack *interrupted = stack->interrupted;
      free_stack(frames, stack);
      stack = interrupted;
   }
   return stack;
}

void cs_frames_thread_ends(cs_frames *frames, uint64_t number)
{
   cs_thread *thread = find_thread(frames, number);
   if (thread == NULL)
      return;
   if (thread->stack == frames->stack)
      frames->stack = NULL;
   cs_stack *stack = free_handlers(frames, thread->stack);
   take_out(frames, stack);
   free_stack(frames, stack);
   *thread = frames->threads[--frames->n_threads];
}

void cs_frames_fork(cs_frames *frames)
{
   while (frames->n_threads > 1)
      cs_frames_thread_ends(frames, frames->threads[1].number);
}

static void forget_threads(cs_frames *frames)
{
   for (size_t i = 0; i < frames->n_threads; i++)
      free_handlers(frames, frames->threads[i].stack);
   for (size_t i = 0; i < frames->n_stacks; i++)
      free_stack(frames, frames->stacks[i]);
   frames->n_threads = frames->n_stacks = 0;
   frames->stack = NULL;
   frames->inside = NULL;
}

void cs_frames_forget(cs_frames *frames)
{
   forget_threads(frames);
}

void cs_frames_init(cs_frames *frames, cs_tree *tree, const tk_alloc *alloc)
{
   *frames = (cs_frames){
      .tree = tree, .alloc = alloc, .collects = true, .collects_outside = true
   };
   cs_frames_set_node(frames, tree->root);
}

void cs_frames_fini(cs_frames *frames)
{
   forget_threads(frames);
   tk_put(frames->alloc, frames->stacks);
   tk_put(frames->alloc, frames->threads);
}

/* ---- Signals ---------------------------------------------------------- */

void cs_frames_signal(cs_frames *frames, uintptr_t sp)
{
   cs_stack *stack = new_stack(frames, 0, start_node(frames));
   frames->stack->left_sp = sp;
   stack->is_handler = true;
   frames->n_handlers++;
   stack->interrupted = frames->stack;
   running_thread(frames)->stack = stack;
   change_to(frames, stack);
}

/* The thread goes on with a stack; the handlers' that it leaves are gone. */
static void go_on_with(cs_frames *frames, cs_stack *stack)
{
   cs_stack *left = frames->stack;
   change_to(frames, stack);
   running_thread(frames)->stack = stack;
   while (left != stack && left->is_handler) {
      cs_stack *interrupted = left->interrupted;
      free_stack(frames, left);
      left = interrupted;
   }
}

bool cs_frames_signal_done(cs_frames *frames)
{
   bool is_handler = frames->stack->is_handler;
   if (is_handler)
      go_on_with(frames, frames->stack->interrupted);
   return is_handler;
}

/* ---- Other stacks ----------------------------------------------------- */

/* The frames from `top` on that live after a jump to `sp`, where code of `function` runs
   (NULL: unknown); *fits: that function is then the current one.  The stack pointer is
   that of an earlier call from there, which may have had more arguments on the stack. */
static cs_frame *live_frames(cs_frame *top, const cs_function *running, uintptr_t sp,
                             const cs_function *function, bool *fits)
{
   for (; top->sp <= sp; top--)
      running = top->caller->in.function;
   *fits = function == NULL || running == function;
   for (cs_frame *frame = top; !*fits && frame->sp <= sp + SLACK_B; frame--) {
      *fits = frame->caller->in.function == function;
      if (*fits)
         return frame - 1;
   }
   return top;
}

static bool is_in(const cs_stack *stack, uintptr_t left_sp, uintptr_t sp)
{
   return sp + SLACK_B >= left_sp && sp <= stack->base_sp + SLACK_B;
}

/* Can code of `function` go on there?  Not if it only went on there, and has left: it
   begins again. */
static bool can_go_on(const cs_frames *frames, const cs_stack *stack, uintptr_t old_sp,
                      uintptr_t sp, const cs_function *function)
{
   bool is_current = stack == frames->stack, fits;
   const cs_frame *live = live_frames(is_current ? frames->top : stack->top,
                                      is_current ? frames->function : stack->function, sp,
                                      function, &fits);
   if (stack->goes_on && !is_current && live == stack->frames)
      return false;
   return fits && is_in(stack, is_current ? old_sp : stack->left_sp, sp);
}

/* The stack where code goes on: the one with the lowest base that fits, as a
   coroutine's may lie in a frame of another.  A function that does not fit has hidden
   its frames from us, if at all, on the same stack.  NULL: a new one. */
static cs_stack *find_stack(const cs_frames *frames, uintptr_t old_sp, uintptr_t sp,
                            const cs_function *function)
{
   cs_stack *current = frames->stack;
   if (current->is_handler && can_go_on(frames, current, old_sp, sp, function))
      return current;
   for (size_t i = cs_frames_first_from(frames, sp - SLACK_B); i < frames->n_stacks; i++)
      if (can_go_on(frames, frames->stacks[i], old_sp, sp, function))
         return frames->stacks[i];
   return is_in(current, old_sp, sp) ? current : NULL;
}

bool cs_frames_free_stack(cs_frames *frames, cs_stack *stack)
{
   if (stack == frames->stack || cs_frames_is_in_use(frames, stack))
      return false;
   take_out(frames, stack);
   free_stack(frames, stack);
   return true;
}

/* A stack at the end of which another thread's or coroutine's was is that one's, which
   has ended. */
static void free_former(cs_frames *frames, uintptr_t base_sp)
{
   size_t i = cs_frames_first_from(frames, base_sp - SLACK_B);
   while (i < frames->n_stacks && frames->stacks[i]->base_sp <= base_sp + SLACK_B) {
      if (!cs_frames_free_stack(frames, frames->stacks[i]))
         i++;
   }
}

/* A function that goes on, but on a new stack, goes on with its path. */
static cs_stack *add_stack(cs_frames *frames, uintptr_t sp, bool goes_on)
{
   free_former(frames, sp);
   cs_stack *stack = new_stack(frames, sp, goes_on ? frames->node : start_node(frames));
   stack->goes_on = goes_on;
   if (goes_on) {
      stack->function = frames->function;
      stack->inside = frames->inside == NULL ? NULL : stack->frames;
   }
   insert_stack(frames, stack);
   return stack;
}

void cs_frames_set_sp(cs_frames *frames, uintptr_t old_sp, uintptr_t sp,
                      const cs_function *function, bool is_entry)
{
   cs_stack *stack = is_entry ? NULL : find_stack(frames, old_sp, sp, function);
   if (stack == NULL)
      stack = add_stack(frames, sp,
                        !is_entry && function != NULL && function == frames->function);
   frames->stack->left_sp = old_sp;
   if (stack != frames->stack)
      go_on_with(frames, stack);
   bool fits;
   const cs_frame *live = live_frames(frames->top, frames->function, sp, function, &fits);
   while (frames->top > live)
      cs_frames_pop(frames);
   if (!fits)
      cs_frames_jump(frames, NULL, function, sp, is_entry);
}

/* ---- Reading ---------------------------------------------------------- */

const cs_node *cs_frames_node(cs_frames *frames, uint64_t number, size_t interrupted)
{
   const cs_thread *thread = find_thread(frames, number);
   const cs_stack *stack = thread == NULL ? NULL : thread->stack;
   for (; stack != NULL && interrupted > 0; interrupted--)
      stack = stack->interrupted;
   if (stack == NULL)
      return NULL;
   bool is_current = stack == frames->stack;
   const cs_node *node = is_current ? frames->node : stack->node;
   if (is_current ? frames->collects : stack->collects)
      return node;
   return cs_frames_twin(frames, frames->tree->root, node);
}
