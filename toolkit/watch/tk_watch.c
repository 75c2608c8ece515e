/* tk_watch.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_watch.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

#include "watch/tk_objects.h"
#include "code/tk_retranslate.h"

void tk_watch_init(tk_watch *watch, tk_threads *threads, const tk_watch_events *events,
                   const tk_alloc *alloc)
{
   *watch = (tk_watch){
      .events = events,
      .threads = threads,
      .returns = { .alloc = alloc, .label = "tk.watch.returns" },
   };
}

const tk_function *tk_watch_function(tk_watch *watch, Addr address, Bool *is_libc)
{
   Bool is_watched;
   const tk_function *function = tk_objects_function(address, &is_watched, is_libc);
   if (function == NULL || is_watched)
      return function;
   watch->events->excluded(watch->events->context, address, function);
   return NULL;
}

/* ---- The open call ----------------------------------------------------------- */

static tk_call *open_call(const tk_watch *watch)
{
   return tk_calls_top(&watch->threads->running->calls);
}

static void get_arguments(tk_guest *state, uint64_t *arguments)
{
   for (Int i = 0; i < TK_MAX_ARGUMENTS; i++)
      arguments[i] = *tk_guest_argument(state, i);
}

static void wait_for_return(tk_watch *watch, tk_guest *state, const tk_function *function)
{
   tk_call *call = open_call(watch);
   call->function = function;
   call->entry_pc = state->TK_PC;
   call->return_sp = tk_guest_return_sp(state);
   call->return_pc = tk_guest_return_pc(state);
   get_arguments(state, call->arguments);
   watch->return_sp = (Addr)call->return_sp;
   /* Code there may be translated already, and without the call on return. */
   if (tk_words_add(&watch->returns, (Addr)call->return_pc))
      tk_retranslate((Addr)call->return_pc, 1);
}

/* Forgets a call that will not return.  A block that it was to reallocate stays as it
   was. */
static void forget_call(const tk_watch *watch, tk_call *call)
{
   if (call->block != 0)
      watch->events->realloc_cancel(watch->events->context, call->block);
   call->block = 0;
   call->return_sp = 0;
}

static void abandon_open_call(tk_watch *watch)
{
   forget_call(watch, open_call(watch));
   watch->return_sp = 0;
}

#if defined(TK_LINK)
/* Where the frame returns to that was entered at the open call's stack pointer; 0 if
   none was.  If unwinding does not get there, the call is taken to be open. */
static Addr return_pc_now(const tk_watch *watch, const tk_guest *state)
{
   enum { FEW = 8, MANY = 250 }; /* frames; mostly an operator new has called malloc */
   Addr pcs[MANY], sps[MANY];
   if (state->TK_SP == watch->return_sp)
      return tk_guest_return_pc(state);
   for (UInt most = FEW; most <= MANY; most += MANY - FEW) {
      UInt n = VG_(get_StackTrace)(VG_(get_running_tid)(), pcs, most, sps, NULL, 0);
      for (UInt i = 1; i < n; i++)
         if (sps[i] >= watch->return_sp) /* the core's address is that of the call */
            return sps[i] == watch->return_sp ? pcs[i] + 1 : 0;
      if (n < most)
         break;
   }
   return (Addr)open_call(watch)->return_pc;
}
#else
/* The word where the open call's return address was.  0 if there is no memory any
   more, for example of a coroutine's stack. */
static Addr return_pc_now(const tk_watch *watch, const tk_guest *state)
{
   Addr at = watch->return_sp - sizeof(Addr);
   if (tk_threads_is_on_stack(watch->threads, at)
       || VG_(am_is_valid_for_client)(at, sizeof(Addr), VKI_PROT_READ))
      return *(Addr *)at;
   return 0;
}
#endif

/* ---- Entries ------------------------------------------------------------------- */

/* Changes the arguments: the call does nothing, where its effect is undefined. */
static void skip_call(tk_guest *state, const tk_function *function)
{
   *tk_guest_argument(state, function->pointer) = 0;
   if (function->action == TK_REALLOCATE) {
      /* Reallocates NULL, to a size that is always refused. */
      *tk_guest_argument(state, function->size) = ~(Addr)0 >> 1;
      if (function->count != TK_NO_ARGUMENT)
         *tk_guest_argument(state, function->count) = 1;
   }
}

/* The pointer is not a live block.  If the function is libc's own, skip the call:
   libc would abort.  Other allocators may know blocks that we do not. */
