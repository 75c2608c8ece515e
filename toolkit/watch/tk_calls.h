/* tk_calls.h -- the calls of allocation functions that a thread is in; pure.

   An allocation function that calls another -- an operator new its malloc, a
   program's own malloc the real one -- is one event, that of the outermost.  So
   there is at most one call to wait for, and one more for each signal whose
   handler interrupted it.

   Calls are known by their stack pointers, since not all of them return:
   exceptions and longjmp pass them by.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_CALLS_H
#define TK_CALLS_H

#include "watch/tk_functions.h"

#include <stdbool.h>

enum { TK_CALLS_MAX = 4 };

typedef struct tk_call {
   const tk_function *function;
   uint64_t entry_pc;  /* where it was entered */
   uint64_t return_sp; /* the stack pointer when it has returned; 0: none */
   uint64_t return_pc; /* where to */
   uint64_t arguments[TK_MAX_ARGUMENTS];
   uint32_t block;     /* of a reallocation: what it began with, or 0 */
   /* Where a signal interrupted it, or what ran while none was waited for, 0 if
      none did; and whether the handler has another stack. */
   uint64_t interrupted_sp;
   bool is_handled_elsewhere;
} tk_call;

typedef struct tk_calls {
   tk_call waiting[TK_CALLS_MAX];
   uint32_t level; /* of signal handlers */
} tk_calls;

static inline tk_call *tk_calls_top(tk_calls *calls)
{
   return &calls->waiting[calls->level];
}

/* Is the call that is waited for still going on, when a function is entered at
   entry_pc with that stack pointer?  `its_return_pc` is what the word says where
   its return address was. */
static inline bool tk_call_goes_on(const tk_call *call, uint64_t entry_pc,
                                   uint64_t entry_sp, uint64_t its_return_pc,
                                   uint64_t word_B)
{
   uint64_t its_entry_sp = call->return_sp - word_B;
   if (entry_sp > its_entry_sp || its_return_pc != call->return_pc)
      return false;
   /* Deeper, or called in its place (a tail call): by another, perhaps of the
      same name; the same one again is a new call. */
   return entry_sp < its_entry_sp || entry_pc != call->entry_pc;
}

static inline uint32_t tk_calls_below(uint32_t level, uint32_t n)
{
   return (level + TK_CALLS_MAX - n) % TK_CALLS_MAX;
}

/* Has the handler been left that began when `call` was interrupted, now that the
   stack pointer is `sp`?  Perhaps so, if it has another stack. */
static inline bool tk_call_is_back(const tk_call *call, uint64_t sp)
{
   return call->interrupted_sp != 0
          && (sp == call->interrupted_sp
              || (sp > call->interrupted_sp && !call->is_handled_elsewhere));
}

/* A signal's handler begins, `sp` being interrupted.  Of those that do not return
   nobody is told: those that are known to be left by now make room.  Levels go
   round, so that the others find what they interrupted. */
static inline void tk_calls_interrupt(tk_calls *calls, uint64_t sp,
                                      bool has_other_stack)
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

/* A handler has returned to where the stack pointer is `sp`, past those that it was
   interrupted by and that did not return. */
static inline void tk_calls_resume(tk_calls *calls, uint64_t sp)
{
   uint32_t n = 1;
   while (n < TK_CALLS_MAX
          && calls->waiting[tk_calls_below(calls->level, n)].interrupted_sp
                != sp)
      n++;
   for (n = n < TK_CALLS_MAX ? n : 1; n > 0; n--) {
      calls->level = tk_calls_below(calls->level, 1);
      tk_calls_top(calls)->interrupted_sp = 0;
   }
}

#endif
