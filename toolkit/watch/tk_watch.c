/* tk_watch.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_watch.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

#include "hp_clock.h"
#include "watch/tk_objects.h"
#include "watch/tk_returns.h"
#include "paths/tk_paths.h"

hp_near near;

/* ---- Events ------------------------------------------------------------------- */

static void warn_wrong(const tk_function *function, Addr pointer,
                       Bool is_ignored)
{
   static Bool has_warned;
   if (has_warned)
      return;
   has_warned = True;
   VG_(umsg)("warning: %s of %#lx, which is not the start of a live block;\n",
             function->name, pointer);
   VG_(umsg)("   it is %s, as will be others (their number is in the "
             "profile)\n", is_ignored ? "ignored" : "left to the program");
   VG_(get_and_pp_StackTrace)(near.thread->id, 12);
}

/* Makes the call one that does nothing: what it would do is not defined. */
static void defuse(tk_guest *state, const tk_function *function)
{
   *tk_guest_argument(state, function->pointer) = 0;
   if (function->action == TK_REALLOCATE) {
      /* Of NULL and more than there can be: fails. */
      *tk_guest_argument(state, function->size) = ~(Addr)0 >> 1;
      if (function->count != TK_NO_ARGUMENT)
         *tk_guest_argument(state, function->count) = 1;
   }
}

static void wait_for(tk_call *call, tk_guest *state, const tk_function *function)
{
   call->function = function;
   call->entry_pc = state->TK_PC;
   call->return_sp = state->TK_SP + sizeof(Addr);
   call->return_pc = *(Addr *)(Addr)state->TK_SP;
   for (Int i = 0; i < TK_MAX_ARGUMENTS; i++)
      call->arguments[i] = *tk_guest_argument(state, i);
   near.return_sp = (Addr)call->return_sp;
   tk_returns_add((Addr)call->return_pc);
}

/* It will not return: a block that was to be reallocated is as it was. */
static void forget(tk_call *call)
{
   if (call->block != 0)
      hp_heap_realloc_cancel(&run.heap, call->block);
   call->block = 0;
   call->return_sp = 0;
}

/* The same of the one that is waited for now. */
static void abandon(tk_call *call)
{
   forget(call);
   near.return_sp = 0;
}

/* A block that is none.  `is_libc`: the function is libc's own, which would end
   the process, or worse; others may know better than we do. */
static void take_wrong(tk_guest *state, const tk_function *function,
                       Addr pointer, Bool is_libc)
{
   if (tk_objects_is_libc(*(Addr *)(Addr)state->TK_SP))
      return;
   run.heap.invalid++;
   warn_wrong(function, pointer, is_libc);
   if (is_libc)
      defuse(state, function);
}

static void begin_realloc(tk_call *call, tk_guest *state,
                          const tk_function *function, Bool is_libc)
{
   Addr pointer = *tk_guest_argument(state, function->pointer);
   wait_for(call, state, function);
   call->block = 0;
   if (pointer == 0)
      return;
   call->block = hp_heap_realloc_begin(&run.heap, TK_LAYER_HEAP, pointer);
   if (call->block == 0)
      take_wrong(state, function, pointer, is_libc);
}

/* libc's own calls none of the others: there is nothing to wait for. */
static void begin_free(tk_call *call, tk_guest *state,
                       const tk_function *function, Bool is_libc)
{
   Addr pointer = *tk_guest_argument(state, function->pointer);
   if (!is_libc)
      wait_for(call, state, function);
   if (pointer != 0
       && !hp_heap_free(&run.heap, TK_LAYER_HEAP, pointer, hp_now()))
      take_wrong(state, function, pointer, is_libc);
}

/* A function is entered from within another.  What is freed there, of what the
   program was given, is freed. */
static void begin_nested(tk_guest *state, const tk_function *function)
{
   if (function->action != TK_FREE)
      return;
   hp_heap_free(&run.heap, TK_LAYER_HEAP,
                *tk_guest_argument(state, function->pointer), hp_now());
}

/* The call that is waited for, if any, is left for good. */
static void leave(tk_call *call, Bool has_failed)
{
   if (near.return_sp == 0)
      return;
   if (has_failed && call->function->action == TK_ALLOCATE)
      hp_heap_fail(&run.heap,
                   tk_paths_site_of(near.thread->id, near.return_sp),
                   tk_function_size(call->function, call->arguments));
   abandon(call);
}

/* What is where the return address of the call that is waited for was; 0 if
   there is no memory any more: the stack of a coroutine, say. */
static Addr its_return_pc(void)
{
   Addr place = near.return_sp - sizeof(Addr);
   if (tk_paths_is_on_stack(place)
       || VG_(am_is_valid_for_client)(place, sizeof(Addr), VKI_PROT_READ))
      return *(Addr *)place;
   return 0;
}

void tk_watch_on_entry(tk_guest *state, const tk_function *function, HWord is_libc)
{
   tk_call *call = tk_calls_top(&near.thread->calls);
   hp_clock_read(state);
   if (function->action == TK_THROW || function->action == TK_LEAVE) {
      leave(call, function->action == TK_THROW);
      return;
   }
   run.n_hooks++;
   if (near.return_sp != 0) {
      if (tk_call_goes_on(call, state->TK_PC, state->TK_SP,
                          its_return_pc(), sizeof(Addr))) {
         begin_nested(state, function);
         return;
      }
      abandon(call);
   }
   switch (function->action) {
   case TK_FREE:
      begin_free(call, state, function, is_libc);
      break;
   case TK_REALLOCATE:
   case TK_REALLOCATE_OR_FREE:
      begin_realloc(call, state, function, is_libc);
      break;
   default:
      wait_for(call, state, function);
   }
}