static void report_invalid_free(const tk_watch *watch, tk_guest *state,
                                const tk_function *function, Addr pointer, Bool is_libc)
{
   if (watch->only_watches || tk_objects_is_libc(tk_guest_return_pc(state)))
      return;
   watch->events->invalid_free(watch->events->context, function, pointer, is_libc);
   if (is_libc)
      skip_call(state, function);
}

static void begin_realloc(tk_watch *watch, tk_guest *state, const tk_function *function,
                          Bool is_libc)
{
   Addr pointer = *tk_guest_argument(state, function->pointer);
   tk_call *call = open_call(watch);
   wait_for_return(watch, state, function);
   call->block = 0;
   if (pointer == 0)
      return;
   call->block = watch->events->realloc_begin(watch->events->context, pointer);
   if (call->block == 0)
      report_invalid_free(watch, state, function, pointer, is_libc);
}

static void begin_free(tk_watch *watch, tk_guest *state, const tk_function *function,
                       Bool is_libc)
{
   Addr pointer = *tk_guest_argument(state, function->pointer);
   wait_for_return(watch, state, function);
   if (pointer != 0 && !watch->events->freed(watch->events->context, pointer))
      report_invalid_free(watch, state, function, pointer, is_libc);
}

/* libc would look for the size of what is no live block where the pointer leads, and can
   fail there.  It says 0 of NULL. */
static void begin_tell_size(tk_watch *watch, tk_guest *state, const tk_function *function,
                            Bool is_libc)
{
   uint64_t size_B;
   Addr pointer = *tk_guest_argument(state, function->pointer);
   wait_for_return(watch, state, function);
   if (is_libc && !watch->only_watches
       && !watch->events->size(watch->events->context, pointer, &size_B))
      skip_call(state, function);
}

/* A watched function calls another.  If that one frees a block of the program,
   the block is freed. */
static void begin_nested(const tk_watch *watch, tk_guest *state,
                         const tk_function *function)
{
   if (function->action == TK_FREE)
      watch->events->freed(watch->events->context,
                           *tk_guest_argument(state, function->pointer));
}

/* Leaves the open call for good, if there is one. */
static void leave_open_call(tk_watch *watch, Bool is_throw)
{
   if (watch->return_sp == 0)
      return;
   const tk_call *call = open_call(watch);
   if (is_throw && call->function->action == TK_ALLOCATE)
      watch->events->threw(watch->events->context, watch->return_sp,
                           tk_function_size(call->function, call->arguments));
   abandon_open_call(watch);
}

void tk_watch_on_entry(tk_watch *watch, tk_guest *state, const tk_function *function,
                       Bool is_libc)
{
   if (tk_function_leaves(function)) {
      leave_open_call(watch, function->action == TK_THROW);
      if (function->action == TK_EXIT && watch->events->exits != NULL)
         watch->events->exits(watch->events->context);
      return;
   }
   watch->n_calls++;
   if (watch->return_sp != 0) {
      uint64_t arguments[TK_MAX_ARGUMENTS];
      get_arguments(state, arguments);
      if (tk_call_goes_on(open_call(watch), state->TK_PC, state->TK_SP, arguments,
                          return_pc_now(watch, state), TK_RETURN_ON_STACK_B)) {
         begin_nested(watch, state, function);
         return;
      }
      abandon_open_call(watch);
   }
   switch (function->action) {
   case TK_FREE: begin_free(watch, state, function, is_libc); break;
   case TK_REALLOCATE:
   case TK_REALLOCATE_OR_FREE: begin_realloc(watch, state, function, is_libc); break;
   case TK_TELL_SIZE: begin_tell_size(watch, state, function, is_libc); break;
   default: wait_for_return(watch, state, function);
   }
}

/* ---- Returns ------------------------------------------------------------------- */

/* `block` is the result; 0: refused. */
static void end_allocate(const tk_watch *watch, const tk_guest *state,
                         const tk_call *call, Addr block)
{
   const tk_watch_events *events = watch->events;
   uint64_t size_B = tk_function_size(call->function, call->arguments);
   if (block == 0)
      events->refused(events->context, state, size_B);
   else
      events->allocated(events->context, state, block, size_B);
}

static void end_duplicate(const tk_watch *watch, const tk_guest *state, Addr block)
{
   if (block != 0)
      watch->events->allocated(watch->events->context, state, block,
                               VG_(strlen)((HChar *)block) + 1);
}

