/* tk_calls.h -- a thread's open calls of allocation functions; pure.

   Allocation functions call each other: operator new calls malloc, a program's own
   malloc the real one.  Only the outermost call is an event.  A thread has at most
   one open call, and one more for each signal handler that interrupted one.

   Calls are identified by their stack pointers, because not all of them return:
   exceptions and longjmp leave them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "watch/tk_functions.h"

#include <stdbool.h>

enum { TK_CALLS_MAX = 4 };

typedef struct tk_call {
   const tk_function *function;
   uint64_t entry_pc;  /* where it was entered */
   uint64_t return_sp; /* the stack pointer after its return; 0: no open call */
   uint64_t return_pc; /* where it returns to */
   uint64_t arguments[TK_MAX_ARGUMENTS];
   uint32_t block; /* that is being reallocated, or 0 */
   /* The stack pointer where a signal interrupted this call, or code outside of
      calls; 0: none did. */
   uint64_t interrupted_sp;
   bool is_handled_elsewhere; /* the handler has a stack of its own */
} tk_call;

typedef struct tk_calls {
   tk_call waiting[TK_CALLS_MAX];
   uint32_t level; /* of signal handlers */
} tk_calls;

static inline tk_call *tk_calls_top(tk_calls *calls)
{
   return &calls->waiting[calls->level];
}

/* Do these arguments ask for the same as the call's? */
static inline bool tk_call_asks(const tk_call *call, const uint64_t *arguments)
{
   const int8_t used[] = { call->function->pointer, call->function->size,
                           call->function->count };
   for (int i = 0; i < 3; i++)
      if (used[i] != TK_NO_ARGUMENT && arguments[used[i]] != call->arguments[used[i]])
         return false;
   return true;
}

/* Is the call still open when a function is entered at entry_pc with this stack
   pointer and these arguments?  `its_return_pc` is the word now where its return address
   was. */
static inline bool tk_call_goes_on(const tk_call *call, uint64_t entry_pc,
                                   uint64_t entry_sp, const uint64_t *arguments,
                                   uint64_t its_return_pc, uint64_t word_B)
{
   uint64_t its_entry_sp = call->return_sp - word_B;
   if (entry_sp > its_entry_sp || its_return_pc != call->return_pc)
      return false;
   /* A deeper call, or a tail call: of another function, or of itself, as glibc's free
      after it has set up a thread's cache.  With other arguments, the same function at
      the same depth is a new call. */
   return entry_sp < its_entry_sp || entry_pc != call->entry_pc
          || tk_call_asks(call, arguments);
}

static inline uint32_t tk_calls_below(uint32_t level, uint32_t n)
{
   return (level + TK_CALLS_MAX - n) % TK_CALLS_MAX;
}

/* Has the handler that interrupted `call` ended, now that the stack pointer is
   `sp`?  With a stack of its own, only the exact stack pointer proves it. */
static inline bool tk_call_is_back(const tk_call *call, uint64_t sp)
{
   return call->interrupted_sp != 0
          && (sp == call->interrupted_sp
              || (sp > call->interrupted_sp && !call->is_handled_elsewhere));
}

/* A signal's handler begins; it interrupts at `sp`.  Handlers may be left without a
   return.  Those that must have ended by now make room.  Levels wrap around, so the
   other handlers still find what they interrupted. */
static inline void tk_calls_interrupt(tk_calls *calls, uint64_t sp, bool has_other_stack)
{
   for (uint32_t n = 1; n < TK_CALLS_MAX; n++) {
      uint32_t below = tk_calls_below(calls->level, 1);
      if (!tk_call_is_back(&calls->waiting[below], sp))
         break;
      calls->level = below;
      calls->waiting[below].interrupted_sp = 0;
   }
   tk_calls_top(calls)->interrupted_sp = sp;
   tk_calls_top(calls)->is_handled_elsewhere = has_other_stack;
   calls->level = (calls->level + 1) % TK_CALLS_MAX;
   tk_calls_top(calls)->return_sp = 0;
}

/* A handler has returned to the stack pointer `sp`.  Handlers that interrupted it
   and did not return have ended too. */
static inline void tk_calls_resume(tk_calls *calls, uint64_t sp)
{
   uint32_t n = 1;
   while (n < TK_CALLS_MAX
          && calls->waiting[tk_calls_below(calls->level, n)].interrupted_sp != sp)
      n++;
   for (n = n < TK_CALLS_MAX ? n : 1; n > 0; n--) {
      calls->level = tk_calls_below(calls->level, 1);
      tk_calls_top(calls)->interrupted_sp = 0;
   }
}