static uint32_t site_now(const tk_guest *state)
{
   tk_registers registers = {
      state->TK_PC - 1, state->TK_SP, state->TK_BP,
   };
   return tk_paths_site(&registers);
}

/* The function has returned a block, or NULL. */
static void end_allocate(const tk_guest *state, const tk_call *call, Addr block)
{
   uint64_t size_B = tk_function_size(call->function, call->arguments);
   uint32_t site = site_now(state);
   if (block == 0)
      hp_heap_fail(&run.heap, site, size_B);
   else
      hp_heap_alloc(&run.heap, site, near.thread->number, TK_LAYER_HEAP,
                    block, size_B, hp_now());
}

static void end_duplicate(const tk_guest *state, Addr block)
{
   if (block != 0)
      hp_heap_alloc(&run.heap, site_now(state), near.thread->number,
                    TK_LAYER_HEAP, block, VG_(strlen)((HChar *)block) + 1,
                    hp_now());
}

static void end_realloc(const tk_guest *state, tk_call *call, Addr block)
{
   uint64_t size_B = tk_function_size(call->function, call->arguments);
   uint32_t old = call->block;
   call->block = 0;
   if (old == 0) {
      if (call->arguments[call->function->pointer] == 0)
         end_allocate(state, call, block);
   } else if (block != 0) {
      hp_heap_realloc_end(&run.heap, old, near.thread->number, block, size_B,
                          hp_now());
   } else if (size_B == 0) {
      hp_heap_realloc_free(&run.heap, old, hp_now());
   } else if (call->function->action == TK_REALLOCATE_OR_FREE) {
      hp_heap_realloc_free(&run.heap, old, hp_now());
      hp_heap_fail(&run.heap, site_now(state), size_B);
   } else {
      hp_heap_realloc_cancel(&run.heap, old);
      hp_heap_fail(&run.heap, site_now(state), size_B);
   }
}

/* One that was refused is nothing: the program had to reckon with it. */
static void end_resize(const tk_call *call, uint64_t result)
{
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
   uint32_t block =
      hp_heap_realloc_begin(&run.heap, TK_LAYER_HEAP, pointer);
   if (block != 0)
      hp_heap_realloc_end(&run.heap, block, near.thread->number, pointer,
                          size_B, hp_now());
}

/* The size that was asked for, as Valgrind's own tools tell it: programs that
   use what they are told to have then behave as they do there. */
static void end_tell_size(tk_guest *state, const tk_call *call)
{
   uint32_t block =
      tk_blocks_find(&run.heap.blocks,
                     call->arguments[call->function->pointer], TK_LAYER_HEAP);
   if (block != 0)
      state->TK_RESULT = tk_blocks_at(&run.heap.blocks, block)->size_B;
}

void tk_watch_on_return(tk_guest *state)
{
   tk_call *call = tk_calls_top(&near.thread->calls);
   Addr result = state->TK_RESULT;
   if (state->TK_PC != call->return_pc)
      return;
   hp_clock_read(state);
   call->return_sp = near.return_sp = 0;
   switch (call->function->action) {
   case TK_ALLOCATE:
      end_allocate(state, call, result);
      break;
   case TK_ALLOCATE_AT: /* 0 is success */
      end_allocate(state, call,
                   result != 0 ? 0
                   : *(Addr *)(Addr)call->arguments[call->function->pointer]);
      break;
   case TK_DUPLICATE:
      end_duplicate(state, result);
      break;
   case TK_REALLOCATE:
   case TK_REALLOCATE_OR_FREE:
      end_realloc(state, call, result);
      break;
   case TK_RESIZE:
   case TK_EXPAND:
      end_resize(call, result);
      break;
   case TK_TELL_SIZE:
      end_tell_size(state, call);
      break;
   default:
      break;
   }
}

/* ---- Threads and signals ------------------------------------------------------- */

void tk_watch_thread_begins(ThreadId id)
{
   if (run.threads[id] == NULL)
      run.threads[id] =
         tk_get(&run.alloc, "tk.watch.thread", sizeof *run.threads[id]);
   else /* one that has ended, perhaps in such a function */
      for (UInt i = 0; i < TK_CALLS_MAX; i++)
         forget(&run.threads[id]->calls.waiting[i]);
   *run.threads[id] = (hp_thread){ .id = id, .number = ++run.n_threads };
}

void tk_watch_thread_runs(ThreadId id)
{
   near.thread = run.threads[id];
   near.return_sp = (Addr)tk_calls_top(&near.thread->calls)->return_sp;
}

void tk_watch_signal(ThreadId id, Bool has_other_stack)
{
   tk_calls *calls = &run.threads[id]->calls;
   tk_calls_interrupt(calls, VG_(get_SP)(id), has_other_stack);
   forget(tk_calls_top(calls)); /* of a handler that was left, if any */
   tk_watch_thread_runs(id);
}

void tk_watch_signal_done(ThreadId id)
{
   tk_calls_resume(&run.threads[id]->calls, VG_(get_SP)(id));
   tk_watch_thread_runs(id);
}

void tk_watch_init(void)
{
   run.threads = tk_get(&run.alloc, "tk.watch.threads",
                        VG_N_THREADS * sizeof *run.threads);
   VG_(memset)(run.threads, 0, VG_N_THREADS * sizeof *run.threads);
}