static void end_realloc(const tk_watch *watch, const tk_guest *state, tk_call *call,
                        Addr block)
{
   const tk_watch_events *events = watch->events;
   uint64_t size_B = tk_function_size(call->function, call->arguments);
   uint32_t old = call->block;
   call->block = 0;
   if (old == 0) {
      if (call->arguments[call->function->pointer] == 0)
         end_allocate(watch, state, call, block);
   } else if (block != 0) {
      events->realloc_end(events->context, old, block, size_B);
   } else if (size_B == 0) {
      events->realloc_free(events->context, old);
   } else if (call->function->action == TK_REALLOCATE_OR_FREE) {
      events->realloc_free(events->context, old);
      events->refused(events->context, state, size_B);
   } else {
      events->realloc_cancel(events->context, old);
      events->refused(events->context, state, size_B);
   }
}

/* A refused resize is not reported: the program had to expect it. */
static void end_resize(const tk_watch *watch, const tk_call *call, uint64_t result)
{
   const tk_watch_events *events = watch->events;
   const tk_function *function = call->function;
   Addr pointer = call->arguments[function->pointer];
   uint64_t size_B = tk_function_size(function, call->arguments);
   if (function->action == TK_RESIZE) {
      uint64_t most_B = size_B + call->arguments[function->count];
      if (result < size_B)
         return;
      size_B = result < most_B ? result : most_B;
   } else if (result == 0) {
      return;
   }
   uint32_t block = events->realloc_begin(events->context, pointer);
   if (block != 0)
      events->realloc_end(events->context, block, pointer, size_B);
}

/* Returns the size that was asked for, as Valgrind's own tools do.  A program
   that uses all of the size then behaves as it does under them. */
static void end_tell_size(const tk_watch *watch, tk_guest *state, const tk_call *call)
{
   uint64_t size_B;
   if (watch->only_watches)
      return;
   if (watch->events->size(watch->events->context,
                           call->arguments[call->function->pointer], &size_B))
      state->TK_RESULT = size_B;
}

void tk_watch_on_return(tk_watch *watch, tk_guest *state)
{
   tk_call *call = open_call(watch);
   Addr result = state->TK_RESULT;
   if (state->TK_PC != call->return_pc)
      return;
   call->return_sp = watch->return_sp = 0;
   switch (call->function->action) {
   case TK_ALLOCATE: end_allocate(watch, state, call, result); break;
   case TK_ALLOCATE_AT: /* 0 is success */
      end_allocate(watch, state, call,
                   result != 0 ? 0
                               : *(Addr *)(Addr)call->arguments[call->function->pointer]);
      break;
   case TK_DUPLICATE: end_duplicate(watch, state, result); break;
   case TK_REALLOCATE:
   case TK_REALLOCATE_OR_FREE: end_realloc(watch, state, call, result); break;
   case TK_RESIZE:
   case TK_EXPAND: end_resize(watch, call, result); break;
   case TK_TELL_SIZE: end_tell_size(watch, state, call); break;
   default: break;
   }
}

/* ---- Threads and signals --------------------------------------------------------- */

void tk_watch_thread_begins(tk_watch *watch, ThreadId id)
{
   tk_thread *ended = watch->threads->by_id[id];
   if (ended != NULL) /* perhaps within a watched call */
      for (UInt i = 0; i < TK_CALLS_MAX; i++)
         forget_call(watch, &ended->calls.waiting[i]);
   tk_threads_begin(watch->threads, id);
}

void tk_watch_thread_runs(tk_watch *watch, ThreadId id)
{
   tk_threads_run(watch->threads, id);
   watch->return_sp = (Addr)open_call(watch)->return_sp;
}

void tk_watch_signal(tk_watch *watch, ThreadId id, Bool has_other_stack)
{
   tk_calls *calls = &watch->threads->by_id[id]->calls;
   tk_calls_interrupt(calls, VG_(get_SP)(id), has_other_stack);
   forget_call(watch, tk_calls_top(calls)); /* of a handler that never returned */
   tk_watch_thread_runs(watch, id);
}

void tk_watch_signal_done(tk_watch *watch, ThreadId id)
{
   tk_calls_resume(&watch->threads->by_id[id]->calls, VG_(get_SP)(id));
   tk_watch_thread_runs(watch, id);
}
