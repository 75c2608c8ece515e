/* hp_hook.h -- what happens when an allocation function is entered and when it
   has returned; glue.

   A function that is entered by another is part of that one's call (tk_calls.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_HOOK_H
#define HP_HOOK_H

#include "watch/tk_functions.h"
#include "watch/hp_guest.h"

void hp_hook_init(void);

/* Called from translated code.  At the first instruction of a function, which is
   the C library's own if `is_libc`; the arguments may be changed. */
void hp_hook_on_entry(hp_guest *state, const tk_function *function,
                      HWord is_libc);

/* Where the call that is waited for returns to, with the stack pointer that is
   expected; the result may be changed. */
void hp_hook_on_return(hp_guest *state);

/* A thread is about to run translated code. */
void hp_hook_thread_runs(ThreadId id);

/* A thread begins. */
void hp_hook_thread_begins(ThreadId id);

/* A signal's handler is about to run, or has returned, in that thread. */
void hp_hook_signal(ThreadId id, Bool has_other_stack);
void hp_hook_signal_done(ThreadId id);

#endif
