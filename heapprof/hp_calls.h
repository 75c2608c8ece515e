/* hp_calls.h -- the calls of allocation functions that a thread is in; pure.

   An allocation function that calls another -- an operator new its malloc, a
   program's own malloc the real one -- is one event, that of the outermost.  So
   there is at most one call to wait for, and one more for each signal whose
   handler interrupted it.

   Calls are known by their stack pointers, since not all of them return:
   exceptions and longjmp pass them by.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_CALLS_H
#define HP_CALLS_H

#include "hp_functions.h"

#include <stdbool.h>

enum { HP_CALLS_MAX = 4 };

typedef struct hp_call {
   const hp_function *function;
   uint64_t entry_pc;  /* where it was entered */
   uint64_t return_sp; /* the stack pointer when it has returned; 0: none */
   uint64_t return_pc; /* where to */
   uint64_t arguments[HP_MAX_ARGUMENTS];
   uint32_t block;     /* of a reallocation: what it began with, or 0 */
   /* Where a signal interrupted it, or what ran while none was waited for, 0 if
      none did; and whether the handler has another stack. */
   uint64_t interrupted_sp;
   bool is_handled_elsewhere;
} hp_call;

typedef struct hp_calls {
   hp_call waiting[HP_CALLS_MAX];
   uint32_t level; /* of signal handlers */
} hp_calls;

static inline hp_call *hp_calls_top(hp_calls *calls)
{
   return &calls->waiting[calls->level];
}

/* Is the call that is waited for still going on, when a function is entered at
   entry_pc with that stack pointer?  `its_return_pc` is what the word says where
   its return address was. */
static inline bool hp_call_goes_on(const hp_call *call, uint64_t entry_pc,
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

static inline uint32_t hp_calls_below(uint32_t level, uint32_t n)
{
   return (level + HP_CALLS_MAX - n) % HP_CALLS_MAX;
}

/* Has the handler been left that began when `call` was interrupted, now that the
   stack pointer is `sp`?  Perhaps so, if it has another stack. */
static inline bool hp_call_is_back(const hp_call *call, uint64_t sp)
{
   return call->interrupted_sp != 0
          && (sp == call->interrupted_sp
              || (sp > call->interrupted_sp && !call->is_handled_elsewhere));
}

/* A signal's handler begins, `sp` being interrupted.  Of those that do not return
   nobody is told: those that are known to be left by now make room.  Levels go
   round, so that the others find what they interrupted. */
static inline void hp_calls_interrupt(hp_calls *calls, uint64_t sp,
                                      bool has_other_stack)
{
   for (uint32_t n = 1; n < HP_CALLS_MAX; n++) {
      uint32_t below = hp_calls_below(calls->level, 1);
      if (!hp_call_is_back(&calls->waiting[below], sp))
         break;
      calls->level = below;
      calls->waiting[below].interrupted_sp = 0;
   }
   hp_calls_top(calls)->interrupted_sp = sp;
   hp_calls_top(calls)->is_handled_elsewhere = has_other_stack;
   calls->level = (calls->level + 1) % HP_CALLS_MAX;
   hp_calls_top(calls)->return_sp = 0;
}

/* A handler has returned to where the stack pointer is `sp`, past those that it was
   interrupted by and that did not return. */
static inline void hp_calls_resume(hp_calls *calls, uint64_t sp)
{
   uint32_t n = 1;
   while (n < HP_CALLS_MAX
          && calls->waiting[hp_calls_below(calls->level, n)].interrupted_sp
                != sp)
      n++;
   for (n = n < HP_CALLS_MAX ? n : 1; n > 0; n--) {
      calls->level = hp_calls_below(calls->level, 1);
      hp_calls_top(calls)->interrupted_sp = 0;
   }
}

#endif
